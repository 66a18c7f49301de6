import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowQueryToParameters } from '#shared/row-query.ts';
import { createDataset, deleteDataset } from '../catalogue/datasets.ts';
import { findNamespace } from '../catalogue/namespaces.ts';
import { publishVersion } from '../publish.ts';
import { type ModelCell, type ModelQuery, type ModelTable, modelQuery, modelTable, selected } from './row-model.ts';
import { underTest } from './service-under-test.ts';

const under = underTest();

/** Tables and questions to each; more for a long run: `ALMANAC_PROPERTY_TABLES=1000 ALMANAC_PROPERTY_QUERIES=50`. */
const tables = Number(process.env.ALMANAC_PROPERTY_TABLES ?? 100);

/** The same cases every time, unless others are asked for. */
const seed = Number(process.env.ALMANAC_PROPERTY_SEED ?? 20_140_306);
const queries = Number(process.env.ALMANAC_PROPERTY_QUERIES ?? 30);

const marker = 'row number';

function cellJson(cell: ModelCell): string {
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell);
}

/** Publishes a table with the number of each row beside its values; gives the path of its rows and how to remove it. */
async function publish(table: ModelTable): Promise<{ data: string; remove: () => Promise<void> }> {
  const { deps, dataFolder } = under.service;
  const { records } = deps.catalogue;
  const city = await findNamespace(records, 'city');
  const slug = `table-${process.hrtime.bigint()}`;
  const dataset = await createDataset(records, { namespaceId: city?.id ?? 0, slug, label: slug });
  const lines = table.rows.map((row, number) => {
    const members = table.columns.map(({ name }, at) => `${JSON.stringify(name)}:${cellJson(row[at] ?? null)}`);
    return `{${[...members, `"${marker}":${number}`].join(',')}}`;
  });
  const file = path.join(dataFolder, `${slug}.ndjson`);
  await writeFile(file, lines.join('\n'));
  const columns = table.columns.map(({ name, type }) => ({ source: name, type }));
  const stored = await publishVersion(deps, dataset.id, { path: file, format: 'ndjson', columns });
  await rm(file);
  return {
    data: `/api/v1/namespaces/city/datasets/${slug}/data/`,
    remove: async () => {
      await deleteDataset(records, dataset.id);
      await deps.rows.remove(stored.key);
    },
  };
}

/** Numbers of the rows that the service gives, page after page, by following `next`. */
async function walk(data: string, { filters, ordering, search, limit }: ModelQuery): Promise<number[]> {
  const asked = rowQueryToParameters({ filters, ordering, search, fields: null, version: null });
  const parameters = new URLSearchParams([...asked, ['limit', String(limit)]]);
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

it(`${tables} random tables, ${queries} random questions to each: the service gives what a plain model gives, each row once`, async () => {
  await fc.assert(
    fc.asyncProperty(modelTable, fc.infiniteStream(fc.nat()), async (table, seeds) => {
      const { data, remove } = await publish(table);
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
