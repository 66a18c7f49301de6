import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import { abortedError, ServiceError } from '../errors.ts';
import type { FetchedPage, FetchPage, LoadedPage, LoadOptions, Paging, PagingParts } from './paging.ts';

interface Known {
  readonly start: number;
  readonly length: number;
  readonly address: URL;
}

const maxPages = 2_000_000;
const maxEmptyPages = 20;

function circle(where: URL): ServiceError {
  return new ServiceError('page-loop', explain('pages-in-a-circle', { host: where.host }), where);
}

function lost(where: URL): ServiceError {
  return new ServiceError('dataset-changed', explain('place-forgotten', { host: where.host }), where, {
    retry: true,
    contradiction: true,
  });
}

async function ask(fetchPage: FetchPage, address: URL, options: LoadOptions): Promise<FetchedPage> {
  try {
    return await fetchPage(address, options);
  } catch (error) {
    throw isOfKind(error, 'not-found') ? lost(address) : error;
  }
}

/** The index in `pages`, sorted by start, of the page that contains a row. */
function placeOf(pages: readonly Known[], row: number): number {
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pages[middle]?.start ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Pages that are only linked from their predecessor. The links are followed once and their addresses are stored, so
 * that every row passed can be reached directly afterwards, from the cache or by its page's address.
 */
export async function sequencePaging({ fetchPage, cachedPages, start, first }: PagingParts): Promise<Paging> {
  const loads = new SharedWork<FetchedPage>(abortedError);
  const { count } = first;
  const size = first.rows.length;
  const pages: Known[] = [];
  const seen = new Set<string>();
  let known = 0;
  let next: URL | null = null;
  let emptyRun = 0;

  async function take(address: URL, page: FetchedPage): Promise<void> {
    seen.add(address.href);
    next = page.next;
    emptyRun = page.rows.length === 0 ? emptyRun + 1 : 0;
    if (page.rows.length === 0) return;
    const from = known;
    await cachedPages.put(from, page.rows, 'disk');
    pages.push({ start: from, length: page.rows.length, address });
    known += page.rows.length;
  }

  async function step(address: URL, options: LoadOptions): Promise<FetchedPage> {
    if (seen.has(address.href) || emptyRun > maxEmptyPages || pages.length > maxPages) throw circle(address);
    const page = await ask(fetchPage, address, options);
    await take(address, page);
    return page;
  }

  async function reach(row: number, options: LoadOptions): Promise<void> {
    while (known <= row && next !== null) {
      const address: URL = next;
      await loads.join(`${seen.size}`, options.signal, (signal) => step(address, { ...options, signal }));
      if (known <= row) options.onReached?.(known);
    }
  }

  await take(start, first);
  return {
    size,
    count: () => (next === null ? known : count),
    async load(row, options): Promise<LoadedPage | null> {
      await reach(row, options);
      const page = pages[placeOf(pages, row)];
      if (page === undefined || row >= known) return null;
      const kept = await cachedPages.get(page.start);
      if (kept !== undefined) return { start: page.start, rows: kept };
      const again = await loads.join(`again ${page.start}`, options.signal, (signal) =>
        ask(fetchPage, page.address, { ...options, signal }),
      );
      if (again.rows.length !== page.length) throw lost(page.address);
      await cachedPages.put(page.start, again.rows, 'disk');
      return { start: page.start, rows: again.rows };
    },
  };
}
