import { type FileHandle, open } from 'node:fs/promises';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import {
  CompactReader,
  i64Kind,
  listKind,
  type Struct,
  thriftList,
  thriftNumber,
  thriftStruct,
  thriftText,
} from './compact-protocol.ts';

/** Maximum nesting of groups: the engine traverses the schema recursively, on a stack. */
const maxGroupDepth = 128;
const maxElements = 100_000;
/** Of longer metadata only the beginning is read, which has the schema. */
const maxMetadataBytes = 64 * 2 ** 20;
/** The engine stores a decimal in 128 bits, and reads longer ones incorrectly. */
const maxPrecision = 38;
const tailBytes = 8;

/** A column of the schema, or a group of columns. */
interface SchemaElement extends Nesting {
  readonly name: string;
  /** Number of groups around it. */
  readonly depth: number;
  /** The coordinate system that a geometry type names (Parquet, Geospatial.md); undefined for the default. */
  readonly crs: string | undefined;
  /** Whether it has times in nanoseconds that the engine reads in microseconds. */
  readonly isCut: boolean;
  /** Whether it is a column of values and not a group. */
  readonly isLeaf: boolean;
}

export interface ParquetMetadata {
  readonly elements: readonly SchemaElement[];
  readonly chunks: readonly ColumnChunk[];
  /** The writer's key-value metadata. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Field ids of parquet.thrift. */
const fileFields = { schema: 2, rows: 3, rowGroups: 4, notes: 5, encryption: 8 };
const elementFields = { type: 1, repetition: 3, name: 4, children: 5, converted: 6, precision: 8, logicalType: 10 };
const logicalTypes = { decimal: 5, timestamp: 8, uuid: 14, variant: 16, geometry: 17, geography: 18 };
const convertedDecimal = 5;
const timestampFields = { unit: 2 };
const nanoseconds = 3;
const int96 = 3;
const fixedBytes = 7;
const required = 0;
const repeated = 2;

/**
 * Reads the metadata of a Parquet file before the engine does. Anything that is not understood is left for the engine
 * to report.
 * @returns null if the file has none that can be read
 * @throws {IngestError} naming the feature if the file uses one that the engine cannot read, or would read incorrectly
 */
export async function readParquetMetadata(path: string): Promise<ParquetMetadata | null> {
  const footer = await readFooter(path);
  if (footer === null) return null;
  const found: MutableMetadata = { elements: [], chunks: [], notes: new Map() };
  try {
    readFile(new CompactReader(footer.bytes), found);
  } catch (error) {
    if (error instanceof IngestError) throw error;
  }
  return found;
}

interface MutableMetadata extends ParquetMetadata {
  readonly elements: SchemaElement[];
  readonly chunks: ColumnChunk[];
  readonly notes: Map<string, string>;
}

/** The metadata at the end of a file, at most {@link maxMetadataBytes} of it, and its offset; null if there is none. */
export async function readFooter(path: string): Promise<{ readonly bytes: Buffer; readonly start: number } | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < tailBytes) return null;
    const tail = await readAt(file, size - tailBytes, tailBytes);
    const length = tail.readUInt32LE(0);
    const mark = tail.toString('latin1', 4);
    if (mark === 'PARE') throw new IngestError(explain('of-encrypted-parquet'));
    if (mark !== 'PAR1' || length > size - tailBytes) return null;
    const start = size - tailBytes - length;
    return { bytes: await readAt(file, start, Math.min(length, maxMetadataBytes)), start };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function readFile(reader: CompactReader, { elements, chunks, notes }: MutableMetadata): void {
  let stated: number | null = null;
  let found: number | null = null;
  reader.fields((field, kind) => {
    if (field === fileFields.encryption) throw new IngestError(explain('parquet-columns-encrypted'));
    if (field === fileFields.rows && kind === i64Kind) {
      stated = reader.signed();
      return true;
    }
    if (kind !== listKind) return false;
    if (field === fileFields.schema) readSchema(reader, elements);
    else if (field === fileFields.rowGroups) {
      const leaves = elements.filter(({ isLeaf }) => isLeaf);
      found = readRowGroups(reader, leaves, chunks);
    } else if (field === fileFields.notes) readNotes(reader, notes);
    else return false;
    return true;
  });
  // The engine trusts the row groups.
  if (stated !== null && found !== null && stated !== found) {
    throw new IngestError(explain('parquet-rows-contradict', { stated, found }));
  }
}

