import type { ColDef } from 'ag-grid-community';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { type CellFormat, isQuantity } from '../../lib/cell-text.ts';
import { formatCount } from '../../lib/format.ts';
import { CellView } from './cell-view.ts';
import { ColumnHead } from './column-head.tsx';

/** Identifier of the column of row numbers. */
export const numberColumn = 'row-number';

/** Identifier of a column in the grid, by its position: foreign names never become keys. */
export function columnId(position: number): string {
  return `c${position}`;
}

const widths: Readonly<Record<string, number>> = { integer: 110, float: 120, char: 150, text: 260, geometry: 190 };

/** A width that fits the heading and the usual values, known before any row is read so that nothing moves later. */
function firstWidth({ type, label, name }: Column): number {
  return Math.min(320, Math.max(widths[type] ?? 150, (label || name).length * 7.5 + 40));
}

/** Whether values of this type stand at the right, digits under digits. */
export function isNumeric(type: string): boolean {
  return type === 'integer' || type === 'float';
}

/** The grid's columns for those of a dataset. */
export function columnDefinitions(columns: readonly Column[], locale: string, raw: boolean): ColDef<Row>[] {
  return columns.map((column, position): ColDef<Row> => {
    const format: CellFormat = { locale, raw, grouped: isQuantity(column) };
    return {
      colId: columnId(position),
      headerName: column.label || column.name,
      headerComponentParams: { innerHeaderComponent: ColumnHead, innerHeaderComponentParams: { column } },
      headerClass: isNumeric(column.type) ? 'rows-head-number' : '',
      valueGetter: ({ data }) => data?.[position],
      cellRenderer: CellView,
      cellRendererParams: { format },
      cellClass: isNumeric(column.type) ? 'rows-cell-number' : '',
      width: firstWidth(column),
    };
  });
}

/** The column of row numbers, wide enough for the last. */
export function numberColumnDefinition(label: string, locale: string, rows: number): ColDef<Row> {
  const digits = formatCount(Math.max(rows, 9999), locale).length;
  return {
    colId: numberColumn,
    headerName: label,
    headerClass: 'rows-head-number',
    valueGetter: ({ node }) => (node?.rowIndex === null || node === null ? '' : formatCount(node.rowIndex + 1, locale)),
    width: digits * 7.5 + 26,
    pinned: 'left',
    lockPinned: true,
    lockPosition: 'left',
    resizable: false,
    sortable: false,
    suppressNavigable: true,
    suppressMovable: true,
    cellClass: 'rows-number',
    cellAriaRole: 'rowheader',
  };
}
