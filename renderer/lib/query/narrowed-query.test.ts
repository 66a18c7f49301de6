import { expect, test } from 'vitest';
import { everyRow, type Filter } from '#shared/row-query.ts';
import { narrowedQuery, valueFilter } from './narrowed-query.ts';

const [old, recent, near]: Filter[] = [
  { column: 'year', lookup: 'lt', value: '1900' },
  { column: 'year', lookup: 'gt', value: '2000' },
  { column: 'place', lookup: 'bbox', value: '1,2,3,4' },
];
if (old === undefined || recent === undefined || near === undefined) throw new Error('three conditions');

test('conditions are added to those of a query that must match all of its conditions', () => {
  expect(narrowedQuery({ ...everyRow, filters: [old] }, [near])).toEqual({ filters: [old, near], join: undefined });
  const others = (filter: Filter) => filter.column !== 'year';
  expect(narrowedQuery({ ...everyRow, filters: [old, near] }, [recent], others).filters).toEqual([near, recent]);
});

test('conditions replace those of a query that may match any of them, which would admit more rows', () => {
  const any = { ...everyRow, filters: [old, recent], join: 'or' } as const;
  expect(narrowedQuery(any, [near])).toEqual({ filters: [near], join: undefined });
  expect(narrowedQuery({ ...any, filters: [old] }, [near]).filters).toEqual([old, near]);
});

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