/** The elements are a tree written depth first, each with the number of its children. */
function readSchema(reader: CompactReader, elements: SchemaElement[]): void {
  const { count } = reader.list();
  if (count > maxElements) throw new IngestError(explain('parquet-too-wide', { limit: maxElements }));
  /** Number of remaining children of each open group, and what these groups are. */
  const open: number[] = [];
  const groups: Nesting[] = [];
  let column = '';
  let variant = { column, at: -1 - variantMembers.length };
  for (let element = 0; element < count; element += 1) {
    while (open.at(-1) === 0) {
      open.pop();
      groups.pop();
    }
    const last = open.length - 1;
    if (last >= 0) open[last] = (open[last] ?? 0) - 1;
    const fields = reader.struct();
    const name = thriftText(fields, elementFields.name);
    const precision = thriftNumber(fields, elementFields.precision) ?? 0;
    if (precision > maxPrecision) {
      throw new IngestError(explain('parquet-decimal-too-long', { column: name, precision, limit: maxPrecision }));
    }
    const children = thriftNumber(fields, elementFields.children) ?? 0;
    const nesting = nestingOf(fields, groups.at(-1));
    if (open.length === 1) column = name;
    if (name !== (variantMembers[element - variant.at - 1] ?? name)) throw unreadableVariant(variant.column);
    if (nesting.isVariant && isPlainBytes(fields)) throw unreadableVariant(column);
    if (nesting.isVariant && groups.at(-1)?.isVariant !== true) variant = { column, at: element };
    const isLeaf = fields.has(elementFields.type);
    elements.push({ name, depth: open.length, crs: crsOf(fields), isCut: isCut(fields), isLeaf, ...nesting });
    if (children <= 0) continue;
    open.push(children);
    groups.push(nesting);
    // The root is not a level of the file.
    if (open.length - 1 > maxGroupDepth) throw new IngestError(explain('parquet-too-deep', { limit: maxGroupDepth }));
  }
  if (variant.at + variantMembers.length >= count) throw unreadableVariant(variant.column);
}

/** What the engine needs first in a VARIANT, although files may leave out the value (Parquet, VariantShredding.md). */
const variantMembers = ['metadata', 'value'];

/** The refusal of columns of type VARIANT that the engine cannot read, or would read incorrectly. */
export function unreadableVariant(columns: string): IngestError {
  return new IngestError(explain('parquet-variant', { columns }));
}

/** Bytes of a fixed length are no type of a VARIANT, and the engine reads missing values. */
function isPlainBytes(element: Struct): boolean {
  if (!element.has(elementFields.type) || thriftNumber(element, elementFields.type) !== fixedBytes) return false;
  const logical = thriftStruct(element, elementFields.logicalType);
  const isTyped = logical?.has(logicalTypes.decimal) === true || logical?.has(logicalTypes.uuid) === true;
  return !isTyped && thriftNumber(element, elementFields.converted) !== convertedDecimal;
}

/** @param group around the element; undefined for the root */
function nestingOf(fields: Struct, group: Nesting | undefined): Nesting {
  if (group === undefined) return { maxLevel: 0, maxDefinition: 0, isVariant: false };
  const repetition = thriftNumber(fields, elementFields.repetition) ?? required;
  const logical = thriftStruct(fields, elementFields.logicalType);
  return {
    maxLevel: group.maxLevel + (repetition === repeated ? 1 : 0),
    maxDefinition: group.maxDefinition + (repetition === required ? 0 : 1),
    isVariant: group.isVariant || logical?.has(logicalTypes.variant) === true,
  };
}

/** The first field of a geometry or geography type is its coordinate system. */
function crsOf(element: Struct): string | undefined {
  const type = thriftStruct(element, elementFields.logicalType);
  const spatial = type && (thriftStruct(type, logicalTypes.geometry) ?? thriftStruct(type, logicalTypes.geography));
  return spatial && (thriftText(spatial, 1) || undefined);
}

/** INT96, and nanoseconds in UTC: the engine has a type of nanoseconds for local times only. */
function isCut(element: Struct): boolean {
  if (element.has(elementFields.type) && thriftNumber(element, elementFields.type) === int96) return true;
  const logical = thriftStruct(element, elementFields.logicalType);
  const timestamp = logical && thriftStruct(logical, logicalTypes.timestamp);
  const unit = timestamp && thriftStruct(timestamp, timestampFields.unit);
  return unit?.has(nanoseconds) === true;
}

