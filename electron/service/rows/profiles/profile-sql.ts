import { isInstant } from '#shared/time/instant.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { TimeBins } from '#shared/time/time-bins.ts';
import { instantSql } from '../comparison/comparison.ts';
import { averageSql, type NumberFacts, quantileSql } from '../groups/number-sql.ts';
import { rowNumber } from '../open-version.ts';
import type { Condition } from '../views/filter-to-sql.ts';

/** The profiled rows: the FROM clause with its WHERE, and its bound values. */
export interface ProfiledRows {
  readonly from: string;
  readonly values: Condition['values'];
}

/** Number of bars of a histogram. */
export const histogramBins = 20;

/** Maximum number of frequent values in a profile. */
export const listedValues = 20;

/** Values longer than this are not listed. */
export const maxListedLength = 255;

/** Up to this many distinct values are counted exactly; more are estimated. */
export const exactDistinct = 100_000;

/** From so many values on, quartiles are estimated: exact ones would cost more than everything else together. */
const exactQuantileValues = 2_000_000;

/**
 * Least number of values that quartiles are estimated from. The standard error of their rank is then a tenth of a
 * percent of all values: they are off by less than half a percent.
 */
const sampledValues = 200_000;

/** Whether the quartiles of this many values are calculated exactly. */
export function areQuantilesExact(present: number): boolean {
  return present < exactQuantileValues;
}

/** Rows, values, minimum and maximum of a numeric column; for a whole file the engine reads only statistics. */
export function numberEndsSql({ from }: ProfiledRows, column: string): string {
  return `SELECT count(*), count(${column}), min(${column}), max(${column}) FROM ${from}`;
}

/**
 * The approximate number of distinct values, the mean, and the quartiles, which are estimated of a sample if there are
 * very many values.
 * @param present number of values
 */
export function numberSpreadSql(
  { from }: ProfiledRows,
  column: string,
  isInteger: boolean,
  facts: NumberFacts,
  present: number,
): string {
  const mean = averageSql(column, isInteger, facts);
  const values = areQuantilesExact(present) ? column : sampleSql(column, present);
  const quantiles = [0.25, 0.5, 0.75].map((share) => quantileSql(values, String(share), facts));
  return `SELECT approx_count_distinct(${column}), ${mean}, ${quantiles.join(', ')} FROM ${from}`;
}

/**
 * Some of the values, from the whole file and the same ones each time: a hash of the row number is independent of any
 * order of the rows. The engine's own samples consist of rows that follow each other.
 */
function sampleSql(column: string, present: number): string {
  return `CASE WHEN hash(${rowNumber}) % ${Math.floor(present / sampledValues)} = 0 THEN ${column} END`;
}

export function textFactsSql({ from }: ProfiledRows, column: string): string {
  return `SELECT count(*), count(${column}), approx_count_distinct(${column}), min(length(${column})), max(length(${column})), min(${column}), max(${column}) FROM ${from}`;
}

/**
 * Counts of bins, by bin; the first is numbered 0.
 * @param starts SQL of the first value of each bin but the first
 * @param measure expression over `value` for the number to count by
 */
export function histogramSql(
  { from }: ProfiledRows,
  column: string,
  starts: readonly string[],
  measure: string,
): string {
  const bin = ['0', ...starts.map((start) => `(${measure} >= ${start})::INTEGER`)].join(' + ');
  return `SELECT ${bin} AS bin, count(*) FROM (SELECT ${column} AS value FROM ${from}) WHERE value IS NOT NULL GROUP BY bin`;
}

/** The expression that a histogram counts by. */
export const measures = { values: 'value', lengths: 'length(value)' } as const;

/** The time at the start of a text `value` of a kind, to the minute, in its own time zone. */
const moments: Readonly<Record<MomentKind, string>> = {
  date: 'CAST(TRY_CAST(value AS DATE) AS TIMESTAMP)',
  'date-time': 'TRY_CAST(left(value, 16) AS TIMESTAMP)',
  'date-time-zone': 'TRY_CAST(left(value, 16) AS TIMESTAMP)',
  time: "TRY_CAST('1970-01-01 ' || left(value, 5) AS TIMESTAMP)",
  month: "TRY_CAST(value || '-01' AS TIMESTAMP)",
  quarter:
    "TRY_CAST(left(value, 5) || lpad(CAST(3 * TRY_CAST(right(value, 1) AS INTEGER) - 2 AS VARCHAR), 2, '0') || '-01' AS TIMESTAMP)",
  week: "try_strptime(value || '-1', '%G-W%V-%u')",
};

/** Number of texts that are times, their first and last text, and first and last time in milliseconds since 1970. */
export function timeFactsSql({ from }: ProfiledRows, column: string, kind: MomentKind): string {
  const ends = isInstant(kind)
    ? ['arg_min', 'arg_max'].map((end) => `${end}(value, struct_pack(at := ${instantSql('value')}, value := value))`)
    : ['min(value)', 'max(value)'];
  return `SELECT count(*), count(time), ${ends.join(', ')}, epoch_ms(min(time)), epoch_ms(max(time))
    FROM (SELECT value, ${moments[kind]} AS time FROM (SELECT ${column} AS value FROM ${from}) WHERE value IS NOT NULL)`;
}

