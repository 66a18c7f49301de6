import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { IngestError } from '../reading.ts';

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
