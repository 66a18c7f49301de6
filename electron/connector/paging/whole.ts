import type { FetchedPage, LoadOptions, Paging, PagingParts } from './paging.ts';
import { shareLoads } from './shared-loads.ts';

const blockSize = 500;

/** Rows that came in one answer, cut into blocks; if one has been evicted, all are requested again. */
export async function wholePaging({ fetchPage, cachedPages, start, first }: PagingParts): Promise<Paging> {
  const loads = shareLoads<FetchedPage>();
  const total = first.rows.length;

  async function keep(page: FetchedPage): Promise<void> {
    for (let from = 0; from < page.rows.length; from += blockSize) {
      await cachedPages.put(from, page.rows.slice(from, from + blockSize), 'disk');
    }
  }

  async function again(options: LoadOptions): Promise<FetchedPage> {
    const page = await loads.load(0, options.signal, (signal) => fetchPage(start, { ...options, signal }));
    await keep(page);
    return page;
  }

  await keep(first);
  return {
    size: blockSize,
    count: () => total,
    async load(row, options) {
      if (row >= total) return null;
      const from = row - (row % blockSize);
      const rows = (await cachedPages.get(from)) ?? (await again(options)).rows.slice(from, from + blockSize);
      return row < from + rows.length ? { start: from, rows } : null;
    },
  };
}
