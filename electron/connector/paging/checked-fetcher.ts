import { isDeepStrictEqual } from 'node:util';
import { type Explanation, explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { ServiceError } from '../errors.ts';
import { contradicted, type Term } from '../rows/query-evidence.ts';
import type { FetchedPage, FetchPage, LoadOptions } from './paging.ts';

function passedOver(host: string, { part, column }: Term): Explanation {
  if (part === 'search') return explain('search-passed-over', { host });
  return explain(part === 'filter' ? 'filter-passed-over' : 'order-passed-over', { host, column });
}

function without(address: URL, term: Term): URL {
  const fewer = new URL(address);
  const values = fewer.searchParams.getAll(term.parameter);
  fewer.searchParams.delete(term.parameter);
  for (const value of values) {
    if (term.value !== '' && value !== term.value) fewer.searchParams.append(term.parameter, value);
  }
  return fewer;
}

function ignored(address: URL, term: Term): ServiceError {
  return new ServiceError({
    kind: 'query-ignored',
    reason: passedOver(address.host, term),
    where: `${address.origin}${address.pathname}`,
  });
}

/** Throws if a page does not match its request. */
export type CheckPage = (page: FetchedPage, address: URL, options: LoadOptions) => Promise<void>;

/**
 * Services ignore unknown parameters, and would then return all rows instead of some. If rows contradict the query, the
 * same page is requested without that part: if it is equal, the part was ignored.
 * @throws {ServiceError} `query-ignored`, from the returned function
 */
export function pageChecker(fetchPage: FetchPage, query: RowQuery, names: readonly string[]): CheckPage {
  const heeded = new Set<string>();
  return async (page, address, options) => {
    for (const term of contradicted(query, names, page.rows)) {
      const key = `${term.parameter}=${term.value}`;
      if (heeded.has(key)) continue;
      const other = await fetchPage(without(address, term), options);
      if (isDeepStrictEqual(other.rows, page.rows) && other.count === page.count) throw ignored(address, term);
      heeded.add(key);
    }
  };
}

/** Fetches pages, each of them checked by a {@link pageChecker}. */
export function checkedFetcher(fetchPage: FetchPage, query: RowQuery, names: readonly string[]): FetchPage {
  const check = pageChecker(fetchPage, query, names);
  return async (address, options) => {
    const page = await fetchPage(address, options);
    await check(page, address, options);
    return page;
  };
}
