import type { Column } from '#shared/api/column.ts';
import type { Dimension, Measure } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { Summary } from '#shared/summary.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { viewSql } from './view-sql.ts';

/**
 * The statement with the groups of a summary whose keys are resolved, a row each: its keys, then its values.
 * @returns null for one that SQL has no short words for, such as cells of a map or shares
 */
export function summarySql(
  reference: Pick<DatasetReference, 'namespace' | 'dataset'>,
  view: RowQuery,
  { rows, columns: across, measures }: Pick<Summary, 'rows' | 'columns' | 'measures'>,
  columns: readonly Pick<Column, 'name' | 'type'>[],
): string | null {
  const keys = [...rows, ...across].map((key) => named(keySql(key), key.function === null ? key.column : keyName(key)));
  const values = measures.map((measure) =>
    named(measure.show === undefined ? valueSql(measure) : null, valueName(measure)),
  );
  const selected = [...keys, ...values].filter((one) => one !== null);
  if (selected.length < keys.length + values.length || hasUnspoken(view)) return null;
  const inner = viewSql(reference, { ...view, ordering: [], fields: null }, columns);
  const order = keys.length === 0 ? '' : `\nORDER BY ${keys.map((_, at) => at + 1).join(', ')}`;
  return `SELECT ${selected.join(', ')}\n${inner.slice(inner.indexOf('FROM '))}\nGROUP BY ALL${order}`;
}

/** Whether a view has conditions that SQL has no words for, which would silently be left out. */
function hasUnspoken({ filters }: RowQuery): boolean {
  return filters.some(({ lookup }) => lookup === 'bbox');
}

function named(sql: string | null, name: string): string | null {
  if (sql === null) return null;
  return sql === quoteIdentifier(name) ? sql : `${sql} AS ${quoteIdentifier(name)}`;
}

function keyName({ column, function: by }: Dimension): string {
  return `${column} ${by?.toLowerCase()}`;
}

/** Dates are texts in ISO 8601. */
function keySql({ column, function: by, step }: Dimension): string | null {
  const name = quoteIdentifier(column);
  switch (by) {
    case null:
      return name;
    case 'Year':
      return `left(${name}, 4)`;
    case 'Month':
      return `left(${name}, 7)`;
    case 'Day':
      return `left(${name}, 10)`;
    case 'Quarter':
      return `left(${name}, 4) || '-Q' || (CAST(substr(${name}, 6, 2) AS INTEGER) + 2) // 3`;
    case 'Weekday':
      return `isodow(CAST(left(${name}, 10) AS DATE))`;
    case 'Bin':
      return `floor(${name} / ${step}) * ${step}`;
    case 'Lower':
      return `lower(${name})`;
    case 'IsMissing':
      return `${name} IS NULL`;
    case 'auto':
    case 'Cell':
    case 'Hour':
    case 'Week':
      return null;
  }
}

const functions: Readonly<Partial<Record<Measure['function'], string>>> = {
  Count: 'count',
  Sum: 'sum',
  Min: 'min',
  Max: 'max',
  Average: 'avg',
  Median: 'median',
  StdDev: 'stddev_samp',
  Variance: 'var_samp',
};

function valueSql({ function: by, column }: Measure): string | null {
  if (column === null) return by === 'Count' ? 'count(*)' : null;
  if (by === 'CountDistinct') return `count(DISTINCT ${quoteIdentifier(column)})`;
  const called = functions[by];
  return called === undefined ? null : `${called}(${quoteIdentifier(column)})`;
}

function valueName({ function: by, column }: Measure): string {
  return column === null ? 'rows' : `${column} ${by.toLowerCase()}`;
}
