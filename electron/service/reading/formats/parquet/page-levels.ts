import type { FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { snappyUncompress } from 'hyparquet';
import type { ColumnChunk } from './column-chunks.ts';
import { type Struct, thriftNumber, thriftStruct } from './compact-protocol.ts';
import { readPageHeader } from './page-headers.ts';

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
export interface PageLevels {
  /** Null if there are fewer levels than values. */
  readonly repetition: Uint8Array | null;
  readonly definition: Uint8Array | null;
}

/** Reads the levels of all pages of a chunk; null if some cannot be unpacked here. */
export async function readLevels(file: FileHandle, chunk: ColumnChunk): Promise<PageLevels[] | null> {
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
