import { expect, test } from 'vitest';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { datasetLines, type LineOrder, sortedLines } from './namespace-page.tsx';

function dataset(slug: string, label: string, rows: number | null, day: string | null): Dataset {
  const url = `http://127.0.0.1/api/v1/namespaces/n/datasets/${slug}/`;
  const metadata = btoa(JSON.stringify(rows === null ? {} : { rows, bytes: rows * 10 }));
  const version = (ready: boolean) => ({
    id: 1,
    dataset: url,
    label: '',
    slug: '20260101000000000000',
    datetime: `${day}T00:00:00.000Z`,
    checksum: '',
    metadata,
    ready,
    url: `${url}versions/1/`,
  });
  return {
    id: 1,
    label,
    slug,
    namespace: '',
    description: slug === 'b' ? 'Counted by hand' : '',
    image: '',
    showcase_image: '',
    thumbnail_image: '',
    url,
    versions: day === null ? [] : [version(false), version(true)],
    data: `${url}data/`,
    columns: [],
    download: '',
  };
}

const lines = datasetLines([
  dataset('a', 'Towns 10', 500, '2026-03-01'),
  dataset('b', 'towns 2', null, '2026-05-01'),
  dataset('c', '', 20, null),
]);

const order = (field: LineOrder['field'], descending = false, search = '') =>
  sortedLines(lines, search, { field, descending }, 'en').map(({ slug }) => slug);

test('a line has the values of the newest version, and null for unknown ones', () => {
  expect(lines[0]).toMatchObject({ rows: 500, size: 5000, versions: 1, updated: '2026-03-01T00:00:00.000Z' });
  expect(lines[2]).toMatchObject({ name: 'c', rows: null, versions: 0, updated: null });
});

test('names are sorted in natural order, numbers by size, and unknown values come last either way', () => {
  expect(order('name')).toEqual(['c', 'b', 'a']);
  expect(order('rows')).toEqual(['a', 'c', 'b']);
  expect(order('rows', true)).toEqual(['a', 'c', 'b']);
  expect(order('updated', true)).toEqual(['b', 'a', 'c']);
  expect(order('updated')).toEqual(['a', 'b', 'c']);
});

test('the search covers names and descriptions', () => {
  expect(order('name', false, ' TOWNS ')).toEqual(['b', 'a']);
  expect(order('name', false, 'by hand')).toEqual(['b']);
});
