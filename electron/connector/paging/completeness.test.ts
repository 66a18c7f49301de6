import { describe, expect, it } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { ServiceError } from '../errors.ts';
import { directPaging, IrregularPages, wholePaging } from './open-rows.ts';
import type { CachedPages } from './page-cache.ts';
import type { FetchedPage, FetchPage, LoadOptions, Paging, PagingParts } from './paging.ts';
import { openRowWindow } from './row-window.ts';
import { sequencePaging } from './sequence.ts';

const start = new URL('https://service.example/data/');
const options: LoadOptions = { signal: new AbortController().signal, priority: 0 };

function range(from: number, to: number): Row[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => [from + at]);
}

/** A cache of pages; `lose` evicts them all. */
function openCache(): CachedPages & { lose: () => void; readonly starts: () => number[] } {
  const pages = new Map<number, readonly Row[]>();
  let reads = 0;
  return {
    get: async (from) => {
      // A reader that goes round in circles ends here.
      reads += 1;
      if (reads > 2000) throw new Error('The cache is read too often.');
      return pages.get(from);
    },
    put: async (from, rows) => {
      pages.set(from, rows);
    },
    clear: () => pages.clear(),
    lose: () => pages.clear(),
    starts: () => [...pages.keys()].toSorted((a, b) => a - b),
  };
}

/** A service whose pages begin at `?at=…`, which a test may change while it is read. */
interface Service {
  /** The rows of the page at each address; missing ones are "not found". */
  pages: Record<number, Row[]>;
  count: number | null;
  /** Where the page after one begins; null at the end. */
  next: (at: number) => number | null;
  readonly asked: number[];
}

function fetcher(service: Service): FetchPage {
  return async (address, { signal }) => {
    signal.throwIfAborted();
    const at = Number(address.searchParams.get('at') ?? 0);
    service.asked.push(at);
    if (service.asked.length > 200) throw new Error('The service is asked too often.');
    const rows = service.pages[at];
    if (rows === undefined) throw new ServiceError('not-found', { code: 'not-needed', values: {} });
    const next = service.next(at);
    return { rows, count: service.count, next: next === null ? null : new URL(`?at=${next}`, start), address };
  };
}

async function partsOf(service: Service) {
  const cachedPages = openCache();
  const fetchPage = fetcher(service);
  const first: FetchedPage = await fetchPage(start, options);
  service.asked.length = 0;
  return { fetchPage, cachedPages, start, first } satisfies PagingParts;
}

/** Pages of these sizes, each linked from the one before. */
function inSequence(...sizes: number[]): Service {
  const starts = sizes.map((_, index) => index);
  let known = 0;
  const pages: Service['pages'] = {};
  for (const index of starts) {
    pages[index] = range(known, known + (sizes[index] ?? 0));
    known += sizes[index] ?? 0;
  }
  return { pages, count: null, next: (at) => (at + 1 < sizes.length ? at + 1 : null), asked: [] };
}

/** Pages of a size, by the index of their first row. */
function byRow(size: number, total: number, count: number | null = total): Service {
  const pages: Service['pages'] = {};
  for (let at = 0; at === 0 || at < total; at += size) pages[at] = range(at, Math.min(total, at + size));
  return { pages, count, next: (at) => (at + size < total ? at + size : null), asked: [] };
}

async function direct(service: Service, kind: 'offset' | 'number' = 'offset', size = 10) {
  const parts = await partsOf(service);
  const paging = directPaging({ kind, parameter: 'at', size, template: start, first: 0 }, parts);
  return { paging, parts };
}

const offline: FetchPage = async () => Promise.reject(new ServiceError('offline', { code: 'not-needed', values: {} }));

/** The kind of failure; the result if there is none. */
async function outcome<Result>(work: Promise<Result>): Promise<Result | string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof IrregularPages) return 'irregular';
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind !== 'offline') expect(error.reason.values).toEqual({ host: start.host });
    expect(error.contradiction).toBe(error.kind === 'dataset-changed');
    return error.kind + (error.retry ? ', may be retried' : '');
  }
}

