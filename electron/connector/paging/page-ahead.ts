import type { FetchedPage, FetchPage } from './paging.ts';
import type { PagingStyle } from './style.ts';

/** Pages that are fetched before they are asked for. */
export interface PagesAhead {
  /** The page at an address: the one that was guessed, or fetched now. The page behind it is guessed and fetched too. */
  take(address: URL, rowsBefore: number): Promise<FetchedPage>;
  /** Lets go of what was fetched for nothing. */
  close(): void;
}

interface Guess {
  readonly href: string;
  readonly page: Promise<FetchedPage>;
  readonly controller: AbortController;
}

/** The address behind an address, where the style lets it be known; null where nothing lies there, or nobody can know. */
function behind(style: PagingStyle, address: URL, rowsBefore: number, count: number | null): URL | null {
  if (style.kind !== 'offset' && style.kind !== 'number') return null;
  if (count === null || rowsBefore + style.size >= count) return null;
  const value = Number(address.searchParams.get(style.parameter) ?? Number.NaN);
  if (!Number.isSafeInteger(value)) return null;
  const next = new URL(address);
  next.searchParams.set(style.parameter, String(value + (style.kind === 'offset' ? style.size : 1)));
  return next;
}

/**
 * Fetches one page further than is known, so that a service works on it while the one before is being read. A page
 * counts only when the service itself leads to it.
 */
export function fetchAhead(
  fetchPage: FetchPage,
  style: PagingStyle,
  count: number | null,
  signal: AbortSignal,
): PagesAhead {
  let guess: Guess | null = null;

  function begin(address: URL): Guess {
    const controller = new AbortController();
    const page = fetchPage(address, { signal: AbortSignal.any([signal, controller.signal]), priority: 0 });
    // Its failure is told when its turn comes, also when whoever reads stops before.
    page.catch(() => undefined);
    return { href: address.href, page, controller };
  }

  return {
    take(address, rowsBefore) {
      if (guess !== null && guess.href !== address.href) guess.controller.abort();
      const taken = guess?.href === address.href ? guess : begin(address);
      const next = behind(style, address, rowsBefore, count);
      guess = next === null ? null : begin(next);
      return taken.page;
    },
    close() {
      guess?.controller.abort();
      guess = null;
    },
  };
}
