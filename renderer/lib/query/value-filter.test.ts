import { expect, test } from 'vitest';
import { valueFilter } from './value-filter.ts';

test.each([
  ['TX', true, { lookup: 'exact', value: 'TX' }],
  ['', false, { lookup: 'ne', value: '' }],
  [9007199254740993n, true, { lookup: 'exact', value: '9007199254740993' }],
  [0.1, false, { lookup: 'ne', value: '0.1' }],
  [null, true, { lookup: 'isnull', value: 'true' }],
  [null, false, { lookup: 'isnull', value: 'false' }],
])('%s, kept: %s', (cell, keeps, filter) => {
  expect(valueFilter('state', cell, keeps)).toEqual({ column: 'state', ...filter });
});

test('a geometry has no filter by value', () => {
  expect(valueFilter('place', { type: 'Point', coordinates: [1, 2] }, true)).toBeNull();
});
