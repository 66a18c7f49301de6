import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.ts';
import { directPaging } from './open-rows.ts';
import { openPageCache } from './page-cache.ts';
import type { FetchedPage } from './paging.ts';

const start = new URL('http://service.example/data/?limit=10');
const options = { signal: new AbortController().signal, priority: 0 };

/** Pages of ten of 35 rows, each with the count that it is given. */
async function open(...counts: readonly (number | null)[]) {
  const fetched = (page: number): FetchedPage => {
    const from = page * 10;
    const rows = Array.from({ length: Math.min(10, 35 - from) }, (_, at) => [from + at]);
    return { rows, count: counts[page] ?? null, next: from + 10 < 35 ? start : null, address: start };
  };
  const cache = await openPageCache(null);
  const paging = directPaging(
    { kind: 'offset', parameter: 'offset', size: 10, template: start },
    {
      fetchPage: async (address) => fetched(Number(address.searchParams.get('offset')) / 10),
      cachedPages: cache.openPages(),
      start,
      first: fetched(0),
    },
  );
  return paging;
}

describe('pages that are counted later', () => {
  it('have no count until a page states it', async () => {
    const paging = await open(null, null, 35, null);
    await paging.load(10, options);
    expect(paging.count()).toBeNull();
    await paging.load(20, options);
    expect(paging.count()).toBe(35);
    await paging.load(30, options);
    expect(paging.count()).toBe(35);
    expect(await paging.load(35, options)).toBeNull();
  });

  it('are counted at their end otherwise', async () => {
    const paging = await open(null);
    await paging.load(30, options);
    expect(paging.count()).toBe(35);
  });

  it('must keep the count that was stated once', async () => {
    const paging = await open(null, 35, 36);
    await paging.load(10, options);
    const reason: unknown = await paging.load(20, options).catch((error: unknown) => error);
    expect(reason).toBeInstanceOf(ServiceError);
    expect((reason as ServiceError).kind).toBe('dataset-changed');
  });
});
