import { expect, it, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import { openTowns, testDetails } from '../testing/records.ts';
import { restoreFirstRows, withFirstRows } from './first-rows.ts';
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

it('restored rows are the first answer to exactly their query, once', async () => {
  const { reference, read } = restore();
  const readRows = withFirstRows(reference, everyRow, read);
  expect(await readRows(100, 100, signal)).toBe(later);
  expect((await readRows(0, 100, signal)).rows).toEqual(page.rows);
  expect(await readRows(0, 100, signal)).toBe(later);
  expect(await withFirstRows(reference, everyRow, read)(0, 100, signal)).toBe(later);
});

it('another query is read as if there were no restored rows', () => {
  const { reference, read } = restore();
  expect(withFirstRows(reference, { ...everyRow, search: 'Ulm' }, read)).toBe(read);
  expect(withFirstRows({ ...reference, dataset: 'villages' }, everyRow, read)).toBe(read);
});
