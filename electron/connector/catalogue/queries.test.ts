import { expect, it } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { SavedChart } from '#shared/rpc/calls/queries.ts';
import type { Exact } from '../../lib/exact-json.ts';
import { layOut } from '../http/layout.ts';
import { lostParts, readParameters, readQueryRecord } from './queries.ts';

const layout = layOut(new URL('https://data.example/stats/'), new Map());
const dataset = 'https://data.example/stats/api/v1/namespaces/city/datasets/towns/';
const filter = { column: 'height', lookup: 'gt', value: '5' } as const;

it('a query in the service’s own format is shown as text, never opened as a different one', () => {
  const record = { id: 3, label: 'Above', dataset, query: 'height > 5' };
  expect(readQueryRecord(record, layout, 'c1')).toEqual({
    url: 'https://data.example/stats/api/v1/queries/3/',
    label: 'Above',
    reference: { connection: 'c1', namespace: 'city', dataset: 'towns' },
    created: '',
    data: '',
    asks: { kind: 'unsupported', text: 'height > 5' },
  });
});

it.each<[string, Exact]>([
  ['nothing that names its dataset', { id: 3, label: 'Above' }],
  ['no address and no number', { label: 'Above', dataset }],
  ['a mere text', 'query'],
])('a record with %s is ignored', (_what, record) => {
  expect(readQueryRecord(record, layout, 'c1')).toBeNull();
});

it.each<[string, Exact, RowQuery | null]>([
  ['nothing at all', {}, everyRow],
  ['parts that are left out', { filters: [filter] }, { ...everyRow, filters: [filter] }],
  ['null for every part', { filters: null, ordering: null, fields: null, search: null }, everyRow],
  ['no columns at all', { fields: [] }, { ...everyRow, fields: [] }],
  ['a version', { version: '20200101000000000000' }, { ...everyRow, version: '20200101000000000000' }],
  ['an unknown lookup', { filters: [{ ...filter, lookup: 'near' }] }, null],
  ['any of its filters', { filters: [filter], join: 'or' }, { ...everyRow, filters: [filter], join: 'or' }],
  ['a language', { collation: 'sv' }, { ...everyRow, collation: 'sv' }],
  ['an unknown language', { collation: 'xx' }, null],
  ['another join', { filters: [filter], join: 'xor' }, null],
  ['a number for a value', { filters: [{ ...filter, value: 5 }] }, null],
  ['a part that a view has no place for', { distinct: true }, null],
  ['an order in words', { ordering: '-height' }, null],
  ['a list', [], null],
])('parameters with %s', (_what, parameters, view) => {
  expect(readParameters(parameters)).toEqual(view);
});

it('the parts of a view that a service dropped are listed', () => {
  const sent: RowQuery = { ...everyRow, filters: [filter], fields: ['name'], version: '20200101000000000000' };
  const reordered = { value: '5', lookup: 'gt', column: 'height' } as const;
  const kept = { ...everyRow, filters: [reordered], fields: ['name'] };
  expect(lostParts(sent, { kind: 'view', query: kept })).toEqual(['version']);
  expect(lostParts(sent, { kind: 'unsupported', text: '' })).toEqual(['filters', 'fields', 'version']);
  expect(lostParts(sent, { kind: 'view', query: sent })).toEqual([]);
});

it('a chart that a service dropped is listed, and an unreadable one is not drawn', () => {
  const drawn = { chart: {}, groups: {} } as unknown as SavedChart;
  expect(lostParts(everyRow, { kind: 'view', query: everyRow }, drawn)).toEqual(['chart']);
  const parameters = { group_by: ['height'], aggregates: [], chart: { mark: 'pie' } };
  const record = { id: 3, label: 'Heights', dataset, parameters };
  expect(readQueryRecord(record, layout, 'c1')?.asks.kind).toBe('unsupported');
});

it('a service that keeps the filters but not how they are combined has dropped a part', () => {
  const sent: RowQuery = { ...everyRow, filters: [filter, { ...filter, value: '9' }], join: 'or' };
  const { join: _join, ...kept } = sent;
  expect(lostParts(sent, { kind: 'view', query: kept })).toEqual(['join']);
  expect(lostParts(sent, { kind: 'view', query: sent })).toEqual([]);
  expect(lostParts(kept, { kind: 'view', query: sent })).toEqual(['join']);
});
