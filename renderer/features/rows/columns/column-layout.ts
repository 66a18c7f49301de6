import type { ColumnState, GridApi } from 'ag-grid-community';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import type { OrderTerm } from '#shared/row-query.ts';
import type { ColumnLayout } from '../../../lib/column-format.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { type CellFormat, cellText, formatOfColumn } from '../../../lib/format/cell-text.ts';
import { textWidth } from '../../../lib/format/text-width.ts';
import { columnId, columnPosition, numberColumn } from './column-definitions.ts';

/** The grid's current column layout, by name, without the row number column. */
export function readLayout(api: GridApi<Row>, columns: readonly Column[]): ColumnLayout {
  return api.getColumnState().flatMap((state) => {
    const column = columns[columnPosition(state.colId)];
    if (column === undefined) return [];
    return [
      {
        name: column.name,
        hidden: state.hide === true,
        frozen: state.pinned === 'left',
        width: Math.round(state.width ?? 0),
      },
    ];
  });
}

/** A saved layout for the current columns: removed ones are skipped, new ones are appended and visible. */
export function layoutState(layout: ColumnLayout, columns: readonly Column[]): ColumnState[] {
  const positions = new Map(columns.map((column, position) => [column.name, position]));
  const known = layout.flatMap(({ name, hidden, frozen, width }): ColumnState[] => {
    const position = positions.get(name);
    positions.delete(name);
    if (position === undefined) return [];
    return [
      { colId: columnId(position), hide: hidden, pinned: frozen ? 'left' : null, ...(width > 0 ? { width } : {}) },
    ];
  });
  const added = [...positions.values()].map((position): ColumnState => ({ colId: columnId(position), hide: false }));
  return [{ colId: numberColumn }, ...known, ...added];
}

export function firstLayout(columns: readonly Column[]): ColumnLayout {
  return columns.map(({ name }) => ({ name, hidden: false, frozen: false, width: 0 }));
}

/** Whether all columns are shown in the order of the dataset and none is frozen, whatever their widths. */
export function isFirstLayout(api: GridApi<Row>, columns: readonly Column[]): boolean {
  const layout = readLayout(api, columns);
  return layout.every(({ name, hidden, frozen }, place) => !hidden && !frozen && name === columns[place]?.name);
}
/** The ordering shown by the headings. */
export function readOrdering(api: GridApi<Row>, columns: readonly Column[]): OrderTerm[] {
  return api
    .getColumnState()
    .filter((state) => state.sort === 'asc' || state.sort === 'desc')
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .flatMap((state) => {
      const column = columns[columnPosition(state.colId)];
      return column === undefined ? [] : [{ column: column.name, descending: state.sort === 'desc' }];
    });
}

export function orderingState(ordering: readonly OrderTerm[], columns: readonly Column[]): ColumnState[] {
  return ordering.flatMap((term, sortIndex) => {
    const position = columns.findIndex((column) => column.name === term.column);
    if (position < 0) return [];
    return [{ colId: columnId(position), sort: term.descending ? 'desc' : 'asc', sortIndex } satisfies ColumnState];
  });
}

/** Whether two orderings are equal. */
export function sameOrdering(first: readonly OrderTerm[], second: readonly OrderTerm[]): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Number of rows whose values are measured. */
const sample = 60;
/** Number of columns that are measured: the first ones, which are visible. */
const maxColumns = 40;
/** Padding of a text, and the maximum automatic width of a column, in pixels. */
const padding = 26;
const widest = 340;

/**
 * Widens columns whose first values do not fit, once, just before the first rows appear. Later rows never change a
 * width: text must not jump.
 */
export function fitWidths(
  api: GridApi<Row>,
  columns: readonly DataColumn[],
  rows: readonly Row[],
  locale: string,
): void {
  const grid = api.getGridElement();
  const cell = grid?.querySelector('.ag-cell:not(.rows-number)') ?? grid;
  if (cell === undefined) return;
  const font = fontOf(cell);
  const widths = api
    .getAllDisplayedColumns()
    .slice(0, maxColumns)
    .flatMap((shown) => {
      const position = columnPosition(shown.getColId());
      const column = columns[position];
      if (column === undefined) return [];
      const format: CellFormat = { locale, raw: false, ...formatOfColumn(column) };
      const texts = rows.slice(0, sample).map((row) => cellText(row[position] ?? null, format));
      const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
      const newWidth = Math.min(widest, Math.ceil(textWidth(longest, font) + padding));
      return newWidth > shown.getActualWidth() ? [{ key: columnId(position), newWidth }] : [];
    });
  if (widths.length > 0) api.setColumnWidths(widths);
}

function fontOf(element: Element): string {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}
