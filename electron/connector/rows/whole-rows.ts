import type { Row } from '#shared/cell.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { selectsOrSorts } from '#shared/row-query.ts';
import { asFinal, ServiceError } from '../errors.ts';
import { shown } from '../http/transport/trust.ts';
import { type FirstPage, fetchFirstPage, isElsewhere, pageFetcher, type RowsRequest } from '../paging/open-rows.ts';
import { type LoadOptions, learnStyle, type PageInfo, type PagingStyle } from '../paging/paging.ts';

export interface PageMaker<Content> {
  ofRows(rows: readonly Row[]): Content;
  /** Compares pages by their results; missing if repeated pages are not detected. */
  readonly comparison?: PageComparison<Content>;
}

interface PageComparison<Content> {
  /** Equal for equal rows. */
  digest(content: Content): string;
  /** Whether the rows repeat within a page, so that the dataset may really contain the same page again. */
  isPeriodic(content: Content): boolean;
}

interface WholePage<Content> extends PageInfo {
  readonly content: Content;
  readonly size: number;
}

type FetchWholePage<Content> = (address: URL, options: LoadOptions) => Promise<WholePage<Content>>;

/** One page of the service, converted. */
export interface Batch<Content> {
  readonly content: Content;
  readonly size: number;
  /** Rows so far, including these. */
  readonly done: number;
  /** Row count reported by the service; null if it does not count. */
  readonly count: number | null;
  /** Address of the next page; null at the end. A reading can be resumed there ({@link Continuation}). */
  readonly next: string | null;
}

/** Where an earlier reading of the same rows of the same version was stopped. */
export interface Continuation {
  /** Address of the page to resume with. */
  readonly next: string;
  /** Rows before it. */
  readonly done: number;
  /** Row count reported by the service; null if it did not count. */
  readonly count: number | null;
}

/** Rows per request when reading all of them. */
export const batchSize = 5_000;

const maxEmptyPages = 20;
const maxPages = 2_000_000;

/** The service contradicts its earlier statements about its rows, perhaps because they changed meanwhile. */
function contradiction(kind: 'dataset-changed' | 'cut-off', reason: Explanation, where: URL): ServiceError {
  return new ServiceError(kind, reason, where, { retry: true, contradiction: true });
}

function checkNext(next: URL, seen: Set<string>, emptyRun: number): void {
  if (!seen.has(next.href) && emptyRun <= maxEmptyPages && seen.size < maxPages) {
    seen.add(next.href);
    return;
  }
  throw new ServiceError('page-loop', explain('rows-not-whole', { host: next.host }), next);
}

/** @param before row count reported on earlier pages */
function checkCount(before: number | null, page: WholePage<unknown>, done: number): void {
  const { count, next, address } = page;
  if (before !== null && count !== null && count !== before) {
    const reason = explain('grew-or-shrank', { host: address.host, before, now: count });
    throw contradiction('dataset-changed', reason, address);
  }
  const total = count ?? before;
  if (total === null || (next !== null && done <= total)) return;
  if (done !== total) {
    throw contradiction('cut-off', explain('fewer-than-said', { host: address.host, total, given: done }), address);
  }
}

/** Pages by number must be full, or rows would be skipped between them. */
function checkSize(style: PagingStyle, { next, size, address }: WholePage<unknown>): void {
  if (style.kind !== 'number' || next === null || size === style.size) return;
  throw contradiction('dataset-changed', explain('pages-changed', { host: address.host }), address);
}

/** The page after one by offset must start where that one ends. */
function checkOffset(style: PagingStyle, { next, size, address }: WholePage<unknown>, done: number): void {
  if (style.kind !== 'offset' || next === null) return;
  const start = next.searchParams.get(style.parameter) ?? '';
  if (!/^\d{1,15}$/.test(start) || Number(start) === done) return;
  const numbers = { given: size, next: start, expected: done };
  throw contradiction('dataset-changed', explain('next-skips', { address: shown(address), ...numbers }), address);
}

/** Few rows may well repeat; this many rows of identical pages come from one page under several addresses. */
const minRepeatedRows = 40;

/**
 * Detects pages with the rows of the previous page, from a service that ignores the parameter of its own next page.
 * Rows that repeat within their page prove nothing. If the service counts, its count decides first, and the repetition
 * at the end.
 * @throws {ServiceError} from the returned function
 */
