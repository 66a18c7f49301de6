import { type FileHandle, open } from 'node:fs/promises';
import type { Data, DataType, Decimal, Field, RecordBatch, Struct, TimeUnit, Vector } from 'apache-arrow';
import { decompress } from 'fzstd';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import { blockRecords, shortestFloat } from './bytes-reader.ts';
import { unpackLz4 } from './lz4-frame.ts';
import { damaged, type StatedFile, type StatedRecord, type StatedTable, type StatedValue } from './stated-table.ts';
import { clockText, dayText, momentText } from './stated-times.ts';

type Arrow = typeof import('apache-arrow');

/** Whether a file begins as one of Arrow, which Feather 2 is, or as a stream (Arrow Columnar Format, "IPC"). */
export function isArrow(head: Buffer): boolean {
  if (head.toString('latin1', 0, 8) === 'ARROW1\0\0') return true;
  if (head.length < 12 || head.readUInt32LE(0) !== 0xffffffff) return false;
  const [length, root] = [head.readUInt32LE(4), head.readUInt32LE(8)];
  return length > 0 && length % 8 === 0 && length < 2 ** 28 && root < 64;
}

let library: Promise<Arrow> | null = null;

async function loadLibrary(): Promise<Arrow> {
  const arrow = await import('apache-arrow');
  const { ByteBuffer } = await import('flatbuffers');
  // 0 and 1 are the codes of the format (Message.fbs, CompressionType).
  arrow.compressionRegistry.set(0, { decode: unpackLz4 });
  // A copy begins where numbers of 64 bits can.
  arrow.compressionRegistry.set(1, { decode: (bytes) => new Uint8Array(decompress(bytes)) });
  const { __vector_len: lengthAt } = ByteBuffer.prototype;
  // The library would read every item of a list, however few bytes there are.
  ByteBuffer.prototype.__vector_len = function (offset) {
    const length = lengthAt.call(this, offset);
    if (length > this.capacity()) throw new RangeError('a list is longer than its message');
    return length;
  };
  return arrow;
}

/** Opens a file of Arrow, or a stream in one. @throws {IngestError} */
export async function openArrow(path: string): Promise<StatedFile> {
  library ??= loadLibrary();
  const arrow = await library;
  const file = await open(path, 'r');
  const reader = await asDamage(async () => (await arrow.RecordBatchReader.from(checkedFile(file))).open()).catch(
    async (error: unknown) => {
      await file.close();
      throw error;
    },
  );
  return {
    names: [],
    read: () => tableOf(arrow, reader.schema.fields, reader as AsyncIterable<RecordBatch>),
    close: () => void file.close().catch(() => {}),
  };
}

/** A file that refuses to be read where it has nothing: the library would try that for ever. */
function checkedFile(file: FileHandle): FileHandle {
  const read = async (buffer: Uint8Array, offset: number, length: number, position: number) => {
    const { bytesRead } = position < 0 ? { bytesRead: 0 } : await file.read(buffer, offset, length, position);
    if (bytesRead === 0 && length > 0) throw new RangeError('it has nothing where a part should be');
    return { bytesRead, buffer };
  };
  return { fd: file.fd, stat: () => file.stat(), close: () => file.close(), read } as unknown as FileHandle;
}

/** Names what the library says of a file as its damage. */
async function asDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof IngestError || !(error instanceof Error) ? error : damaged(error.message);
  }
}

/** Extensions of Arrow that hold geometries as well-known binary (GeoArrow). */
const geometryNames: ReadonlySet<string | undefined> = new Set(['geoarrow.wkb', 'ogc.wkb']);

function tableOf(arrow: Arrow, fields: readonly Field[], batches: AsyncIterable<RecordBatch>): StatedTable {
  if (fields.length === 0) throw new IngestError(explain('no-tables'));
  const geometry = fields.findIndex(({ metadata }) => geometryNames.has(metadata.get('ARROW:extension:name')));
  const own = fields.flatMap((_, at) => (at === geometry ? [] : [at]));
  return {
    columns: own.map((at) => ({ name: fields[at]?.name ?? '' })),
    records: recordsOf(arrow, batches, geometry < 0 ? own : [...own, geometry]),
    ...(geometry >= 0 && { geometry: null }),
  };
}

async function* recordsOf(
  arrow: Arrow,
  batches: AsyncIterable<RecordBatch>,
  order: readonly number[],
): AsyncGenerator<StatedRecord[]> {
  const iterator = batches[Symbol.asyncIterator]();
  for (;;) {
    const { done, value: batch } = await asDamage(() => iterator.next());
    if (done === true) return;
    const readers = order.map((at) => cellReader(arrow, batch.getChildAt(at)));
    for (let from = 0; from < batch.numRows; from += blockRecords) {
      const count = Math.min(blockRecords, batch.numRows - from);
      yield asDamage(async () => Array.from({ length: count }, (_, at) => readers.map((read) => read(from + at))));
    }
  }
}

