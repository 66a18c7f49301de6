import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Cell, Row } from '#shared/cell.ts';
import { copyText } from '../../backend/shell.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { valueFilter } from '../../lib/query/narrowed-query.ts';
import { addConditions } from '../../state/query-edits.ts';
import { useSettings } from '../../state/settings.ts';
import { type DatasetTab, showStatistics } from '../../state/tab.ts';
import { plainText, rowAsJson, type TableFormat, tableFormats } from './cells/cells-text.ts';
import { SortItems } from './column-items.tsx';

/** Maximum number of characters of a value in a menu. */
const maxShown = 28;

interface CellItemsProps {
  readonly tab: DatasetTab;
  readonly column: DataColumn;
  /** Undefined while it is being read. */
  readonly value: Cell | undefined;
  readonly onCopy: (format: TableFormat, headings: boolean) => void;
  readonly onChart: () => void;
}

/** The menu items for a cell and the selection around it. */
export function CellItems({ tab, column, value, onCopy, onChart }: CellItemsProps) {
  const { t } = useTranslation();
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
          <Menu.Item key={format} onClick={() => onCopy(format, true)}>
            {t('gridActions.copyAs', { format })}
          </Menu.Item>
        ))}
      <Menu.Divider />
      <SortItems tab={tab} column={column} />
      <Menu.Divider />
      <Menu.Item onClick={() => showStatistics(tab.id, column.name)}>{t('gridActions.statistics')}</Menu.Item>
      <Menu.Item onClick={onChart}>{t('gridActions.chart')}</Menu.Item>
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
export function RowItems({ columns, values }: RowItemsProps) {
  const { t } = useTranslation();
  const names = columns.map(({ name }) => name);
  return (
    <>
      <Menu.Item
        disabled={values === undefined}
        onClick={() => values !== undefined && void copyText(rowAsJson(names, values))}
      >
        {t('gridActions.copyRow')}
      </Menu.Item>
      <Menu.Item onClick={() => useSettings.setState({ details: true })}>{t('gridActions.details')}</Menu.Item>
    </>
  );
}
