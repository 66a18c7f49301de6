import type { AggregateQuery, Derivation, GroupKey } from '#shared/aggregate-query.ts';
import { comparedSql } from '../comparison/comparison.ts';
import type { GroupColumn, GroupExpression, GroupStatement } from './group-sql.ts';

/**
 * The forms of ISO 8601 in which texts may be periods, with the number of a period as an expression over its text. Numbers
 * of adjacent periods differ by one.
 */
const periodForms = {
  Year: { form: '\\d{4}', step: (text: string) => `CAST(${text} AS BIGINT)` },
  Quarter: {
    form: '\\d{4}-Q[1-4]',
    step: (text: string) => `CAST(left(${text}, 4) AS BIGINT) * 4 + CAST(right(${text}, 1) AS BIGINT)`,
  },
  Month: {
    form: '\\d{4}-(?:0[1-9]|1[0-2])',
    step: (text: string) => `CAST(left(${text}, 4) AS BIGINT) * 12 + CAST(right(${text}, 2) AS BIGINT)`,
  },
  Week: {
    form: '\\d{4}-W(?:0[1-9]|[1-4]\\d|5[0-3])',
    // The first week of a year contains the 4th of January; the first Monday of 1970 is its fifth day.
    step: (text: string) =>
      `(CAST(date_trunc('week', make_date(CAST(left(${text}, 4) AS BIGINT), 1, 4)) AS DATE) - DATE '1970-01-05') // 7
        + CAST(right(${text}, 2) AS BIGINT)`,
  },
  Day: {
    form: '\\d{4}-(?:0[1-9]|1[0-2])-\\d{2}',
    step: (text: string) => `CAST(TRY_CAST(${text} AS DATE) - DATE '1970-01-01' AS BIGINT)`,
  },
  Hour: {
    form: '\\d{4}-(?:0[1-9]|1[0-2])-\\d{2}T\\d{2}',
    step: (text: string) =>
      `CAST(TRY_CAST(left(${text}, 10) AS DATE) - DATE '1970-01-01' AS BIGINT) * 24 + CAST(right(${text}, 2) AS BIGINT)`,
  },
} as const;

export type PeriodForm = keyof typeof periodForms;
const formNames = Object.keys(periodForms) as PeriodForm[];

/** Names of what is calculated before the derivations: the number of a key's step, and an aggregate that is a share. */
const stepReference = (key: number) => `o${key}`;
const shareReference = (aggregate: number) => `s${aggregate}`;

/** Tests of which form the texts of a key are, in the order of their names; null for keys whose steps are known. */
export function formTests({ function: by }: GroupKey, { type }: GroupColumn, reference: string): string[] | null {
  if (by !== null || type !== 'char') return null;
  return formNames.map((name) => `bool_and(regexp_full_match(${reference}, '${periodForms[name].form}'))`);
}

/** The form of which all texts are. @param passed the values of {@link formTests} */
export function passedForm(passed: readonly unknown[]): PeriodForm | null {
  return formNames[passed.indexOf(true)] ?? null;
}

/** Where the columns of the groups stand, and what is known of them. */
export interface DerivedScope {
  readonly query: AggregateQuery;
  readonly statement: GroupStatement;
  /** Table of the groups. */
  readonly source: string;
  readonly referenceOf: (position: number) => string;
  /** The form of the texts of each key; null where they have none, or are none. */
  readonly forms: readonly (PeriodForm | null)[];
  readonly bind: (value: string) => string;
}

/** The keys that derivations of a query take steps along, by their positions. */
export function steppedKeys({ keys, derived = [] }: AggregateQuery): number[] {
  const named = derived.flatMap((one) => ('key' in one ? [one.key] : []));
  return keys.flatMap(({ text }, at) => (named.includes(text) ? [at] : []));
}

/** A step of the calendar, or the place of a value among all values in order; null for a missing one. */
function stepSql({ query, statement, referenceOf, forms }: DerivedScope, at: number): string {
  const [key, column] = [query.keys[at], statement.keys[at]];
  const reference = referenceOf(at);
  const by = key?.function ?? null;
  const form = by === null ? forms[at] : formNames.find((name) => name === by);
  if (form != null) return periodForms[form].step(reference);
  const compared = column === undefined ? reference : comparedSql(column, reference);
  return `CASE WHEN ${reference} IS NOT NULL THEN dense_rank() OVER (ORDER BY ${compared} NULLS LAST) END`;
}

/** The type of a derived value: sums of integers stay exact, the rest are doubles. */
export function derivedColumns({ aggregates }: GroupStatement, derived: readonly Derivation[]): GroupExpression[] {
  const types = new Map(aggregates.map(({ name, type }) => [name, type]));
  return derived.map(({ name, function: by, of }) => {
    const isInteger = by === 'Rank' || (by === 'Cumulative' && types.get(of) === 'integer');
    const column = {
      name,
      type: isInteger ? ('integer' as const) : ('float' as const),
      sql: '',
    };
    types.set(name, column.type);
    return column;
  });
}

