import { rename, rm, stat } from 'node:fs/promises';
import type { DuckDBValue } from '@duckdb/node-api';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { parquetOptions } from '../../files/parquet-file.ts';
import { placeholderColumn, type StoredColumn } from '../../files/stored-version.ts';
import type { PlannedColumn, TablePlan } from '../columns/plan-columns.ts';
import { whereSql } from '../columns/plan-table.ts';
import { checkedValues, guardedColumns } from '../problems/checked-values.ts';
import { appendedSoFar, expectedRecords, type ReadSoFar, rowsSoFar } from '../problems/rows-so-far.ts';
import { IngestError } from '../reading.ts';
import { findMoments, type MomentCandidate, maxMomentLength } from '../values/stored-moments.ts';
import { engineNames } from '../values/stored-names.ts';
import { hasEngineNames, nameColumns } from './wide/join-parquet.ts';

export interface WrittenFile {
  readonly kind: 'written';
  readonly rows: number;
  readonly rejected: number;
  readonly conversions: readonly Explanation[];
}

export interface FailedFile {
  readonly kind: 'failed';
  readonly cause: Error;
}

const fileOptions = `${parquetOptions}, RETURN_STATS`;

/** A record that becomes more rows than this is written by one thread. */
const maxRowsOfThreads = 100;

/** Row numbers have 32 bits. */
const maxRows = 2 ** 31 - 1;

/** Length in characters of the longest value that is still `char`. */
const maxCharLength = 255;

/**
 * Writes the plan's rows to a new Parquet file; a failure of the engine is returned, an abort is thrown.
 * @param aligned whether row groups must have the same rows as those of every other file with as many rows
 */
export async function writeParquet(
  session: Session,
  plan: TablePlan,
  target: string,
  work: LongWork,
  aligned = false,
): Promise<WrittenFile | FailedFile> {
  let threads: DuckDBValue = null;
  try {
    const own = plan.columns.map(({ name }) => name);
    const names = engineNames(own);
    const source =
      plan.query === undefined ? `${plan.opened.relation.from}${whereSql(plan)}` : `(${plan.query.sql}) AS appended`;
    const columnsToRead = plan.query === undefined ? guardedColumns(plan.columns, plan.opened) : plan.columns;
    const { values, from } = checkedValues(columnsToRead, source);
    const columns = values.map((value, position) => `${value} AS ${alias(names, position)}`);
    let sql = `SELECT ${list(columns)} FROM ${from}`;
    if (aligned) {
      await session.run(`CREATE OR REPLACE TEMP TABLE aligned_rows AS ${sql}`);
      sql = 'SELECT * FROM temp.aligned_rows';
    }
    // Several threads would end row groups at arbitrary rows, and hold all rows that a part of a wide text becomes.
    if (aligned || (plan.opened.relation.rowsPerRecord ?? 1) > maxRowsOfThreads) {
      threads = (await session.row("SELECT current_setting('threads')"))[0] ?? null;
      await session.run('SET threads = 1');
    }
    const soFar = await soFarOf(session, plan);
    const { rows, statistics } = await copyRows(session, sql, target, work, soFar);
    if (rows > maxRows) throw new IngestError(explain('too-many-records', { count: maxRows }));
    const conversions = await dropNonFinite(session, plan.columns, names, statistics, target, work);
    if (hasEngineNames(own)) await nameColumns(target, own);
    return { kind: 'written', rows, rejected: 0, conversions };
  } catch (error) {
    work.signal?.throwIfAborted();
    if (error instanceof IngestError || !(error instanceof Error)) throw error;
    await rm(target, { force: true });
    return { kind: 'failed', cause: error };
  } finally {
    if (threads !== null) await session.clean(`SET threads = ${threads}`);
  }
}

async function soFarOf(session: Session, { opened, query }: TablePlan): Promise<ReadSoFar> {
  if (query === undefined) return rowsSoFar(opened);
  const { form, from, place } = opened.relation;
  if (form !== 'parquet' && place?.file === undefined)
    return appendedSoFar(query.before, expectedRecords(opened), 'text');
  // The file itself has its row count.
  const [count] = await session.row(`SELECT count(*) FROM ${from}`);
  return appendedSoFar(query.before, Promise.resolve(Number(count)), 'parquet');
}

function alias(names: readonly string[], position: number): string {
  return quoteIdentifier(names[position] ?? `column_${position + 1}`);
}

/** A Parquet file has at least one column; that of a version without columns is never read. */
function list(columns: readonly string[]): string {
  return columns.length === 0 ? `NULL::BOOLEAN AS ${placeholderColumn}` : columns.join(', ');
}

type Statistics = ReadonlyMap<string, ReadonlyMap<string, string>>;

const countedRows: ReadSoFar = (fraction, counted) => ({ rows: counted, fraction });

/** What precedes a statement whose rows are copied, and so shifts the places of its errors. */
export const copyLead = 'COPY (';

/** Writes the rows of a statement to a new Parquet file. */
export async function copyRows(
  session: Session,
  sql: string,
  target: string,
  work: LongWork,
  soFar: ReadSoFar = countedRows,
): Promise<{ rows: number; statistics: Statistics }> {
  const [row] = await session.rows(`${copyLead}${sql}) TO ${quoteLiteral(target)} (${fileOptions})`, [], {
    onFraction: (fraction, counted) => {
      const reportProgress = (bytes: number) =>
        work.onProgress?.({ phase: 'reading', bytes, ...soFar(fraction, counted, bytes) });
      stat(target).then(
        ({ size }) => reportProgress(size),
        () => reportProgress(0),
      );
    },
  });
  return { rows: Number(row?.[1] ?? 0), statistics: statisticsOf(row?.[4]) };
}

