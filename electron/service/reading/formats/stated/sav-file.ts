import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { BytesReader, blockRecords, unpadded } from './bytes-reader.ts';
import { damaged, type StatedColumn, type StatedFile, type StatedRecord, type StatedValue } from './stated-table.ts';
import { dayText, momentText } from './stated-times.ts';

/** Whether a file begins as one of SPSS: compressed by bytes, or with zlib. */
export function isSav(head: Buffer): boolean {
  return ['$FL2', '$FL3'].includes(head.toString('latin1', 0, 4));
}

interface Variable {
  readonly short: string;
  /** 0 for a number; otherwise the bytes of a text, -1 for what continues the one before. */
  readonly width: number;
  readonly label: Buffer | null;
  /** Values that mean that one is missing: some, or all between two. */
  readonly missing: readonly number[];
  readonly range: readonly [number, number] | null;
  readonly format: number;
}

/** What the dictionary before the records says (PSPP developers' guide, "System File Format"). */
interface Dictionary {
  readonly variables: Variable[];
  /** Meanings of values as 8 bytes, by positions of variables. */
  readonly labels: Map<number, readonly (readonly [Buffer, Buffer])[]>;
  encoding: string;
  longNames: string;
  longWidths: string;
}

/** Opens a file of SPSS. @throws {IngestError} */
export async function openSav(path: string): Promise<StatedFile> {
  const bytes = await readFile(path);
  const reader = new BytesReader(bytes);
  reader.at = 64;
  const layout = reader.i32();
  if (layout !== 2 && layout !== 3) reader.little = false;
  reader.at = 72;
  const compression = reader.i32();
  reader.at = 80;
  const count = reader.i32();
  const bias = reader.f64();
  const title = bytes.subarray(109, 173);
  reader.at = 176;
  const dictionary = readDictionary(reader);
  const encoding = iconv.encodingExists(dictionary.encoding) ? dictionary.encoding : 'windows-1252';
  const text = (part: Buffer) => unpadded(iconv.decode(part, encoding));
  const units =
    compression === 0 ? plainUnits(reader) : commandUnits(compression === 2 ? inflated(reader) : reader, bias);
  const fields = fieldsOf(dictionary, reader.little, text);
  const label = text(title);
  return {
    names: [],
    read: () => ({
      columns: fields.map(({ column }) => column),
      records: recordsOf(units, fields, dictionary.variables.length, count, reader.little, text),
      ...(label !== '' && { title: label }),
    }),
  };
}

type ToText = (bytes: Buffer) => string;

function readDictionary(reader: BytesReader): Dictionary {
  const found: Dictionary = { variables: [], labels: new Map(), encoding: 'utf-8', longNames: '', longWidths: '' };
  for (;;) {
    const type = reader.i32();
    if (type === 2) found.variables.push(readVariable(reader));
    else if (type === 3) readLabels(reader, found.labels);
    else if (type === 6) reader.take(reader.i32() * 80);
    else if (type === 7) readExtension(reader, found);
    else if (type === 999) break;
    else throw damaged(`a record of type ${type} is not known`);
  }
  reader.take(4);
  return found;
}

function readVariable(reader: BytesReader): Variable {
  const width = reader.i32();
  const hasLabel = reader.i32() === 1;
  const count = reader.i32();
  const format = reader.i32();
  reader.take(4);
  const short = reader.take(8).toString('latin1').trimEnd();
  const length = hasLabel ? reader.i32() : 0;
  const label = hasLabel ? reader.take(Math.ceil(length / 4) * 4).subarray(0, length) : null;
  const values = Array.from({ length: Math.abs(count) }, () => (width === 0 ? reader.f64() : reader.take(8).length));
  const [low = 0, high = 0, ...others] = values;
  const range = count < 0 && width === 0 ? ([low, high] as const) : null;
  const missing = width !== 0 ? [] : count < 0 ? others : values;
  return { short, width, label, missing, range, format: (format >> 16) & 0xff };
}

function readLabels(reader: BytesReader, labels: Dictionary['labels']): void {
  const count = reader.i32();
  const pairs = Array.from({ length: count }, () => {
    const value = reader.take(8);
    const length = reader.u8();
    const label = reader.take(Math.ceil((length + 1) / 8) * 8 - 1).subarray(0, length);
    return [value, label] as const;
  });
  if (reader.i32() !== 4) throw damaged('value labels belong to no variable');
  const positions = Array.from({ length: reader.i32() }, () => reader.i32() - 1);
  for (const position of positions) labels.set(position, pairs);
}

const codePages: Readonly<Record<number, string>> = { 2: 'us-ascii', 65001: 'utf-8' };

function readExtension(reader: BytesReader, found: Dictionary): void {
  const kind = reader.i32();
  const size = reader.i32();
  const data = reader.take(size * reader.i32());
  if (kind === 3 && data.length >= 32) {
    const page = reader.little ? data.readInt32LE(28) : data.readInt32BE(28);
    found.encoding = codePages[page] ?? `cp${page}`;
  } else if (kind === 13) found.longNames = data.toString('latin1');
  else if (kind === 14) found.longWidths = data.toString('latin1');
  else if (kind === 20) found.encoding = data.toString('latin1').trim();
}

/** `SHORT=long\tOTHER=…`, whose texts are in the encoding of the file. */
function pairsOf(list: string, separator: RegExp): ReadonlyMap<string, string> {
  return new Map(
    list.split(separator).flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at < 0 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );
}

