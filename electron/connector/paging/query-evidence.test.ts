import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { everyRow, type Lookup, type RowQuery } from '#shared/row-query.ts';
import { contradicted } from './query-evidence.ts';

const names = ['n', 't'];
const rows: readonly Row[] = [
  [1, 'Apple'],
  [2, null],
  [30n, 'pear'],
];
const filter = (column: string, lookup: Lookup, value: string): RowQuery => ({
  ...everyRow,
  filters: [{ column, lookup, value }],
});
/** Rows that match any of these. */
const anyOf = (...queries: readonly RowQuery[]): RowQuery => ({
  ...everyRow,
  join: 'or',
  filters: queries.flatMap(({ filters }) => filters),
});
const order = (column: string, descending: boolean): RowQuery => ({ ...everyRow, ordering: [{ column, descending }] });
const search = (text: string): RowQuery => ({ ...everyRow, search: text });

const agree: readonly RowQuery[] = [
  everyRow,
  filter('n', 'gte', '1'),
  filter('n', 'lt', '31'),
  filter('n', 'ne', '5'),
  filter('n', 'in', '1,2,30'),
  filter('n', 'isnull', 'false'),
  filter('n', 'exact', 'word'),
  filter('t', 'ne', 'x'),
  filter('unknown', 'exact', '1'),
  order('n', false),
  order('t', false),
  order('unknown', true),
  anyOf(filter('n', 'lt', '2'), filter('n', 'gt', '1')),
  anyOf(filter('n', 'exact', '5'), filter('unknown', 'exact', '1')),
];
const contradict: readonly RowQuery[] = [
  anyOf(filter('n', 'exact', '1'), filter('n', 'gt', '2')),
  filter('n', 'gt', '1'),
  filter('n', 'lte', '2'),
  filter('n', 'exact', '2'),
  filter('n', 'in', '1,2'),
  filter('n', 'isnull', 'true'),
  filter('t', 'icontains', 'app'),
  filter('t', 'exact', 'Apple'),
  filter('t', 'isnull', '0'),
  filter('t', 'regex', '.'),
  order('n', true),
  order('t', true),
  search('apple'),
];

const texts: readonly Row[] = [
  [1, 'b'],
  [2, 'a'],
];

describe('what rows show about a query', () => {
  for (const query of agree) {
    it(`nothing against ${inspect(query, { breakLength: Infinity })}`, () =>
      expect(contradicted(query, names, rows)).toEqual([]));
  }
  it('nothing about how a service sorts or matches text', () => {
    for (const lookup of ['gt', 'regex', 'range'] as const)
      expect(contradicted(filter('t', lookup, 'x'), names, texts)).toEqual([]);
  });
  it('nothing about the order of a language', () => {
    const danish: Row[] = ['ab', 'zz', 'aa'].map((text) => [1, text]);
    expect(contradicted({ ...order('t', false), collation: 'da' }, names, danish)).toEqual([]);
    expect(contradicted({ ...order('t', false), collation: 'es' }, names, danish)).toHaveLength(1);
  });
  for (const query of contradict) {
    it(`something against ${inspect(query, { breakLength: Infinity })}`, () =>
      expect(contradicted(query, names, rows).length).toBe(1));
  }

  it('nothing by date-times that a service compares by instant', () => {
    const times: readonly Row[] = [
      [1, '2020-03-29T01:30:00+01:00'],
      [2, '2020-03-29T00:45:00Z'],
    ];
    expect(contradicted(order('t', false), names, times)).toEqual([]);
    expect(contradicted(order('t', true), names, times)).toEqual([]);
    expect(contradicted(order('t', true), names, [...times, [3, '2020-03-29T05:00:00+02:00']])).toHaveLength(1);
    expect(contradicted(filter('t', 'exact', '2020-03-29T00:30:00Z'), names, times.slice(0, 1))).toEqual([]);
    expect(contradicted(filter('t', 'exact', '2020-03-29T00:30:00Z'), names, times)).toHaveLength(1);
  });
});