const changed = 'dataset-changed, may be retried';

async function loaded(paging: Paging, row: number) {
  const page = await outcome(paging.load(row, options));
  return page === null || typeof page === 'string' ? page : [page.start, page.rows.length, page.rows[0]?.[0]];
}

describe('pages by row', () => {
  it('are each requested once, and only where there are rows', async () => {
    const service = byRow(10, 35);
    const { paging } = await direct(service);
    expect(paging.size).toBe(10);
    expect(paging.count()).toBe(35);
    expect(await loaded(paging, 29)).toEqual([20, 10, 20]);
    expect(await loaded(paging, 20)).toEqual([20, 10, 20]);
    expect(await loaded(paging, 34)).toEqual([30, 5, 30]);
    expect(await loaded(paging, 35)).toBeNull();
    expect(await loaded(paging, 40)).toBeNull();
    expect(service.asked).toEqual([20, 30]);
    const full = byRow(10, 40);
    expect(await loaded((await direct(full)).paging, 40)).toBeNull();
    expect(full.asked).toEqual([]);
  });

  it('have no count until their end is reached, if the service does not count', async () => {
    const service = byRow(10, 35, null);
    const { paging } = await direct(service);
    expect(await loaded(paging, 10)).toEqual([10, 10, 10]);
    expect(paging.count()).toBeNull();
    expect(await loaded(paging, 35)).toBeNull();
    expect(paging.count()).toBe(35);
    service.asked.length = 0;
    expect(await loaded(paging, 35)).toBeNull();
    expect(service.asked).toEqual([]);
  });

  it('are empty beyond the end of rows that are not counted', async () => {
    const service = byRow(10, 20, null);
    service.pages[30] = [];
    const { paging } = await direct(service);
    expect(await loaded(paging, 30)).toBeNull();
    expect(paging.count()).toBeNull();
    expect(await loaded(paging, 19)).toEqual([10, 10, 10]);
    expect(paging.count()).toBe(20);
  });

  it('of no rows are empty', async () => {
    const { paging } = await direct(byRow(10, 0, null));
    expect(await loaded(paging, 0)).toBeNull();
    expect(paging.count()).toBe(0);
  });

  it.each<[string, (service: Service) => void, unknown]>([
    ['a page that is longer than the first', ({ pages }) => pages[10]?.push([0]), 'irregular'],
    ['a shorter page before another', ({ pages }) => pages[10]?.pop(), 'irregular'],
    [
      'a shorter page without another',
      (service) => {
        service.pages[10]?.pop();
        service.next = () => null;
      },
      changed,
    ],
    [
      'an empty page in the middle',
      (service) => {
        service.pages[10] = [];
        service.next = () => null;
      },
      changed,
    ],
    ['a missing page', ({ pages }) => delete pages[10], changed],
    [
      'another count',
      (service) => {
        service.count = 36;
      },
      changed,
    ],
    [
      'no count any more',
      (service) => {
        service.count = null;
      },
      [10, 10, 10],
    ],
  ])('are not passed off as complete with %s', async (_, change, result) => {
    const service = byRow(10, 35);
    const { paging } = await direct(service);
    change(service);
    expect(await loaded(paging, 15)).toEqual(result);
  });

  it('may be missing beyond the last one only if pages have numbers', async () => {
    for (const [kind, result] of [
      ['number', null],
      ['offset', changed],
    ] as const) {
      const service = byRow(10, 20, null);
      const { paging } = await direct(service, kind);
      expect(await loaded(paging, 300)).toEqual(result);
    }
  });

  it('may be missing beyond a count that came meanwhile', async () => {
    const service = byRow(10, 20, null);
    const parts = await partsOf(service);
    const late: FetchPage = async (address, given) => {
      if (address.searchParams.get('at') === '20') await new Promise((resolve) => setImmediate(resolve));
      return parts.fetchPage(address, given);
    };
    const style = { kind: 'offset', parameter: 'at', size: 10, template: start } as const;
    const paging = directPaging(style, { ...parts, fetchPage: late });
    service.count = 20;
    expect(await Promise.all([loaded(paging, 10), loaded(paging, 20)])).toEqual([[10, 10, 10], null]);
  });

  it('fail as the service does', async () => {
    const { parts } = await direct(byRow(10, 35));
    const paging = directPaging(
      { kind: 'offset', parameter: 'at', size: 10, template: start },
      { ...parts, fetchPage: offline },
    );
    expect(await loaded(paging, 10)).toBe('offline');
  });

  it('are read again where they were evicted', async () => {
    const service = byRow(10, 35);
    const { paging, parts } = await direct(service);
    await loaded(paging, 10);
    parts.cachedPages.lose();
    expect(await loaded(paging, 10)).toEqual([10, 10, 10]);
    expect(service.asked).toEqual([10, 10]);
  });
});

