import { isDeepStrictEqual } from 'node:util';
import type { RowQuery } from '#shared/row-query.ts';
import { ServiceError } from '../errors.ts';
import { contradicted, type Term } from '../rows/query-evidence.ts';
import type { FetchPage } from './paging.ts';

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
    code: 'query-ignored',
    message: `${address.host} passes over ${term.label}: its rows are the same with and without it. Take it away to see them.`,
    where: `${address.origin}${address.pathname}`,
  });
}

/**
 * Services pass over parameters that they do not know, and would then show all rows for some. Where rows contradict
 * what was asked, the same page is asked for without that part: when it is the same one, the part was passed over.
 * @throws {ServiceError} `query-ignored`, from the fetcher that is given back.
 */
export function checkedFetcher(fetchPage: FetchPage, query: RowQuery, names: readonly string[]): FetchPage {
  const heeded = new Set<string>();
  return async (address, options) => {
    const page = await fetchPage(address, options);
    for (const term of contradicted(query, names, page.rows)) {
      const key = `${term.parameter}=${term.value}`;
      if (heeded.has(key)) continue;
      const other = await fetchPage(without(address, term), options);
      if (isDeepStrictEqual(other.rows, page.rows) && other.count === page.count) throw ignored(address, term);
      heeded.add(key);
    }
    return page;
  };
}
