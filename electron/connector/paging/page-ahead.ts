import type { LoadOptions, PageFace } from './paging.ts';
import type { PagingStyle } from './style.ts';

/** Pages that are fetched before they are asked for. */
export interface PagesAhead<Page extends PageFace> {
  /** The page at an address: the one that was guessed, or fetched now. The pages behind it are guessed and fetched too. */
  take(address: URL, rowsBefore: number): Promise<Page>;
  /** Lets go of what was fetched for nothing. */
  close(): void;
}

interface Guess<Page> {
  readonly address: URL;
  readonly page: Promise<Page>;
  readonly controller: AbortController;
}

/** Pages that are under way behind the one that is waited for. */
const mostAhead = 3;

/** The address behind an address, where the style lets it be known; null where nothing lies there, or nobody can know. */
function behind(style: PagingStyle, address: URL, rowsBefore: number, count: number | null): URL | null {
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
 * Fetches a few pages further than is known, so that a service works on them while the one before is being read. A page
 * counts only when the service itself leads to it.
 */
export function fetchAhead<Page extends PageFace>(
  fetchPage: (address: URL, options: LoadOptions) => Promise<Page>,
  style: PagingStyle,
  count: number | null,
  signal: AbortSignal,
): PagesAhead<Page> {
  const guesses: Guess<Page>[] = [];

  function begin(address: URL): Guess<Page> {
    const controller = new AbortController();
    const page = fetchPage(address, { signal: AbortSignal.any([signal, controller.signal]), priority: 0 });
    // Its failure is told when its turn comes, also when whoever reads stops before.
    page.catch(() => undefined);
    return { address, page, controller };
  }

  function forget(): void {
    for (const { controller } of guesses.splice(0)) controller.abort();
  }

  return {
    take(address, rowsBefore) {
      const [guessed] = guesses;
      if (guessed?.address.href !== address.href) forget();
      const taken = guesses.shift() ?? begin(address);
      let last = guesses.at(-1)?.address ?? address;
      while (guesses.length < mostAhead) {
        const next = behind(style, last, rowsBefore + guesses.length * sizeOf(style), count);
        if (next === null) break;
        guesses.push(begin(next));
        last = next;
      }
      return taken.page;
    },
    close: forget,
  };
}
