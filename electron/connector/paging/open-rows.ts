import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { countLaterPreference } from '#shared/api/view-progress.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { type RowQuery, rowQueryToParameters, selectsOrSorts } from '#shared/row-query.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import { abortedError, ServiceError } from '../errors.ts';
import { addressWith } from '../http/layout.ts';
import type { ServiceApi } from '../service-api.ts';
import { nextAddress, readPage } from './page-answer.ts';
import type { CachedPages } from './page-cache.ts';
import {
  addressOf,
  type FetchedPage,
  type FetchPage,
  type LoadedPage,
  type LoadOptions,
  learnStyle,
  type PageInfo,
  type Paging,
  type PagingParts,
  type PagingStyle,
} from './paging.ts';
import { pageChecker } from './query-evidence.ts';
import { rowChecker, rowReader } from './row-reader.ts';
import { sequencePaging } from './sequence.ts';

export interface RowsRequest extends Pick<ServiceApi, 'client' | 'layout'> {
  /** Address of the dataset's rows. */
  readonly data: URL;
  readonly columns: readonly Column[];
  readonly query: RowQuery;
  /** Requested rows per page; a service may return fewer. */
  readonly pageSize: number;
  /** Whether the first rows may come before they are counted, from services that can do so. */
  readonly countLater?: boolean;
}

/** A request for rows of a dataset as its record describes them. */
export function rowsRequest(
  { client, layout }: Pick<ServiceApi, 'client' | 'layout'>,
  { data, columns }: Pick<Dataset, 'data' | 'columns'>,
  query: RowQuery,
  pageSize: number,
): RowsRequest {
  return { client, layout, data: new URL(data), columns, query, pageSize };
}

export function firstAddress(
  { data, query, pageSize }: Pick<RowsRequest, 'data' | 'query' | 'pageSize'>,
  withLimit = true,
): URL {
  const address = addressWith(data, rowQueryToParameters(query));
  if (withLimit) address.searchParams.set('limit', String(pageSize));
  return address;
}

/**
 * Whether a page is on another server than the rows: a service may link anywhere, but such links are followed only
 * once.
 */
export function isElsewhere({ data, layout }: RowsRequest, address: URL): boolean {
  return address.origin !== data.origin && address.origin !== layout.base.origin;
}

/** Fetches pages of a query without checking whether the service applied it. */
function bareFetcher(request: RowsRequest): FetchPage {
  const { client, layout, columns, query } = request;
  const prefer = request.countLater ? countLaterPreference : undefined;
  const checkRow = rowChecker(columns, query.fields);
  const readRow = rowReader(columns, query.fields);
  return async (address, options) => {
    const once = isElsewhere(request, address);
    const answer = await client.getJson(address, { ...options, once, prefer });
    const page = readPage(answer);
    return {
      rows: page.items.map((item, index) => {
        checkRow(item, index + 1, answer);
        return readRow(item);
      }),
      count: page.count,
      next: nextAddress(page, answer, layout.resolve),
      address: answer.address,
    };
  };
}

/** Fetches pages of a query, and checks that the service applied it. */
export function pageFetcher(request: RowsRequest): FetchPage {
  const { columns, query } = request;
  const fetchPage = bareFetcher(request);
  // All rows in the order of the service contradict nothing.
  if (!selectsOrSorts(query)) return fetchPage;
  const check = pageChecker(fetchPage, query, query.fields ?? columns.map((column) => column.name));
  return async (address, options) => {
    const page = await fetchPage(address, options);
    await check(page, address, options);
    return page;
  };
}

export interface FirstPage<Page extends PageInfo> {
  readonly start: URL;
  readonly first: Page;
}

