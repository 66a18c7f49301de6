import type { Row } from '#shared/cell.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { ReadBytes } from '../http/answers/get-json.ts';
import { contradicted, evidenceColumns } from '../rows/query-evidence.ts';
import { pageChecker } from './checked-fetcher.ts';
import { bareFetcher, isElsewhere, type RowsRequest } from './open-rows.ts';
import { nextAddress, readPage } from './page-answer.ts';
import type { LoadOptions, PageFace } from './paging.ts';

/** A page that was taken straight from its bytes. */
export interface TakenPage<Content> {
  readonly content: Content;
  readonly rows: number;
  readonly count: number | null;
  /** Address of the next page as the service wrote it; null at the end. */
  readonly next: string | null;
  /** Each row's cells of the columns that {@link evidenceColumns} asks for, in the order of the columns; empty where it asks for none. */
  readonly watched: readonly Row[];
}

/** Makes something of the rows of a page: straight of its bytes where they have the usual form, and else of the rows. */
export interface PageMaker<Content> {
  /** Null for bytes of any form that it does not know, good or bad. */
  readonly ofBytes: ReadBytes<TakenPage<Content>> | null;
  ofRows(rows: readonly Row[]): Content;
  /** Compares pages by their results; left out where a repeated page is not detected. */
  readonly comparison?: PageComparison<Content>;
}

/** How a page is known to be the one before it once more. */
export interface PageComparison<Content> {
  /** The same for the same rows. */
  digest(content: Content): string;
  /** Whether the rows of a page repeat within it, so that the same page again may well be what the dataset holds. */
  isPeriodic(content: Content): boolean;
}

/** One page, its rows made into something. */
export interface WholePage<Content> extends PageFace {
  readonly content: Content;
  /** Rows in it. */
  readonly size: number;
}

export type FetchWholePage<Content> = (address: URL, options: LoadOptions) => Promise<WholePage<Content>>;

/** Those of the names that evidence is wanted of, in the order of the names. */
function watchedNames(query: RowQuery, names: readonly string[]): readonly string[] {
  const wanted = evidenceColumns(query) ?? [];
  return names.filter((name) => wanted.includes(name));
}

/** Fetches pages and makes something of them; where a service ignores a part of the query, that is reported as usual. */
export function wholePageFetcher<Content>(
  request: RowsRequest,
  { ofBytes, ofRows }: PageMaker<Content>,
): FetchWholePage<Content> {
  const { client, layout, columns, query } = request;
  const names = query.fields ?? columns.map((column) => column.name);
  const watched = watchedNames(query, names);
  const { fetchPage, readRows } = bareFetcher(request);
  const check = pageChecker(fetchPage, query, names);
  const heeded = new Set<string>();
  let read = evidenceColumns(query) === null ? null : ofBytes;

  async function fromRows(address: URL, options: LoadOptions): Promise<WholePage<Content>> {
    const page = await fetchPage(address, options);
    await check(page, address, options);
    return { ...page, content: ofRows(page.rows), size: page.rows.length };
  }

  /** Where the cells at hand speak against the query, the whole page is looked at. */
  async function checkTaken(taken: TakenPage<Content>, address: URL, options: LoadOptions): Promise<void> {
    const doubted = contradicted(query, watched, taken.watched).map(({ parameter, value }) => `${parameter}=${value}`);
    if (doubted.every((key) => heeded.has(key))) return;
    await check(await fetchPage(address, options), address, options);
    for (const key of doubted) heeded.add(key);
  }

  return async (address, options) => {
    if (read === null) return fromRows(address, options);
    const answer = await client.getRead(address, read, { ...options, once: isElsewhere(request, address) });
    if (answer.kind === 'json') {
      // A service keeps to one form: the others of its pages need not be tried.
      read = null;
      const page = readRows(readPage(answer), answer);
      await check(page, address, options);
      return { ...page, content: ofRows(page.rows), size: page.rows.length };
    }
    const { content, rows: size, count } = answer.read;
    await checkTaken(answer.read, address, options);
    const following = nextAddress(answer.read, answer, layout.resolve);
    return { content, size, count, next: following, address: answer.address };
  };
}
