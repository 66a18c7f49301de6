import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { listNamespaces } from '../catalogue/catalogue.ts';
import type { Limits } from '../http/limits.ts';
import { openPageCache, type PageCache } from '../paging/page-cache.ts';
import { sampleRows } from './sample-rows.ts';
import { asRows, everything, type Opened, openForTest } from './source-suite.ts';
import type { Variant } from './variant.ts';
import { startVariant, type VariantService } from './variant-service.ts';

let service: VariantService;
let opened: Opened;
let changes = 0;

afterEach(async () => {
  vi.useRealTimers();
  await opened?.close();
  await service?.close();
});

async function open(variant: Variant, limits: Partial<Limits> = {}, cache?: PageCache): Promise<void> {
  changes = 0;
  service = await startVariant(variant);
  opened = await openForTest(
    service.url,
    undefined,
    { firstDelayMs: 5, ...limits },
    () => {
      changes += 1;
    },
    cache,
  );
}

const read = (offset: number, limit: number, signal?: AbortSignal, query: RowQuery = everyRow) =>
  opened.source.rows(everything).read(query, offset, limit, signal);

/** Values of a parameter in the requests for rows, in order; null if it was missing. */
function requestedValues(parameter: string): (string | null)[] {
  return service.recorded
    .filter(({ url }) => url.includes('/data/'))
    .map(({ url }) => new URL(url, service.url).searchParams.get(parameter));
}

/** Holds back answers for rows until they are released. */
function gate() {
  const waiting: (() => void)[] = [];
  let open = true;
  return {
    shut: () => {
      open = false;
    },
    release() {
      open = true;
      for (const go of waiting.splice(0)) go();
    },
    intercept: ((_request, response, address) => {
      if (open || !address.pathname.endsWith('/data/')) return false;
      waiting.push(() => response.end('{}'));
      return true;
    }) satisfies NonNullable<Variant['intercept']>,
  };
}

describe('rows are prefetched', () => {
  it('forwards', async () => {
    await open({ pageSize: 10 });
    await read(0, 10);
    await vi.waitFor(() => expect(requestedValues('offset')).toEqual([null, '10', '20']), { timeout: 60_000 });
    await read(10, 10);
    await vi.waitFor(() => expect(requestedValues('offset')).toEqual([null, '10', '20', '30']), { timeout: 60_000 });
  });

  it('backwards, after a change of direction', async () => {
    await open({ paging: 'number', pageSize: 10 });
    await read(200, 10);
    await vi.waitFor(() => expect(requestedValues('page')).toEqual([null, '21', '22', '23']), { timeout: 60_000 });
    await read(190, 10);
    await vi.waitFor(() => expect(requestedValues('page').slice(4).toSorted()).toEqual(['18', '19', '20']), {
      timeout: 60_000,
    });
  });

  it('not beyond the end', async () => {
    await open({ pageSize: 50 });
    await read(200, 50);
    await read(150, 50);
    await vi.waitFor(() => expect(requestedValues('offset')).toContain('50'), { timeout: 60_000 });
    expect(requestedValues('offset')).not.toContain('250');
  });

  it('reports the progress along a cursor', async () => {
    const reported: number[][] = [];
    service = await startVariant({ paging: 'cursor-counted', pageSize: 50 });
    opened = await openForTest(service.url, undefined, {}, undefined, undefined, (...reached) =>
      reported.push(reached),
    );
    await read(220, 10);
    expect(reported).toEqual([
      [100, 220],
      [150, 220],
      [200, 220],
    ]);
  });

  it('along a cursor, only once', async () => {
    await open({ paging: 'cursor', pageSize: 10 });
    await read(0, 10);
    await vi.waitFor(() => expect(service.recorded.filter(({ url }) => url.includes('/data/')).length).toBe(3), {
      timeout: 60_000,
    });
    await read(10, 10);
    await read(0, 10);
    const requested = requestedValues('cursor');
    expect(new Set(requested).size).toBe(requested.length);
  });
});

