import type { Static } from 'typebox';
import type { Immutable } from './immutable.ts';
import type { FilterSchema, OrderTermSchema, RowQuerySchema } from './query-schemas.ts';
import { collations, lookups, orders } from './query-vocabulary.ts';

export type Filter = Immutable<Static<typeof FilterSchema>>;
export type Lookup = Filter['lookup'];

/** One term of an ordering. NULLs come last in both directions. */
export type OrderTerm = Immutable<Static<typeof OrderTermSchema>>;

/** Which rows of a dataset to read. Ties of the ordering are resolved by position. */
export type RowQuery = Immutable<Static<typeof RowQuerySchema>>;
export type Collation = NonNullable<RowQuery['collation']>;

/** The terms that have an effect: a second one for the same column has none. */
export function decidingTerms(ordering: readonly OrderTerm[]): readonly OrderTerm[] {
  const first = new Map<string, OrderTerm>();
  for (const term of ordering) if (!first.has(term.column)) first.set(term.column, term);
  return [...first.values()];
}

export const everyRow: RowQuery = { filters: [], ordering: [], search: '', fields: null, version: null };

/** Parameters of `data/` that are not filters. A column with such a name is addressed as `<name>__exact`. */
export const reservedParameters = [
  'limit',
  'offset',
  'ordering',
  'search',
  'fields',
  'version',
  '_format',
  '_captive',
  '_join',
  '_collation',
  '_labels',
] as const;

/** Whether a query leaves rows of its version out. */
export function selectsRows({ filters, search }: Pick<RowQuery, 'filters' | 'search'>): boolean {
  return filters.length > 0 || search !== '';
}

/** Whether a query answers fewer rows than its version has, or other ones first. */
export function selectsOrSorts(query: Pick<RowQuery, 'filters' | 'search' | 'ordering'>): boolean {
  return query.ordering.length > 0 || selectsRows(query);
}

/** Maximum number of filters per request. */
export const maxFilters = 200;

export const maxPatternLength = 1000;

const reserved: ReadonlySet<string> = new Set(reservedParameters);
const knownLookups: ReadonlySet<string> = new Set(lookups);

/** A parameter that cannot be understood: which one, and why, for the user. */
export class RowQueryError extends Error {
  readonly parameter: string;
  constructor(parameter: string, message: string) {
    super(message);
    this.name = 'RowQueryError';
    this.parameter = parameter;
  }
}

/**
 * An item that contains a comma or a quote is written as a CSV field (RFC 4180), so that every column name is possible.
 */
function listItem(text: string): string {
  return /[",\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Splits a comma-separated list whose items may be quoted as in CSV. Tolerates text that is still being typed. */
export function splitList(text: string): string[] {
  return readItems(text).items;
}

/** Splits a list of a request. @throws {RowQueryError} for a quotation mark that is not closed, or followed by text */
export function readList(parameter: string, text: string): string[] {
  const { items, isQuoted } = readItems(text);
  if (!isQuoted) throw new RowQueryError(parameter, 'A quotation mark is not closed, or text follows it.');
  return items;
}

/** The items of a list, and whether all quotation marks are those around items. */
function readItems(text: string): { readonly items: string[]; readonly isQuoted: boolean } {
  const items: string[] = [];
  let isQuoted = true;
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let item = '';
      at += 1;
      while (at < text.length) {
        if (text[at] !== '"') item += text[at];
        else if (text[at + 1] === '"') {
          item += '"';
          at += 1;
        } else break;
        at += 1;
      }
      items.push(item);
      const after = text.indexOf(',', at);
      isQuoted &&= text[at] === '"' && at + 1 === (after < 0 ? text.length : after);
      at = after;
    } else {
      const end = text.indexOf(',', at);
      items.push(end < 0 ? text.slice(at) : text.slice(at, end));
      at = end;
    }
    if (at < 0) return { items, isQuoted };
    at += 1;
  }
}

/** Joins items into a comma-separated list; the inverse of {@link splitList}. */
export function joinList(items: readonly string[]): string {
  return items.map(listItem).join(',');
}

/**
 * The URL parameters of this query to `data/`; the inverse of {@link rowQueryFromParameters}. A filter always includes
 * its lookup, so that no column name is ambiguous.
 */
