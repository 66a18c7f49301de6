import type { Dataset } from '#shared/api/records/dataset.ts';
import { lookups } from '#shared/query-vocabulary.ts';
import { type RowQuery, reservedParameters, rowQueryFromParameters, splitList } from '#shared/row-query.ts';
import type { ColumnLayout } from '../column-format.ts';
import { readVersionMetadata } from '../versions/version-metadata.ts';

interface Named {
  readonly name: string;
}

interface View {
  readonly query: RowQuery;
  readonly layout: ColumnLayout | null;
}

/** The columns that a layout shows, in order; null for all in their original order. */
export function shownFields(layout: ColumnLayout | null, columns: readonly Named[]): readonly string[] | null {
  if (layout === null) return null;
  const known = new Set(columns.map(({ name }) => name));
  const shown = layout.filter(({ name, hidden }) => !hidden && known.has(name)).map(({ name }) => name);
  return shown.length === 0 || shown.join('\n') === columns.map(({ name }) => name).join('\n') ? null : shown;
}

/** The layout that shows these columns in this order; null for all in their original order. */
export function layoutOfFields(fields: readonly string[] | null, columns: readonly Named[]): ColumnLayout | null {
  if (fields === null) return null;
  const line = (name: string, hidden: boolean) => ({ name, hidden, frozen: false, width: 0 });
  const others = columns.filter(({ name }) => !fields.includes(name));
  return [...fields.map((name) => line(name, false)), ...others.map(({ name }) => line(name, true))];
}

/**
 * The part of a tab's view that can be saved and shared: the grid's selection and order of columns become its fields.
 * Widths, frozen columns and the scroll position are not part of it.
 */
export function viewOf({ query, layout }: View, columns: readonly Named[]): RowQuery {
  return { ...query, fields: query.fields ?? shownFields(layout, columns) };
}

function normal({ filters, join, ordering, collation, search, fields, version }: RowQuery): string {
  const conditions = filters.map(({ column, lookup, value }) => [column, lookup, value]);
  const order = ordering.map(({ column, descending }) => [column, descending]);
  // How conditions are joined is irrelevant with a single one.
  const joined = filters.length > 1 ? (join ?? null) : null;
  const collated = ordering.length > 0 ? (collation ?? null) : null;
  return JSON.stringify([conditions, joined, order, collated, search, fields, version]);
}

/** Whether two views are equal. */
export function sameView(first: RowQuery, second: RowQuery): boolean {
  return normal(first) === normal(second);
}

/** Which parts of a view a dataset can still show, and which it cannot. */
export interface FittedView {
  readonly view: RowQuery;
  /** Requested columns that are missing, without duplicates. */
  readonly columns: readonly string[];
  /** The requested version, when it is missing. */
  readonly version: string | null;
}

/** The columns of a version if its record lists them, otherwise those of the newest. */
function namesAt({ columns, versions }: Dataset, version: string | null): ReadonlySet<string> {
  const described = versions.find((each) => each.slug === version);
  const names = described === undefined ? null : readVersionMetadata(described.metadata).columns;
  return new Set(names ?? columns.map(({ name }) => name));
}

/** Removes from a view what its dataset no longer has. */
export function fitView(query: RowQuery, dataset: Dataset): FittedView {
  const { versions } = dataset;
  const known = query.version === null || versions.some(({ slug, ready }) => ready && slug === query.version);
  const version = known ? query.version : null;
  const names = namesAt(dataset, version);
  const fields = query.fields?.filter((name) => names.has(name)) ?? null;
  const usedColumns = [...query.filters, ...query.ordering].map(({ column }) => column);
  return {
    view: {
      ...query,
      filters: query.filters.filter(({ column }) => names.has(column)),
      ordering: query.ordering.filter(({ column }) => names.has(column)),
      fields: fields?.length === 0 ? null : fields,
      version,
    },
    columns: [...new Set([...usedColumns, ...(query.fields ?? [])])].filter((name) => !names.has(name)),
    version: known ? null : query.version,
  };
}

const reserved: ReadonlySet<string> = new Set(reservedParameters);
const known: ReadonlySet<string> = new Set(lookups);

/** Column names that a parameter mentions, whether or not they exist now. */
function namesIn([name, value]: readonly [string, string], columns: ReadonlySet<string>): readonly string[] {
  if (name === 'fields') return splitList(value);
  if (name === 'ordering') {
    const terms = splitList(value).filter((term) => term !== '' && !columns.has(term));
    return terms.map((term) => term.replace(/^-/, ''));
  }
  if (reserved.has(name) || columns.has(name)) return [];
  const split = name.lastIndexOf('__');
  return split > 0 && known.has(name.slice(split + 2)) ? [name.slice(0, split)] : [];
}

/**
 * Reads the view of a link. Links outlive columns: a removed column stays in the result, so that the user can be
 * informed.
 * @throws {RowQueryError} if a parameter neither belongs to a column nor is known
 */
export function viewOfLink(view: readonly (readonly [string, string])[], columns: ReadonlySet<string>): RowQuery {
  const missing = view.flatMap((parameter) => namesIn(parameter, columns));
  return rowQueryFromParameters(view, new Set([...columns, ...missing]));
}