describe('an unneeded request is cancelled', () => {
  it('when the window cancels it', async () => {
    const held = gate();
    await open({ pageSize: 10, intercept: held.intercept });
    await read(0, 10);
    await vi.waitFor(() => expect(requestedValues('offset').length).toBe(3), { timeout: 60_000 });
    held.shut();
    const controller = new AbortController();
    const reading = read(100, 10, controller.signal);
    await vi.waitFor(() => expect(requestedValues('offset')).toContain('100'), { timeout: 60_000 });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
    await vi.waitFor(() => expect(service.recorded.find(({ url }) => url.includes('offset=100'))?.dropped).toBe(true), {
      timeout: 60_000,
    });
    held.release();
    expect((await read(100, 10)).rows).toEqual(sampleRows.slice(100, 110));
  });

  it('when it is a prefetch for a position that a jump has left', async () => {
    const held = gate();
    await open({ pageSize: 10, intercept: held.intercept });
    await read(0, 10);
    await vi.waitFor(() => expect(requestedValues('offset').length).toBe(3), { timeout: 60_000 });
    await read(10, 10);
    held.shut();
    await read(20, 10);
    await vi.waitFor(() => expect(requestedValues('offset')).toContain('40'), { timeout: 60_000 });
    const jump = read(200, 10);
    await vi.waitFor(() => expect(service.recorded.find(({ url }) => url.includes('offset=40'))?.dropped).toBe(true), {
      timeout: 60_000,
    });
    held.release();
    await jump.catch(() => undefined);
  });

  it('but not if another caller waits for it as well', async () => {
    const held = gate();
    await open({ pageSize: 10, intercept: held.intercept });
    await read(0, 10);
    held.shut();
    const leaving = new AbortController();
    const first = read(100, 10, leaving.signal);
    const second = read(100, 10);
    await vi.waitFor(() => expect(requestedValues('offset')).toContain('100'), { timeout: 60_000 });
    leaving.abort();
    await expect(first).rejects.toMatchObject({ kind: 'aborted' });
    expect(service.recorded.find(({ url }) => url.includes('offset=100'))?.dropped).toBe(false);
    held.release();
    await second.catch(() => undefined);
    expect(requestedValues('offset').filter((offset) => offset === '100').length).toBe(1);
  });
});

describe('requests are considerate', () => {
  it('with a few at a time, over persistent connections', async () => {
    let running = 0;
    let most = 0;
    await open(
      {
        pageSize: 5,
        intercept(_request, response) {
          running += 1;
          most = Math.max(most, running);
          response.on('close', () => {
            running -= 1;
          });
          return false;
        },
      },
      { concurrency: 3 },
    );
    expect((await read(0, 250)).rows).toEqual(sampleRows);
    expect(service.recorded.length).toBeGreaterThan(50);
    expect(most).toBeLessThanOrEqual(3);
    expect(service.connections()).toBeLessThanOrEqual(3);
  });

  it('compressed from other computers', async () => {
    await open({}, { packedOnLoopback: true });
    await listNamespaces(opened.source);
    const lists = service.recorded.filter(({ url }) => url.endsWith('/namespaces/'));
    expect(lists[0]?.headers['accept-encoding']).toBe('gzip, deflate, br');
  });

  it('uncompressed within this computer', async () => {
    await open({});
    await listNamespaces(opened.source);
    expect(new Set(service.recorded.map(({ headers }) => headers['accept-encoding']))).toEqual(new Set(['identity']));
  });

  it('with filters, order and fields in the form of the specification', async () => {
    await open({});
    await read(0, 10, undefined, {
      filters: [{ column: 'a b', lookup: 'gte', value: 'ü&=' }],
      ordering: [{ column: 'id', descending: false }],
      search: 'x y',
      fields: ['place', 'id'],
      version: null,
    });
    const requested = new URL(service.recorded.at(-1)?.url ?? '', service.url);
    expect(Object.fromEntries(requested.searchParams)).toMatchObject({
      'a b__gte': 'ü&=',
      ordering: 'id',
      search: 'x y',
      fields: 'place,id',
    });
  });

  it('with the requested fields in that order, whether or not the service supports them', async () => {
    await open({});
    const { rows } = await read(0, 2, undefined, { ...everyRow, fields: ['price', 'id'] });
    expect(rows).toEqual(sampleRows.slice(0, 2).map((row) => [row[3], row[0]]));
  });
});

describe('a changed dataset', () => {
  it('is noticed by its record, announced, and read again', async () => {
    let version = '20240506070809123456';
    let count = 250;
    await open({ version: () => version, count: () => count });
    expect((await read(0, 10)).version).toBe(version);
    version = '20250506070809123456';
    count = 100;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await read(0, 10);
    await vi.waitFor(() => expect(changes).toBe(1), { timeout: 60_000 });
    expect(await read(90, 50)).toEqual({ rows: sampleRows.slice(90, 100), count: 100, last: true, version });
  });

  it('is noticed by a changed number of rows', async () => {
    let count = 250;
    await open({ count: () => count, pageSize: 50 });
    await read(0, 50);
    await vi.waitFor(() => expect(requestedValues('offset').length).toBe(3), { timeout: 60_000 });
    count = 220;
    expect((await read(200, 50)).rows).toEqual(sampleRows.slice(200, 220));
    expect(changes).toBe(1);
  });

  it('is noticed by a page that no longer exists', async () => {
    let count = 250;
    await open({ paging: 'number', count: () => count, pageSize: 50 });
    await read(0, 50);
    await vi.waitFor(() => expect(requestedValues('page').length).toBe(3), { timeout: 60_000 });
    count = 60;
    expect(await read(200, 50)).toMatchObject({ rows: [], count: 60, last: true });
    expect(changes).toBe(1);
  });
});

