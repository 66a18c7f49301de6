import type { Row } from '#shared/cell.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { ReadBytes } from '../http/answers/get-json.ts';
import { bareFetcher, isElsewhere, type RowsRequest } from './open-rows.ts';
import { nextAddress, readPage } from './page-answer.ts';
import type { LoadOptions, PageInfo } from './paging.ts';
import { contradicted, evidenceColumns, pageChecker } from './query-evidence.ts';

/** A page that was read directly from its bytes. */
export interface TakenPage<Content> {
  readonly content: Content;
  readonly rows: number;
  readonly count: number | null;
  /** Address of the next page as the service wrote it; null at the end. */
  readonly next: string | null;
  /**
   * Each row's cells in the columns of {@link evidenceColumns}, in the order of the columns; empty if there are none.
   */
  readonly watched: readonly Row[];
}

/** Converts the rows of a page: directly from its bytes in the usual form, otherwise from the parsed rows. */
export interface PageMaker<Content> {
  /** Converts the bytes of a page; null for bytes in any other form, valid or not. */
  readonly ofBytes: ReadBytes<TakenPage<Content>> | null;
  ofRows(rows: readonly Row[]): Content;
  /** Compares pages by their results; missing if repeated pages are not detected. */
  readonly comparison?: PageComparison<Content>;
}

/** Detects that a page is the previous one again. */
export interface PageComparison<Content> {
  /** Equal for equal rows. */
  digest(content: Content): string;
  /** Whether the rows repeat within a page, so that the dataset may really contain the same page again. */
  isPeriodic(content: Content): boolean;
}

/** One page with its converted rows. */
export interface WholePage<Content> extends PageInfo {
  readonly content: Content;
  /** Number of rows. */
  readonly size: number;
}

export type FetchWholePage<Content> = (address: URL, options: LoadOptions) => Promise<WholePage<Content>>;

/** The names of the columns that evidence needs, in order. */
function watchedNames(query: RowQuery, names: readonly string[]): readonly string[] {
  const evidence = evidenceColumns(query) ?? [];
  return names.filter((name) => evidence.includes(name));
}

/** Fetches and converts pages; a service that ignores a part of the query is reported as usual. */
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

  /** If the watched cells contradict the query, the whole page is checked. */
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
      // A service uses one form: do not try its other pages.
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
