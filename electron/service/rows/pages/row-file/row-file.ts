import { closeSync, fstatSync, openSync } from 'node:fs';
import { BlockSums, blockCount, sumBytes } from '../../../files/block-checksums.ts';
import { type BlockCheckedFile, loadSums, type Sums } from '../../../files/checked-file.ts';
import { DamagedCacheError } from '../../../files/disk-cache.ts';
import { fileBlocks } from '../../../files/file-blocks.ts';
import type { RowFilePaths } from '../../../files/parquet-file.ts';
import { writeFully } from '../../../files/unfinished-name.ts';
import { rowSeparator } from '../value-text.ts';

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

export function closeRowFile({ rows, offsets }: RowFile): void {
  closeSync(rows.file);
  closeSync(offsets.file);
}

const readBytes = 2 ** 20;
const entriesAtOnce = 1 << 16;

interface OffsetsTask {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes the file of offsets of a row file (see `RowFile`). Reads the file once from front to back. Synchronous: for a
 * worker thread.
 * @returns the number of rows
 */
export function writeOffsetTable({ from, to }: OffsetsTask, onBytes: (bytes: number) => void): number {
  const table = openSync(to, 'w');
  try {
    const entries = new Float64Array(entriesAtOnce);
    const bytes = new Uint8Array(entries.buffer);
    const [tableSums, rowSums] = [new BlockSums(), new BlockSums()];
    let held = 1;
    let written = 0;
    let position = 0;
    const flush = () => {
      const filled = bytes.subarray(0, held * 8);
      tableSums.add(filled);
      writeFully(table, filled);
      written += held;
      held = 0;
    };
    for (const block of fileBlocks(from, readBytes)) {
      rowSums.add(block);
      for (let at = block.indexOf(rowSeparator); at >= 0; at = block.indexOf(rowSeparator, at + 1)) {
        if (held === entriesAtOnce) flush();
        entries[held] = position + at + 1;
        held += 1;
      }
      position += block.length;
      onBytes(position);
    }
    flush();
    for (const sums of [tableSums.finish(), rowSums.finish()]) {
      writeFully(table, new Uint8Array(sums.buffer, sums.byteOffset, sums.byteLength));
    }
    return written - 1;
  } finally {
    closeSync(table);
  }
}
