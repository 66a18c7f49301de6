import type { Row } from '#shared/cell.ts';
import type { CachedPages } from './page-cache.ts';

/** What a page states about itself and its neighbours. */
export interface PageInfo {
  readonly count: number | null;
  readonly next: URL | null;
  /** Final address of the page, after redirects. */
  readonly address: URL;
}

/** One page from the network, with converted rows. */
export interface FetchedPage extends PageInfo {
  readonly rows: readonly Row[];
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** 0 for what the user is viewing, -1 for prefetches. */
  readonly priority: number;
  readonly calculated?: boolean | undefined;
  /** Called with the number of reachable rows while a more distant row is approached page by page. */
  readonly onReached?: ((rows: number) => void) | undefined;
}

export type FetchPage = (address: URL, options: LoadOptions) => Promise<FetchedPage>;

export interface LoadedPage {
  /** Index of its first row, from 0. */
  readonly start: number;
  readonly rows: readonly Row[];
}

/** The pages of one query at one service, whatever its paging style. */
export interface Paging {
  /** The page that contains a row; null if the row is beyond the end. */
  load(row: number, options: LoadOptions): Promise<LoadedPage | null>;
  /** Total number of rows, if they were counted or the end was reached. */
  count(): number | null;
  /** Rows per page, as far as known, for prefetching. */
  readonly size: number;
}

export interface PagingParts {
  readonly fetchPage: FetchPage;
  readonly cachedPages: CachedPages;
  /** Address of the first page, and its content. */
  readonly start: URL;
  readonly first: FetchedPage;
}
