import { isDeepStrictEqual } from 'node:util';
import type { Cell, Row } from '#shared/cell.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { type Filter, type OrderTerm, type RowQuery, splitList } from '#shared/row-query.ts';
import { foldedText } from '#shared/text/folded-text.ts';
import { instantOf } from '#shared/time/instant.ts';
import { ServiceError } from '../errors.ts';
import type { FetchedPage, FetchPage, LoadOptions } from './paging.ts';

/** One filter or ordering of a query, as its URL parameter. */
interface Term {
  readonly parameter: string;
  readonly value: string;
  readonly part: 'filter' | 'order' | 'search';
  /** Column of the term; empty for the search. */
  readonly column: string;
}

function numberOf(text: string): number | null {
  return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
}

/** Compares as numbers if both are; null if only the service knows the order (of texts). */
function compared(cell: Cell, value: string): number | null {
  const number = numberOf(value);
  return (typeof cell === 'number' || typeof cell === 'bigint') && number !== null ? Number(cell) - number : null;
}

function same(cell: Cell, value: string): boolean | null {
  const difference = compared(cell, value);
  if (difference !== null) return difference === 0;
  if (typeof cell !== 'string') return null;
  // A service may compare date-times by instant, or as texts.
  return cell === value || (sameInstant(cell, value) ? null : false);
}

function sameInstant(one: string, other: string): boolean {
  const instant = instantOf(one);
  return instant !== null && instant === instantOf(other);
}

/** Whether a text matches another with small letters or folded: services do either. */
function text(cell: Cell, value: string, holds: (cell: string, value: string) => boolean): boolean | null {
  return typeof cell === 'string'
    ? holds(cell.toLowerCase(), value.toLowerCase()) || holds(foldedText(cell), foldedText(value))
    : null;
}

type Test = (cell: Cell, value: string) => boolean | null;
const sign =
  (holds: (difference: number) => boolean): Test =>
  (cell, value) => {
    const difference = compared(cell, value);
    return difference === null ? null : holds(difference);
  };

/** Whether a value matches a filter; null if that cannot be decided here. Texts are compared case-insensitively. */
const tests: Readonly<Partial<Record<Filter['lookup'], Test>>> = {
  exact: same,
  ne: (cell, value) => {
    const isSame = same(cell, value);
    return isSame === null ? null : !isSame;
  },
  gt: sign((difference) => difference > 0),
  gte: sign((difference) => difference >= 0),
  lt: sign((difference) => difference < 0),
  lte: sign((difference) => difference <= 0),
  in: (cell, value) => {
    const each = splitList(value).map((one) => same(cell, one));
    return each.includes(true) ? true : each.includes(null) ? null : false;
  },
  iexact: (cell, value) => text(cell, value, (own, other) => own === other),
  contains: (cell, value) => text(cell, value, (own, other) => own.includes(other)),
  icontains: (cell, value) => text(cell, value, (own, other) => own.includes(other)),
  startswith: (cell, value) => text(cell, value, (own, other) => own.startsWith(other)),
  istartswith: (cell, value) => text(cell, value, (own, other) => own.startsWith(other)),
  endswith: (cell, value) => text(cell, value, (own, other) => own.endsWith(other)),
  iendswith: (cell, value) => text(cell, value, (own, other) => own.endsWith(other)),
};

function fits(cell: Cell, { lookup, value }: Filter): boolean | null {
  if (lookup === 'isnull') return (cell === null) === /^(true|1|yes|on)$/i.test(value.trim());
  if (cell === null) return lookup === 'ne' ? null : false;
  return tests[lookup]?.(cell, value) ?? null;
}

/** Services sort texts by bytes, by code units, by language, or date-times by instant: any of these is accepted. */
function textsInOrder(low: string, high: string, collation: RowQuery['collation']): boolean {
  const [from, to] = [instantOf(low), instantOf(high)];
  if (from !== null && to !== null && from <= to) return true;
  return (
    low <= high || low.localeCompare(high, collation) <= 0 || Buffer.compare(Buffer.from(low), Buffer.from(high)) <= 0
  );
}

function inOrder(before: Cell, after: Cell, descending: boolean, collation: RowQuery['collation']): boolean {
  const [low, high] = descending ? [after, before] : [before, after];
  // Only the service knows the order of its lists.
  if (collation === 'codes') return true;
  if (typeof low === 'string' && typeof high === 'string') return textsInOrder(low, high, collation);
  if (low === null || high === null || typeof low === 'object' || typeof high === 'object') return true;
  return typeof low === typeof high || typeof low !== 'string' ? !(low > high) : true;
}

/** Where missing values go is the service's choice: they are ignored. */
function outOfOrder(rows: readonly Row[], term: OrderTerm, at: number, collation: RowQuery['collation']): boolean {
  const cells = rows.map((row) => row[at] ?? null).filter((cell) => cell !== null);
  return cells.some((cell, index) => index > 0 && !inOrder(cells[index - 1] ?? null, cell, term.descending, collation));
}

function lacksText(rows: readonly Row[], search: string): boolean {
  const has = (cell: Cell) => text(cell, search, (own, term) => own.includes(term)) === true;
  return rows.some((row) => !row.some(has));
}

/**
 * The parts of a query that rows seem to contradict. Not a proof: a service may compare in its own way.
 * @param names names of the rows' columns, in their order
 */
export function contradicted(query: RowQuery, names: readonly string[], rows: readonly Row[]): Term[] {
  const terms: Term[] = [];
  if (query.join === 'or') {
    // With `or` a row matches if one filter does, so only all of them together can be contradicted.
    const tested = query.filters.map((filter) => ({ filter, at: names.indexOf(filter.column) }));
    const fitsNone = (row: Row) => tested.every(({ filter, at }) => at >= 0 && fits(row[at] ?? null, filter) === false);
    const [first] = query.filters;
    if (first !== undefined && rows.some(fitsNone)) {
      terms.push({
        parameter: `${first.column}__${first.lookup}`,
        value: first.value,
        part: 'filter',
        column: first.column,
      });
    }
  }
  for (const filter of query.join === 'or' ? [] : query.filters) {
    const at = names.indexOf(filter.column);
    const parameter = `${filter.column}__${filter.lookup}`;
    if (at >= 0 && rows.some((row) => fits(row[at] ?? null, filter) === false)) {
      terms.push({ parameter, value: filter.value, part: 'filter', column: filter.column });
    }
  }
  const [first] = query.ordering;
  const at = first === undefined ? -1 : names.indexOf(first.column);
  if (first !== undefined && at >= 0 && outOfOrder(rows, first, at, query.collation)) {
    terms.push({ parameter: 'ordering', value: '', part: 'order', column: first.column });
  }
  if (query.search !== '' && query.fields === null && lacksText(rows, query.search)) {
    terms.push({ parameter: 'search', value: query.search, part: 'search', column: '' });
  }
  return terms;
}

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
  return new ServiceError('query-ignored', passedOver(address.host, term), address);
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
