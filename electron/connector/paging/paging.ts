import type { Row } from '#shared/cell.ts';
import type { CachedPages } from './page-cache.ts';

/** What a page says of itself and of those beside it. */
export interface PageFace {
  readonly count: number | null;
  readonly next: URL | null;
  /** Where it came from in the end, after redirects. */
  readonly address: URL;
}

/** One page as it came over the network, its rows made ready. */
export interface FetchedPage extends PageFace {
  readonly rows: readonly Row[];
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** 0 for what the user is viewing, -1 for prefetches. */
  readonly priority: number;
  /** Called with the number of reachable rows while a more distant row is approached page by page. */
  readonly onReached?: ((rows: number) => void) | undefined;
}

export type FetchPage = (address: URL, options: LoadOptions) => Promise<FetchedPage>;

export interface LoadedPage {
  /** Number of its first row, from 0. */
  readonly start: number;
  readonly rows: readonly Row[];
}

/** The pages of one query over one service, whatever its style. */
export interface Paging {
  /** The page that holds a row; null when the row lies behind the end. */
  load(row: number, options: LoadOptions): Promise<LoadedPage | null>;
  /** All rows, where they were counted or the end has been seen. */
  count(): number | null;
  /** Rows per page, as far as is known: what is worth prefetching. */
  readonly size: number;
}

export interface PagingParts {
  readonly fetchPage: FetchPage;
  readonly cachedPages: CachedPages;
  /** Address of the first page, and what it brought. */
  readonly start: URL;
  readonly first: FetchedPage;
}
