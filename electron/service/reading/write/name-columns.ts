import { open } from 'node:fs/promises';
import { readStruct } from '../formats/parquet/compact-protocol.ts';
import { readFooter } from '../formats/parquet/parquet-metadata.ts';
import { engineNames, storedNames } from '../values/stored-names.ts';
import { footerOf, joinedMetadata } from './wide/join-parquet.ts';

/** Whether the engine writes a Parquet file with other names than those its columns should have. */
export function hasEngineNames(columns: readonly string[]): boolean {
  const names = storedNames(columns);
  return engineNames(columns).some((name, at) => name !== names[at]);
}

/** Writes the {@link storedNames} of columns into a Parquet file in place of those that the engine gave them. */
export async function nameColumns(path: string, columns: readonly string[]): Promise<void> {
  const footer = await readFooter(path);
  if (footer === null) throw new Error(`${path} has no Parquet metadata.`);
  const { bytes, start } = footer;
  const positions = columns.map((_, position) => position);
  const named = joinedMetadata([{ metadata: readStruct(bytes), positions, shift: 0 }], storedNames(columns));
  const file = await open(path, 'r+');
  try {
    await file.truncate(start);
    const written = footerOf(named);
    await file.write(written, 0, written.length, start);
  } finally {
    await file.close();
  }
}