/** A column, and where its values are in the units of 8 bytes of a record. */
interface SavField {
  readonly column: StatedColumn;
  readonly variable: Variable;
  readonly from: number;
  /** Bytes of a text, and the units of each of its parts, of 255 bytes. */
  readonly width: number;
  readonly parts: readonly { readonly from: number; readonly units: number }[];
}

const partBytes = 255;
const partStep = 252;

function fieldsOf({ variables, labels, longNames, longWidths }: Dictionary, little: boolean, text: ToText): SavField[] {
  const names = pairsOf(longNames, /\t/);
  const widths = pairsOf(longWidths, /\0?\t/);
  const fields: SavField[] = [];
  for (let at = 0; at < variables.length; ) {
    const variable = variables[at];
    if (variable === undefined) break;
    const width = Number.parseInt(widths.get(variable.short) ?? '', 10) || variable.width;
    const count = width > partBytes ? Math.ceil(width / partStep) : 1;
    const from = at;
    const parts = Array.from({ length: count }, () => {
      const own = at;
      at += 1;
      while (variables[at]?.width === -1) at += 1;
      return { from: own, units: at - own };
    });
    const long = names.get(variable.short);
    const name = long === undefined ? variable.short : text(Buffer.from(long, 'latin1'));
    const label = variable.label === null ? '' : text(variable.label);
    const meanings = new Map(
      (labels.get(from) ?? []).flatMap(([value, meaning]) => {
        const code = variable.width === 0 ? shownNumber(numberOf(value, little), variable) : text(value);
        return code === null ? [] : [[String(code), text(meaning)] as const];
      }),
    );
    fields.push({ column: { name, label, meanings }, variable, from, width, parts });
  }
  return fields;
}

/** A unit of 8 bytes: a number that is not written as one, or bytes. */
type Unit = number | Buffer | null;

function* plainUnits(reader: BytesReader): Generator<Unit> {
  while (reader.at + 8 <= reader.bytes.length) yield reader.take(8);
}

const blanks = Buffer.from('        ');

/** Units that are written as one byte if they are small numbers, blanks or missing. */
function* commandUnits(reader: BytesReader, bias: number): Generator<Unit> {
  while (reader.at + 8 <= reader.bytes.length) {
    for (const command of reader.take(8)) {
      if (command === 252) return;
      if (command === 253) yield reader.take(8);
      else if (command === 254) yield blanks;
      else if (command === 255) yield null;
      else if (command > 0) yield command - bias;
    }
  }
}

/** The records of a file in blocks that are compressed with zlib. */
function inflated(reader: BytesReader): BytesReader {
  reader.take(8);
  reader.at = reader.u64();
  reader.take(20);
  const count = reader.i32();
  const blocks = Array.from({ length: count }, () => {
    reader.take(8);
    const from = reader.u64();
    const unpacked = reader.i32();
    const packed = reader.i32();
    return inflateSync(reader.bytes.subarray(from, from + packed), { maxOutputLength: Math.max(1, unpacked) });
  });
  return new BytesReader(Buffer.concat(blocks), reader.little);
}

function* recordsOf(
  units: Iterator<Unit>,
  fields: readonly SavField[],
  width: number,
  count: number,
  little: boolean,
  text: ToText,
): Generator<StatedRecord[]> {
  let block: StatedRecord[] = [];
  // The count may be unknown to the program that wrote the file.
  for (let number = 0; count < 0 || number < count; number += 1) {
    const record: Unit[] = [];
    while (record.length < width) {
      const { value, done } = units.next();
      if (done === true) break;
      record.push(value);
    }
    if (record.length === 0 && (count < 0 || width > 0)) {
      if (number < count) throw damaged('it ends before its last record');
      break;
    }
    if (record.length < width) throw damaged('it ends in the middle of a record');
    block.push(fields.map((field) => cellValue(field, record, little, text)));
    if (block.length < blockRecords) continue;
    yield block;
    block = [];
  }
  yield block;
}

/** The largest negative number means that a value is missing. */
const systemMissing = -Number.MAX_VALUE;

function cellValue({ variable, width, from, parts }: SavField, record: readonly Unit[], little: boolean, text: ToText) {
  if (width === 0) return shownNumber(numberOf(record[from] ?? null, little), variable);
  const bytes = parts.flatMap((part) =>
    Buffer.concat(
      record.slice(part.from, part.from + part.units).map((unit) => (Buffer.isBuffer(unit) ? unit : blanks)),
    ).subarray(0, partBytes),
  );
  return text(Buffer.concat(bytes).subarray(0, width)) || null;
}

function numberOf(unit: Unit, little: boolean): number | null {
  if (!Buffer.isBuffer(unit)) return unit;
  const value = little ? unit.readDoubleLE() : unit.readDoubleBE();
  return value === systemMissing ? null : value;
}

const epoch1582 = Date.UTC(1582, 9, 14);
/** Print formats (PSPP developers' guide, "Variable Record"). */
const dates = new Set([20, 23, 24, 38, 39]);
const moments = new Set([22, 41]);
const times = new Set([21, 25]);
const [monthFormat, quarterFormat] = [28, 29];

function shownNumber(value: number | null, { format, missing, range }: Variable): StatedValue {
  if (value === null || missing.includes(value)) return null;
  if (range !== null && value >= range[0] && value <= range[1]) return null;
  const ms = value * 1000;
  if (times.has(format)) return momentText(ms, 'time');
  if (moments.has(format)) return momentText(epoch1582 + ms, 'datetime');
  const isPeriod = format === monthFormat || format === quarterFormat;
  if (!dates.has(format) && !isPeriod) return value;
  const day = dayText(value / 86_400, epoch1582);
  if (day === null || !isPeriod) return day;
  return format === monthFormat ? day.slice(0, 7) : `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}
