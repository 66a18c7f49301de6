import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

/** The row files of all complete versions in the data folder `folder`. */
export function storedFiles(folder: string): string[] {
  return globSync(path.join(folder, 'rows', '**', 'data.parquet')).filter((file) => !file.includes('unfinished'));
}

/** The rows of a stored file, read by another library than Almanac's own; integers as plain numbers. */
export async function rowsOf(stored: string): Promise<Record<string, unknown>[]> {
  const file = await asyncBufferFromFile(stored);
  const compressors = { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) };
  const rows = await parquetReadObjects({ file, compressors });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
    ),
  );
}

/** Maximum size in bytes of a version published by a test; a sample that is stored meanwhile may be larger. */
const maxTestBytes = 1 << 20;

/** The rows of each small version stored in addition to these files: samples may be stored at the same time. */
export function storedSince(folder: string, before: readonly string[]): Promise<Record<string, unknown>[][]> {
  const added = storedFiles(folder).filter((file) => !before.includes(file) && statSync(file).size < maxTestBytes);
  return Promise.all(added.map(rowsOf));
}