function readNotes(reader: CompactReader, notes: Map<string, string>): void {
  const { count } = reader.list();
  for (let note = 0; note < count; note += 1) {
    const fields = reader.struct();
    notes.set(thriftText(fields, 1), thriftText(fields, 2));
  }
}

/** The place of a column in the schema. */
interface Nesting {
  /** Number of lists around its values. */
  readonly maxLevel: number;
  /** Number of groups around its values that may be missing, and lists, counting itself. */
  readonly maxDefinition: number;
  /** Whether it is a part of a VARIANT. */
  readonly isVariant: boolean;
}

/** The position of a column's pages within a row group. */
export interface ColumnChunk extends Nesting {
  readonly column: string;
  readonly start: number;
  readonly bytes: number;
  readonly codec: number;
  /** Number of its values, counting those within lists. */
  readonly values: number;
  /** Rows of its group. */
  readonly rows: number;
}

const groupFields = { columns: 1, rows: 3 };
const chunkFields = { metadata: 3, crypto: 8 };
const chunkMetadataFields = {
  type: 1,
  encodings: 2,
  path: 3,
  codec: 4,
  values: 5,
  bytes: 7,
  dataPage: 9,
  dictionaryPage: 11,
};
/** Codecs that the engine cannot unpack, by id. */
const unreadCodecs: Readonly<Record<number, string>> = { 3: 'LZO', 5: 'LZ4 (Hadoop)' };
const byteStreamSplit = 9;
const floatTypes: readonly number[] = [4, 5];

/**
 * Reads the chunks of all columns.
 * @param leaves the columns, in the order of the schema
 * @returns the rows of all groups
 * @throws {IngestError} for a feature that the engine cannot read, or values that do not fit the rows
 */
function readRowGroups(reader: CompactReader, leaves: readonly Nesting[], chunks: ColumnChunk[]): number {
  const { count } = reader.list();
  let rows = 0;
  for (let group = 0; group < count; group += 1) {
    const own: ChunkAlone[] = [];
    let ownRows = 0;
    reader.fields((field, kind) => {
      if (field === groupFields.rows && kind === i64Kind) {
        ownRows = reader.signed();
        return true;
      }
      if (field !== groupFields.columns || kind !== listKind) return false;
      const { count: columns } = reader.list();
      for (let column = 0; column < columns; column += 1) own.push(readChunk(reader.struct()));
      return true;
    });
    rows += ownRows;
    for (const [at, chunk] of own.entries()) {
      const { maxLevel, maxDefinition, isVariant } = leaves[at] ?? plain;
      const fits = maxLevel === 0 ? chunk.values === ownRows : chunk.values >= ownRows;
      if (!fits) throw new IngestError(explain('parquet-levels-damaged', { column: chunk.column }));
      chunks.push({ ...chunk, rows: ownRows, maxLevel, maxDefinition, isVariant });
    }
  }
  return rows;
}

const plain: Nesting = { maxLevel: 0, maxDefinition: 0, isVariant: false };

/** What a chunk itself says. */
type ChunkAlone = Omit<ColumnChunk, 'rows' | keyof Nesting>;

function readChunk(chunk: Struct): ChunkAlone {
  const metadata = thriftStruct(chunk, chunkFields.metadata);
  if (metadata === undefined || chunk.has(chunkFields.crypto)) {
    throw new IngestError(explain('parquet-columns-encrypted'));
  }
  const column = thriftList(metadata, chunkMetadataFields.path).map(String).join('.');
  const codec = thriftNumber(metadata, chunkMetadataFields.codec) ?? 0;
  const unread = unreadCodecs[codec];
  if (unread !== undefined) throw new IngestError(explain('parquet-codec', { column, codec: unread }));
  const type = thriftNumber(metadata, chunkMetadataFields.type) ?? 0;
  if (thriftList(metadata, chunkMetadataFields.encodings).includes(byteStreamSplit) && !floatTypes.includes(type)) {
    throw new IngestError(explain('parquet-encoding', { column, encoding: 'BYTE_STREAM_SPLIT' }));
  }
  const offsets = [chunkMetadataFields.dataPage, chunkMetadataFields.dictionaryPage]
    .map((field) => thriftNumber(metadata, field) ?? 0)
    .filter((offset) => offset > 0);
  return {
    column,
    start: Math.min(...offsets),
    bytes: thriftNumber(metadata, chunkMetadataFields.bytes) ?? 0,
    codec,
    values: thriftNumber(metadata, chunkMetadataFields.values) ?? 0,
  };
}
