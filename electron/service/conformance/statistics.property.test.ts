import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aggregateQueryFromParameters, aggregateQueryToParameters } from '#shared/aggregate-query.ts';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { groupQuery, groupTable, modelGroups } from './group-model.ts';
import { publishTable } from './publish-table.ts';
import { underTest } from './service-under-test.ts';

const under = underTest();

const tables = caseCount(3, 100);
const queries = caseCount(12, 20);

/** Values of an object in the order of its JSON text, which JavaScript objects do not preserve for all names. */
function valuesOf(group: Record<string, unknown>, names: readonly string[]): unknown[] {
  return names.map((name) => (Object.hasOwn(group, name) ? group[name] : undefined));
}

function assertClose(found: unknown, expected: unknown, why: string): void {
  const exact = typeof expected === 'bigint' ? Number(expected) : expected;
  if (typeof exact === 'number' && typeof found === 'number') {
    expect(Math.abs(found - exact), why).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(exact)));
  } else expect(found, why).toEqual(exact);
}

it(`${tables} random tables, ${queries} random aggregations of each: the service returns what a plain loop returns`, async () => {
  await fc.assert(
    fc.asyncProperty(groupTable, fc.nat(), async (table, first) => {
      const { data, remove } = await publishTable(under.service, table);
      try {
        for (const query of fc.sample(groupQuery(table), { seed: first, numRuns: queries })) {
          const parameters = aggregateQueryToParameters(query);
          expect(aggregateQueryFromParameters(parameters, table.columns)).toEqual(query);
          const expected = modelGroups(table, query);
          const names = [...query.keys.map(({ text }) => text), ...query.aggregates.map(({ name }) => name)];
          const found: unknown[][] = [];
          let next: string | null = `${data}?${new URLSearchParams([...parameters, ['limit', '7']])}`;
          while (next !== null) {
            const { status, json, text } = await under.ask(next);
            expect([status, status === 200 ? '' : text]).toEqual([200, '']);
            expect(json.count).toBe(expected.length);
            found.push(...json.results.map((group: Record<string, unknown>) => valuesOf(group, names)));
            next = json.next === null ? null : json.next.slice(under.base.length);
          }
          expect(found).toHaveLength(expected.length);
          for (const [at, group] of expected.entries()) {
            for (const [column, value] of group.entries()) {
              assertClose(found[at]?.[column], value, JSON.stringify([parameters, at, names[column]]));
            }
          }
        }
      } finally {
        await remove();
      }
    }),
    { numRuns: tables, seed, endOnFailure: true },
  );
}, 1_200_000);
