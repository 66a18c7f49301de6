import { expect, test } from 'vitest';
import { everyRow, type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { viewOfLink } from './saved-view.ts';

const columns = new Set(['a', 'a__lt', 'limit', '-odd']);

const views: readonly [string, Partial<RowQuery>][] = [
  ['that is plain', { filters: [{ column: 'a', lookup: 'gte', value: '1' }], search: 'x', fields: ['limit', 'a'] }],
  ['of a column that is called like a condition', { filters: [{ column: 'a__lt', lookup: 'lt', value: '1' }] }],
  ['of a column that is called like a parameter', { filters: [{ column: 'limit', lookup: 'exact', value: '1' }] }],
  [
    'ordered by an odd name',
    {
      ordering: [
        { column: '-odd', descending: true },
        { column: 'a', descending: false },
      ],
    },
  ],
  ['filtered by a column that is gone', { filters: [{ column: 'gone', lookup: 'isnull', value: 'true' }] }],
  [
    'ordered by columns that are gone',
    {
      ordering: [
        { column: 'gone', descending: true },
        { column: 'lost', descending: false },
      ],
    },
  ],
  ['that shows columns that are gone', { fields: ['gone', 'a', 'x, y'] }],
  ['bound to a version', { version: '20200101000000000000' }],
];

test.each(views)('a view %s comes through a link', (_what, part) => {
  const view = { ...everyRow, ...part };
  expect(viewOfLink(rowQueryToParameters(view), columns)).toEqual(view);
});

test('an invalid condition is refused', () => {
  expect(() => viewOfLink([['gone', '1']], columns)).toThrow('neither');
  expect(() => viewOfLink([['gone__near', '1']], columns)).toThrow('neither');
});
