import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GridApi } from 'ag-grid-community';
import { t } from 'i18next';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNumeric } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { collatesTextsQuery } from '../../backend/rows.ts';
import { copyText } from '../../backend/shell.ts';
import { type DataColumn, valueKind } from '../../lib/data-column.ts';
import { valueFilter } from '../../lib/query/narrowed-query.ts';
import { collationText } from '../../lib/query/query-text.ts';
import { languageOf } from '../../locales/language.ts';
import { addConditions, removeOrdering } from '../../state/query-edits.ts';
import { useSettings } from '../../state/settings.ts';
import { changeQuery, type DatasetTab, showStatistics } from '../../state/tab.ts';
import { MenuItem } from '../../ui/actions/icon-button.tsx';
import { plainText, rowAsJson, tableFormats } from './cells/cells-text.ts';
import { columnId, columnPosition, numberColumn } from './columns/column-definitions.ts';
import { FormatDialog } from './columns/format-dialog.tsx';
import type { GridView } from './grid-view.ts';
import styles from './rows.module.css';

/** The context menu of a cell, a row or a column, opened by the right mouse button or the menu key. */
export function GridMenu({ view, children }: { view: GridView; children: ReactNode }) {
  const { tab, api, columns } = view;
  // Known before a menu opens, so that its items do not move.
  useQuery(collatesTextsQuery(tab.reference.connection));
  const [target, setTarget] = useState<MenuTarget | null>(null);
  const [formatted, setFormatted] = useState<DataColumn | null>(null);
  const onContextMenu = (event: MouseEvent) => {
    const found = event.target instanceof Element ? menuTarget(event.target) : null;
    if (found === null || api === null) event.stopPropagation();
    else setTarget(found);
  };
  const column = target === null || target.kind === 'row' ? undefined : columns[target.column];
  const valuesOf = (row: number) => api?.getDisplayedRowAtIndex(row)?.data;
  return (
    <>
      <Menu position="bottom-start" width={250} returnFocus>
        <Menu.ContextMenu>
          <div className={styles.menuArea}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu key of the keyboard does the same in the grid. */}
            <div className={styles.menuArea} onContextMenu={onContextMenu}>
              {children}
            </div>
          </div>
        </Menu.ContextMenu>
        <Menu.Dropdown>
          {target?.kind === 'cell' && column !== undefined && (
            <CellItems view={view} column={column} value={valuesOf(target.row)?.[target.column]} />
          )}
          {target?.kind === 'row' && <RowItems columns={columns} values={valuesOf(target.row)} />}
          {target?.kind === 'column' && column !== undefined && (
            <ColumnItems view={view} column={column} onFormat={() => setFormatted(column)} />
          )}
        </Menu.Dropdown>
      </Menu>
      {formatted !== null && (
        <FormatDialog
          reference={tab.reference}
          column={formatted}
          example={exampleOf(api, columns.indexOf(formatted))}
          onClose={() => setFormatted(null)}
        />
      )}
    </>
  );
}

/** The first visible value of a column that is not missing. */
function exampleOf(api: GridApi<Row> | null, position: number) {
  if (api === null) return null;
  const first = Math.max(0, api.getFirstDisplayedRowIndex());
  for (let row = first; row <= api.getLastDisplayedRowIndex(); row += 1) {
    const value = api.getDisplayedRowAtIndex(row)?.data?.[position];
    if (value !== undefined && value !== null) return value;
  }
  return null;
}

/** The target of a context menu of the grid; rows are counted from 0, columns by their position in the dataset. */
type MenuTarget =
  | { readonly kind: 'cell'; readonly row: number; readonly column: number }
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'column'; readonly column: number };

/** The target at an element of the grid; null if it has no menu, as in a field of the filter row. */
export function menuTarget(element: Element): MenuTarget | null {
  if (element.closest('input, textarea, [data-drawing]') !== null) return null;
  const id = element.closest('[col-id]')?.getAttribute('col-id') ?? '';
  const column = columnPosition(id);
  if (element.closest('[role="columnheader"]') !== null) return column < 0 ? null : { kind: 'column', column };
  const row = Number(element.closest('[row-index]')?.getAttribute('row-index') ?? Number.NaN);
  if (!Number.isSafeInteger(row)) return null;
  if (id === numberColumn) return { kind: 'row', row };
  return column < 0 ? null : { kind: 'cell', row, column };
}

interface ColumnItemsProps {
  readonly view: GridView;
  readonly column: DataColumn;
  readonly onFormat: () => void;
}

