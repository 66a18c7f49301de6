import type { ColumnType } from '#shared/api/column.ts';
import { explain } from '#shared/failures.ts';
import { decidingTerms, type RowQuery, selectsOrSorts } from '#shared/row-query.ts';
import { foldedText } from '#shared/text/folded-text.ts';
import type { StoredColumn } from '../files/stored-version.ts';
import { type CodeOrder, placeSql } from './codes/code-tables.ts';
import { collatedSql, comparedSql, comparisonRules } from './comparison/comparison.ts';
import { foldedSql } from './comparison/folded-sql.ts';
import { columnReference, rowNumber } from './open-version.ts';
import { type Condition, filterToSql, InvalidFilterError } from './views/filter-to-sql.ts';

/** Which rows of a version, in which order: a query without its projection, as statements for `storedTable`. */
export interface Selection {
  /** The condition; null if every row is selected. */
  readonly where: Condition | null;
  /** The terms of the order; null if the rows stay in the order of the file, which also resolves ties. */
  readonly order: readonly SortColumn[] | null;
  /** Equal for equivalent queries of a version; null if all rows are selected in the order of the file. */
  readonly identity: string | null;
  /** The identity of the same rows in the order of the file. */
  readonly unorderedIdentity: string | null;
}

/** One term of an order: missing values come last, whatever the direction. */
export interface SortColumn {
  /** Name of the column within a `storedTable`. */
  readonly reference: string;
  /** What its values are ordered by: itself, or an expression. */
  readonly compared: string;
  readonly type: ColumnType;
  readonly descending: boolean;
  /** The language whose rules order its texts, or the key of the code list; without one, their code points do. */
  readonly collation?: string;
}

/** The ORDER BY clause. The engine's sort is not stable, so the order always ends with the row number. */
export function orderSql(terms: readonly SortColumn[]): string {
  const sorted = terms.map(({ compared, descending }) => `${compared} ${descending ? 'DESC' : 'ASC'} NULLS LAST`);
  return [...sorted, rowNumber].join(', ');
}

/** The ORDER BY clause for the same order from its end. */
export function reversedOrderSql(terms: readonly SortColumn[]): string {
  const sorted = terms.map(({ compared, descending }) => `${compared} ${descending ? 'ASC' : 'DESC'} NULLS FIRST`);
  return [...sorted, `${rowNumber} DESC`].join(', ');
}

/** A query with the code lists that order its columns, by the names of the columns. */
export interface CodedRows extends RowQuery {
  readonly orders?: Readonly<Record<string, CodeOrder>>;
}

/** A column by its name. @throws {InvalidFilterError} naming the parameter if there is none */
type ColumnOf = (name: string, parameter: string) => StoredColumn & { readonly reference: string };

const everything: Selection = { where: null, order: null, identity: null, unorderedIdentity: null };

/** @throws {InvalidFilterError} if a column is unknown or its type cannot contain a value */
export function selectionOf(query: CodedRows, columns: readonly StoredColumn[]): Selection {
  const identity = identityOf(query);
  if (identity === null) return everything;
  const known = new Map(
    columns.map((column, position) => [column.name, { ...column, reference: columnReference(position) }]),
  );
  const columnOf: ColumnOf = (name, parameter) => {
    const column = known.get(name);
    if (column === undefined) throw new InvalidFilterError(parameter, explain('no-column', { column: name }));
    return column;
  };
  const values: Condition['values'][number][] = [];
  const bind = (value: Condition['values'][number]) => `$${values.push(value)}`;
  const conditions = query.filters.map((filter) => {
    const column = columnOf(filter.column, `${filter.column}__${filter.lookup}`);
    return filterToSql(filter, column, column.reference, bind);
  });
  const filters = conditions.map((sql) => `(${sql})`).join(query.join === 'or' ? ' OR ' : ' AND ');
  const search = query.search === '' ? '' : searchCondition(query.search, columns, bind);
  const both = [filters, search].filter((sql) => sql !== '').map((sql) => `(${sql})`);
  const where = both.length === 0 ? null : { sql: both.join(' AND '), values };
  const order = orderOf(query, columnOf);
  return { where, order, identity, unorderedIdentity: identityOf({ ...query, ordering: [] }) };
}

function searchCondition(search: string, columns: readonly StoredColumn[], bind: (value: string) => string): string {
  const texts = columns.flatMap(({ type }, position) => (type === 'char' || type === 'text' ? [position] : []));
  if (texts.length === 0) return 'false';
  const term = foldedText(search);
  const value = bind(term);
  return texts.map((position) => `contains(${foldedSql(columnReference(position), term)}, ${value})`).join(' OR ');
}

function orderOf({ ordering, collation, orders }: CodedRows, columnOf: ColumnOf): readonly SortColumn[] | null {
  if (ordering.length === 0) return null;
  return decidingTerms(ordering).map(({ column, descending }) => {
    const { type, reference, moment } = columnOf(column, 'ordering');
    if (type === 'geometry') throw new InvalidFilterError('ordering', explain('geometry-has-no-order', { column }));
    const listed = orders?.[column];
    if (listed !== undefined) {
      // Not its own type: integers are ordered by their places too.
      const compared = placeSql(reference, listed);
      return { reference, compared, type: 'text', descending, collation: `codes-${listed.key}` };
    }
    const isText = (type === 'char' || type === 'text') && moment === undefined;
    return isText && collation !== undefined && collation !== 'codes'
      ? { reference, compared: collatedSql(reference, collation), type, descending, collation }
      : { reference, compared: comparedSql({ moment }, reference), type, descending };
  });
}

/** The order of filters does not matter, that of the ordering's terms does; a column's second term has no effect. */
function identityOf(query: CodedRows): string | null {
  if (!selectsOrSorts(query)) return null;
  const { filters, join, ordering, collation, search, orders = {} } = query;
  const conditions = filters.map(({ column, lookup, value }) => JSON.stringify([column, lookup, value]));
  const terms = decidingTerms(ordering);
  return JSON.stringify([
    comparisonRules,
    [...new Set(conditions)].sort(),
    terms.map(({ column, descending }) => [column, descending]),
    search,
    ...(join === 'or' && filters.length > 1 ? [join] : []),
    ...(collation !== undefined && ordering.length > 0 ? [collation] : []),
    ...(ordering.length > 0 ? Object.entries(orders).map(([column, { key }]) => [column, key]) : []),
  ]);
}
