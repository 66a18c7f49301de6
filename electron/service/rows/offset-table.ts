import { closeSync, openSync, writeSync } from 'node:fs';
import { growingBytes } from './growing-bytes.ts';
import { rowSeparator } from './value-text.ts';

const readBytes = 2 ** 20;
const entriesAtOnce = 1 << 16;

/**
 * Writes where every row of a row file begins, and where the last one ends: doubles, one behind the other.
 * Reads the file once from front to back with synchronous calls, so it belongs into a thread of its own.
 * @param complete as for `growingBytes`
 * @returns the number of rows
 */
export function writeOffsetTable(
  rowsPath: string,
  target: string,
  complete: Int32Array | null,
  onBytes: (bytes: number) => void,
): number {
  const table = openSync(target, 'w');
  try {
    const entries = new Float64Array(entriesAtOnce);
    const bytes = new Uint8Array(entries.buffer);
    let held = 1;
    let written = 0;
    let position = 0;
    const flush = () => {
      for (let done = 0; done < held * 8; ) done += writeSync(table, bytes, done, held * 8 - done);
      written += held;
      held = 0;
    };
    for (const block of growingBytes(rowsPath, complete, readBytes)) {
      for (let at = block.indexOf(rowSeparator); at >= 0; at = block.indexOf(rowSeparator, at + 1)) {
        if (held === entriesAtOnce) flush();
        entries[held] = position + at + 1;
        held += 1;
      }
      position += block.length;
      onBytes(position);
    }
    flush();
    return written - 1;
  } finally {
    closeSync(table);
  }
}