describe('pages in sequence', () => {
  it('are followed once, whatever their sizes', async () => {
    const service = inSequence(3, 5, 0, 1, 4);
    const paging = await sequencePaging(await partsOf(service));
    const reached: number[] = [];
    const page = await paging.load(8, { ...options, onReached: (rows) => reached.push(rows) });
    expect(page).toEqual({ start: 8, rows: range(8, 9) });
    expect(reached).toEqual([8, 8]);
    expect(paging.count()).toBeNull();
    for (let row = 0; row < 13; row += 1) {
      const found = await paging.load(row, options);
      expect(found?.rows[row - (found?.start ?? 0)]).toEqual([row]);
    }
    expect(await paging.load(13, options)).toBeNull();
    expect(paging.count()).toBe(13);
    expect(service.asked).toEqual([1, 2, 3, 4]);
  });

  it('have the count that the service states until their end is reached', async () => {
    const service = inSequence(3, 3);
    service.count = 7;
    const paging = await sequencePaging(await partsOf(service));
    expect(paging.count()).toBe(7);
    expect(await paging.load(99, options)).toBeNull();
    expect(paging.count()).toBe(6);
  });

  it('are requested again from their own addresses if they were evicted', async () => {
    const service = inSequence(3, 5, 4);
    const parts = await partsOf(service);
    const paging = await sequencePaging(parts);
    await paging.load(11, options);
    parts.cachedPages.lose();
    service.asked.length = 0;
    expect(await paging.load(7, options)).toEqual({ start: 3, rows: range(3, 8) });
    expect(await paging.load(3, options)).toEqual({ start: 3, rows: range(3, 8) });
    expect(service.asked).toEqual([1]);
    parts.cachedPages.lose();
    service.pages[1]?.pop();
    expect(await outcome(paging.load(7, options))).toBe(changed);
    delete service.pages[1];
    expect(await outcome(paging.load(7, options))).toBe(changed);
  });

  it('end with a failure where one of them is missing', async () => {
    const service = inSequence(3, 5, 4);
    const paging = await sequencePaging(await partsOf(service));
    delete service.pages[2];
    expect(await paging.load(7, options)).not.toBeNull();
    expect(await outcome(paging.load(8, options))).toBe(changed);
  });

  it('fail as the service does', async () => {
    const parts = await partsOf(inSequence(3, 5));
    const paging = await sequencePaging({ ...parts, fetchPage: offline });
    expect(await outcome(paging.load(3, options))).toBe('offline');
  });

  it('may not lead back', async () => {
    for (const back of [0, 1, 2]) {
      const service = inSequence(3, 5, 4);
      service.next = (at) => (at === 2 ? back : at + 1);
      const paging = await sequencePaging(await partsOf(service));
      // The first page was requested at an address without a parameter.
      if (back === 0) service.pages[0] = [];
      expect(await outcome(paging.load(99, options))).toBe('page-loop');
    }
  });

  it('may be empty, but not for ever', async () => {
    for (const [empty, result] of [
      [20, { start: 1, rows: range(1, 2) }],
      [21, 'page-loop'],
    ] as const) {
      const service = inSequence(1, ...Array<number>(empty).fill(0), 1);
      const paging = await sequencePaging(await partsOf(service));
      expect(await outcome(paging.load(1, options))).toEqual(result);
    }
  });
});

