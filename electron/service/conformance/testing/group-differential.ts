import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type AggregateQuery,
  aggregateQueryFromParameters,
  aggregateQueryToParameters,
} from '#shared/aggregate-query.ts';
import { seed } from '../../../lib/testing/tier.ts';
import { modelGroups } from './model/group-model.ts';
import { exactnessOf, groupQuery, groupTable } from './model/group-tables.ts';
import { isRefused } from './model/period-model.ts';
import type { ModelTable } from './model/row-tables.ts';
import { publishTable } from './publish-table.ts';
import type { UnderTest } from './service-under-test.ts';

/** Parses JSON, which has no NaN and no infinities, with whole numbers as BigInt, so that none is rounded. */
export function exactJson(text: string) {
  const exact = (_: string, value: unknown, { source = '' }: { readonly source?: string } = {}) =>
    typeof value === 'number' && /^-?\d+$/.test(source) ? BigInt(source) : value;
  return JSON.parse(text, exact as (name: string, value: unknown) => unknown);
}

/** Values of an object in the order of its JSON text, which JavaScript objects do not preserve for all names. */
function valuesOf(group: Record<string, unknown>, names: readonly string[]): unknown[] {
  return names.map((name) => (Object.hasOwn(group, name) ? group[name] : undefined));
}

/** How far an aggregate may be from the exact value: 0 for sums and averages of decimals. */
function toleranceOf(table: ModelTable, { aggregates, keys }: AggregateQuery, at: number, expected: number): number {
  const aggregate = aggregates[at - keys.length];
  if (aggregate === undefined || !('column' in aggregate) || aggregate.column === null) {
    return aggregate?.function === 'Share' ? 1e-15 : 0;
  }
  const { sums, medians, scale } = exactnessOf(table, aggregate.column);
  switch (aggregate.function) {
    case 'Sum':
    case 'Average':
      return sums ? 0 : 1e-14 * scale * table.rows.length;
    case 'Median':
      return medians ? 0 : 1e-15 * scale;
    case 'Quantile':
      return 1e-14 * scale;
    case 'StdDev':
      return 1e-9 * expected + 1e-13 * scale;
    case 'Variance':
      return 1e-9 * expected + 1e-13 * scale * scale;
    default:
      return 0;
  }
}

function assertValue(found: unknown, expected: unknown, tolerance: number, why: string): void {
  if (typeof expected !== 'number') expect(found, why).toEqual(expected);
  else {
    expect(['number', 'bigint'], why).toContain(typeof found);
    // Not toBeCloseTo: a tolerance of 0 means equal.
    expect(Math.abs(Number(found) - expected) <= tolerance, `${why}: ${found} instead of ${expected}`).toBe(true);
  }
}

/** Asserts that groups, and their download, are those of the model, in order. */
async function assertGroups(
  under: UnderTest,
  address: string,
  table: ModelTable,
  query: AggregateQuery,
): Promise<void> {
  const expected = modelGroups(table, query);
  const names = [...query.keys.map(({ text }) => text), ...query.aggregates.map(({ name }) => name)];
  const found: unknown[][] = [];
  for (let next: string | null = `${address}&limit=7`; next !== null; ) {
    const { status, text } = await under.ask(next);
    expect([status, status === 200 ? '' : text], next).toEqual([200, '']);
    const json = exactJson(text);
    expect(json.count).toBe(BigInt(expected.length));
    found.push(...json.results.map((group: Record<string, unknown>) => valuesOf(group, names)));
    next = json.next === null ? null : json.next.slice(under.base.length);
  }
  expect(found).toHaveLength(expected.length);
  for (const [at, group] of expected.entries()) {
    for (const [column, value] of group.entries()) {
      const tolerance = typeof value === 'number' ? toleranceOf(table, query, column, value) : 0;
      assertValue(found[at]?.[column], value, tolerance, `${address} ${at} ${names[column]}`);
    }
  }
  const { text } = await under.ask(`${address.replace('/data/', '/download/')}&_format=json`);
  expect(exactJson(text)).toHaveLength(expected.length);
}

/**
 * Holds what the service answers to random queries of random tables against a plain loop with exact numbers.
 * @returns how many queries were refused, and how many answered
 */
export async function compareGroups(under: UnderTest, tables: number, queries: number) {
  const counts = { refused: 0, answered: 0 };
  await fc.assert(
    fc.asyncProperty(groupTable, fc.nat(), async (table, first) => {
      const { data, remove } = await publishTable(under.service, table);
      try {
        for (const query of fc.sample(groupQuery(table), { seed: first, numRuns: queries })) {
          const parameters = aggregateQueryToParameters(query);
          expect(aggregateQueryFromParameters(parameters, table.columns)).toEqual(query);
          const address = `${data}?${new URLSearchParams(parameters)}`;
          if (isRefused(table, query)) {
            const { status, json } = await under.ask(address);
            expect([status, Object.keys(json)], address).toEqual([400, ['_group_by']]);
            counts.refused += 1;
          } else {
            await assertGroups(under, address, table, query);
            counts.answered += 1;
          }
        }
      } finally {
        await remove();
      }
    }),
    { numRuns: tables, seed, endOnFailure: true },
  );
  return counts;
}
