import type { DuckDBValue } from '@duckdb/node-api';
import type { Session } from '../rows/duckdb/session.ts';
import { type BadValue, IngestError, type LongWork, type Source } from '../rows/row-store.ts';
import { lineNumbers } from './line-numbers.ts';
import { readerOf } from './open-delimited.ts';
import type { OpenedSource } from './open-source.ts';

/** How many bad values are told one by one; the rest is counted. */
export const shownBadValues = 100;

/** Throws when a delimited file has records that are not whole; returns when it has none. */
export async function reportBrokenRecords(
  session: Session,
  opened: OpenedSource,
  source: Source,
  work: LongWork,
): Promise<void> {
  const { dialect, path } = opened;
  if (dialect === null) return;
  const rejects = ['store_rejects = true', 'rejects_limit = 0'];
  const every = dialect.names.map((_, position) => `count(c${position})`).join(', ');
  await dropRejects(session);
  try {
    await session.run(`SELECT ${every} FROM ${readerOf(dialect, source, rejects)}`, [path], {
      onFraction: (fraction, rows) => work.onProgress?.({ phase: 'checking', rows, bytes: 0, fraction }),
    });
    const [total] = await session.row('SELECT count(DISTINCT line) FROM reject_errors');
    if (total === 0n) return;
    const found = await session.rows(
      `SELECT min(line), line_byte_position - 1, min(column_name), first(error_type), first(csv_line)
       FROM reject_errors GROUP BY line_byte_position ORDER BY line_byte_position LIMIT ${shownBadValues}`,
    );
    const lines = await lineNumbers(
      path,
      dialect.compression,
      found.map(([, position]) => Number(position)),
      work.signal,
    );
    const badValues = found.map((reject, at) => brokenRecord(reject, lines[at] ?? null, dialect));
    throw new IngestError(summary(Number(total), badValues[0], 'record'), badValues, Number(total));
  } finally {
    await dropRejects(session);
  }
}

async function dropRejects(session: Session): Promise<void> {
  await session.run('DROP TABLE IF EXISTS reject_errors');
  await session.run('DROP TABLE IF EXISTS reject_scans');
}

const reasons: Readonly<Record<string, string>> = {
  'MISSING COLUMNS': 'The record has too few values.',
  'TOO MANY COLUMNS': 'The record has too many values.',
  'UNQUOTED VALUE': 'A quote is not closed, or something stands behind it.',
  'LINE SIZE OVER MAXIMUM': 'The record is too long.',
  'INVALID ENCODING': 'The record is not valid text.',
};

function brokenRecord(
  [record, , column, kind, text]: readonly DuckDBValue[],
  line: number | null,
  dialect: NonNullable<OpenedSource['dialect']>,
): BadValue {
  const position = /^c(\d+)$/.exec(String(column ?? ''))?.[1];
  return {
    row: Number(record) - dialect.skip - (dialect.header ? 1 : 0),
    line,
    column: position === undefined ? null : (dialect.names[Number(position)] ?? null),
    value: text === null || text === undefined ? null : String(text).slice(0, 1000),
    message: reasons[String(kind)] ?? `The record cannot be read (${String(kind).toLowerCase()}).`,
  };
}

/** One sentence that says how much is wrong and where it begins. */
export function summary(total: number, first: BadValue | undefined, what: 'value' | 'record'): string {
  const where = first?.line ? `line ${first.line}` : `record ${first?.row ?? '?'}`;
  const column = first?.column ? `, column "${first.column}"` : '';
  const why = first ? `: ${first.message}` : '.';
  return `${total === 1 ? `One ${what}` : `${total} ${what}s`} could not be read, the first in ${where}${column}${why}`;
}
