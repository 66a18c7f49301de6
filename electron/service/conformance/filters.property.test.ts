import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowQueryToParameters } from '#shared/row-query.ts';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { selected } from './testing/model/row-model.ts';
import { type ModelQuery, modelQuery, modelTable } from './testing/model/row-tables.ts';
import { marker, publishTable } from './testing/publish-table.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();

const tables = caseCount(3, 100);
const queries = caseCount(8, 30);

/** Numbers of the rows that the service returns, following `next` page by page. */
async function walk(data: string, { filters, join, ordering, search, limit }: ModelQuery): Promise<number[]> {
  const requested = rowQueryToParameters({ filters, join, ordering, search, fields: null, version: null });
  const parameters = new URLSearchParams([...requested, ['limit', String(limit)]]);
  const numbers: number[] = [];
  let next: string | null = `${data}?${parameters}`;
  while (next !== null) {
    const { status, json, text } = await under.ask(next);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    numbers.push(...json.results.map((row: Record<string, number>) => row[marker]));
    expect(json.results.length).toBeLessThanOrEqual(limit);
    next = json.next === null ? null : json.next.slice(under.base.length);
    if (next === null) expect(numbers).toHaveLength(json.count);
  }
  return numbers;
}

it(`${tables} random tables, ${queries} random queries of each: the service returns what a plain model returns, each row once`, async () => {
  await fc.assert(
    fc.asyncProperty(modelTable, fc.infiniteStream(fc.nat()), async (table, seeds) => {
      const { data, remove } = await publishTable(under.service, table);
      try {
        const [first = 0] = [...seeds.take(1)];
        for (const query of fc.sample(modelQuery(table), { seed: first, numRuns: queries })) {
          expect([query, await walk(data, query)]).toEqual([query, selected(table, query)]);
        }
      } finally {
        await remove();
      }
    }),
    { numRuns: tables, seed, endOnFailure: true },
  );
}, 1_200_000);
