import type { DuckDBValue } from '@duckdb/node-api';
import { isNumeric } from '#shared/api/column.ts';
import { explain } from '#shared/failures.ts';
import { aligned, decimalOf, decimalQuotient, floorDivide } from '#shared/number/decimal.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { timeBins } from '#shared/time/time-bins.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session, Watch } from '../../engine/session.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { geometryKinds } from '../../geometry/geometry-text.ts';
import { storedBox } from '../../reading/write/stored-statistics.ts';
import { anyNumbers, type NumberFacts } from '../groups/number-sql.ts';
import { columnReference, type OpenVersion, storedTable } from '../open-version.ts';
import { assertPatterns } from '../pages/selected-rows.ts';
import { selectionOf } from '../selection.ts';
import type { StoreParts } from '../store-parts.ts';
import { InvalidFilterError } from '../views/filter-to-sql.ts';
import {
  areQuantilesExact,
  boxSql,
  exactDistinct,
  frequentSql,
  gridSize,
  gridSql,
  histogramBins,
  histogramSql,
  kindsSql,
  likelyFrequentSql,
  listedValues,
  maxListedLength,
  measures,
  numberEndsSql,
  numberSpreadSql,
  type ProfiledRows,
  textFactsSql,
  timeFactsSql,
  timeHistogramSql,
} from './profile-sql.ts';

type Histogram = NonNullable<ColumnProfile['histogram']>;
type FrequentValue = NonNullable<ColumnProfile['frequent']>[number];

/** Profiles one column over the rows of a query. */
export async function profileColumn(
  parts: StoreParts,
  open: OpenVersion,
  query: RowQuery,
  name: string,
  work: LongWork,
): Promise<ColumnProfile> {
  const position = open.columns.findIndex((column) => column.name === name);
  const column = open.columns[position];
  if (column === undefined) throw new InvalidFilterError(name, explain('no-column', { column: name }));
  const selection = selectionOf(query, open.columns);
  await parts.files.assertWhole(open.version);
  await assertPatterns(parts, query, work);
  const where = selection.where === null ? '' : ` WHERE ${selection.where.sql}`;
  const rows: ProfiledRows = {
    from: `${storedTable(open.path, open.columns)}${where}`,
    values: selection.where?.values ?? [],
  };
  const reference = columnReference(position);
  const profile = async (session: Session, following: LongWork) => {
    const isFiltered = selection.where !== null;
    const facts = async () =>
      column.type === 'float' ? await parts.groups.numbers(session, open, position) : anyNumbers;
    const reader: ColumnReader = { session, rows, isFiltered, column, reference, facts, step: stepsOf(following) };
    if (column.type === 'geometry') {
      const box = selection.where === null ? await storedBox(session, open.path, open.columns, position) : null;
      return profileGeometry(reader, box);
    }
    return isNumeric(column.type) ? profileNumbers(reader) : profileTexts(reader);
  };
  const profiled = { version: open.version.key, selection: selection.unorderedIdentity, column: name, rows: open.rows };
  return parts.profiles.follow(profiled, work, (following) =>
    open.use(following, () => parts.engine.long(following, (session) => profile(session, following))),
  );
}

/** Reads a column of some rows, one statement after the other. */
interface ColumnReader {
  readonly session: Session;
  readonly rows: ProfiledRows;
  readonly isFiltered: boolean;
  readonly column: StoredColumn;
  readonly reference: string;
  readonly facts: () => Promise<NumberFacts>;
  /** The progress of the next statement, whose measured share of the whole time is this; 1 for all that is left. */
  readonly step: (share: number) => Watch;
}

/** Reports the progress of consecutive statements as that of one piece of work. */
function stepsOf({ onProgress }: LongWork): ColumnReader['step'] {
  let begun = 0;
  return (share) => {
    const from = begun;
    begun = Math.min(1, from + share);
    const report = (part: number) =>
      onProgress?.({ phase: 'reading', rows: 0, bytes: 0, fraction: from + (begun - from) * part });
    report(0);
    return { onFraction: (part) => report(part ?? 0) };
  };
}

const nothingKnown = {
  distinct: null,
  numbers: null,
  lengths: null,
  dates: null,
  histogram: null,
  frequent: null,
  geometry: null,
};