const unitMilliseconds = { day: 86_400_000, hour: 3_600_000, minute: 60_000 } as const;

/** Counts of the spans of a time axis, by span; the first is numbered 0. */
export function timeHistogramSql({ from }: ProfiledRows, column: string, kind: MomentKind, bins: TimeBins): string {
  const { unit, size } = bins;
  const start = new Date(bins.from);
  const passed =
    unit === 'year'
      ? `year(time) - ${start.getUTCFullYear()}`
      : unit === 'month'
        ? `year(time) * 12 + month(time) - ${start.getUTCFullYear() * 12 + start.getUTCMonth() + 1}`
        : `(epoch_ms(time) - (${bins.from})) // ${unitMilliseconds[unit]}`;
  return `SELECT (${passed}) // ${size} AS bin, count(*)
    FROM (SELECT ${moments[kind]} AS time FROM (SELECT ${column} AS value FROM ${from}) WHERE value IS NOT NULL)
    WHERE time IS NOT NULL GROUP BY bin`;
}

/** Most frequent values with their counts, and the number of distinct values. */
export function frequentSql({ from }: ProfiledRows, column: string): string {
  return `SELECT value, times, different FROM (
      SELECT ${column} AS value, count(*) AS times, count(*) OVER () AS different
      FROM (SELECT ${column} FROM ${from}) WHERE ${column} IS NOT NULL GROUP BY ${column})
    ORDER BY times DESC, value LIMIT ${listedValues}`;
}

/** As {@link frequentSql}, if too many values are distinct to count them all: candidates, then their counts. */
export function likelyFrequentSql({ from }: ProfiledRows, column: string): string {
  return `WITH candidates AS (
      SELECT unnest(approx_top_k(${column}, ${listedValues})) AS value FROM (SELECT ${column} FROM ${from}))
    SELECT value, count(*) AS times FROM (SELECT ${column} AS value FROM ${from}) SEMI JOIN candidates USING (value)
    GROUP BY value ORDER BY times DESC, value LIMIT ${listedValues}`;
}

/** Counts of geometries by the first five bytes of their binary form, which contain the kind. */
export function kindsSql({ from }: ProfiledRows, column: string): string {
  return `SELECT left(hex(ST_AsWKB(${column})), 10) AS head, count(*) FROM (SELECT ${column} FROM ${from})
    WHERE ${column} IS NOT NULL GROUP BY head`;
}

/** Numbers of columns and rows that a box is divided into. */
export const gridSize = { columns: 24, rows: 12 };

/** Counts of geometries by the part of a box that contains their first position; the first part is numbered 0. */
export function gridSql(
  { from }: ProfiledRows,
  column: string,
  [west, south, east, north]: readonly [number, number, number, number],
): string {
  const number = '[-+0-9.eE]+';
  const part = (value: string, span: number, parts: number) =>
    span > 0 ? `greatest(0, least(${parts - 1}, floor(${value} / ${span / parts})))` : '0';
  const across = part(`(CAST(place.x AS DOUBLE) - (${west}))`, east - west, gridSize.columns);
  const down = part(`((${north}) - CAST(place.y AS DOUBLE))`, north - south, gridSize.rows);
  return `SELECT CAST(${down} * ${gridSize.columns} + ${across} AS INTEGER) AS part, count(*) FROM (
      SELECT regexp_extract(ST_AsText(${column}), '(${number}) (${number})', ['x', 'y']) AS place
      FROM (SELECT ${column} FROM ${from}) WHERE ${column} IS NOT NULL)
    WHERE place.x <> '' GROUP BY part`;
}

/** The box of all positions. The engine has no function for it, so they are read from the well-known text. */
export function boxSql({ from }: ProfiledRows, column: string): string {
  const number = '[-+0-9.eE]+';
  const pick = (group: number) =>
    `list_transform(regexp_extract_all(text, '(?:\\(|, )(${number}) (${number})', ${group}), part -> CAST(part AS DOUBLE))`;
  const point = "string_split(substr(text, 8, length(text) - 8), ' ')";
  const axis = (group: number) =>
    `CASE WHEN starts_with(text, 'POINT (') THEN [CAST(${point}[${group}] AS DOUBLE)] ELSE ${pick(group)} END`;
  return `SELECT min(list_min(x)), min(list_min(y)), max(list_max(x)), max(list_max(y)) FROM (
      SELECT ${axis(1)} AS x, ${axis(2)} AS y FROM (
        SELECT ST_AsText(${column}) AS text FROM (SELECT ${column} FROM ${from}) WHERE ${column} IS NOT NULL))`;
}
