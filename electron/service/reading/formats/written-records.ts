import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { StatedCodes } from '#shared/codes/stated-codes.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { IngestError, type Plan } from '../reading.ts';
import { plainNumbers } from '../values/text-conversion.ts';
import { openJsonLines } from './json/open-json.ts';
import { type OpenedTable, openedTable, type Relation } from './relation.ts';

/** Number of records that are written for a preview. */
export const examinedRecords = 1_000;

/** Records that a reader has written for the reader of JSON lines. */
export interface WrittenRecords {
  readonly records: number;
  /** Names of the columns, which a table without records has too. */
  readonly names: readonly string[];
  /** What the user should know about how the file was read. */
  readonly notes: readonly Explanation[];
  /** Whether the records are features. */
  readonly hasGeometry?: boolean;
  /** Rows of a sheet whose values are all bold, or below a line. */
  readonly emphasised?: readonly number[];
  /** The codes that the file states for its columns. */
  readonly codes?: readonly StatedCodes[];
}

/** Maximum bytes of all records of a file: a small one may repeat long texts in each. */
const maxWrittenBytes = 16 * 2 ** 30;

/** @throws {IngestError} `records-too-large` */
export function assertWritable(bytes: number, maxBytes = maxWrittenBytes): void {
  if (bytes > maxBytes) throw new IngestError(explain('records-too-large', { limit: maxBytes / 2 ** 20 }));
}

/** Writes records, as lines of JSON, to a file. @throws {IngestError} `records-too-large` */
export async function writeRecords(
  path: string,
  records: AsyncIterable<string>,
  { signal }: LongWork,
  maxBytes?: number,
): Promise<void> {
  await pipeline(records, limited(maxBytes), createWriteStream(path), signal ? { signal } : {});
}

function limited(maxBytes: number | undefined) {
  return async function* (pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
    let written = 0;
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      written += bytes.length;
      assertWritable(written, maxBytes);
      yield bytes;
    }
  };
}

/** Columns without any record. */
export function emptyRelation(names: readonly string[]): Relation {
  const columns = names.map((name, at) => ({
    form: 'text' as const,
    name,
    reference: `c${at}`,
    kind: 'guess' as const,
  }));
  const nothing = columns.map(({ reference }) => `NULL::VARCHAR AS ${reference}`);
  return {
    from: `(SELECT ${nothing.join(', ')} LIMIT 0)`,
    columns,
    form: 'json',
    numbers: plainNumbers,
    conversions: [],
  };
}

/** Opens the records that a reader has written to `path`, each with its place in the user's file. */
export async function openRecords(
  session: Session,
  path: string,
  { records, names, notes, hasGeometry = false, emphasised = [], codes = [] }: WrittenRecords,
  options: Pick<Plan, 'missing'>,
): Promise<OpenedTable> {
  const relation =
    records === 0 ? emptyRelation(names) : await openJsonLines(session, path, { features: hasGeometry }, options);
  return openedTable({ ...relation, emphasised, conversions: [...notes, ...relation.conversions] }, path, { codes });
}