/** The engine returns a map of quoted column names to maps of text. */
function statisticsOf(value: DuckDBValue | undefined): Statistics {
  return new Map(
    entriesOf(value).map(([name, facts]) => [
      String(name),
      new Map(entriesOf(facts).map(([fact, text]) => [String(fact), String(text)])),
    ]),
  );
}

function entriesOf(value: DuckDBValue | undefined): (readonly [DuckDBValue, DuckDBValue])[] {
  if (value === null || typeof value !== 'object' || !('entries' in value) || !Array.isArray(value.entries)) return [];
  return value.entries.map(({ key, value: inner }) => [key, inner] as const);
}

/**
 * NaN can neither be displayed nor ordered, so it is stored as missing. It is rare, so the file is rewritten from
 * itself only if it occurs.
 */
async function dropNonFinite(
  session: Session,
  columns: readonly PlannedColumn[],
  names: readonly string[],
  statistics: Statistics,
  target: string,
  work: LongWork,
): Promise<Explanation[]> {
  const affected = columns.map(({ type }, position) => {
    const facts = statistics.get(alias(names, position));
    const ends = [facts?.get('min'), facts?.get('max')];
    return type === 'float' && (facts?.get('has_nan') === 'true' || ends.some((end) => /inf|nan/i.test(end ?? '')));
  });
  if (!affected.includes(true)) return [];
  const file = `read_parquet(${quoteLiteral(target)}) AS written(${columns.map((_, position) => `c${position}`).join(', ')})`;
  const strange = columns.map((_, position) => `count(*) FILTER (WHERE NOT isfinite(c${position}))`);
  const counts = await session.row(
    `SELECT ${strange.filter((_, position) => affected[position]).join(', ')} FROM ${file}`,
  );
  const kept = columns.map((_, position) => {
    const value = affected[position] ? `CASE WHEN isfinite(c${position}) THEN c${position} END` : `c${position}`;
    return `${value} AS ${alias(names, position)}`;
  });
  await copyRows(session, `SELECT ${kept.join(', ')} FROM ${file}`, `${target}.finite`, work);
  await rename(`${target}.finite`, target);
  const changed = columns.filter((_, position) => affected[position]);
  return changed.map(({ name }, position) => explain('not-finite', { column: name, count: Number(counts[position]) }));
}

/** Types and sizes of what was written: only now is it known whether text is `char`. */
export async function describeColumns(
  session: Session,
  path: string,
  columns: readonly PlannedColumn[],
): Promise<StoredColumn[]> {
  const ends = await storedEnds(session, path, columns);
  const lengths = await longestValues(session, path, columns);
  const moments = await storedMoments(session, path, columns, lengths, ends);
  return columns.map(({ name, type, keepsText }, position) => {
    if (type === 'geometry') return { name, type, size: null };
    if (type !== 'text') return { name, type, size: 8 };
    const size = lengths.get(position) ?? 0;
    const moment = moments.get(position);
    return {
      name,
      type: size <= maxCharLength && keepsText !== true ? 'char' : 'text',
      size,
      ...given({ moment }),
    };
  });
}

/** Smallest and largest text of columns, by position, from the file's statistics; null if these have none. */
type Ends = ReadonlyMap<number, MomentCandidate['ends']>;

async function storedEnds(session: Session, path: string, columns: readonly PlannedColumn[]): Promise<Ends> {
  if (!columns.some(({ type, moment }) => type === 'text' && moment !== null)) return new Map();
  const statistics = await session.rows(
    'SELECT column_id, min(stats_min_value), max(stats_max_value) FROM parquet_metadata($1) GROUP BY column_id',
    [path],
  );
  return new Map(
    statistics.map(([position, least, greatest]) => [
      Number(position),
      typeof least === 'string' && typeof greatest === 'string' ? ([least, greatest] as const) : null,
    ]),
  );
}

/** Which columns hold only dates or times, by position. The file's own statistics leave few to query. */
async function storedMoments(
  session: Session,
  path: string,
  columns: readonly PlannedColumn[],
  lengths: ReadonlyMap<number, number>,
  ends: Ends,
): Promise<ReadonlyMap<number, MomentKind>> {
  const short = [...lengths].flatMap(([position, size]) =>
    size <= maxMomentLength && columns[position]?.moment !== null ? [position] : [],
  );
  if (short.length === 0) return new Map();
  const candidates = short.map((position) => ({
    reference: `c${position}`,
    planned: columns[position]?.moment ?? null,
    ends: ends.get(position) ?? null,
  }));
  const found = await findMoments(session, written(path, columns), candidates);
  return new Map(
    short.flatMap((position, at) => {
      const moment = found[at] ?? null;
      return moment === null ? [] : [[position, moment] as const];
    }),
  );
}

function written(path: string, columns: readonly PlannedColumn[]): string {
  const aliases = columns.map((_, position) => `c${position}`).join(', ');
  return `read_parquet(${quoteLiteral(path)}) AS written(${aliases})`;
}

/** Number of characters of the longest text in each text column, by position. */
async function longestValues(
  session: Session,
  path: string,
  columns: readonly PlannedColumn[],
): Promise<ReadonlyMap<number, number>> {
  const requested = columns.flatMap(({ type }, position) => (type === 'text' ? [position] : []));
  if (requested.length === 0) return new Map();
  const longest = await session.row(
    `SELECT ${requested.map((position) => `coalesce(max(length(c${position})), 0)`).join(', ')} FROM ${written(path, columns)}`,
  );
  return new Map(requested.map((position, at) => [position, Number(longest[at])]));
}
