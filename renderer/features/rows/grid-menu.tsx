import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GridApi } from 'ag-grid-community';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { Row } from '#shared/cell.ts';
import { collatesTextsQuery } from '../../backend/rows.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import type { DatasetTab } from '../../state/tab.ts';
import type { TableFormat } from './cells/cells-text.ts';
import { CellItems, ColumnItems, RowItems } from './column-items.tsx';
import { columnPosition, numberColumn } from './columns/column-definitions.ts';
import { FormatDialog } from './columns/format-dialog.tsx';
import styles from './rows.module.css';

interface GridMenuProps {
  readonly tab: DatasetTab;
  readonly api: GridApi<Row> | null;
  readonly columns: readonly DataColumn[];
  /** Copies the selected cells. */
  readonly onCopy: (format: TableFormat, headings: boolean) => void;
  /** Shows how the values of a column are distributed. */
  readonly onChart: (column: DataColumn) => void;
  readonly children: ReactNode;
}

/** The context menu of a cell, a row or a column, opened by the right mouse button or the menu key. */
export function GridMenu(props: GridMenuProps) {
  const { tab, api, columns, onCopy, onChart, children } = props;
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
            <CellItems
              tab={tab}
              column={column}
              value={valuesOf(target.row)?.[target.column]}
              onCopy={onCopy}
              onChart={() => onChart(column)}
            />
          )}
          {target?.kind === 'row' && <RowItems columns={columns} values={valuesOf(target.row)} />}
          {target?.kind === 'column' && column !== undefined && api !== null && (
            <ColumnItems
              tab={tab}
              api={api}
              column={column}
              position={target.column}
              onFormat={() => setFormatted(column)}
              onChart={() => onChart(column)}
            />
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
