import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { everyRow } from '#shared/row-query.ts';
import { listNamespaces } from '../catalogue/catalogue.ts';
import { listCatalogue } from '../catalogue/list-catalogue.ts';
import { discover } from '../discovery/find-service.ts';
import type { Limits } from '../http/limits.ts';
import { type Credentials, noCredentials, openClient } from '../http/transport/client.ts';
import { openPageCache, type PageCache } from '../paging/page-cache.ts';
import { type BeginWhole, Source } from '../source.ts';
import { sampleColumns, sampleCount, sampleRows } from './sample-rows.ts';

export interface Opened {
  readonly source: Source;
  close(): Promise<void>;
}

/** Converts pages to rows. */
export const asRows: BeginWhole<readonly Row[]> = async () => ({
  maker: { ofRows: (rows) => rows },
  from: 'beginning',
});

/** Opens the service at an address for a test, everything in memory. */
export async function openForTest(
  url: string,
  credentials: Credentials = noCredentials,
  limits: Partial<Limits> = {},
  onChanged: () => void = () => {},
  cache?: PageCache,
  onReached: (reached: number, requested: number) => void = () => {},
): Promise<Opened> {
  const client = openClient(new URL(url), credentials, limits);
  const pages = cache ?? (await openPageCache(null));
  const source = new Source({
    client,
    layout: await discover(client, new URL(url)),
    cache: pages,
    onChanged,
    onReached: (_name, reached, requested) => onReached(reached, requested),
  });
  return {
    source,
    async close() {
      source.close();
      await pages.close();
      await client.close();
    },
  };
}

export const everything = { namespace: 'city', dataset: 'everything' };
const nothing = { namespace: 'city', dataset: 'nothing' };

const ranges: readonly (readonly [offset: number, limit: number])[] = [
  [0, 10],
  [200, 50],
  [3, 1],
  [90, 120],
  [245, 20],
  [0, 1000],
  [99, 2],
  [sampleCount, 5],
  [sampleCount + 1000, 5],
];

async function readAll(source: Source): Promise<Row[]> {
  const rows: Row[] = [];
  for (let last = false; !last; ) {
    const range = await source.rows(everything).read(everyRow, rows.length, 40);
    rows.push(...range.rows);
    last = range.last;
  }
  return rows;
}

/** The suite for every service, local or remote and of any variant: all must return the same rows. */
export function describeSource(
  name: string,
  start: () => Promise<{ readonly url: string; close(): Promise<void> }>,
): void {
  describe(`a service: ${name}`, () => {
    let service: Awaited<ReturnType<typeof start>>;
    let opened: Opened;
    beforeAll(async () => {
      service = await start();
      opened = await openForTest(service.url);
    });
    afterAll(async () => {
      await opened.close();
      await service.close();
    });

    it('lists its namespaces with their datasets', async () => {
      const namespaces = await listNamespaces(opened.source);
      const tree = namespaces.map(({ slug, label, datasets }) => ({
        slug,
        label,
        datasets: datasets.map((one) => one.slug),
      }));
      expect(tree).toEqual([{ slug: 'city', label: 'City', datasets: ['everything', 'nothing'] }]);
    });

    it('is listed with rows, columns and newest versions', async () => {
      const { namespaces } = await listCatalogue(opened.source);
      const line = { label: 'Everything', slug: 'everything', columns: sampleColumns.length };
      expect(namespaces).toMatchObject([
        { slug: 'city', datasets: [line, { slug: 'nothing', rows: 0, columns: 0, version: null }] },
      ]);
      expect([sampleCount, null]).toContain(namespaces[0]?.datasets[0]?.rows);
    });

    it('returns the record of a dataset', async () => {
      const { dataset, namespaceLabel, rows, notices } = await opened.source.readDataset(everything);
      expect({
        label: dataset.label,
        namespaceLabel,
        columns: dataset.columns.map((column) => column.name),
        notices,
      }).toEqual({
        label: 'Everything',
        namespaceLabel: 'City',
        columns: sampleColumns.map((column) => column.name),
        notices: [],
      });
      expect([sampleCount, null]).toContain(rows);
    });

    it('returns every row once, in order', async () => {
      expect(await readAll(opened.source)).toEqual(sampleRows);
    });

    it('reads all rows in one go, each once', async () => {
      const { batches } = await opened.source.wholeRows(everything, everyRow, asRows);
      const rows: Row[] = [];
      for await (const batch of batches) {
        rows.push(...batch.content);
        expect(batch.done).toBe(rows.length);
      }
      expect(rows).toEqual(sampleRows);
    });

    it.each(ranges)('returns rows from %i, %i of them', async (offset, limit) => {
      const fresh = await openForTest(service.url);
      try {
        const range = await fresh.source.rows(everything).read(everyRow, offset, limit);
        expect(range.rows).toEqual(sampleRows.slice(offset, offset + limit));
        expect(range.last).toBe(offset + limit >= sampleCount);
        expect([sampleCount, null]).toContain(range.count);
        if (range.last && range.rows.length > 0) expect(range.count).toBe(sampleCount);
      } finally {
        await fresh.close();
      }
    });

    it('supports an empty dataset', async () => {
      const { dataset } = await opened.source.readDataset(nothing);
      const range = await opened.source.rows(nothing).read(everyRow, 0, 10);
      expect({ columns: dataset.columns, ...range }).toEqual({
        columns: [],
        rows: [],
        count: 0,
        last: true,
        version: null,
      });
    });
  });
}