describe('rows in one answer', () => {
  it('are cut into blocks', async () => {
    const service: Service = { pages: { 0: range(0, 1001) }, count: null, next: () => null, asked: [] };
    const parts = await partsOf(service);
    const paging = await wholePaging(parts);
    expect([paging.size, paging.count()]).toEqual([500, 1001]);
    expect(parts.cachedPages.starts()).toEqual([0, 500, 1000]);
    for (const [row, result] of [
      [0, [0, 500, 0]],
      [499, [0, 500, 0]],
      [500, [500, 500, 500]],
      [1000, [1000, 1, 1000]],
      [1001, null],
    ] as const) {
      expect(await loaded(paging, row)).toEqual(result);
    }
    expect(await loaded(paging, 2000)).toBeNull();
    expect(service.asked).toEqual([]);
    parts.cachedPages.lose();
    expect(await loaded(paging, 700)).toEqual([500, 500, 500]);
    expect(await loaded(paging, 3)).toEqual([0, 500, 0]);
    expect(service.asked).toEqual([0]);
    parts.cachedPages.lose();
    service.pages[0] = range(0, 600);
    expect(await loaded(paging, 599)).toEqual([500, 100, 500]);
    expect(await loaded(paging, 600)).toBeNull();
  });

  it('have no block without rows', async () => {
    const service: Service = { pages: { 0: range(0, 1000) }, count: null, next: () => null, asked: [] };
    const parts = await partsOf(service);
    const paging = await wholePaging(parts);
    expect(parts.cachedPages.starts()).toEqual([0, 500]);
    expect(await loaded(paging, 1000)).toBeNull();
    expect(service.asked).toEqual([]);
  });
});

