import { closeSync, openSync } from 'node:fs';
import { fileBlocks } from '../../../files/file-blocks.ts';
import type { StoredColumn } from '../../../files/stored-version.ts';
import { writeFully } from '../../../files/unfinished-name.ts';
import { columnReference } from '../../open-version.ts';
import { rawRow, rowSeparator, valueSeparator } from '../value-text.ts';

/** Number of columns of a wide version that one statement reads: the engine buffers 2,048 values per expression. */
const columnsOfStrip = 500;
/** Maximum number of columns that are read by one statement. */
export const wideColumns = 1000;

const readBytes = 2 ** 18;
const writeBytes = 2 ** 20;

/**
 * Expressions that together make a raw row, each for as many columns as one statement can hold in memory. Only wide
 * versions have several, whose lines are joined by {@link joinRows} or {@link joinRowFiles}.
 */
export function rawStrips(columns: readonly StoredColumn[]): string[] {
  const referenced = columns.map(({ type }, position) => ({ type, reference: columnReference(position) }));
  if (columns.length <= wideColumns) return [rawRow(referenced)];
  const starts = Array.from({ length: Math.ceil(columns.length / columnsOfStrip) }, (_, at) => at * columnsOfStrip);
  return starts.map((from) => rawRow(referenced.slice(from, from + columnsOfStrip)));
}

/** Joins the same rows of several strips into complete raw rows. @throws if strips have different numbers of rows */
export function joinRows(strips: readonly Buffer[]): Buffer {
  const [only] = strips;
  if (strips.length === 1 && only !== undefined) return only;
  // The end of a line becomes a separator of values, so that the length stays the same.
  const joined = Buffer.allocUnsafe(strips.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  joinLines(
    strips.map((strip) => [strip].values()),
    (part) => {
      length += part.copy(joined, length);
    },
  );
  return joined;
}

/** As {@link joinRows}, from files to a new one. Synchronous: for a worker thread. @returns the number of rows */
export function joinRowFiles(
  { from: strips, to: target }: { from: readonly string[]; to: string },
  onBytes: (bytes: number) => void,
): number {
  const file = openSync(target, 'wx');
  const held = Buffer.allocUnsafeSlow(writeBytes);
  let [filled, written] = [0, 0];
  const write = (bytes: Buffer) => {
    writeFully(file, bytes);
    written += bytes.length;
    onBytes(written);
  };
  const flush = () => {
    write(held.subarray(0, filled));
    filled = 0;
  };
  try {
    const rows = joinLines(
      strips.map((strip) => fileBlocks(strip, readBytes)),
      (part) => {
        if (filled + part.length > held.length) flush();
        if (part.length > held.length) return write(part);
        filled += part.copy(held, filled);
      },
    );
    flush();
    return rows;
  } finally {
    closeSync(file);
  }
}

/** @param write called with the joined lines in parts, each of which is valid only during the call */
function joinLines(strips: readonly Iterator<Buffer>[], write: (part: Buffer) => void): number {
  const readers = strips.map((strip) => new LineReader(strip));
  const separator = Buffer.of(valueSeparator);
  for (let rows = 0; ; rows += 1) {
    const ended = readers.filter((reader) => reader.hasEnded()).length;
    if (ended === readers.length) return rows;
    if (ended > 0) throw new Error(`The strips of a wide version have different numbers of rows: ${rows} and more.`);
    readers.forEach((reader, at) => {
      if (at > 0) write(separator);
      reader.copyLine(write);
    });
    write(lineEnd);
  }
}

const lineEnd = Buffer.of(rowSeparator);

/** Reads blocks of bytes line by line. */
class LineReader {
  readonly #blocks: Iterator<Buffer>;
  #block: Buffer = Buffer.alloc(0);

  constructor(blocks: Iterator<Buffer>) {
    this.#blocks = blocks;
  }

  hasEnded(): boolean {
    while (this.#block.length === 0) {
      const next = this.#blocks.next();
      if (next.done === true) return true;
      this.#block = next.value;
    }
    return false;
  }

  /** Passes on the next line without its end. */
  copyLine(write: (part: Buffer) => void): void {
    while (!this.hasEnded()) {
      const end = this.#block.indexOf(rowSeparator);
      write(end < 0 ? this.#block : this.#block.subarray(0, end));
      this.#block = end < 0 ? Buffer.alloc(0) : this.#block.subarray(end + 1);
      if (end >= 0) return;
    }
  }
}