/** Selects the groups with the derived values in further columns, each under the name of its position. */
export function derivedSql(scope: DerivedScope): string {
  const { query, statement, source, referenceOf } = scope;
  const first = statement.keys.length;
  const positions = new Map(statement.aggregates.map(({ name }, at) => [name, referenceOf(first + at)]));
  const before = steppedKeys(query).map((at) => `${stepSql(scope, at)} AS ${stepReference(at)}`);
  query.aggregates.forEach((aggregate, at) => {
    if (aggregate.function !== 'Share') return;
    const count = referenceOf(first + at);
    before.push(`${count} / nullif(sum(${count}) OVER (), 0) AS ${shareReference(at)}`);
    positions.set(aggregate.name, shareReference(at));
  });
  let sql = `SELECT *${before.map((one) => `, ${one}`).join('')} FROM ${source}`;
  const columns = derivedColumns(statement, query.derived ?? []);
  (query.derived ?? []).forEach((derivation, at) => {
    const reference = referenceOf(first + statement.aggregates.length + at);
    const isInteger = columns[at]?.type === 'integer';
    sql = `SELECT *, ${valueSql(scope, derivation, positions, isInteger)} AS ${reference} FROM (${sql})`;
    positions.set(derivation.name, reference);
  });
  return sql;
}

function valueSql(
  scope: DerivedScope,
  derivation: Derivation,
  positions: ReadonlyMap<string, string>,
  isInteger: boolean,
): string {
  const { query, referenceOf } = scope;
  const value = positions.get(derivation.of) ?? 'NULL';
  const keyAt = (text: string) => query.keys.findIndex((key) => key.text === text);
  const among = (keys: readonly number[]) =>
    keys.length === 0 ? '' : `PARTITION BY ${keys.map(referenceOf).join(', ')} `;
  const others = (text: string) => among(query.keys.flatMap((_, at) => (at === keyAt(text) ? [] : [at])));
  const over = (text: string, frame: string) =>
    `OVER (${others(text)}ORDER BY ${stepReference(keyAt(text))} RANGE BETWEEN ${frame} )`;
  const atStep = (text: string, sql: string) => `CASE WHEN ${stepReference(keyAt(text))} IS NOT NULL THEN ${sql} END`;
  switch (derivation.function) {
    case 'Change':
    case 'PercentChange': {
      const { key, steps, function: by } = derivation;
      const earlier = `first_value(${value}) ${over(key, `${steps} PRECEDING AND ${steps} PRECEDING`)}`;
      const difference = `CAST(${value} - ${earlier} AS DOUBLE)`;
      if (by === 'Change') return atStep(key, difference);
      return atStep(key, `100 * ${difference} / nullif(CAST(abs(${earlier}) AS DOUBLE), 0)`);
    }
    case 'Index': {
      const { key, base } = derivation;
      const text = `CAST(${referenceOf(keyAt(key))} AS VARCHAR) = ${scope.bind(base)}`;
      const atBase = `max(${value}) FILTER (WHERE ${text}) OVER (${others(key)})`;
      return `100 * CAST(${value} AS DOUBLE) / nullif(CAST(${atBase} AS DOUBLE), 0)`;
    }
    case 'Rolling': {
      const { key, steps } = derivation;
      const frame = over(key, `${steps - 1} PRECEDING AND CURRENT ROW`);
      return atStep(
        key,
        `CASE WHEN count(${value}) ${frame} = ${steps} THEN CAST(avg(${value}) ${frame} AS DOUBLE) END`,
      );
    }
    case 'Cumulative': {
      const sum = `sum(${value}) ${over(derivation.key, 'UNBOUNDED PRECEDING AND CURRENT ROW')}`;
      return atStep(derivation.key, isInteger ? `CAST(${sum} AS DECIMAL(38, 0))` : `CAST(${sum} AS DOUBLE)`);
    }
    case 'ShareOf':
      return `CAST(${value} AS DOUBLE) / nullif(CAST(sum(${value}) OVER (${among(derivation.keys.map(keyAt))}) AS DOUBLE), 0)`;
    case 'Rank': {
      const rank = `rank() OVER (${among(derivation.keys.map(keyAt))}ORDER BY ${value} DESC NULLS LAST)`;
      return `CASE WHEN ${value} IS NOT NULL THEN ${rank} END`;
    }
    case 'Per': {
      const divisor = positions.get(derivation.by) ?? 'NULL';
      return `CAST(${value} AS DOUBLE) / nullif(CAST(${divisor} AS DOUBLE), 0) * CAST(${derivation.scale} AS DOUBLE)`;
    }
  }
}
