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

/** How a service's pages can be requested, as derived from its first answer. */
export type PagingStyle =
  /** Everything in one answer. */
  | { readonly kind: 'whole' }
  /** By the index of the first row: random access. */
  | { readonly kind: 'offset'; readonly parameter: string; readonly size: number; readonly template: URL }
  /** By page number, with equal sizes except for the last: random access. `first` is 0 or 1. */
  | {
      readonly kind: 'number';
      readonly parameter: string;
      readonly first: number;
      readonly size: number;
      readonly template: URL;
    }
  /** By a cursor, which only the previous page contains: sequential. */
  | { readonly kind: 'sequence' };

const sizeParameters = /^(limit|page_?size|per_?page|size|count|max_?results)$/i;
const offsetParameters = /^(offset|start|skip|start_?index|from)$/i;
/** Parameters by which a service binds all pages of one reading to one version: unchanged from the second page on. */
const pinningParameters = /^version$/i;
const numberParameters = /^(page|p|page_?number|page_?index|page_?no)$/i;

function changedParameters(requested: URL, next: URL): [name: string, value: string][] {
  return [...next.searchParams].filter(
    ([name, value]) =>
      !sizeParameters.test(name) &&
      !(pinningParameters.test(name) && !requested.searchParams.has(name)) &&
      requested.searchParams.get(name) !== value,
  );
}

/**
 * Derives the style from the address of the second page. If that is ambiguous the result is `sequence`, which is always
 * correct, only slower.
 * @param requested the address of the first page
 * @param next the first page's link to the next one; null if there is none
 * @param size number of rows on the first page
 */
export function learnStyle(requested: URL, next: URL | null, size: number): PagingStyle {
  if (next === null) return { kind: 'whole' };
  const sequence: PagingStyle = { kind: 'sequence' };
  const changed = changedParameters(requested, next);
  const [only] = changed;
  if (only === undefined || changed.length > 1 || size === 0) return sequence;
  // Pages elsewhere are requested one by one, as they are linked.
  if (next.origin !== requested.origin || next.pathname !== requested.pathname) return sequence;
  const [parameter, text] = only;
  if (!/^\d{1,15}$/.test(text)) return sequence;
  const value = Number(text);
  const offset: PagingStyle = { kind: 'offset', parameter, size, template: next };
  const number = (first: number): PagingStyle => ({ kind: 'number', parameter, first, size, template: next });
  if (offsetParameters.test(parameter)) return value === size ? offset : sequence;
  if (numberParameters.test(parameter)) return value === 2 || value === 1 ? number(value - 1) : sequence;
  if (size > 2 && value === size) return offset;
  return size > 2 && value === 2 ? number(1) : sequence;
}

/** The address of a page that starts at a row, or of the page with a number. */
export function addressOf(style: Extract<PagingStyle, { kind: 'offset' | 'number' }>, page: number): URL {
  const address = new URL(style.template);
  const value = style.kind === 'offset' ? page * style.size : style.first + page;
  address.searchParams.set(style.parameter, String(value));
  if (style.kind === 'offset' && address.searchParams.has('limit')) {
    address.searchParams.set('limit', String(style.size));
  }
  return address;
}