/** The menu items for a column, in the menu of its heading. */
function ColumnItems({ view: { tab, api, columns, onChart }, column, onFormat }: ColumnItemsProps) {
  if (api === null) return null;
  const id = columnId(columns.indexOf(column));
  const isFrozen = api.getColumn(id)?.getPinned() === 'left';
  return (
    <>
      <SortItems tab={tab} column={column} />
      <Menu.Divider />
      <Menu.Item onClick={() => api.setColumnsVisible([id], false)}>{t('gridActions.hide')}</Menu.Item>
      <Menu.Item onClick={() => api.setColumnsPinned([id], isFrozen ? null : 'left')}>
        {t(isFrozen ? 'gridActions.unfreeze' : 'gridActions.freeze')}
      </Menu.Item>
      <Menu.Item onClick={() => api.autoSizeColumns([id])}>{t('gridActions.fit')}</Menu.Item>
      {(isNumeric(column.type) || column.moment !== undefined || column.codes !== undefined) && (
        <Menu.Item onClick={onFormat}>{t('gridActions.format')}</Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item onClick={() => showStatistics(tab.id, column.name)}>{t('gridActions.statistics')}</Menu.Item>
      <Menu.Item onClick={() => onChart(column)}>{t('gridActions.chart')}</Menu.Item>
      <Menu.Item onClick={() => void copyText(column.name)}>{t('gridActions.copyName')}</Menu.Item>
    </>
  );
}

/** Menu items that sort the rows by a single column; none for geometry, which has no order. */
export function SortItems({ tab, column }: { tab: DatasetTab; column: DataColumn }) {
  const { name, type, codes } = column;
  if (type === 'geometry') return null;
  const { ordering } = tab.query;
  const term = ordering.find((each) => each.column === name);
  const sort = (descending: boolean) => changeQuery(tab.id, { ordering: [{ column: name, descending }] });
  return (
    <>
      <Menu.Item disabled={term?.descending === false} onClick={() => sort(false)}>
        {t('gridActions.sortAscending')}
      </Menu.Item>
      <Menu.Item disabled={term?.descending === true} onClick={() => sort(true)}>
        {t('gridActions.sortDescending')}
      </Menu.Item>
      {(codes !== undefined || ['char', 'text'].includes(valueKind(column))) && (
        <CollationItem tab={tab} name={name} isCoded={codes !== undefined} />
      )}
      {term !== undefined && (
        <Menu.Item onClick={() => removeOrdering(tab.id, name)}>{t('gridActions.sortNone')}</Menu.Item>
      )}
    </>
  );
}

/**
 * Orders texts as in the language of the window, or no longer as in that of the query, and codes as in their list; sorts
 * by the column if it is not sorted yet. Nothing if the service cannot.
 */
function CollationItem({ tab, name, isCoded }: { tab: DatasetTab; name: string; isCoded: boolean }) {
  const { i18n } = useTranslation();
  const { ordering, collation } = tab.query;
  const { data: isOffered = false } = useQuery(collatesTextsQuery(tab.reference.connection));
  if (!isOffered && collation === undefined) return null;
  const isSorted = ordering.some(({ column }) => column === name);
  const language = isCoded ? 'codes' : collation === 'codes' ? undefined : collation;
  const chosen = language ?? languageOf(i18n.language);
  return (
    <Menu.CheckboxItem
      checked={isSorted && collation === chosen}
      onChange={(checked) =>
        changeQuery(tab.id, {
          collation: checked ? chosen : undefined,
          ...(!isSorted && { ordering: [{ column: name, descending: false }] }),
        })
      }
    >
      {collationText(t, chosen)}
    </Menu.CheckboxItem>
  );
}

/** Maximum number of characters of a value in a menu. */
const maxShown = 28;

interface CellItemsProps {
  readonly view: GridView;
  readonly column: DataColumn;
  /** Undefined while it is being read. */
  readonly value: Cell | undefined;
}

/** The menu items for a cell and the selection around it. */
function CellItems({ view: { tab, onCopy, onChart }, column, value }: CellItemsProps) {
  const text = value === undefined ? '' : plainText(value);
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  const filterBy = (keeps: boolean) => {
    const filter = value === undefined ? null : valueFilter(column.name, value, keeps);
    if (filter === null) return null;
    const title = value === null ? t(keeps ? 'gridActions.filterToMissing' : 'gridActions.excludeMissing') : null;
    return (
      <Menu.Item onClick={() => addConditions(tab.id, [filter])}>
        {title ?? t(keeps ? 'gridActions.filterTo' : 'gridActions.exclude', { value: shown })}
      </Menu.Item>
    );
  };
  return (
    <>
      {filterBy(true)}
      {filterBy(false)}
      <Menu.Divider />
      {value !== undefined && value !== null && (
        <Menu.Item onClick={() => void copyText(text)}>{t('gridActions.copyValue')}</Menu.Item>
      )}
      <Menu.Item onClick={() => onCopy('TSV', true)}>{t('gridActions.copyFor')}</Menu.Item>
      {tableFormats
        .filter((format) => format !== 'TSV')
        .map((format) => (
          <MenuItem key={format} text={t('gridActions.copyAs', { format })} onClick={() => onCopy(format, true)} />
        ))}
      <Menu.Divider />
      <SortItems tab={tab} column={column} />
      <Menu.Divider />
      <Menu.Item onClick={() => showStatistics(tab.id, column.name)}>{t('gridActions.statistics')}</Menu.Item>
      <Menu.Item onClick={() => onChart(column)}>{t('gridActions.chart')}</Menu.Item>
      <Menu.Item onClick={() => useSettings.setState({ details: true })}>{t('gridActions.details')}</Menu.Item>
    </>
  );
}

interface RowItemsProps {
  readonly columns: readonly DataColumn[];
  /** Undefined while it is being read. */
  readonly values: Row | undefined;
}

/** The menu items for a whole row. */
function RowItems({ columns, values }: RowItemsProps) {
  const names = columns.map(({ name }) => name);
  return (
    <>
      <MenuItem
        text={t('gridActions.copyRow')}
        disabled={values === undefined}
        onClick={() => values !== undefined && void copyText(rowAsJson(names, values))}
      />
      <Menu.Item onClick={() => useSettings.setState({ details: true })}>{t('gridActions.details')}</Menu.Item>
    </>
  );
}
