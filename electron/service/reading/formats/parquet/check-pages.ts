import type { FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, crc32, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { snappyUncompress } from 'hyparquet';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import { CompactReader, type Struct, thriftNumber, thriftStruct } from './compact-protocol.ts';
import type { ColumnChunk } from './parquet-metadata.ts';

/** More bytes than this are left to the engine: they are unpacked for this check alone. */
const maxCheckedBytes = 256 * 2 ** 20;

/**
 * Checks where the values of lists begin, and that a VARIANT has one value: the engine makes something else of what
 * does not fit. Pages that cannot be unpacked are left to it.
 * @throws {IngestError} naming the column
 */
export async function checkLevels(
  file: FileHandle,
  chunks: readonly ColumnChunk[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const nested = chunks.filter(({ maxLevel }) => maxLevel > 0);
  const pairs = chunks.flatMap((chunk, at) => pairWith(chunk, chunks[at + 1]) ?? pairWith(chunk, chunks[at - 1]) ?? []);
  const checked = new Set([...nested, ...pairs.flat()]);
  if ([...checked].reduce((sum, { bytes }) => sum + bytes, 0) > maxCheckedBytes) return;
  for (const chunk of nested) {
    signal?.throwIfAborted();
    const pages = await readLevels(file, chunk);
    if (pages === null || countRows(pages) === chunk.rows) continue;
    throw new IngestError(explain('parquet-levels-damaged', { column: chunk.column }));
  }
  for (const [value, typed] of pairs) {
    signal?.throwIfAborted();
    if (!(await areBothPresent(file, value, typed))) continue;
    throw new IngestError(explain('parquet-two-values', { column: groupOf(value) }));
  }
}

/** The rows that begin on pages; null if there are fewer levels than values, or the first value begins none. */
function countRows(pages: readonly PageLevels[]): number | null {
  let rows = 0;
  for (const { repetition } of pages) {
    if (repetition === null || (rows === 0 && (repetition[0] ?? 0) !== 0)) return null;
    for (const level of repetition) if (level === 0) rows += 1;
  }
  return rows;
}

function groupOf({ column }: ColumnChunk): string {
  return column.slice(0, column.lastIndexOf('.'));
}

/** The two columns of a VARIANT, of which one has the value if it is no object or list (VariantShredding.md). */
function pairWith(value: ColumnChunk, typed: ColumnChunk | undefined): [ColumnChunk, ColumnChunk][] | null {
  if (typed === undefined || !value.isVariant || groupOf(value) !== groupOf(typed)) return null;
  return value.column.endsWith('.value') && typed.column.endsWith('.typed_value') ? [[value, typed]] : null;
}

async function areBothPresent(file: FileHandle, value: ColumnChunk, typed: ColumnChunk): Promise<boolean> {
  const [values, typedValues] = [await presenceOf(file, value), await presenceOf(file, typed)];
  return values.some((isPresent, at) => isPresent && typedValues[at] === true);
}

/** Whether there is a value, for each place of one; nothing if that cannot be read. */
async function presenceOf(file: FileHandle, chunk: ColumnChunk): Promise<boolean[]> {
  const pages = (await readLevels(file, chunk)) ?? [];
  return pages.flatMap(({ definition }) => Array.from(definition ?? [], (level) => level === chunk.maxDefinition));
}

/** Field ids of page headers (parquet.thrift: PageHeader, DataPageHeader, DataPageHeaderV2). */
const pageFields = { bytes: 2, packedBytes: 3, dataPage: 5, dataPage2: 8 };
const dataPageFields = { values: 1, definitionEncoding: 3, repetitionEncoding: 4 };
const dataPage2Fields = { values: 1, definitionBytes: 5, repetitionBytes: 6 };
/** The encoding of levels that all writers use today. */
const runLengths = 3;

const unpackers: Readonly<Record<number, (bytes: Buffer, length: number) => Uint8Array>> = {
  0: (bytes) => bytes,
  1: (bytes, length) => {
    const unpacked = new Uint8Array(length);
    snappyUncompress(bytes, unpacked);
    return unpacked;
  },
  2: (bytes, length) => gunzipSync(bytes, { maxOutputLength: length }),
  4: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length }),
  6: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: length }),
};

/** The levels of the values of a page, which say where lists begin and what is missing (Parquet, Nested Encoding). */
interface PageLevels {
  /** Null if there are fewer levels than values. */
  readonly repetition: Uint8Array | null;
  readonly definition: Uint8Array | null;
}

/** Reads the levels of all pages of a chunk; null if some cannot be unpacked here. */
async function readLevels(file: FileHandle, chunk: ColumnChunk): Promise<PageLevels[] | null> {
  const pages: PageLevels[] = [];
  for (let at = chunk.start; at < chunk.start + chunk.bytes; ) {
    const page = await readPageHeader(file, at);
    if (page === null) return null;
    const { fields, bytes } = page;
    const levels = await levelsOf(file, fields, at + bytes, chunk);
    if (levels === null) return null;
    if (levels !== 'none') pages.push(levels);
    at += bytes + lengthAt(fields, pageFields.packedBytes);
  }
  return pages;
}

