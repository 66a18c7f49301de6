import type { LoadOptions, PageInfo } from './paging.ts';
import type { PagingStyle } from './style.ts';

/** Pages that are fetched before they are requested. */
export interface PagePrefetch<Page extends PageInfo> {
  /** The page at an address: a prefetched one, or fetched now. The pages after it are prefetched too. */
  take(address: URL, rowsBefore: number): Promise<Page>;
  /** Cancels unused prefetches. */
  close(): void;
}

interface Guess<Page> {
  readonly address: URL;
  readonly page: Promise<Page>;
  readonly controller: AbortController;
}

/** Maximum number of pages being fetched beyond the requested one. */
const maxPrefetched = 3;

/** The address of the next page; null if there is none, or if the paging style cannot compute it. */
function addressAfter(style: PagingStyle, address: URL, rowsBefore: number, count: number | null): URL | null {
  if (style.kind !== 'offset' && style.kind !== 'number') return null;
  if (address.origin !== style.template.origin) return null;
  if (count === null || rowsBefore + style.size >= count) return null;
  const value = Number(address.searchParams.get(style.parameter) ?? Number.NaN);
  if (!Number.isSafeInteger(value)) return null;
  const next = new URL(address);
  next.searchParams.set(style.parameter, String(value + (style.kind === 'offset' ? style.size : 1)));
  return next;
}

function sizeOf(style: PagingStyle): number {
  return style.kind === 'offset' || style.kind === 'number' ? style.size : 0;
}

/**
 * Prefetches a few pages at predicted addresses, so that a service works on them while the previous one is being read.
 * A page is only used if the service itself leads to it.
 */
export function prefetch<Page extends PageInfo>(
  fetchPage: (address: URL, options: LoadOptions) => Promise<Page>,
  style: PagingStyle,
  count: number | null,
  signal: AbortSignal,
): PagePrefetch<Page> {
  const guesses: Guess<Page>[] = [];

  function start(address: URL): Guess<Page> {
    const controller = new AbortController();
    const page = fetchPage(address, { signal: AbortSignal.any([signal, controller.signal]), priority: 0 });
    // Its failure is reported when its turn comes, or never if the caller stops before.
    page.catch(() => undefined);
    return { address, page, controller };
  }

  function cancelAll(): void {
    for (const { controller } of guesses.splice(0)) controller.abort();
  }

  return {
    take(address, rowsBefore) {
      const [guessed] = guesses;
      if (guessed?.address.href !== address.href) cancelAll();
      const taken = guesses.shift() ?? start(address);
      let last = guesses.at(-1)?.address ?? address;
      while (guesses.length < maxPrefetched) {
        const next = addressAfter(style, last, rowsBefore + guesses.length * sizeOf(style), count);
        if (next === null) break;
        guesses.push(start(next));
        last = next;
      }
      return taken.page;
    },
    close: cancelAll,
  };
}
