import { say } from '#shared/sentences/say.ts';
import { asFinal, ServiceError } from './errors.ts';
import { shown } from './http/trust.ts';
import { type FirstPage, fetchFirstPage, isElsewhere, type RowsRequest } from './paging/open-rows.ts';
import { fetchAhead } from './paging/page-ahead.ts';
import type { LoadOptions } from './paging/paging.ts';
import { learnStyle, type PagingStyle } from './paging/style.ts';
import { type FetchWholePage, type PageMaker, type WholePage, wholePageFetcher } from './paging/whole-page.ts';

/** Rows that belong together: one page of the service, and what was made of it. */
export interface Batch<Content> {
  readonly content: Content;
  /** Rows in it. */
  readonly size: number;
  /** Rows given so far, these included. */
  readonly done: number;
  /** Rows that the service says there are; null where it does not count. */
  readonly count: number | null;
  /** Address of the page behind; null at the end. Good for going on from there later ({@link Continuation}). */
  readonly next: string | null;
}

/** Where a former reading of the same rows of the same version was stopped. */
export interface Continuation {
  /** Address of the page to go on with. */
  readonly next: string;
  /** Rows before it. */
  readonly done: number;
}

/** Rows wished for at once when all of them are wanted. */
export const batchSize = 5_000;

const mostEmptyPages = 20;
const mostPages = 2_000_000;

function problem(code: ServiceError['code'], message: string, where: URL): ServiceError {
  return new ServiceError({ code, message, where: `${where.origin}${where.pathname}` });
}

/** What the service says of its rows does not fit what it said before: perhaps because they changed meanwhile. */
function contradiction(code: 'dataset-changed' | 'cut-off', message: string, where: URL): ServiceError {
  const place = `${where.origin}${where.pathname}`;
  return new ServiceError({ code, message, where: place, retry: true, contradiction: true });
}

function checkNext(next: URL, seen: Set<string>, emptyRun: number): void {
  if (!seen.has(next.href) && emptyRun <= mostEmptyPages && seen.size < mostPages) {
    seen.add(next.href);
    return;
  }
  throw problem('page-loop', say('rows-not-whole', { host: next.host }), next);
}

function checkCount(first: WholePage<unknown>, page: WholePage<unknown>, done: number): void {
  const { count, next, address } = page;
  if (first.count !== null && count !== null && count !== first.count) {
    const message = say('grew-or-shrank', { host: address.host, before: first.count, now: count });
    throw contradiction('dataset-changed', message, address);
  }
  const total = count ?? first.count;
  if (total === null || (next !== null && done <= total)) return;
  if (done !== total) {
    throw contradiction('cut-off', say('fewer-than-said', { host: address.host, total, given: done }), address);
  }
}

/** Pages by number must be whole, or rows would be skipped between them. */
function checkSize(style: PagingStyle, { next, size, address }: WholePage<unknown>): void {
  if (style.kind !== 'number' || next === null || size === style.size) return;
  throw contradiction('dataset-changed', say('pages-changed', { host: address.host }), address);
}

/** The page behind one by offset has to begin where that one ends. */
function checkOffset(style: PagingStyle, { next, size, address }: WholePage<unknown>, done: number): void {
  if (style.kind !== 'offset' || next === null) return;
  const start = next.searchParams.get(style.parameter) ?? '';
  if (!/^\d{1,15}$/.test(start) || Number(start) === done) return;
  const numbers = { given: size, next: start, expected: done };
  throw contradiction('dataset-changed', say('next-skips', { address: shown(address), ...numbers }), address);
}

/** A page that the service itself led to: that it has none there is a contradiction, however early it was asked for. */
async function pageLedTo<Page>(request: RowsRequest, address: URL, page: Promise<Page>): Promise<Page> {
  try {
    return await page;
  } catch (error) {
    const isGone = error instanceof ServiceError && error.code === 'not-found' && !isElsewhere(request, address);
    if (!isGone) throw error;
    const message = say('page-removed', { host: address.host, address: shown(address) });
    throw contradiction('dataset-changed', message, address);
  }
}

/** The page that a former reading would have gone on with; its address may be of another start of the same service. */
async function fetchNext<Content>(
  request: RowsRequest,
  fetchPage: FetchWholePage<Content>,
  from: Continuation,
  options: LoadOptions,
): Promise<FirstPage<WholePage<Content>>> {
  const start = new URL(from.next);
  // A token must not be led astray by what was written down.
  if (start.origin !== request.data.origin) {
    throw new ServiceError({
      code: 'dataset-changed',
      message: say('service-moved'),
      where: start.origin,
      retry: true,
    });
  }
  return { start, first: await pageLedTo(request, start, fetchPage(start, options)) };
}

/**
 * Every row of a query, page by page, each exactly once; or an error, never a silent part. The pages after the one
 * that is being worked on are fetched meanwhile.
 * @param maker makes of each page what is wanted of it.
 * @param from goes on where a former reading was stopped.
 * @throws {ServiceError}
 */
export async function* wholePages<Content>(
  request: RowsRequest,
  maker: PageMaker<Content>,
  signal: AbortSignal,
  from: Continuation | null = null,
): AsyncGenerator<Batch<Content>, void, undefined> {
  const options = { signal, priority: 0 };
  const fetchPage = wholePageFetcher(request, maker);
  const { start, first } =
    from === null
      ? await fetchFirstPage(request, fetchPage, options)
      : await fetchNext(request, fetchPage, from, options);
  const style = learnStyle(first.address, first.next, first.size);
  const seen = new Set([start.href, first.address.href]);
  let page = first;
  let done = from?.done ?? 0;
  let emptyRun = 0;
  const ahead = fetchAhead(fetchPage, style, first.count, signal);
  try {
    for (;;) {
      const { content, size } = page;
      done += size;
      emptyRun = size === 0 ? emptyRun + 1 : 0;
      try {
        checkSize(style, page);
        if (page.next !== null) checkNext(page.next, seen, emptyRun);
        checkOffset(style, page, done);
        checkCount(first, page, done);
      } catch (error) {
        throw error instanceof ServiceError && isElsewhere(request, page.address) ? asFinal(error) : error;
      }
      const following = page.next === null ? null : pageLedTo(request, page.next, ahead.take(page.next, done));
      following?.catch(() => undefined);
      yield { content, size, done, count: first.count, next: page.next?.href ?? null };
      if (following === null) return;
      page = await following;
    }
  } finally {
    ahead.close();
  }
}