describe('a range of rows', () => {
  const styles: [string, () => Promise<{ paging: Paging; service: Service }>][] = [
    ['row', async () => ofDirect(byRow(10, 95))],
    ['row, uncounted', async () => ofDirect(withEmptyEnd(byRow(10, 95, null)))],
    ['one page', async () => ofDirect(byRow(100, 95), 100)],
    ['sequence', async () => ofSequence(inSequence(10, 3, 0, 40, 7, 20, 15))],
    ['sequence of single rows first', async () => ofSequence(inSequence(1, 50, 44))],
  ];

  /** Without a count, ranges beyond the end are requested as well. */
  function withEmptyEnd(service: Service): Service {
    for (let at = 100; at < 300; at += 10) service.pages[at] = [];
    return service;
  }
  async function ofDirect(service: Service, size = 10) {
    return { paging: (await direct(service, 'offset', size)).paging, service };
  }
  async function ofSequence(service: Service) {
    return { paging: await sequencePaging(await partsOf(service)), service };
  }

  it.each(styles)('is complete by %s', async (_, open) => {
    for (const [offset, limit] of [
      [0, 10],
      [3, 20],
      [9, 2],
      [90, 10],
      [94, 1],
      [95, 5],
      [0, 95],
      [0, 200],
      [60, 35],
      [7, 1],
    ] as const) {
      const { paging } = await open();
      const window = openRowWindow(paging);
      const { rows, last, count } = await window.read(offset, limit, options.signal);
      expect(rows).toEqual(range(offset, Math.min(95, offset + limit)));
      expect(last).toBe(offset + limit >= 95 && (count !== null || offset + limit > 95));
      if (count !== null) expect(count).toBe(95);
      window.close();
    }
  });

  it('is followed by the next two, and nothing beyond the end', async () => {
    const { paging, service } = await ofDirect(byRow(10, 95));
    const window = openRowWindow(paging);
    await window.read(30, 10, options.signal);
    await expect.poll(() => service.asked).toEqual([30, 40, 50]);
    await window.read(40, 10, options.signal);
    await expect.poll(() => service.asked).toEqual([30, 40, 50, 60]);
    await window.read(20, 10, options.signal);
    await expect.poll(() => service.asked).toEqual([30, 40, 50, 60, 20, 10, 0]);
    await window.read(80, 10, options.signal);
    await expect.poll(() => service.asked).toEqual([30, 40, 50, 60, 20, 10, 0, 80, 90]);
  });

  it('is not followed by others if it is long', async () => {
    for (const [limit, followed] of [
      [1000, true],
      [1001, false],
    ] as const) {
      const { paging, service } = await ofDirect(byRow(1001, 4004), 1001);
      await openRowWindow(paging).read(0, limit, options.signal);
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(service.asked.length > 1).toBe(followed);
    }
  });

  describe('with those prefetched', () => {
    interface Load {
      readonly row: number;
      readonly priority: number;
      readonly signal: AbortSignal;
    }

    /** Rows in pages of ten, of which each load is noted. @param count what the service states */
    function noting(total: number, count: number | null) {
      const loads: Load[] = [];
      const paging: Paging = {
        size: 10,
        count: () => count,
        load: async (row, { priority, signal }) => {
          loads.push({ row, priority, signal });
          const from = row - (row % 10);
          return row < total ? { start: from, rows: range(from, Math.min(total, from + 10)) } : null;
        },
      };
      const window = openRowWindow(paging);
      const read = async (offset: number, limit = 10) => {
        loads.length = 0;
        const found = await window.read(offset, limit, options.signal);
        return { found, loads: [...loads] };
      };
      return { window, loads, read, ahead: (all: readonly Load[]) => all.filter(({ priority }) => priority < 0) };
    }
    const rowsOf = (loads: readonly Load[]) => loads.map(({ row }) => row);

    it('asks for them after what is viewed, and only where rows are', async () => {
      const { read, ahead } = noting(100, 100);
      const { loads } = await read(30);
      expect(loads.map(({ row, priority }) => [row, priority])).toEqual([
        [30, 0],
        [40, -1],
        [50, -1],
      ]);
      expect(rowsOf(ahead((await read(80)).loads))).toEqual([90]);
      expect(rowsOf(ahead((await read(90)).loads))).toEqual([]);
      expect(rowsOf(ahead((await read(20)).loads))).toEqual([10, 0]);
      expect(rowsOf(ahead((await read(10)).loads))).toEqual([0]);
      expect(rowsOf(ahead((await read(5)).loads))).toEqual([0]);
      expect(rowsOf(ahead((await noting(100, null).read(90)).loads))).toEqual([100, 110]);
    });

    it('gives them up by a jump, not by reading on', async () => {
      for (const [to, isJump] of [
        [130, false],
        [131, true],
        [70, false],
        [69, true],
      ] as const) {
        const { read, ahead } = noting(1000, 1000);
        const before = ahead((await read(100)).loads);
        const after = ahead((await read(to)).loads);
        expect(before.map(({ signal }) => signal.aborted)).toEqual([isJump, isJump]);
        expect(after.map(({ signal }) => signal.aborted)).toEqual([false, false]);
      }
    });

    it('starts with any range', async () => {
      const { read, ahead } = noting(1000, 1000);
      expect(rowsOf(ahead((await read(500)).loads))).toEqual([510, 520]);
    });

    it('gives them up at the end', async () => {
      const { window, read, ahead } = noting(100, 100);
      const before = ahead((await read(0)).loads);
      window.close();
      expect(before.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    });

    it('asks for those of the last range alone', async () => {
      const { window, loads, ahead } = noting(1000, 1000);
      await Promise.all([window.read(0, 10, options.signal), window.read(10, 10, options.signal)]);
      expect(rowsOf(ahead(loads))).toEqual([20, 30]);
    });

    it('knows the last rows without a count', async () => {
      const { read } = noting(95, null);
      expect((await read(90)).found).toEqual({ rows: range(90, 95), count: null, last: true });
      expect((await read(80)).found.last).toBe(false);
      expect((await noting(95, 95).read(85)).found.last).toBe(true);
    });
  });
});
