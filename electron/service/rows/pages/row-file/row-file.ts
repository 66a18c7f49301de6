import { closeSync, fstatSync, openSync } from 'node:fs';
import { blockCount, sumBytes } from '../../../files/block-checksums.ts';
import { type BlockCheckedFile, readFully, type Sums } from '../../../files/checked-file.ts';
import { DamagedCacheError } from '../../../files/damaged-cache-error.ts';
import type { RowFilePaths } from '../../../files/parquet-file.ts';

/**
 * An open row file. The file of offsets contains the start of every row and the end of the last one (as doubles, so
 * that a file may be longer than 4 GiB), then the checksums of its own blocks up to there, then those of the file of
 * rows.
 */
export interface RowFile {
  readonly rows: BlockCheckedFile;
  readonly offsets: BlockCheckedFile;
}

/** Bytes of one entry of an offset table. */
export const offsetBytes = 8;

/** Bytes of the offset table only. */
export function tableBytes(count: number): number {
  return (count + 1) * offsetBytes;
}

/** Bytes of the whole file of offsets of a row file. */
export function offsetFileBytes(count: number, rowBytes: number): number {
  const table = tableBytes(count);
  return table + (blockCount(table) + blockCount(rowBytes)) * sumBytes;
}

/** Opens a row file. @param inMemory read all checksums now, for many pages to come @throws {DamagedCacheError} */
export function openRowFile({ rows, offsets, count }: RowFilePaths, inMemory: boolean): RowFile {
  const rowFile = openSync(rows, 'r');
  let offsetFile: number | null = null;
  try {
    offsetFile = openSync(offsets, 'r');
    const rowBytes = fstatSync(rowFile).size;
    const table = tableBytes(count);
    if (fstatSync(offsetFile).size !== offsetFileBytes(count, rowBytes)) throw new DamagedCacheError(offsets);
    const file = offsetFile;
    const sums = (position: number, bytes: number): Sums =>
      inMemory ? loadSums(offsets, file, position, bytes) : { kind: 'file', file, position };
    return {
      rows: {
        path: rows,
        file: rowFile,
        bytes: rowBytes,
        sums: sums(table + blockCount(table) * sumBytes, rowBytes),
      },
      offsets: { path: offsets, file, bytes: table, sums: sums(table, table) },
    };
  } catch (error) {
    closeSync(rowFile);
    if (offsetFile !== null) closeSync(offsetFile);
    throw error;
  }
}

function loadSums(path: string, file: number, position: number, bytes: number): Sums {
  const sums = new Uint32Array(blockCount(bytes));
  readFully(path, file, new Uint8Array(sums.buffer), position);
  return { kind: 'memory', sums };
}

export function closeRowFile({ rows, offsets }: RowFile): void {
  closeSync(rows.file);
  closeSync(offsets.file);
}
