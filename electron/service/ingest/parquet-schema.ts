import { open } from 'node:fs/promises';
import { say } from '#shared/sentences/say.ts';
import { IngestError } from '../rows/row-store.ts';
import { kinds } from './wide/compact-protocol.ts';

/** Groups within each other: the engine walks through the schema by recursion, on a stack. */
export const maxParquetDepth = 128;
/** Columns and groups in all. */
export const maxParquetElements = 100_000;

/** Of a longer description so many bytes are looked at: the schema stands at its beginning. */
const maxSchemaBytes = 64 * 2 ** 20;
const tailBytes = 8;

/**
 * Checks the schema of a Parquet file before the engine sees it. What is no readable description is left for the
 * engine to report.
 * @throws {IngestError} where it is nested too deep, or has too many columns
 */
export async function checkParquetSchema(path: string): Promise<void> {
  const description = await readDescription(path);
  if (description === null) return;
  try {
    checkSchema(new CompactReader(description));
  } catch (error) {
    if (error instanceof IngestError) throw error;
  }
}

/** The beginning of the file's metadata (parquet.thrift, FileMetaData); null where there is none in the clear. */
async function readDescription(path: string): Promise<Buffer | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < tailBytes) return null;
    const { buffer: tail } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, size - tailBytes);
    const length = tail.readUInt32LE(0);
    if (tail.toString('latin1', 4) !== 'PAR1' || length > size - tailBytes) return null;
    const kept = Math.min(length, maxSchemaBytes);
    return (await file.read(Buffer.alloc(kept), 0, kept, size - tailBytes - length)).buffer;
  } finally {
    await file.close();
  }
}

const schemaField = 2;
const childrenField = 5;

/** The elements of the schema are a tree written depth first, each with the number of its children. */
function checkSchema(reader: CompactReader): void {
  reader.fields((field, kind) => {
    if (field !== schemaField || kind !== kinds.list) return false;
    const { count } = reader.list();
    if (count > maxParquetElements) throw new IngestError(say('parquet-too-wide', { limit: maxParquetElements }));
    /** Children that are still to come, of each open group. */
    const open: number[] = [];
    for (let element = 0; element < count; element += 1) {
      while (open.at(-1) === 0) open.pop();
      const last = open.length - 1;
      if (last >= 0) open[last] = (open[last] ?? 0) - 1;
      const children = childrenOf(reader);
      if (children <= 0) continue;
      open.push(children);
      // The root is no level of the file's.
      if (open.length - 1 > maxParquetDepth) throw new IngestError(say('parquet-too-deep', { limit: maxParquetDepth }));
    }
    throw new EndOfSchema();
  });
}

/** All that is to be known is known. */
class EndOfSchema extends Error {}

function childrenOf(reader: CompactReader): number {
  let children = 0;
  reader.fields((field, kind) => {
    if (field !== childrenField || kind !== kinds.i32) return false;
    children = reader.signed();
    return true;
  });
  return children;
}

/** Structures within each other that are passed over; the engine's own reader allows no more. */
const maxSkipDepth = 64;

class CompactReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('The description ends before it is complete.');
    this.#at += 1;
    return byte;
  }

  #unsigned(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A number is too long.');
  }

  #passOver(bytes: number): void {
    this.#at += bytes;
  }

  /** A number in zigzag form. */
  signed(): number {
    const value = this.#unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  list(): { readonly count: number; readonly kind: number } {
    const head = this.#byte();
    const short = head >> 4;
    return { count: short === 15 ? this.#unsigned() : short, kind: head & 0x0f };
  }

  /** Goes through the fields of a structure. @param onField reads the field's value; false where it has not */
  fields(onField: (field: number, kind: number) => boolean, depth = 0): void {
    let field = 0;
    for (;;) {
      const head = this.#byte();
      if (head === 0) return;
      const kind = head & 0x0f;
      field = head >> 4 === 0 ? this.signed() : field + (head >> 4);
      if (!onField(field, kind)) this.#skip(kind, depth);
    }
  }

  #skip(kind: number, depth: number): void {
    if (depth > maxSkipDepth) throw new RangeError('The description is nested too deep.');
    switch (kind) {
      case kinds.true:
      case kinds.false:
        return;
      case kinds.byte:
        this.#at += 1;
        return;
      case kinds.i16:
      case kinds.i32:
      case kinds.i64:
        this.#unsigned();
        return;
      case kinds.double:
        this.#at += 8;
        return;
      case kinds.binary:
        this.#passOver(this.#unsigned());
        return;
      case kinds.list:
      case kinds.set:
        this.#skipList(depth + 1);
        return;
      case kinds.struct:
        this.fields(() => false, depth + 1);
        return;
      default:
        throw new RangeError('The description has a type that its format does not use.');
    }
  }

  #skipList(depth: number): void {
    const { count, kind } = this.list();
    for (let item = 0; item < count; item += 1) {
      // A truth value takes a byte in a list and none as a field.
      if (kind === kinds.true || kind === kinds.false) this.#byte();
      else this.#skip(kind, depth);
    }
  }
}