/** The levels of a page of values; `none` for another page, null if they cannot be unpacked. */
async function levelsOf(
  file: FileHandle,
  fields: Struct,
  start: number,
  { codec, maxLevel, maxDefinition }: ColumnChunk,
): Promise<PageLevels | 'none' | null> {
  const second = thriftStruct(fields, pageFields.dataPage2);
  if (second !== undefined) {
    const values = lengthAt(second, dataPage2Fields.values);
    const length = lengthAt(second, dataPage2Fields.repetitionBytes);
    const bytes = await readBytes(file, start, length + lengthAt(second, dataPage2Fields.definitionBytes));
    return {
      repetition: decodeLevels(bytes.subarray(0, length), maxLevel, values),
      definition: decodeLevels(bytes.subarray(length), maxDefinition, values),
    };
  }
  const first = thriftStruct(fields, pageFields.dataPage);
  if (first === undefined) return 'none';
  const unpack = unpackers[codec];
  // Without any levels, some writers state another encoding.
  const isRead = (max: number, field: number) => max === 0 || thriftNumber(first, field) === runLengths;
  const areRead =
    isRead(maxLevel, dataPageFields.repetitionEncoding) && isRead(maxDefinition, dataPageFields.definitionEncoding);
  if (unpack === undefined || !areRead) return null;
  const packed = await readBytes(file, start, lengthAt(fields, pageFields.packedBytes));
  const values = lengthAt(first, dataPageFields.values);
  try {
    let rest = Buffer.from(unpack(packed, lengthAt(fields, pageFields.bytes)));
    const next = (max: number) => {
      if (max === 0) return decodeLevels(rest, 0, values);
      const end = 4 + rest.readUInt32LE(0);
      const levels = decodeLevels(rest.subarray(4, end), max, values);
      rest = rest.subarray(end);
      return levels;
    };
    return { repetition: next(maxLevel), definition: next(maxDefinition) };
  } catch {
    return null;
  }
}

async function readBytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/**
 * Decodes levels (Parquet, Encodings.md: RLE/bit-packing hybrid).
 * @param max the highest level
 * @returns null if there are fewer levels than values
 */
function decodeLevels(bytes: Uint8Array, max: number, values: number): Uint8Array | null {
  const levels = new Uint8Array(values);
  const width = Math.ceil(Math.log2(max + 1));
  if (width === 0) return levels;
  let at = 0;
  for (let seen = 0; seen < values; ) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at];
      if (byte === undefined) return null;
      at += 1;
      header += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const count = Math.floor(header / 2);
    // The last run may be packed with fewer bytes than it says.
    if (count === 0 || at >= bytes.length) return null;
    if (header % 2 === 0) {
      levels.fill(bytes[at] ?? 0, seen, seen + count);
      at += Math.ceil(width / 8);
      seen += count;
      continue;
    }
    for (let own = 0; own < count * 8 && seen + own < values; own += 1)
      levels[seen + own] = bitsAt(bytes, at * 8 + own * width, width);
    at += count * width;
    seen += count * 8;
  }
  return levels;
}

/** Bits are counted from the lowest of each byte. */
function bitsAt(bytes: Uint8Array, from: number, width: number): number {
  let value = 0;
  for (let own = 0; own < width; own += 1) {
    const bit = from + own;
    value |= (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) << own;
  }
  return value;
}

function lengthAt(fields: Struct, field: number): number {
  return Math.max(0, thriftNumber(fields, field) ?? 0);
}

/** A header is a few bytes, and longer only if a text is the minimum or maximum of its page. */
const headerBytes = [256, 65_536, 2 ** 20];

/** Reads the header of a page, and its length; null if there is none. */
export async function readPageHeader(
  file: FileHandle,
  at: number,
): Promise<{ readonly fields: Struct; readonly bytes: number } | null> {
  for (const size of headerBytes) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at);
    const reader = new CompactReader(buffer.subarray(0, bytesRead));
    try {
      return { fields: reader.struct(), bytes: reader.position };
    } catch {
      // Longer than what was read, or not a header.
    }
  }
  return null;
}

/** Field ids of a page header (parquet.thrift, PageHeader). */
const compressedBytes = 3;
const checksum = 4;
const pieceBytes = 2 ** 20;

/**
 * Verifies pages against the checksums of their writer, which the engine ignores. A column whose first page has none is
 * not read.
 * @throws {IngestError} if a page differs from what was written
 */
export async function checkPages(
  file: FileHandle,
  chunks: readonly ColumnChunk[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const chunk of chunks) {
    let at = chunk.start;
    const end = chunk.start + chunk.bytes;
    while (at < end) {
      signal?.throwIfAborted();
      const page = await readPageHeader(file, at);
      const length = page?.fields.get(compressedBytes)?.value;
      const written = page?.fields.get(checksum)?.value;
      // Anything that is not a page is reported by the engine.
      if (page === null || typeof length !== 'number' || length < 0 || typeof written !== 'number') break;
      const start = at + page.bytes;
      if ((await checksumOf(file, start, length)) !== written >>> 0) {
        throw new IngestError(explain('parquet-page-damaged', { column: chunk.column }));
      }
      at = start + length;
    }
  }
}

async function checksumOf(file: FileHandle, start: number, length: number): Promise<number> {
  const piece = Buffer.alloc(Math.min(length, pieceBytes));
  let sum = 0;
  for (let at = 0; at < length; at += piece.length) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, length - at), start + at);
    sum = crc32(piece.subarray(0, bytesRead), sum);
  }
  return sum;
}