export function rowQueryToParameters(query: RowQuery): [name: string, value: string][] {
  const parameters: [string, string][] = query.filters.map((filter) => [
    `${filter.column}__${filter.lookup}`,
    filter.value,
  ]);
  if (query.join === 'or') parameters.push(['_join', 'OR']);
  if (query.ordering.length > 0) {
    parameters.push(['ordering', joinList(query.ordering.map((term) => (term.descending ? '-' : '') + term.column))]);
    // Without an order it has no effect, and groups have none of these.
    if (query.collation !== undefined) parameters.push(['_collation', query.collation]);
  }
  if (query.search !== '') parameters.push(['search', query.search]);
  if (query.fields !== null) parameters.push(['fields', joinList(query.fields)]);
  if (query.version !== null) parameters.push(['version', query.version]);
  return parameters;
}

/**
 * Parses URL parameters with the names of a dataset's columns. The longest matching column name wins: with columns `a`
 * and `a__lt`, `a__lt=5` means that `a__lt` equals 5. `limit`, `offset`, `_format` and `_captive` are ignored.
 * @throws {RowQueryError} naming the parameter that is unknown or names an unknown column
 */
export function rowQueryFromParameters(
  parameters: Iterable<readonly [name: string, value: string]>,
  columns: ReadonlySet<string>,
): RowQuery {
  const filters: Filter[] = [];
  const ordering: OrderTerm[] = [];
  let search = '';
  let fields: string[] | null = null;
  let version: string | null = null;
  let join: 'and' | 'or' = 'and';
  let collation: Collation | undefined;
  for (const [name, value] of parameters) {
    if (name === 'ordering') ordering.push(...orderTerms(value, columns));
    else if (name === 'search') search = value;
    else if (name === 'fields') fields = fieldList(value, columns);
    else if (name === 'version') version = value;
    else if (name === '_join') join = joinOf(value);
    else if (name === '_collation') collation = collationOf(value);
    else if (!reserved.has(name)) {
      if (filters.length === maxFilters) throw new RowQueryError(name, `A request has at most ${maxFilters} filters.`);
      filters.push(readFilter(name, value, columns));
    }
  }
  const query = { filters, ordering, search, fields, version, ...(collation && { collation }) };
  return join === 'or' ? { ...query, join } : query;
}

function collationOf(value: string): Collation {
  const found = orders.find((order) => order === value);
  if (found !== undefined) return found;
  throw new RowQueryError('_collation', `Write codes, or one of these languages: ${collations.join(', ')}.`);
}

function joinOf(value: string): 'and' | 'or' {
  if (value === 'AND') return 'and';
  if (value === 'OR') return 'or';
  throw new RowQueryError('_join', 'Write AND or OR.');
}

function orderTerms(value: string, columns: ReadonlySet<string>): OrderTerm[] {
  return readList('ordering', value)
    .filter((term) => term !== '')
    .map((term) => {
      if (columns.has(term)) return { column: term, descending: false };
      const column = term.slice(1);
      if (term.startsWith('-') && columns.has(column)) return { column, descending: true };
      throw new RowQueryError('ordering', `There is no column "${term.replace(/^-/, '')}".`);
    });
}

function fieldList(value: string, columns: ReadonlySet<string>): string[] {
  const names = readList('fields', value);
  for (const [position, name] of names.entries()) {
    if (!columns.has(name)) throw new RowQueryError('fields', `There is no column "${name}".`);
    if (names.indexOf(name) !== position) throw new RowQueryError('fields', `The column "${name}" is named twice.`);
  }
  return names;
}

function readFilter(parameter: string, value: string, columns: ReadonlySet<string>): Filter {
  if (columns.has(parameter)) return { column: parameter, lookup: 'exact', value };
  const split = parameter.lastIndexOf('__');
  const column = parameter.slice(0, split);
  const lookup = parameter.slice(split + 2);
  if (split > 0 && columns.has(column)) {
    if (knownLookups.has(lookup)) return checkedFilter({ column, lookup: lookup as Lookup, value }, parameter);
    throw new RowQueryError(parameter, `There is no lookup "${lookup}". Known lookups: ${lookups.join(', ')}.`);
  }
  throw new RowQueryError(parameter, 'This is neither a column of the dataset nor a known parameter.');
}

/** The lookups whose value is a list. */
const listLookups: ReadonlySet<Lookup> = new Set(['in', 'range', 'bbox']);

function checkedFilter(filter: Filter, parameter: string): Filter {
  if (listLookups.has(filter.lookup)) readList(parameter, filter.value);
  const hasPattern = filter.lookup === 'regex' || filter.lookup === 'iregex';
  if (hasPattern && filter.value.length > maxPatternLength) {
    throw new RowQueryError(parameter, `A regular expression has at most ${maxPatternLength} characters.`);
  }
  return filter;
}
