import { expect, it, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import { openTowns, testDetails } from '../testing/records.ts';
import { firstRowsOf, restoreFirstRows, withFirstRows } from './first-rows.ts';
import { formatFirstRows, versionOf } from './first-rows-text.ts';

const details = testDetails();
const page: RowPage = { offset: 0, rows: [['Ulm']], count: 1, last: true, version: versionOf(everyRow, details) ?? '' };
const later: RowPage = { ...page, rows: [['Bonn']] };
const { signal } = new AbortController();

/** Restores the first rows of the towns, as a start does. @returns the tab's dataset, and a reader of later rows */
function restore() {
  const { reference } = openTowns();
  const text = formatFirstRows({ reference, details, query: JSON.stringify(everyRow), limit: 100, page });
  localStorage.setItem('almanac-first-rows', text ?? '');
  restoreFirstRows();
  return { reference, read: vi.fn(async () => later) };
}

it('restored rows are known until they are read, and are the first answer to exactly their query, once', async () => {
  const { reference, read } = restore();
  expect(firstRowsOf(reference, everyRow, 100)?.rows).toEqual(page.rows);
  const readRows = withFirstRows(reference, everyRow, read);
  expect(await readRows(100, 100, signal)).toBe(later);
  expect((await readRows(0, 100, signal)).rows).toEqual(page.rows);
  expect(await readRows(0, 100, signal)).toBe(later);
  expect(firstRowsOf(reference, everyRow, 100)).toBeNull();
});

it.each([
  ['another search', { ...everyRow, search: 'Ulm' }, 'towns', 100],
  ['another dataset', everyRow, 'villages', 100],
  ['another number of rows', everyRow, 'towns', 50],
])('restored rows do not answer %s', async (_, query, dataset, limit) => {
  const { reference, read } = restore();
  const other = { ...reference, dataset };
  expect(firstRowsOf(other, query, limit)).toBeNull();
  expect(await withFirstRows(other, query, read)(0, limit, signal)).toBe(later);
});
