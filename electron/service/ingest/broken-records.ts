import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBValue } from '@duckdb/node-api';
import { say } from '#shared/sentences/say.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { type BadValue, IngestError, type LongWork } from '../rows/row-store.ts';
import { lineNumbers, readBeginning } from './line-numbers.ts';
import { type Dialect, readerOf } from './open-delimited.ts';
import type { OpenedSource } from './open-source.ts';

/** How many bad values are told one by one; the rest is counted. */
export const shownBadValues = 1000;

/** Options with which the engine notes the records that it cannot read, all of them, and goes on. */
export const notingRejects: readonly string[] = ['store_rejects = true', 'rejects_limit = 0'];

/** When the beginning of a file, so long, has nothing but broken records, the rest is not read. */
const hopelessBytes = 8 * 2 ** 20;

/** Throws when a delimited file has records that are not whole; returns when it has none. */
export async function reportBrokenRecords(
  session: Session,
  opened: OpenedSource,
  scratch: string,
  work: LongWork,
): Promise<void> {
  const { dialect, path } = opened;
  if (dialect === null) return;
  const beginning = await beginningOf(path, dialect, scratch, work.signal);
  if (beginning !== null) await throwBroken(session, { ...opened, ...beginning }, work, true);
  await throwBroken(session, opened, work, false);
}

/** The first records of a long file as a file of their own; null for one that is not long. */
async function beginningOf(
  path: string,
  dialect: Dialect,
  scratch: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly path: string; readonly dialect: Dialect } | null> {
  const beginning = await readBeginning(path, dialect.compression, hopelessBytes, signal);
  if (beginning.length < hopelessBytes) return null;
  const target = join(scratch, 'beginning.csv');
  await writeFile(target, beginning.subarray(0, beginning.lastIndexOf(0x0a) + 1));
  return { path: target, dialect: { ...dialect, compression: 'none' } };
}

/** @param hopelessOnly throw only when there is no record that is not broken */
async function throwBroken(
  session: Session,
  { dialect, path }: OpenedSource,
  work: LongWork,
  hopelessOnly: boolean,
): Promise<void> {
  if (dialect === null) return;
  const every = dialect.names.map((_, position) => `count(c${position})`).join(', ');
  await dropRejects(session);
  try {
    const [whole] = await session.row(`SELECT count(*), ${every} FROM ${readerOf(dialect, notingRejects)}`, [path], {
      onFraction: (fraction, rows) => work.onProgress?.({ phase: 'checking', rows, bytes: 0, fraction }),
    });
    const [total] = await session.row('SELECT count(DISTINCT line_byte_position) FROM reject_errors');
    if (total === 0n || (hopelessOnly && whole !== 0n)) return;
    const found = await session.rows(`${brokenSql} LIMIT ${shownBadValues}`);
    const starts = found.map(([, position]) => Number(position));
    const lines = await lineNumbers(path, dialect.compression, starts, work.signal);
    const badValues = found.map((reject, at) => brokenRecord(reject, lines[at] ?? null, dialect));
    const [first] = badValues;
    if (first === undefined) return;
    const givenUp = hopelessOnly ? ` ${say('records-hopeless')}` : '';
    throw new IngestError(summary(Number(total), first, 'record') + givenUp, badValues, Number(total));
  } finally {
    await dropRejects(session);
  }
}

/** One line a broken record: its number (a header counted), its first byte, column, kind of error, text. */
export const brokenSql = `SELECT min(line) AS line, line_byte_position - 1 AS start, min(column_idx) AS column_position,
    first(error_type)::VARCHAR AS problem, first(csv_line) AS csv_line
  FROM reject_errors GROUP BY line_byte_position ORDER BY line_byte_position`;

/** The engine keeps what it has noted on the connection. */
export async function dropRejects(session: Session): Promise<void> {
  await session.run('DROP TABLE IF EXISTS reject_errors');
  await session.run('DROP TABLE IF EXISTS reject_scans');
}

const reasons: Readonly<Record<string, string>> = {
  'MISSING COLUMNS': say('too-few-values'),
  'TOO MANY COLUMNS': say('too-many-values'),
  'UNQUOTED VALUE': say('quote-not-closed'),
  'LINE SIZE OVER MAXIMUM': say('record-too-long'),
  'INVALID ENCODING': say('record-no-text'),
};

export function brokenRecord(
  [record, , column, kind, text]: readonly DuckDBValue[],
  line: number | null,
  dialect: Dialect,
): BadValue {
  return {
    row: Number(record) - dialect.skip - (dialect.header ? 1 : 0),
    line,
    column: typeof column === 'bigint' || typeof column === 'number' ? (dialect.names[Number(column)] ?? null) : null,
    value: text === null || text === undefined ? null : String(text).slice(0, 1000),
    message: reasons[String(kind)] ?? say('record-unreadable', { said: String(kind).toLowerCase() }),
  };
}

/** One sentence that says how much is wrong and where it begins. */
export function summary(total: number, first: BadValue, what: 'value' | 'record'): string {
  const { message: why } = first;
  const where = placeOf(first);
  return total === 1 ? say(`${what}-unread`, { where, why }) : say(`${what}s-unread`, { count: total, where, why });
}

function placeOf({ line, row, column }: BadValue): string {
  if (line) return column ? say('in-line-column', { line, column }) : say('in-line', { line });
  const record = row ?? '?';
  return column ? say('in-record-column', { record, column }) : say('in-record', { record });
}