async function profileNumbers(reader: ColumnReader): Promise<ColumnProfile> {
  const { session, rows, isFiltered, column, reference, step } = reader;
  // Without a filter the file's statistics have the answer.
  const ends = step(isFiltered ? 0.3 : 0.02);
  const [all, present, least, most] = await session.row(numberEndsSql(rows, reference), rows.values, ends);
  const sql = numberSpreadSql(rows, reference, column.type === 'integer', await reader.facts(), Number(present));
  const [about, mean, ...quartiles] = await session.row(sql, rows.values, step(0.35));
  const base = { ...counted(column, all, present), ...nothingKnown };
  const common = await commonValues(reader, 0.25, Number(about), Number(present));
  if (present === 0n || least === undefined || most === undefined) return { ...base, ...common };
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = quartiles.map(Number);
  const numbers = {
    min: exactNumber(least),
    max: exactNumber(most),
    mean: Number(mean),
    quartiles: [first, second, third],
    quartilesExact: areQuantilesExact(Number(present)),
  } as const;
  const bounds = { of: 'values', from: Number(least), to: Number(most) } as const;
  const histogram = await histogramOf(reader, bounds, Number(present));
  return { ...base, ...common, numbers, histogram };
}

async function profileTexts(reader: ColumnReader): Promise<ColumnProfile> {
  const { session, rows, column, reference, step } = reader;
  const isMoment = column.moment !== undefined;
  const facts = await session.row(textFactsSql(rows, reference), rows.values, step(isMoment ? 0.25 : 0.5));
  const [all, present, about, least, most, first, last] = facts;
  const common = await commonValues(reader, isMoment ? 0.05 : 0.3, Number(about), Number(present));
  const base = { ...counted(column, all, present), ...nothingKnown, ...common };
  if (present === 0n) return base;
  const lengths = { min: Number(least), max: Number(most) };
  const kind = column.moment ?? (areTimes([first, last], lengths) ? timesOfLength(lengths.max) : null);
  const times = kind === null ? null : await timesOf(reader, kind);
  if (times !== null) return { ...base, lengths, ...times };
  const ends = { of: 'lengths', from: lengths.min, to: lengths.max } as const;
  const isVaried = common.frequent?.length === 0;
  const histogram = isVaried ? await histogramOf(reader, ends, Number(present)) : null;
  return { ...base, lengths, histogram };
}

/** Texts in this form with equal length sort like the times that they represent. */
const timeForm = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z?)?$/;

function areTimes(ends: readonly (DuckDBValue | undefined)[], lengths: { readonly min: number; readonly max: number }) {
  return lengths.min === lengths.max && ends.every((end) => typeof end === 'string' && timeForm.test(end));
}

function timesOfLength(length: number): MomentKind {
  return length === '2020-01-31'.length ? 'date' : 'date-time';
}

/** The first and the last time of a column and the counts in between; null if some of its texts are not times. */
async function timesOf(
  { session, rows, column, reference, step }: ColumnReader,
  kind: MomentKind,
): Promise<Pick<ColumnProfile, 'dates' | 'histogram'> | null> {
  const facts = await session.row(
    timeFactsSql(rows, reference, kind),
    rows.values,
    step(column.moment === undefined ? 0.1 : 0.2),
  );
  const [present, times, first, last, from, to] = facts;
  if (present !== times) return null;
  const bins = timeBins(kind, Number(from), Number(to));
  const counts = new Array<number>(bins.count).fill(0);
  const sql = timeHistogramSql(rows, reference, kind, bins);
  for (const [bin, count] of await session.rows(sql, rows.values, step(1))) counts[Number(bin)] = Number(count);
  const { unit, size } = bins;
  return {
    dates: { min: String(first), max: String(last) },
    histogram: { of: 'times', from: bins.from, to: bins.to, unit, size, counts },
  };
}

async function profileGeometry(
  { session, rows, column, reference, step }: ColumnReader,
  stored: readonly DuckDBValue[] | null,
): Promise<ColumnProfile> {
  const sql = `SELECT count(*), count(${reference}) FROM ${rows.from}`;
  const [all, present] = await session.row(sql, rows.values, step(0.05));
  const base = { ...counted(column, all, present), ...nothingKnown };
  const kinds = await session.rows(kindsSql(rows, reference), rows.values, step(stored === null ? 0.25 : 0.4));
  const box = stored ?? (await session.row(boxSql(rows, reference), rows.values, step(0.35)));
  const [west, south, east, north] = box.map(asNumber);
  if (west == null || south == null || east == null || north == null) return base;
  // In files by other programs, some coordinates may be infinite.
  if (![west, south, east, north].every(Number.isFinite)) return { ...base, geometry: null };
  const corners = [west, south, east, north] as const;
  const grid = gridOf(await session.rows(gridSql(rows, reference, corners), rows.values, step(1)));
  return { ...base, geometry: { box: corners, kinds: kindCounts(kinds), grid } };
}

