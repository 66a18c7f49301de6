import { expect, it } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { Exact } from '../exact-json.ts';
import { layOut } from './layout.ts';
import { partsNotKept, readParameters, readQueryRecord } from './query-records.ts';

const layout = layOut(new URL('https://data.example/stats/'), new Map());
const dataset = 'https://data.example/stats/api/v1/namespaces/city/datasets/towns/';
const filter = { column: 'height', lookup: 'gt', value: '5' } as const;

it('a query in a form of the service’s own is told as text, never opened as another one', () => {
  const record = { id: 3, label: 'Above', dataset, query: 'height > 5' };
  expect(readQueryRecord(record, layout, 'c1')).toEqual({
    url: 'https://data.example/stats/api/v1/queries/3/',
    label: 'Above',
    reference: { connection: 'c1', namespace: 'city', dataset: 'towns' },
    created: '',
    data: '',
    asks: { kind: 'foreign', text: 'height > 5' },
  });
});

it.each<[string, Exact]>([
  ['nothing that names its dataset', { id: 3, label: 'Above' }],
  ['no address and no number', { label: 'Above', dataset }],
  ['a mere text', 'query'],
])('a record with %s is passed over', (_what, record) => {
  expect(readQueryRecord(record, layout, 'c1')).toBeNull();
});

it.each<[string, Exact, RowQuery | null]>([
  ['nothing at all', {}, everyRow],
  ['parts that are left out', { filters: [filter] }, { ...everyRow, filters: [filter] }],
  ['null for every part', { filters: null, ordering: null, fields: null, search: null }, everyRow],
  ['no columns at all', { fields: [] }, { ...everyRow, fields: [] }],
  ['a version', { version: '20200101000000000000' }, { ...everyRow, version: '20200101000000000000' }],
  ['a lookup that nobody knows', { filters: [{ ...filter, lookup: 'near' }] }, null],
  ['a number for a value', { filters: [{ ...filter, value: 5 }] }, null],
  ['a part that a view has no place for', { distinct: true }, null],
  ['an order in words', { ordering: '-height' }, null],
  ['a list', [], null],
])('parameters with %s', (_what, parameters, view) => {
  expect(readParameters(parameters)).toEqual(view);
});

it('what a service left out of a view is told part by part', () => {
  const sent: RowQuery = { ...everyRow, filters: [filter], fields: ['name'], version: '20200101000000000000' };
  const reordered = { value: '5', lookup: 'gt', column: 'height' } as const;
  const kept = { ...everyRow, filters: [reordered], fields: ['name'] };
  expect(partsNotKept(sent, { kind: 'view', query: kept })).toEqual(['version']);
  expect(partsNotKept(sent, { kind: 'foreign', text: '' })).toEqual(['filters', 'fields', 'version']);
  expect(partsNotKept(sent, { kind: 'view', query: sent })).toEqual([]);
});