describe('an ignored part of a query', () => {
  const filter = { column: 'id', lookup: 'gte', value: '100' } as const;
  const asking = (part: Partial<RowQuery>) => read(0, 10, undefined, { ...everyRow, ...part });

  it.each<[string, Partial<RowQuery>]>([
    ['a filter', { filters: [filter] }],
    ['an order', { ordering: [{ column: 'id', descending: true }] }],
    ['a search', { search: 'row 77:' }],
  ])('is reported, instead of rows that do not match: %s', async (_name, part) => {
    await open({ pageSize: 50 });
    await expect(asking(part)).rejects.toMatchObject({ kind: 'query-ignored', retry: false });
    await expect(
      opened.source.wholeRows(everything, { ...everyRow, ...part }, asRows).then(drain),
    ).rejects.toMatchObject({
      kind: 'query-ignored',
    });
  });

  it('is not sent to a service that does not describe it: the order of a language', async () => {
    await open({});
    const part = { ordering: [{ column: 'id', descending: false }], collation: 'de' } as const;
    const refused = { kind: 'query-ignored', reason: { code: 'collation-passed-over' } };
    await expect(asking(part)).rejects.toMatchObject(refused);
    await expect(opened.source.wholeRows(everything, { ...everyRow, ...part }, asRows)).rejects.toMatchObject(refused);
    expect(requestedValues('_collation')).toEqual([]);
    expect((await asking({ collation: 'de' })).rows).toEqual(sampleRows.slice(0, 10));
  });

  it('is reported if only later pages show it', async () => {
    await open({ pageSize: 50 });
    const small = { ...filter, lookup: 'lt', value: '50' } as const;
    expect((await asking({ filters: [small] })).rows).toEqual(sampleRows.slice(0, 10));
    await expect(read(50, 10, undefined, { ...everyRow, filters: [small] })).rejects.toMatchObject({
      kind: 'query-ignored',
    });
  });

  it('is not assumed of a service that compares in its own way', async () => {
    await open({
      intercept(_request, response, address) {
        if (address.searchParams.get('search') === null) return false;
        response.setHeader('content-type', 'application/json');
        response.end('{"count":1,"next":null,"previous":null,"results":[{"id":5,"note, with \\"signs\\"":"Strasse"}]}');
        return true;
      },
    });
    expect((await asking({ search: 'straße' })).rows.length).toBe(1);
  });
});

async function drain({ batches }: { readonly batches: AsyncIterable<unknown> }): Promise<void> {
  for await (const _batch of batches);
}

describe('older versions', () => {
  it('are not shown by a service that ignores the parameter', async () => {
    await open({});
    const query = { ...everyRow, version: '20200101000000000000' };
    await expect(read(0, 10, undefined, query)).rejects.toMatchObject({ kind: 'query-ignored' });
  });

  it('are shown by one that supports it', async () => {
    await open({
      intercept(_request, response, address) {
        if (address.searchParams.get('version') !== '00000000000000000000') return false;
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"version":["Unknown."]}');
        return true;
      },
    });
    const query = { ...everyRow, version: '20200101000000000000' };
    expect(await read(0, 1, undefined, query)).toMatchObject({ rows: sampleRows.slice(0, 1), version: query.version });
    expect(requestedValues('version').at(-1)).toBe(query.version);
  });
});

describe('pages that were passed', () => {
  it('are stored on disk within limits, and removed at the end', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-pages-'));
    try {
      const cache = await openPageCache(folder, { memory: 2_000, disk: 60_000 });
      await open({ paging: 'cursor', pageSize: 10 }, {}, cache);
      await read(240, 10);
      const kept = path.join(folder, 'pages');
      // Evicted files are deleted a moment later.
      await vi.waitFor(
        async () => {
          const sizes = (await readdir(kept)).map(async (file) => (await stat(path.join(kept, file))).size);
          expect(sizes.length).toBeGreaterThan(3);
          expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000);
        },
        { timeout: 60_000 },
      );
      const before = service.recorded.length;
      expect((await read(230, 10)).rows).toEqual(sampleRows.slice(230, 240));
      expect(service.recorded.length).toBe(before);
      // Evicted long ago: requested again by its own address, without repeating the whole sequence.
      expect((await read(0, 10)).rows).toEqual(sampleRows.slice(0, 10));
      expect(service.recorded.length).toBeLessThanOrEqual(before + 3);
      await opened.close();
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
