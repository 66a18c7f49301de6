import { expect, test } from 'vitest';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { DatasetDetails, RowPage } from '#shared/rpc/records.ts';
import { pageText, readPage } from './kept-page.ts';

const asked: ParametersOf<'readRows'> = {
  reference: { connection: 'local', namespace: 'n', dataset: 'd' },
  query: { filters: [], ordering: [], search: '', fields: null, version: null },
  offset: 0,
  limit: 100,
};
const page: RowPage = {
  offset: 0,
  rows: [[1, 'é', null, true, { type: 'Point', coordinates: [1, 2] }]],
  count: 1,
  last: true,
  version: 'newest',
};
const version = (slug: string, ready: boolean) => ({ slug, ready });
const recordOf = (...versions: readonly { slug: string; ready: boolean }[]) =>
  ({ dataset: { versions } }) as unknown as DatasetDetails;
const record = recordOf(version('being-made', false), version('newest', true), version('older', true));

test('rows come back as they were for the same question', () => {
  expect(readPage(pageText(asked, page), asked, record)).toEqual(page);
});

test('rows of a version that was asked for come back whatever is the newest', () => {
  const older = { ...asked, query: { ...asked.query, version: 'older' } };
  const rows = { ...page, version: 'older' };
  expect(readPage(pageText(older, rows), older, record)).toEqual(rows);
});

test('another question has no kept rows', () => {
  const text = pageText(asked, page);
  const others: (typeof asked)[] = [
    { ...asked, limit: 50 },
    { ...asked, reference: { ...asked.reference, dataset: 'e' } },
    { ...asked, query: { ...asked.query, search: 'x' } },
    { ...asked, query: { ...asked.query, ordering: [{ column: 'a', descending: true }] } },
  ];
  for (const other of others) expect(readPage(text, other, record)).toBeNull();
});

test('rows of another version than the one that the record knows are passed over', () => {
  const text = pageText(asked, page);
  expect(readPage(text, asked, recordOf(version('newer', true), version('newest', true)))).toBeNull();
  expect(readPage(text, asked, recordOf())).toBeNull();
  expect(readPage(pageText(asked, { ...page, version: null }), asked, recordOf())).toBeNull();
});

test('integers that JSON would not keep exactly, and too much text, are not kept', () => {
  expect(pageText(asked, { ...page, rows: [[9_007_199_254_740_993n]] })).toBeNull();
  expect(pageText(asked, { ...page, rows: [['x'.repeat(200_000)]] })).toBeNull();
});

test('a text that was not written here holds no rows', () => {
  for (const text of [
    null,
    '',
    '{',
    '[]',
    '{"asked":"","page":{"rows":[]}}',
    JSON.stringify({ asked: JSON.stringify(asked) }),
  ]) {
    expect(readPage(text, asked, record)).toBeNull();
  }
});
