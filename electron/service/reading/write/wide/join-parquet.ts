import { type FileHandle, open } from 'node:fs/promises';
import {
  binaryKind,
  i32Kind,
  type List,
  readStruct,
  type Struct,
  structKind,
  type ThriftField,
  thriftList,
  thriftNumber,
  type Value,
  writeStruct,
} from '../../formats/parquet/compact-protocol.ts';
import { readFooter } from '../../formats/parquet/parquet-metadata.ts';
import { engineNames, storedNames } from '../../values/stored-names.ts';

/** A Parquet file with some of the columns of a table, without groups. */
export interface ColumnsFile {
  readonly path: string;
  /** The position of each of its columns in the joined file, from 0. */
  readonly positions: readonly number[];
}

const mark = Buffer.from('PAR1');
const pieceBytes = 2 ** 20;

/** Field ids of parquet.thrift. */
const fileFields = { schema: 2, rows: 3, rowGroups: 4, keyValues: 5, columnOrders: 7 };
const groupFields = { columns: 1, bytes: 2, rows: 3, offset: 5, compressedBytes: 6 };
const elementFields = { name: 4, children: 5 };
const chunkFields = { offset: 2, metadata: 3, offsetIndex: 4, columnIndex: 6 };
const chunkMetadataFields = { path: 3, dataPage: 9, indexPage: 10, dictionaryPage: 11, bloomFilter: 14 };
const keyValueFields = { key: 1, value: 2 };

/**
 * Joins Parquet files that hold different columns of the same rows in row groups of the same sizes. Pages are copied
 * unchanged; the metadata is rewritten.
 * @param names of the columns in the joined file
 */
export async function joinParquet(
  parts: readonly ColumnsFile[],
  names: readonly string[],
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const output = await open(target, 'wx', 0o600);
  try {
    await output.write(mark);
    const moved: MovedPart[] = [];
    let offset = mark.length;
    for (const { path, positions } of parts) {
      const footer = await readFooter(path);
      if (footer === null) throw new Error(`${path} has no Parquet metadata.`);
      const { bytes, start } = footer;
      moved.push({ metadata: readStruct(bytes), positions, shift: offset - mark.length });
      await copyRange(path, mark.length, start, output, signal);
      offset += start - mark.length;
    }
    await output.appendFile(footerOf(joinedMetadata(moved, names)));
  } finally {
    await output.close();
  }
}

/** What a Parquet file ends with: its metadata, and how long that is. */
export function footerOf(metadata: Struct): Buffer {
  const footer = writeStruct(metadata);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([footer, length, mark]);
}

