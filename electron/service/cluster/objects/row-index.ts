import { closeSync, openSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { fileBlocks } from '../../files/file-blocks.ts';
import { writeFully } from '../../files/unfinished-name.ts';
import { rowSeparator } from '../../rows/pages/value-text.ts';

/**
 * The index of a row file that is read in ranges: a record per group of rows, with the position of its first byte and
 * the CRC-32 of its bytes, and a last one with the end of the file. A page is then two reads, of some records and of
 * their rows, both of which are verified.
 */
export interface IndexRecords {
  /** Position of the first byte of each group. */
  readonly starts: Float64Array;
  readonly checksums: Uint32Array;
}

/** Rows of one group: on average half of one is read in vain at either end of a page. */
export const groupRows = 32;

/** Bytes of one record: a double, the CRC-32 of its rows, and the CRC-32 of both. */
export const recordBytes = 16;

/** Number of records for so many rows. */
export function recordCount(rows: number): number {
  return Math.ceil(rows / groupRows) + 1;
}

/** Writes the index of a complete row file. Synchronous: for a worker thread. @returns the number of rows */
export function writeRowIndex(
  { from: rowsPath, to: target }: { from: string; to: string },
  onBytes: (bytes: number) => void,
): number {
  const file = openSync(target, 'w');
  try {
    const writer = new RecordWriter(file);
    let rows = 0;
    let position = 0;
    for (const block of fileBlocks(rowsPath, readBytes)) {
      let from = 0;
      for (let at = block.indexOf(rowSeparator); at >= 0; at = block.indexOf(rowSeparator, at + 1)) {
        rows += 1;
        if (rows % groupRows !== 0) continue;
        writer.add(block.subarray(from, at + 1));
        writer.end();
        from = at + 1;
      }
      writer.add(block.subarray(from));
      position += block.length;
      onBytes(position);
    }
    if (rows % groupRows !== 0) writer.end();
    // The end of the last group.
    writer.end();
    writer.flush();
    return rows;
  } finally {
    closeSync(file);
  }
}

const readBytes = 2 ** 20;
const recordsAtOnce = 4096;

/** Collects the bytes of groups, and writes a record of each. */
class RecordWriter {
  readonly #file: number;
  readonly #held = Buffer.alloc(recordsAtOnce * recordBytes);
  #filled = 0;
  #start = 0;
  #bytes = 0;
  #checksum = 0;

  constructor(file: number) {
    this.#file = file;
  }

  add(bytes: Buffer): void {
    this.#checksum = crc32(bytes, this.#checksum);
    this.#bytes += bytes.length;
  }

  /** Ends a group. */
  end(): void {
    if (this.#filled === this.#held.length) this.flush();
    const at = this.#filled;
    this.#held.writeDoubleLE(this.#start, at);
    this.#held.writeUInt32LE(this.#checksum, at + 8);
    this.#held.writeUInt32LE(crc32(this.#held.subarray(at, at + 12)), at + 12);
    this.#filled += recordBytes;
    this.#start += this.#bytes;
    this.#bytes = 0;
    this.#checksum = 0;
  }

  flush(): void {
    writeFully(this.#file, this.#held.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

/** Parses consecutive records; null if one of them is damaged. */
export function parseRecords(bytes: Buffer): IndexRecords | null {
  const count = bytes.length / recordBytes;
  if (!Number.isInteger(count)) return null;
  const starts = new Float64Array(count);
  const checksums = new Uint32Array(count);
  for (let record = 0; record < count; record += 1) {
    const at = record * recordBytes;
    if (crc32(bytes.subarray(at, at + 12)) !== bytes.readUInt32LE(at + 12)) return null;
    starts[record] = bytes.readDoubleLE(at);
    checksums[record] = bytes.readUInt32LE(at + 8);
  }
  return { starts, checksums };
}

/** The bytes of rows `from` to `to` (exclusive) among consecutive raw rows; null if there are fewer. */
export function rowsWithin(raw: Buffer, from: number, to: number): Buffer | null {
  let [start, end] = [from === 0 ? 0 : -1, 0];
  for (let row = 0; row < to; row += 1) {
    end = raw.indexOf(rowSeparator, end) + 1;
    if (end === 0) return null;
    if (row === from - 1) start = end;
  }
  return start < 0 ? null : raw.subarray(start, end);
}
