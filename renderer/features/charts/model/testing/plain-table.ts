import type { Dimension } from '#shared/chart.ts';
import type { DataColumn } from '../../../../lib/data-column.ts';
import { type ColumnFacts, roleOf, withoutLabelledCodes } from '../../../../lib/groups/column-role.ts';
import type { KnownTable, SeriesKeys } from '../proposals.ts';

/** Rows as a file has them. */
export type PlainRow = Readonly<Record<string, unknown>>;

/** A table with what a service says of its columns. */
export interface PlainTable {
  readonly title: string;
  readonly rows: readonly PlainRow[];
  /** Labels and descriptions that a publisher has given. */
  readonly columns?: Readonly<Record<string, { readonly label?: string; readonly description?: string }>>;
}

const moments = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/],
  ['month', /^\d{4}-\d{2}$/],
  ['quarter', /^\d{4}-Q[1-4]$/],
  ['week', /^\d{4}-W\d{2}$/],
] as const;

const [fewValues, mostSamples] = [0.95, 20];

/** What a service says of a table: the types of its columns, and their profiles. */
export function knownTable({ title, rows, columns = {} }: PlainTable): KnownTable {
  const names = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))];
  const known = names.map((name) => {
    const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null && value !== '');
    const column = columnOf(name, values, columns[name]);
    const facts = factsOf(column, values, rows.length);
    return { column, facts, role: roleOf(column, facts) };
  });
  return { title, rows: rows.length, columns: withoutLabelledCodes(known) };
}

function columnOf(
  name: string,
  values: readonly unknown[],
  given: { label?: string; description?: string } = {},
): DataColumn {
  const text = { name, label: given.label ?? name, description: given.description ?? '' };
  if (values.length > 0 && values.every((value) => typeof value === 'object')) return { ...text, type: 'geometry' };
  if (values.length > 0 && values.every((value) => typeof value === 'number')) {
    return { ...text, type: values.every((value) => Number.isInteger(value)) ? 'integer' : 'float' };
  }
  const moment =
    values.length === 0
      ? undefined
      : moments.find(([, form]) => values.every((value) => form.test(String(value))))?.[0];
  return { ...text, type: 'char', ...(moment !== undefined && { moment }) };
}

function factsOf({ type, moment }: DataColumn, values: readonly unknown[], rows: number): ColumnFacts {
  const counts = new Map<string | number, number>();
  for (const value of values) {
    const key = typeof value === 'number' ? value : String(value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const numbers = type === 'integer' || type === 'float' ? values.map(Number) : [];
  const texts = type === 'char' ? values.map(String).sort() : [];
  const isDate = moment === 'date' || moment === 'date-time';
  const isDistinct = counts.size > fewValues * values.length && counts.size > mostSamples;
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, mostSamples);
  return {
    rows,
    distinct: type === 'geometry' ? values.length : counts.size,
    missing: rows - values.length,
    numbers:
      numbers.length === 0
        ? null
        : { min: numbers.reduce((a, b) => Math.min(a, b)), max: numbers.reduce((a, b) => Math.max(a, b)) },
    dates: isDate ? { min: texts[0] ?? '', max: texts.at(-1) ?? '' } : null,
    samples: [...(isDistinct ? [] : frequent.map(([value]) => value)), ...texts.slice(0, 1), ...texts.slice(-1)],
    longest: texts.reduce((most, text) => Math.max(most, text.length), 0),
  };
}

/** Which keys identify each row, as the service counts their groups. */
export function identifying(rows: readonly PlainRow[], keys: readonly SeriesKeys[]): SeriesKeys[] {
  return keys.filter((dimensions) => {
    const groups = new Set(rows.map((row) => JSON.stringify(dimensions.map((one) => keyOf(one, row[one.column])))));
    return groups.size === rows.length;
  });
}

const lengths: Readonly<Record<string, number>> = { Year: 4, Month: 7, Day: 10, Hour: 13 };

function keyOf({ function: by, step }: Dimension, value: unknown): unknown {
  if (by === 'Bin') return Math.floor(Number(value) / step);
  if (by === 'Quarter') return `${String(value).slice(0, 4)}-${Math.ceil(Number(String(value).slice(5, 7)) / 3)}`;
  return by === null ? value : String(value).slice(0, lengths[by ?? ''] ?? 10);
}