async function copyRange(
  path: string,
  from: number,
  to: number,
  output: FileHandle,
  signal: AbortSignal | undefined,
): Promise<void> {
  const input = await open(path, 'r');
  try {
    const piece = Buffer.alloc(pieceBytes);
    for (let at = from; at < to; ) {
      signal?.throwIfAborted();
      const { bytesRead } = await input.read(piece, 0, Math.min(piece.length, to - at), at);
      if (bytesRead === 0) throw new Error('A part of a table is shorter than its metadata state.');
      await output.appendFile(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await input.close();
  }
}

/** The columns of a part within the joined file. */
export interface MovedPart {
  readonly metadata: Struct;
  readonly positions: readonly number[];
  /** The offset of its bytes in the joined file. */
  readonly shift: number;
}

/** The metadata of parts whose bytes were joined. @param names of the columns in the joined file */
export function joinedMetadata(parts: readonly MovedPart[], names: readonly string[]): Struct {
  const [first] = parts;
  if (first === undefined) throw new Error('There are no columns to join.');
  const elements = inOrder(parts, names.length, ({ metadata }) => thriftList(metadata, fileFields.schema).slice(1));
  const root = structOf(thriftList(first.metadata, fileFields.schema)[0]);
  const schema = [
    withFields(root, { [elementFields.children]: { kind: i32Kind, value: names.length } }),
    ...elements.map((element, at) =>
      withFields(structOf(element), { [elementFields.name]: { kind: binaryKind, value: bytesOf(names[at] ?? '') } }),
    ),
  ];
  const groups = thriftList(first.metadata, fileFields.rowGroups).map((_, at) => joinedGroup(parts, names, at));
  for (const { metadata } of parts) {
    const same = thriftNumber(metadata, fileFields.rows) === thriftNumber(first.metadata, fileFields.rows);
    if (!same || thriftList(metadata, fileFields.rowGroups).length !== groups.length) throw new UnequalRows();
  }
  const lists = {
    [fileFields.schema]: replaced(first.metadata, fileFields.schema, schema),
    [fileFields.rowGroups]: replaced(first.metadata, fileFields.rowGroups, groups),
    ...joinedKeyValues(parts, names),
  };
  const orders = parts.every(({ metadata }) => metadata.has(fileFields.columnOrders))
    ? inOrder(parts, names.length, ({ metadata }) => thriftList(metadata, fileFields.columnOrders))
    : null;
  return withFields(
    first.metadata,
    orders === null
      ? lists
      : { ...lists, [fileFields.columnOrders]: replaced(first.metadata, fileFields.columnOrders, orders) },
  );
}

/** The parts do not have the same rows in the same groups. */
class UnequalRows extends Error {
  constructor() {
    super('The parts of a table have different row groups.');
  }
}

function joinedGroup(parts: readonly MovedPart[], names: readonly string[], at: number): Struct {
  const groups = parts.map(({ metadata }) => structOf(thriftList(metadata, fileFields.rowGroups)[at]));
  const [first] = groups;
  if (first === undefined) throw new UnequalRows();
  const rows = thriftNumber(first, groupFields.rows) ?? 0;
  if (groups.some((group) => (thriftNumber(group, groupFields.rows) ?? 0) !== rows)) throw new UnequalRows();
  const chunks = inOrder(parts, names.length, ({ shift }, part) =>
    thriftList(groups[part] ?? first, groupFields.columns).map((chunk) => movedChunk(structOf(chunk), shift)),
  ).map((chunk, position) => renamedChunk(chunk, names[position] ?? ''));
  const sum = (field: number) => groups.reduce((total, group) => total + (thriftNumber(group, field) ?? 0), 0);
  const sums = [groupFields.bytes, groupFields.compressedBytes].filter((field) => first.has(field));
  return withFields(first, {
    [groupFields.columns]: replaced(first, groupFields.columns, chunks),
    ...Object.fromEntries(sums.map((field) => [field, { kind: first.get(field)?.kind ?? 0, value: sum(field) }])),
    ...(first.has(groupFields.offset) && {
      [groupFields.offset]: shifted(first, groupFields.offset, parts[0]?.shift ?? 0),
    }),
  });
}

function movedChunk(chunk: Struct, shift: number): Struct {
  const metadata = structOf(chunk.get(chunkFields.metadata)?.value);
  const { dataPage, indexPage, dictionaryPage, bloomFilter } = chunkMetadataFields;
  const moved = withShifted(metadata, [dataPage, indexPage, dictionaryPage, bloomFilter], shift);
  const { offset, offsetIndex, columnIndex } = chunkFields;
  return withFields(withShifted(chunk, [offset, offsetIndex, columnIndex], shift), {
    [chunkFields.metadata]: { kind: structKind, value: moved },
  });
}

function renamedChunk(chunk: Struct, name: string): Struct {
  const metadata = structOf(chunk.get(chunkFields.metadata)?.value);
  const path = replaced(metadata, chunkMetadataFields.path, [bytesOf(name)]);
  const renamed = withFields(metadata, { [chunkMetadataFields.path]: path });
  return withFields(chunk, { [chunkFields.metadata]: { kind: structKind, value: renamed } });
}

/** GeoParquet's description of the geometry columns, by their names in the joined file. */
function joinedKeyValues(parts: readonly MovedPart[], names: readonly string[]): Record<number, ThriftField> {
  let form: { readonly field: ThriftField; readonly pair: Struct; readonly description: object } | null = null;
  const columns = new Map<string, unknown>();
  for (const { metadata, positions } of parts) {
    const field = metadata.get(fileFields.keyValues);
    if (field === undefined) continue;
    const own = thriftList(metadata, fileFields.schema)
      .slice(1)
      .map((element) => String(structOf(element).get(elementFields.name)?.value));
    for (const pair of thriftList(metadata, fileFields.keyValues).map(structOf)) {
      if (!isGeo(pair)) continue;
      const description = JSON.parse(String(pair.get(keyValueFields.value)?.value)) as { columns: object };
      form ??= { field, pair, description };
      for (const [name, facts] of Object.entries(description.columns)) {
        columns.set(names[positions[own.indexOf(name)] ?? -1] ?? name, facts);
      }
    }
  }
  if (form === null) return {};
  const [primary] = columns.keys();
  const described = { ...form.description, primary_column: primary, columns: Object.fromEntries(columns) };
  const text = JSON.stringify(described);
  const pair = withFields(form.pair, { [keyValueFields.value]: { kind: binaryKind, value: bytesOf(text) } });
  const others = thriftList(parts[0]?.metadata ?? new Map(), fileFields.keyValues).filter(
    (one) => !isGeo(structOf(one)),
  );
  return { [fileFields.keyValues]: { kind: form.field.kind, value: { kind: structKind, items: [pair, ...others] } } };
}

/** Whether a pair of key and value is GeoParquet's. */
function isGeo(pair: Struct): boolean {
  return String(pair.get(keyValueFields.key)?.value) === 'geo';
}

/** What each part contains for its columns, at their positions in the joined file. */
function inOrder<Item extends Value>(
  parts: readonly MovedPart[],
  count: number,
  itemsOfPart: (part: MovedPart, at: number) => readonly Item[],
): Item[] {
  const all = new Map<number, Item>();
  for (const [at, part] of parts.entries()) {
    const items = itemsOfPart(part, at);
    if (items.length !== part.positions.length) throw new Error('A part of a table has unexpected columns.');
    for (const [position, item] of items.entries()) all.set(part.positions[position] ?? -1, item);
  }
  return Array.from({ length: count }, (_, position) => {
    const item = all.get(position);
    if (item === undefined) throw new Error(`Column ${position} of a table is in none of its parts.`);
    return item;
  });
}

function withShifted(given: Struct, fields: readonly number[], shift: number): Struct {
  const present = fields.filter((field) => given.has(field));
  return withFields(given, Object.fromEntries(present.map((field) => [field, shifted(given, field, shift)])));
}

/** The engine leaves an offset at 0 if there is nothing. */
function shifted(given: Struct, field: number, shift: number): ThriftField {
  const value = thriftNumber(given, field) ?? 0;
  return { kind: given.get(field)?.kind ?? 0, value: value === 0 ? 0 : value + shift };
}

/** A structure with other fields, in the order of their ids. */
function withFields(given: Struct, fields: Readonly<Record<number, ThriftField>>): Struct {
  const all = new Map(given);
  for (const [number, field] of Object.entries(fields)) all.set(Number(number), field);
  return new Map([...all].sort(([one], [other]) => one - other));
}

/** A list with other items of the same kind. */
function replaced(given: Struct, field: number, items: readonly Value[]): ThriftField {
  const { kind, value } = given.get(field) as ThriftField;
  return { kind, value: { kind: (value as List).kind, items } };
}

/** A value that is a structure. @throws {Error} if it is another */
function structOf(value: Value | undefined): Struct {
  if (!(value instanceof Map)) throw new Error('Parquet’s metadata has another value instead of a structure.');
  return value;
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}

/** Whether the engine writes a Parquet file with other names than those its columns should have. */
export function hasEngineNames(columns: readonly string[]): boolean {
  const names = storedNames(columns);
  return engineNames(columns).some((name, at) => name !== names[at]);
}

/** Writes the {@link storedNames} of columns into a Parquet file in place of those that the engine gave them. */
export async function nameColumns(path: string, columns: readonly string[]): Promise<void> {
  const footer = await readFooter(path);
  if (footer === null) throw new Error(`${path} has no Parquet metadata.`);
  const { bytes, start } = footer;
  const positions = columns.map((_, position) => position);
  const named = joinedMetadata([{ metadata: readStruct(bytes), positions, shift: 0 }], storedNames(columns));
  const file = await open(path, 'r+');
  try {
    await file.truncate(start);
    const written = footerOf(named);
    await file.write(written, 0, written.length, start);
  } finally {
    await file.close();
  }
}