/** Reads the values of a column of a batch. Times keep the digits that the library would round. */
function cellReader(arrow: Arrow, column: Vector | null): (at: number) => StatedValue {
  if (column === null) throw damaged('a column has no values');
  for (const one of column.data as readonly Data[]) checkData(one);
  const [data, another] = column.data as readonly Data[];
  const { DataType: is } = arrow;
  if (data === undefined || another !== undefined || !is.isTimestamp(column.type))
    return (at) => flat(shownValue(arrow, column.type, column.get(at)));
  const { unit, timezone } = column.type;
  const counts = data.values as unknown as BigInt64Array;
  return (at) => (column.isValid(at) ? timestampText(counts[at] ?? 0n, unit, timezone) : null);
}

/** Refuses values, and items of lists, for which there are no bytes: the library would read each of them. */
function checkData({ type, length, values, valueOffsets, typeIds, children, dictionary }: Data): void {
  const [items] = children;
  const { listSize } = type as { readonly listSize?: number };
  // The offsets of a union are those of several children.
  const offsets = typeIds == null ? valueOffsets : undefined;
  if (offsets != null && items !== undefined) {
    let before = 0;
    for (const offset of offsets.subarray(0, length + 1)) {
      if (Number(offset) < before || Number(offset) > items.length)
        throw damaged('a list has items that are not there');
      before = Number(offset);
    }
  }
  const most = offsets == null ? 8 * (values?.byteLength ?? Number.POSITIVE_INFINITY) : offsets.length - 1;
  const itemCount = listSize === undefined ? 0 : listSize * length;
  if (length > Math.max(0, most) || itemCount > (items?.length ?? 0))
    throw damaged('a column has values that are not there');
  for (const one of [...children, ...(dictionary?.data ?? [])]) checkData(one);
}

/** Lists and objects are text. */
function flat(value: unknown): StatedValue {
  if (value === null || typeof value !== 'object') return value as StatedValue;
  return JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one !== 'bigint') return one;
    return Number.isSafeInteger(Number(one)) ? Number(one) : String(one);
  });
}

/** A value as the reader of records takes it; lists and objects with such values in them. */
function shownValue(arrow: Arrow, type: DataType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const { DataType: is, Precision } = arrow;
  if (is.isDictionary(type)) return shownValue(arrow, type.dictionary, value);
  if (is.isFloat(type)) return type.precision === Precision.DOUBLE ? value : shortestFloat(Number(value));
  if (is.isDecimal(type)) return decimalOf(value as Uint32Array, type);
  if (is.isDate(type)) return dayText(Number(value) / 86_400_000, 0);
  if (is.isTimestamp(type)) return timestampText(BigInt(Math.round(Number(value) * 1000)), 2, type.timezone);
  if (is.isTime(type) || is.isDuration(type)) return clockOf(BigInt(value as number | bigint), type.unit);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').toUpperCase();
  const [inner] = (type as DataType).children ?? [];
  if (is.isMap(type)) {
    const [, held] = (inner as Field<Struct>).type.children;
    return [...(value as Iterable<[unknown, unknown]>)].map(([key, one]) => ({
      key,
      value: held === undefined ? one : shownValue(arrow, held.type, one),
    }));
  }
  if (is.isStruct(type)) {
    const members = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(type.children.map((one) => [one.name, shownValue(arrow, one.type, members[one.name])]));
  }
  if (is.isList(type) || is.isFixedSizeList(type) || is.isLargeList(type))
    return inner === undefined
      ? []
      : [...(value as Iterable<unknown>)].map((one) => shownValue(arrow, inner.type, one));
  return ArrayBuffer.isView(value) ? Array.from(value as Int32Array) : value;
}

/** Whole seconds of a count of a unit, and the digits of the fraction that remains. */
function secondsOf(count: bigint, unit: TimeUnit): readonly [seconds: number, fraction: string] {
  const perSecond = 1000n ** BigInt(unit);
  const rest = ((count % perSecond) + perSecond) % perSecond;
  let digits = rest === 0n ? '' : `.${String(rest).padStart(unit * 3, '0')}`;
  while (digits.endsWith('0')) digits = digits.slice(0, -1);
  return [Number((count - rest) / perSecond), digits];
}

function timestampText(count: bigint, unit: TimeUnit, zone: string | null | undefined): string | null {
  const [seconds, fraction] = secondsOf(count, unit);
  const text = momentText(seconds * 1000, 'datetime');
  // With a zone it is a point in time, which Arrow counts in UTC (Schema.fbs, "Timestamp").
  return text === null ? null : `${text}${fraction}${zone ? 'Z' : ''}`;
}

function clockOf(count: bigint, unit: TimeUnit): string {
  const [seconds, fraction] = secondsOf(count < 0n ? -count : count, unit);
  return `${count < 0n ? '-' : ''}${clockText(seconds * 1000)}${fraction}`;
}

/** Every decimal of so many digits survives as a double (IEEE 754). */
const doubleDigits = 15;

/** A number of 128 or 256 bits, in words of 32 bits from the last: a text if a double would lose digits. */
function decimalOf(words: Uint32Array, { scale }: Decimal): StatedValue {
  const bits = 32 * words.length;
  const whole = BigInt.asIntN(
    bits,
    words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n),
  );
  if (scale <= 0) return whole * 10n ** BigInt(-scale);
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const text = `${whole < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return digits.replace(/^0+/, '').length > doubleDigits ? text : Number(text);
}
