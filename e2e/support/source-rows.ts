import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

const folder = path.join(import.meta.dirname, '../..', 'node_modules', 'vega-datasets', 'data');

/** A flight in the source file, read by a library that Almanac does not use. */
export interface Flight {
  readonly date: string;
  readonly delay: string;
  readonly distance: string;
  readonly origin: string;
  readonly destination: string;
}

/** Rows `from` to `to` (exclusive) of the source file of the sample `flights`, as plain texts. */
export async function sourceFlights(from: number, to: number): Promise<readonly Flight[]> {
  const file = await asyncBufferFromFile(path.join(folder, 'flights-3m.parquet'));
  const rows = await parquetReadObjects({
    file,
    rowStart: from,
    rowEnd: to,
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
  });
  return rows.map((row) => ({
    date: row.date instanceof Date ? row.date.toISOString().slice(0, 19) : String(row.date),
    delay: String(row.delay),
    distance: String(row.distance),
    origin: String(row.origin),
    destination: String(row.destination),
  }));
}
