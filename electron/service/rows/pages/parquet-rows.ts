import type { DuckDBValue } from '@duckdb/node-api';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Engine } from '../../engine/engine.ts';
import { type ParquetFile, reading } from '../../files/parquet-file.ts';
import { rowNumber, storedTable } from '../open-version.ts';
import { joinRows, rawStrips } from './row-file/row-strips.ts';
import { rowSeparator } from './value-text.ts';

/** Raw rows `from` to `to` (exclusive), in the order of the file. */
export async function readParquetRange(
  engine: Engine,
  file: ParquetFile,
  [from, to]: readonly [from: number, to: number],
  work: LongWork,
): Promise<Buffer> {
  return readRaw(engine, file, `${rowNumber} BETWEEN ${from} AND ${to - 1}`, work);
}

/** Raw rows by their numbers, in the order of the numbers. */
export async function readParquetRows(
  engine: Engine,
  file: ParquetFile,
  numbers: Int32Array,
  work: LongWork,
): Promise<Buffer> {
  if (numbers.length === 0) return Buffer.alloc(0);
  const ascending = [...numbers].sort((one, other) => one - other);
  const raw = await readRaw(engine, file, `${rowNumber} IN (${ascending.join(', ')})`, work);
  const spans = spansByNumber(raw, ascending);
  const parts = [...numbers].map((number) => spans.get(number) ?? Buffer.alloc(0));
  return Buffer.concat(parts);
}

function spansByNumber(raw: Buffer, ascending: readonly number[]): Map<number, Buffer> {
  const spans = new Map<number, Buffer>();
  let at = 0;
  for (const number of ascending) {
    const end = raw.indexOf(rowSeparator, at) + 1;
    spans.set(number, raw.subarray(at, end));
    at = end;
  }
  return spans;
}

/** The engine joins the rows to one binary value: reading single texts takes the event loop fifteen times as long. */
async function readRaw(engine: Engine, file: ParquetFile, condition: string, work: LongWork): Promise<Buffer> {
  const { path, columns } = file;
  const strips: Buffer[] = [];
  await reading(file, work, async () => {
    for (const row of rawStrips(columns)) {
      const [raw] = await engine.short(work, (session) =>
        session.row(
          `SELECT encode(coalesce(string_agg(line || chr(10), '' ORDER BY ${rowNumber}), '')) FROM
           (SELECT ${rowNumber}, ${row} AS line FROM ${storedTable(path, columns)} WHERE ${condition})`,
        ),
      );
      strips.push(bytesOfBlob(raw));
    }
  });
  return joinRows(strips);
}

export function bytesOfBlob(value: DuckDBValue | undefined): Buffer {
  if (value === null || typeof value !== 'object' || !('bytes' in value))
    throw new Error('The engine returned no bytes.');
  const { buffer, byteOffset, byteLength } = value.bytes as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength);
}
