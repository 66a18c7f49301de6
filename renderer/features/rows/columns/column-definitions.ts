import type { ColDef } from 'ag-grid-community';
import { isNumeric } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { type DataColumn, valueKind } from '../../../lib/data-column.ts';
import { type CellFormat, cellText, isQuantity } from '../../../lib/format/cell-text.ts';
import { fractionPadding, widestFraction } from '../../../lib/format/decimal-alignment.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { MissingCell } from '../cells/missing-cell.ts';
import { QuickFilter } from '../filters/quick-filter.ts';
import { NoGridFilter, NoQuickFilter } from '../grid/no-grid-filter.ts';
import { ColumnHead } from './column-head.ts';

/** Identifier of the column of row numbers. */
export const numberColumn = 'row-number';

/** Identifier of a column in the grid, by its position: foreign names never become keys. */
export function columnId(position: number): string {
  return `c${position}`;
}

/** Position of a column by its identifier; -1 for the column of row numbers. */
export function columnPosition(id: string): number {
  return /^c\d+$/.test(id) ? Number(id.slice(1)) : -1;
}

const widths: Readonly<Record<string, number>> = {
  integer: 110,
  float: 120,
  char: 150,
  text: 260,
  geometry: 190,
  date: 120,
  'date-time': 180,
  'date-time-zone': 210,
};

/** A width that fits the heading and the usual values, known before any row is read so that nothing moves later. */
function firstWidth(column: DataColumn): number {
  return Math.min(320, Math.max(widths[valueKind(column)] ?? 150, (column.label || column.name).length * 7.5 + 40));
}

/** Numbers, dates and times stand at the right, where those of one form are one under the other. */
function isAtRight({ type, moment }: DataColumn): boolean {
  return isNumeric(type) || moment !== undefined;
}

/** Digits behind the point by column position, noted when the first rows have come and steady from then on. */
export type Fractions = Map<number, number>;

/** How the values of a column are written. */
function cellFormat(column: DataColumn, locale: string, raw: boolean): CellFormat {
  return { locale, raw, grouped: isQuantity(column), moment: column.moment };
}

/** The text of a value; empty while it is being read. */
function writtenCell(value: Cell | undefined, format: CellFormat): string {
  return value === undefined ? '' : cellText(value, format);
}

/** Room at the right of each number of a column, so that their points stand one under the other. */
function pointsUnderPoints(format: CellFormat, fraction: () => number) {
  return ({ value }: { readonly value: Cell | undefined }) => {
    const room = typeof value === 'number' ? fractionPadding(writtenCell(value, format), fraction()) : 0;
    return { paddingRight: room === 0 ? '' : `calc(var(--ag-cell-horizontal-padding) - 1px + ${room}ch)` };
  };
}

/** Notes how wide the fractions of the decimal columns are, unless it is known. */
export function noteFractions(
  fractions: Fractions,
  rows: readonly Row[],
  columns: readonly DataColumn[],
  locale: string,
) {
  if (fractions.size > 0 || rows.length === 0) return;
  for (const [position, column] of columns.entries()) {
    const wide = column.type === 'float' ? widestFraction(rows, position, cellFormat(column, locale, false)) : 0;
    fractions.set(position, wide);
  }
}

/** What the columns of one tab are made from. */
export interface ColumnOptions {
  readonly tab: string;
  readonly columns: readonly DataColumn[];
  readonly locale: string;
  readonly raw: boolean;
  /** Digits behind the point that a column has room for now. */
  readonly fraction: (position: number) => number;
}

/**
 * The grid's columns for those of a dataset. What a person changes (width, order, sorting) is only given its first
 * value, so that new definitions leave it alone.
 */
export function columnDefinitions({ tab, columns, locale, raw, fraction }: ColumnOptions): ColDef<Row>[] {
  return columns.map((column, position): ColDef<Row> => {
    const format = cellFormat(column, locale, raw);
    return {
      colId: columnId(position),
      headerName: column.label || column.name,
      headerComponentParams: {
        innerHeaderComponent: ColumnHead,
        innerHeaderComponentParams: { dataColumn: column, tab },
      },
      headerClass: isAtRight(column) ? 'rows-head-number' : '',
      valueGetter: ({ data }) => data?.[position],
      valueFormatter: ({ value }) => writtenCell(value, format),
      // Only what is missing is drawn by a renderer: thousands of cells come and go while scrolling.
      cellRendererSelector: ({ value }) => (value === null ? { component: MissingCell } : undefined),
      ...(column.type === 'float'
        ? { cellStyle: pointsUnderPoints(format, () => (raw ? 0 : fraction(position))) }
        : {}),
      cellClass: isAtRight(column) ? 'rows-cell-number' : '',
      initialWidth: firstWidth(column),
      sortable: column.type !== 'geometry',
      // The grid's own filtering stays unused; a filter of its own is what gives a heading a second line.
      filter: NoGridFilter,
      suppressFloatingFilterButton: true,
      suppressHeaderFilterButton: true,
      floatingFilterComponent: column.type === 'geometry' ? NoQuickFilter : QuickFilter,
      floatingFilterComponentParams: { quickColumn: column, tab },
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
    filter: false,
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
