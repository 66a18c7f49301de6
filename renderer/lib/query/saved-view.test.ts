import { describe, expect, it, test } from 'vitest';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { fitView, layoutOfFields, sameView, shownFields, viewOf } from './saved-view.ts';

const old = '20200101000000000000';
const columns = ['a', 'b', 'c'].map((name) => ({ name, label: '', type: 'char', description: '' }));

function version(slug: string, names: readonly string[] | null) {
  const metadata = names === null ? '' : btoa(JSON.stringify({ columns: names.map((name) => ({ name })) }));
  return { id: 1, dataset: '', label: slug, slug, datetime: '', checksum: '', metadata, ready: true, url: '' };
}

const dataset: Dataset = {
  id: 1,
  label: 'D',
  slug: 'd',
  namespace: '',
  description: '',
  image: '',
  showcase_image: '',
  thumbnail_image: '',
  url: '',
  versions: [version('20210101000000000000', ['a', 'b', 'c']), version(old, ['a', 'x'])],
  data: '',
  columns,
  download: '',
};

const filter = (column: string) => ({ column, lookup: 'exact' as const, value: '1' });

describe('the shown columns', () => {
  it('become fields, and are restored in the same order', () => {
    const layout = layoutOfFields(['c', 'a'], columns);
    expect(layout?.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['c', false],
      ['a', false],
      ['b', true],
    ]);
    expect(shownFields(layout, columns)).toEqual(['c', 'a']);
    expect(viewOf({ query: everyRow, layout }, columns).fields).toEqual(['c', 'a']);
  });

  it('are no selection if they are all columns in their original order', () => {
    expect(shownFields(null, columns)).toBeNull();
    expect(shownFields(layoutOfFields(['a', 'b', 'c'], columns), columns)).toBeNull();
    expect(layoutOfFields(null, columns)).toBeNull();
  });
});

test.each<[string, Partial<RowQuery>, Partial<RowQuery>, string[], string | null]>([
  ['stays', { filters: [filter('a')], fields: ['b'] }, { filters: [filter('a')], fields: ['b'] }, [], null],
  ['loses a condition', { filters: [filter('a'), filter('gone')] }, { filters: [filter('a')] }, ['gone'], null],
  ['loses its order', { ordering: [{ column: 'gone', descending: true }] }, { ordering: [] }, ['gone'], null],
  ['loses columns', { fields: ['gone', 'b', 'too'] }, { fields: ['b'] }, ['gone', 'too'], null],
  ['shows all where none is left', { fields: ['gone'] }, { fields: null }, ['gone'], null],
  ['names a column once', { filters: [filter('gone')], fields: ['gone', 'a'] }, { fields: ['a'] }, ['gone'], null],
  ['loses its version', { version: '19990101000000000000' }, {}, [], '19990101000000000000'],
  [
    'is held against its own version',
    { version: old, filters: [filter('x')] },
    { version: old, filters: [filter('x')] },
    [],
    null,
  ],
  ['and only that', { version: old, filters: [filter('b')] }, { version: old }, ['b'], null],
])('a view of a dataset %s', (_what, expected, left, gone, lost) => {
  expect(fitView({ ...everyRow, ...expected }, dataset)).toEqual({
    view: { ...everyRow, ...left },
    columns: gone,
    version: lost,
  });
});

test('views are compared by their queries', () => {
  const view: RowQuery = { ...everyRow, filters: [filter('a')] };
  const reordered = { value: '1', column: 'a', lookup: 'exact' } as const;
  expect(sameView(view, { ...view, filters: [reordered] })).toBe(true);
  expect(sameView(view, { ...view, search: 'x' })).toBe(false);
  expect(sameView(view, { ...view, filters: [filter('a'), filter('a')] })).toBe(false);
  expect(sameView(view, { ...view, version: old })).toBe(false);
});

test('views whose filters are combined differently differ, unless there is only one filter', () => {
  const two: RowQuery = { ...everyRow, filters: [filter('a'), filter('b')] };
  expect(sameView(two, { ...two, join: 'or' })).toBe(false);
  expect(sameView({ ...two, join: undefined }, two)).toBe(true);
  expect(sameView(two, { ...two, collation: 'de' })).toBe(true);
  const sorted: RowQuery = { ...two, ordering: [{ column: 'a', descending: false }] };
  expect(sameView(sorted, { ...sorted, collation: 'de' })).toBe(false);
  const one: RowQuery = { ...everyRow, filters: [filter('a')] };
  expect(sameView(one, { ...one, join: 'or' })).toBe(true);
});
