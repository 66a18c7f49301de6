import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { rowSeparator } from './value-text.ts';

const readBytes = 4 * 2 ** 20;
const entriesAtOnce = 1 << 16;

/**
 * Writes where every row of a row file begins, and where the last one ends: doubles, one behind the other.
 * Reads the file once from front to back with synchronous calls, so it belongs into a thread of its own.
 * @returns the number of rows
 */
export function writeOffsetTable(rowsPath: string, target: string, onBytes: (bytes: number) => void): number {
  const rows = openSync(rowsPath, 'r');
  const table = openSync(target, 'w');
  try {
    const block = Buffer.allocUnsafe(readBytes);
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
    for (;;) {
      const read = readSync(rows, block, 0, readBytes, null);
      if (read === 0) break;
      const part = block.subarray(0, read);
      for (let at = part.indexOf(rowSeparator); at >= 0; at = part.indexOf(rowSeparator, at + 1)) {
        if (held === entriesAtOnce) flush();
        entries[held] = position + at + 1;
        held += 1;
      }
      position += read;
      onBytes(position);
    }
    flush();
    return written - 1;
  } finally {
    closeSync(rows);
    closeSync(table);
  }
}