function gridOf(found: readonly (readonly DuckDBValue[])[]): NonNullable<ColumnProfile['geometry']>['grid'] {
  const counts = new Array<number>(gridSize.columns * gridSize.rows).fill(0);
  for (const [part, count] of found) counts[Number(part)] = Number(count);
  return { ...gridSize, counts };
}

function counted(column: StoredColumn, all: DuckDBValue | undefined, present: DuckDBValue | undefined) {
  const rows = Number(all);
  return { column: column.name, type: column.type, rows, of: rows, missing: rows - Number(present) };
}

async function commonValues(
  { session, rows, column, reference, step }: ColumnReader,
  share: number,
  about: number,
  present: number,
): Promise<Pick<ColumnProfile, 'distinct' | 'frequent'>> {
  if (present === 0) return { distinct: { count: 0, exact: true }, frequent: [] };
  const exact = present <= exactDistinct || about <= exactDistinct;
  // If nearly all values are distinct, none is frequent.
  if (!exact && about > present / 2) return { distinct: { count: Math.min(about, present), exact }, frequent: [] };
  const sql = exact ? frequentSql(rows, reference) : likelyFrequentSql(rows, reference);
  const found = await session.rows(sql, rows.values, step(share));
  const different = exact ? Number(found[0]?.[2] ?? 0) : Math.min(about, present);
  // If very many values occur once each, the first of them are meaningless.
  if (different > listedValues && Number(found[0]?.[1]) === 1) {
    return { distinct: { count: different, exact }, frequent: [] };
  }
  const frequent = found.flatMap(([value, times]): FrequentValue[] => {
    const shown = listedValue(value, column);
    return shown === null ? [] : [{ value: shown, count: Number(times) }];
  });
  return { distinct: { count: different, exact }, frequent };
}

function listedValue(value: DuckDBValue | undefined, column: StoredColumn): FrequentValue['value'] | null {
  if (isNumeric(column.type)) return exactNumber(value ?? null);
  return typeof value === 'string' && value.length <= maxListedLength ? value : null;
}

async function histogramOf(
  { session, rows, column, reference, step }: ColumnReader,
  ends: { readonly of: keyof typeof measures; readonly from: number; readonly to: number },
  present: number,
): Promise<Histogram> {
  const { of, from, to } = ends;
  if (!(to / histogramBins - from / histogramBins > 0)) return { ...ends, counts: [present] };
  const isInteger = of === 'lengths' || column.type === 'integer';
  const starts = Array.from({ length: histogramBins - 1 }, (_, at) => binStartLiteral(from, to, at + 1, isInteger));
  const counts = new Array<number>(histogramBins).fill(0);
  const sql = histogramSql(rows, reference, starts, measures[of]);
  for (const [bin, count] of await session.rows(sql, rows.values, step(1))) {
    counts[Number(bin)] = Number(count);
  }
  return { ...ends, counts };
}

/** The first value of one of equally wide bins, calculated as decimals are. */
function binStartLiteral(from: number, to: number, bin: number, isInteger: boolean): string {
  const { digits, exponent } = aligned(decimalOf(from), decimalOf(to));
  const [low = 0n, high = 0n] = digits;
  const start = low * BigInt(histogramBins) + (high - low) * BigInt(bin);
  if (isInteger) return `${-floorDivide(-start * 10n ** BigInt(Math.max(0, exponent)), BigInt(histogramBins))}`;
  // A decimal with as few digits as the width is at or above the start if its double is.
  return `CAST('${decimalQuotient({ digits: start, exponent }, BigInt(histogramBins))}' AS DOUBLE)`;
}

/** An integer as a number if no digit is lost. */
export function exactNumber(value: DuckDBValue): number | bigint {
  if (typeof value !== 'bigint') return Number(value);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function asNumber(value: DuckDBValue): number | null {
  return value === null ? null : Number(value);
}

/** The header has the byte order and the code of the kind, whose thousands give the dimensions. */
function kindCounts(found: readonly (readonly DuckDBValue[])[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [head, count] of found) {
    const bytes = Buffer.from(String(head), 'hex');
    const code = (bytes[0] === 1 ? bytes.readUInt32LE(1) : bytes.readUInt32BE(1)) & 0xffff;
    const kind = geometryKinds[(code % 1000) - 1] ?? 'Geometry';
    counts.set(kind, (counts.get(kind) ?? 0) + Number(count));
  }
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((one, other) => other.count - one.count);
}