/** Requests the first page; again without `limit` if a service rejects unknown parameters. */
export async function fetchFirstPage<Page extends PageInfo>(
  request: RowsRequest,
  fetchPage: (address: URL, options: LoadOptions) => Promise<Page>,
  options: LoadOptions,
): Promise<FirstPage<Page>> {
  const start = firstAddress(request);
  try {
    return { start, first: await fetchPage(start, options) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    const plain = firstAddress(request, false);
    try {
      return { start: plain, first: await fetchPage(plain, options) };
    } catch {
      throw error;
    }
  }
}

function incomplete(parts: PagingParts, count: number): ServiceError {
  return new ServiceError(
    'malformed',
    explain('no-way-to-the-others', { host: parts.start.host, count, given: parts.first.rows.length }),
    parts.start,
  );
}

/**
 * Switches to sequential reading once the pages turn out to be irregular. The first page is requested again then: it is
 * kept in the cache alone.
 */
function forgiving(direct: Paging, { fetchPage, cachedPages, start }: Omit<PagingParts, 'first'>): Paging {
  let current = direct;
  return {
    size: direct.size,
    count: () => current.count(),
    async load(row, options: LoadOptions) {
      try {
        return await current.load(row, options);
      } catch (error) {
        if (!(error instanceof IrregularPages)) throw error;
        if (current === direct) {
          const first = await fetchPage(start, options);
          // Another row may have shown the same meanwhile.
          if (current === direct) {
            cachedPages.clear();
            current = await sequencePaging({ fetchPage, cachedPages, start, first });
          }
        }
        return current.load(row, options);
      }
    },
  };
}

/** Chooses the paging style by the first page. */
async function openPaging(parts: PagingParts): Promise<Paging> {
  const { first } = parts;
  const style = learnStyle(first.address, first.next, first.rows.length);
  if (style.kind === 'whole') {
    if (first.count !== null && first.count > first.rows.length) throw incomplete(parts, first.count);
    return wholePaging(parts);
  }
  if (style.kind === 'sequence') return sequencePaging(parts);
  await parts.cachedPages.put(0, first.rows, 'memory');
  return forgiving(directPaging(style, parts), parts);
}

/** Opens the rows of one query for random access. */
export async function openRowPages(
  request: RowsRequest,
  cachedPages: CachedPages,
  options: LoadOptions,
): Promise<Paging> {
  const fetchPage = pageFetcher(request);
  const { start, first } = await fetchFirstPage(request, fetchPage, options);
  return openPaging({ fetchPage, cachedPages, start, first });
}

const blockSize = 500;

/** Rows that came in one answer, cut into blocks; if one has been evicted, all are requested again. */
export async function wholePaging({ fetchPage, cachedPages, start, first }: PagingParts): Promise<Paging> {
  const loads = new SharedWork<FetchedPage>(abortedError);
  const total = first.rows.length;

  async function keep(page: FetchedPage): Promise<void> {
    for (let from = 0; from < page.rows.length; from += blockSize) {
      await cachedPages.put(from, page.rows.slice(from, from + blockSize), 'disk');
    }
  }

  async function again(options: LoadOptions): Promise<FetchedPage> {
    const page = await loads.join('0', options.signal, (signal) => fetchPage(start, { ...options, signal }));
    await keep(page);
    return page;
  }

  await keep(first);
  return {
    size: blockSize,
    count: () => total,
    async load(row, options) {
      if (row >= total) return null;
      const from = row - (row % blockSize);
      const rows = (await cachedPages.get(from)) ?? (await again(options)).rows.slice(from, from + blockSize);
      return row < from + rows.length ? { start: from, rows } : null;
    },
  };
}

/** The pages have different sizes, so that no row can be located by counting: read them in sequence. */
export class IrregularPages extends Error {}

function changed(where: URL): ServiceError {
  return new ServiceError('dataset-changed', explain('became-another', { host: where.host }), where, {
    retry: true,
    contradiction: true,
  });
}

/**
 * Pages that can be requested in any order, by row or by page number.
 * @throws {IrregularPages} from `load`, if the service does not keep to its own page size
 */
export function directPaging(
  style: Extract<PagingStyle, { kind: 'offset' | 'number' }>,
  { fetchPage, cachedPages, start, first }: PagingParts,
): Paging {
  const loads = new SharedWork<LoadedPage | null>(abortedError);
  let end: number | null = null;
  /** A service may count the rows after it has sent the first ones. */
  let counted = first.count;

  function check(page: number, fetched: FetchedPage): LoadedPage | null {
    const from = page * style.size;
    const { rows } = fetched;
    if (counted !== null && fetched.count !== null && fetched.count !== counted) throw changed(start);
    counted ??= fetched.count;
    if (rows.length > style.size || (rows.length < style.size && fetched.next !== null)) throw new IrregularPages();
    if (counted !== null && from + rows.length < Math.min(counted, from + style.size)) throw changed(start);
    if (fetched.next === null && (rows.length > 0 || from === 0)) end = from + rows.length;
    return rows.length === 0 ? null : { start: from, rows };
  }

  async function fetched(page: number, options: LoadOptions): Promise<FetchedPage | null> {
    try {
      return await fetchPage(addressOf(style, page), options);
    } catch (error) {
      if (!isOfKind(error, 'not-found')) throw error;
      // A page number after the last one is "not found" in this style; a missing page of announced rows is an error.
      if (counted === null ? style.kind === 'number' : page * style.size >= counted) return null;
      throw changed(start);
    }
  }

  async function loadPage(page: number, options: LoadOptions): Promise<LoadedPage | null> {
    const kept = await cachedPages.get(page * style.size);
    if (kept !== undefined) return { start: page * style.size, rows: kept };
    const answer = await fetched(page, options);
    const loaded = answer === null ? null : check(page, answer);
    if (loaded !== null) await cachedPages.put(loaded.start, loaded.rows, 'memory');
    return loaded;
  }

  const count = () => counted ?? end;
  return {
    size: style.size,
    count,
    async load(row, options) {
      const known = count();
      if (known !== null && row >= known) return null;
      const page = Math.floor(row / style.size);
      const loaded = await loads.join(`${page}`, options.signal, (signal) => loadPage(page, { ...options, signal }));
      return loaded === null || row >= loaded.start + loaded.rows.length ? null : loaded;
    },
  };
}
