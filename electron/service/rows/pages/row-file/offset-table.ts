import { closeSync, openSync } from 'node:fs';
import { BlockSums } from '../../../files/block-checksums.ts';
import { growingBytes } from '../../../files/growing-bytes.ts';
import { writeFully } from '../../../files/write-fully.ts';
import { rowSeparator } from '../value-text.ts';

const readBytes = 2 ** 20;
const entriesAtOnce = 1 << 16;

export interface OffsetsTask {
  readonly from: string;
  readonly to: string;
  /** As for `growingBytes`. */
  readonly complete: Int32Array | null;
}

/**
 * Writes the file of offsets of a row file (see `RowFile`). Reads the file once from front to back. Synchronous: for a
 * worker thread.
 * @returns the number of rows
 */
export function writeOffsetTable({ from, to, complete }: OffsetsTask, onBytes: (bytes: number) => void): number {
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
    for (const block of growingBytes(from, complete, readBytes)) {
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
