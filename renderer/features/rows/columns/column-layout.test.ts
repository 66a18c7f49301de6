import type { ColumnState, GridApi } from 'ag-grid-community';
import { expect, test } from 'vitest';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { layoutState, orderingState, readLayout, readOrdering } from './column-layout.ts';

const columns: readonly Column[] = ['id', '__proto__', 'name'].map((name) => ({
  name,
  label: '',
  description: '',
  type: 'char',
}));

/** The part of the grid that is used: its column state. */
function gridWith(state: readonly ColumnState[]): GridApi<Row> {
  return { getColumnState: () => [...state] } as Partial<GridApi<Row>> as GridApi<Row>;
}

test('a layout is stored by name and restored, with new columns last', () => {
  const layout = readLayout(
    gridWith([
      { colId: 'row-number', width: 50, pinned: 'left' },
      { colId: 'c2', width: 100.4, pinned: 'left' },
      { colId: 'c0', width: 80, hide: true },
    ]),
    columns,
  );
  expect(layout).toEqual([
    { name: 'name', hidden: false, frozen: true, width: 100 },
    { name: 'id', hidden: true, frozen: false, width: 80 },
  ]);
  expect(layoutState([{ name: 'gone', hidden: false, frozen: false, width: 9 }, ...layout], columns)).toEqual([
    { colId: 'row-number' },
    { colId: 'c2', hide: false, pinned: 'left', width: 100 },
    { colId: 'c0', hide: true, pinned: null, width: 80 },
    { colId: 'c1', hide: false },
  ]);
});

test('headings and ordering agree', () => {
  const ordering = [
    { column: 'name', descending: true },
    { column: '__proto__', descending: false },
  ];
  const state = orderingState(ordering, columns);
  expect(state).toEqual([
    { colId: 'c2', sort: 'desc', sortIndex: 0 },
    { colId: 'c1', sort: 'asc', sortIndex: 1 },
  ]);
  expect(readOrdering(gridWith([...state].reverse()), columns)).toEqual(ordering);
});
