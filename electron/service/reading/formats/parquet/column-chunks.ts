import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import {
  type CompactReader,
  i64Kind,
  listKind,
  type Struct,
  thriftList,
  thriftNumber,
  thriftStruct,
} from './compact-protocol.ts';

/** The place of a column in the schema. */
export interface Nesting {
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
  /** Id of the codec. */
  readonly codec: number;
  /** Number of its values, counting those within lists. */
  readonly values: number;
  /** Rows of its group. */
  readonly rows: number;
}

/** Field ids of parquet.thrift. */
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
export function readRowGroups(reader: CompactReader, leaves: readonly Nesting[], chunks: ColumnChunk[]): number {
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
