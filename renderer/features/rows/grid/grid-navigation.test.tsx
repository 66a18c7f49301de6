import {
  createGrid,
  type GridApi,
  type IGetRowsParams,
  InfiniteRowModelModule,
  RowApiModule,
  ScrollApiModule,
} from 'ag-grid-community';
import { afterEach, expect, test, vi } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { returnToRow } from './grid-navigation.ts';

const blockRows = 100;
const element = document.createElement('div');
let grid: GridApi<Row> | null = null;
afterEach(() => {
  grid?.destroy();
  element.remove();
});

/** A grid with its first block of rows, whose number is not known yet. */
async function openGrid(): Promise<GridApi<Row>> {
  document.body.append(element);
  const requests: IGetRowsParams[] = [];
  const api = createGrid<Row>(
    element,
    {
      rowModelType: 'infinite',
      cacheBlockSize: blockRows,
      columnDefs: [{ colId: 'c0' }],
      datasource: { getRows: (request) => void requests.push(request) },
    },
    { modules: [InfiniteRowModelModule, RowApiModule, ScrollApiModule] },
  );
  grid = api;
  await vi.waitUntil(() => requests.length > 0, { timeout: 60_000 });
  requests[0]?.successCallback(Array.from({ length: blockRows }, (_, row) => [row]));
  return api;
}

/** Where it scrolls to: this window has no layout that would show it. */
const scrollsOf = (api: GridApi<Row>) => vi.spyOn(api, 'ensureIndexVisible');

test('the grid returns to a row as soon as it is counted', async () => {
  const api = await openGrid();
  const scrolls = scrollsOf(api);
  const onPlaced = vi.fn();
  returnToRow(api, 299, onPlaced);
  expect(onPlaced).not.toHaveBeenCalled();
  api.setRowCount(1_614, true);
  await vi.waitUntil(() => onPlaced.mock.calls.length > 0, { timeout: 60_000 });
  expect(scrolls.mock.calls).toEqual([[299, 'top']]);
});

test('the grid returns to its last rows if there are fewer now', async () => {
  const api = await openGrid();
  const scrolls = scrollsOf(api);
  const onPlaced = vi.fn();
  returnToRow(api, 299, onPlaced);
  api.setRowCount(150, true);
  await vi.waitUntil(() => onPlaced.mock.calls.length > 0, { timeout: 60_000 });
  expect(scrolls.mock.calls).toEqual([[149, 'top']]);
});

test('a user who acts first is not scrolled away', async () => {
  const api = await openGrid();
  const scrolls = scrollsOf(api);
  const onPlaced = vi.fn();
  returnToRow(api, 299, onPlaced);
  window.dispatchEvent(new Event('wheel'));
  await vi.waitUntil(() => onPlaced.mock.calls.length > 0, { timeout: 60_000 });
  api.setRowCount(1_614, true);
  expect(scrolls).not.toHaveBeenCalled();
});

test('a grid at its first row is there at once', async () => {
  const onPlaced = vi.fn();
  returnToRow(await openGrid(), 0, onPlaced);
  expect(onPlaced).toHaveBeenCalledOnce();
});