function repeatChecker<Content>(comparison: PageComparison<Content> | undefined, count: number | null) {
  let before: string | null = null;
  let sameRows = 0;
  let repeatedRows: number | null = null;
  return ({ content, size, address, next }: WholePage<Content>) => {
    if (comparison === undefined) return;
    if (size > 0) {
      const digest = comparison.digest(content);
      const isSame = digest === before;
      before = digest;
      sameRows = isSame ? sameRows + size : size;
      if (isSame && sameRows >= minRepeatedRows && !comparison.isPeriodic(content)) repeatedRows ??= size;
    }
    if (repeatedRows === null || (count !== null && next !== null)) return;
    const place = `${address.origin}${address.pathname}`;
    throw contradiction('dataset-changed', explain('same-rows-again', { address: place, rows: repeatedRows }), address);
  };
}

/** A missing page that the service itself linked to is a contradiction, however early it was requested. */
async function pageLedTo<Page>(request: RowsRequest, address: URL, page: Promise<Page>): Promise<Page> {
  try {
    return await page;
  } catch (error) {
    const isRemoved = isOfKind(error, 'not-found') && !isElsewhere(request, address);
    if (!isRemoved) throw error;
    const reason = explain('page-removed', { host: address.host, address: shown(address) });
    throw contradiction('dataset-changed', reason, address);
  }
}

/** The page to resume with; its address may belong to an earlier start of the same service. */
async function fetchNext<Content>(
  request: RowsRequest,
  fetchPage: FetchWholePage<Content>,
  from: Continuation,
  options: LoadOptions,
): Promise<FirstPage<WholePage<Content>>> {
  const start = new URL(from.next);
  // A stored address must not lead a token to another origin.
  if (start.origin !== request.data.origin) {
    throw new ServiceError('dataset-changed', explain('service-moved'), start.origin, { retry: true });
  }
  return { start, first: await pageLedTo(request, start, fetchPage(start, options)) };
}

/**
 * Every row of a query, page by page, each exactly once; or an error, never silently only a part. The following pages
 * are prefetched.
 * @param maker converts each page
 * @param from resumes where an earlier reading was stopped
 * @throws {ServiceError}
 */
export async function* wholePages<Content>(
  request: RowsRequest,
  maker: PageMaker<Content>,
  signal: AbortSignal,
  from: Continuation | null = null,
): AsyncGenerator<Batch<Content>, void, undefined> {
  const options = { signal, priority: 0 };
  const fetchRows = pageFetcher(request);
  const fetchPage: FetchWholePage<Content> = async (address, pageOptions) => {
    const { rows, ...page } = await fetchRows(address, pageOptions);
    return { ...page, content: maker.ofRows(rows), size: rows.length };
  };
  // Before the first page a service sorts and filters all rows.
  const calculated = selectsOrSorts(request.query);
  const { start, first } =
    from === null
      ? await fetchFirstPage(request, fetchPage, { ...options, calculated })
      : await fetchNext(request, fetchPage, from, { ...options, calculated });
  const style = learnStyle(first.address, first.next, first.size);
  const seen = new Set([start.href, first.address.href]);
  let page = first;
  let done = from?.done ?? 0;
  const count = from?.count ?? first.count;
  let emptyRun = 0;
  const checkRepeat = repeatChecker(maker.comparison, count);
  const prefetchedPages = prefetch(fetchPage, style, count, signal);
  try {
    for (;;) {
      const { content, size } = page;
      done += size;
      emptyRun = size === 0 ? emptyRun + 1 : 0;
      try {
        checkSize(style, page);
        if (page.next !== null) checkNext(page.next, seen, emptyRun);
        checkOffset(style, page, done);
        checkCount(count, page, done);
        checkRepeat(page);
      } catch (error) {
        throw error instanceof ServiceError && isElsewhere(request, page.address) ? asFinal(error) : error;
      }
      const following =
        page.next === null ? null : pageLedTo(request, page.next, prefetchedPages.take(page.next, done));
      following?.catch(() => undefined);
      yield { content, size, done, count, next: page.next?.href ?? null };
      if (following === null) return;
      page = await following;
    }
  } finally {
    prefetchedPages.close();
  }
}

/** Pages that are fetched before they are requested. */
interface PagePrefetch<Page extends PageInfo> {
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
function prefetch<Page extends PageInfo>(
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
