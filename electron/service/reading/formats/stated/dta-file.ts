import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { BytesReader, inBlocks, shortestFloat, untilZero } from './bytes-reader.ts';
import type { StatedColumn, StatedFile, StatedTable, StatedValue } from './stated-table.ts';
import { damaged } from './stated-table.ts';
import { dayText, momentText, periodText } from './stated-times.ts';

/** Whether a file begins as one of Stata: since version 13 with a tag, before that with version, byte order and type. */
export function isDta(head: Buffer): boolean {
  if (head.toString('latin1', 0, 11) === '<stata_dta>') return true;
  const [release = 0, order = 0, type, unused] = head;
  return release >= 0x6c && release <= 0x73 && (order === 1 || order === 2) && type === 1 && unused === 0;
}

interface Variable {
  readonly name: string;
  readonly label: string;
  /** Bytes of a text; otherwise the kind of number, or a text elsewhere in the file. */
  readonly type: number | 'byte' | 'int' | 'long' | 'float' | 'double' | 'strL';
  readonly format: string;
  readonly valueLabel: string;
}

interface DtaHeader {
  readonly variables: readonly Variable[];
  readonly count: number;
  readonly title: string;
  readonly dataAt: number;
  /** Where texts of any length and the tables of value labels begin. */
  readonly textsAt: number | null;
  readonly labelsAt: number;
}

/** How wide the parts of each release are (Stata, `help dta`). */
interface Release {
  readonly number: number;
  readonly name: number;
  readonly format: number;
  readonly label: number;
}

const sizes = { byte: 1, int: 2, long: 4, float: 4, double: 8, strL: 8 } as const;

/** Opens a file of Stata 8 to 18 (releases 113 to 119 of the format). @throws {IngestError} */
export async function openDta(path: string): Promise<StatedFile> {
  const whole = await readFile(path);
  const isTagged = whole[0] === 0x3c;
  const reader = new BytesReader(whole);
  const release = releaseOf(isTagged ? Number(tagged(whole, 'release').toString('latin1')) : reader.u8());
  reader.little = isTagged ? tagged(whole, 'byteorder').toString('latin1') === 'LSF' : reader.bytes[1] === 2;
  // Before release 118 no encoding was defined, and some programs wrote UTF-8.
  const text = (part: Buffer) => {
    const bytes = untilZero(part);
    return iconv.decode(bytes, release.number >= 118 || isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  };
  const header = isTagged ? taggedHeader(reader, release, text) : plainHeader(reader, release, text);
  const labels = valueLabels(reader, header, release, isTagged, text);
  return { names: [], read: () => tableOf(reader, header, release, labels, text) };
}

function releaseOf(number: number): Release {
  if (number >= 118 && number <= 119) return { number, name: 129, format: 57, label: 321 };
  if (number >= 114 && number <= 117) return { number, name: 33, format: 49, label: 81 };
  if (number === 113) return { number, name: 33, format: 12, label: 81 };
  throw damaged(`release ${number} of the format is not known`);
}

type ToText = (bytes: Buffer) => string;

/** The content of an element in the head of a file. */
function tagged(bytes: Buffer, name: string): Buffer {
  const from = bytes.indexOf(`<${name}>`);
  const to = bytes.indexOf(`</${name}>`, from);
  if (from < 0 || to < 0 || from > 4096) throw damaged(`<${name}> is missing`);
  return bytes.subarray(from + name.length + 2, to);
}

/** Types of numbers, from 251 on in old files, and down from 65530 in tagged ones; smaller codes are bytes of a text. */
const types = ['byte', 'int', 'long', 'float', 'double'] as const;

function taggedType(code: number): Variable['type'] {
  return code === 32_768 ? 'strL' : (types[65_530 - code] ?? code);
}

function plainHeader(reader: BytesReader, release: Release, text: ToText): DtaHeader {
  reader.at = 4;
  const columns = reader.u16();
  const count = reader.u32();
  const title = text(reader.take(81));
  reader.take(18);
  const kinds = Array.from({ length: columns }, () => reader.u8()).map((code) => types[code - 251] ?? code);
  const texts = (size: number) => Array.from({ length: columns }, () => text(reader.take(size)));
  const names = texts(release.name);
  reader.take((columns + 1) * 2);
  const [formats, valueNames, labels] = [texts(release.format), texts(release.name), texts(release.label)];
  for (;;) {
    const type = reader.u8();
    const length = reader.u32();
    if (type === 0 && length === 0) break;
    reader.take(length);
  }
  const variables = variablesOf(kinds, names, formats, valueNames, labels);
  const dataAt = reader.at;
  return { variables, count, title, dataAt, textsAt: null, labelsAt: dataAt + count * widthOf(variables) };
}

function taggedHeader(reader: BytesReader, release: Release, text: ToText): DtaHeader {
  const { bytes, little } = reader;
  const number = (name: string) => {
    const own = new BytesReader(tagged(bytes, name), little);
    return own.bytes.length === 8 ? own.u64() : own.bytes.length === 4 ? own.u32() : own.u16();
  };
  const columns = number('K');
  const count = number('N');
  const title = text(tagged(bytes, 'label').subarray(release.number >= 118 ? 2 : 1));
  const map = new BytesReader(bytes, little);
  map.at = bytes.indexOf('<map>') + 5;
  const places = Array.from({ length: 14 }, () => map.u64());
  const goTo = (part: number, tag: string) => {
    reader.at = (places[part] ?? 0) + tag.length + 2;
    if (bytes.toString('latin1', places[part], reader.at) !== `<${tag}>`) throw damaged(`<${tag}> is missing`);
  };
  const texts = (part: number, tag: string, size: number) => {
    goTo(part, tag);
    return Array.from({ length: columns }, () => text(reader.take(size)));
  };
  goTo(2, 'variable_types');
  const kinds = Array.from({ length: columns }, () => reader.u16()).map(taggedType);
  const variables = variablesOf(
    kinds,
    texts(3, 'varnames', release.name),
    texts(5, 'formats', release.format),
    texts(6, 'value_label_names', release.name),
    texts(7, 'variable_labels', release.label),
  );
  const dataAt = (places[9] ?? 0) + '<data>'.length;
  return { variables, count, title, dataAt, textsAt: places[10] ?? null, labelsAt: places[11] ?? 0 };
}

function variablesOf(
  types: readonly Variable['type'][],
  names: readonly string[],
  formats: readonly string[],
  valueNames: readonly string[],
  labels: readonly string[],
): Variable[] {
  return types.map((type, at) => ({
    type,
    name: names[at] ?? '',
    format: formats[at] ?? '',
    valueLabel: valueNames[at] ?? '',
    label: labels[at] ?? '',
  }));
}

function sizeOf({ type }: Variable): number {
  return typeof type === 'number' ? type : sizes[type];
}

function widthOf(variables: readonly Variable[]): number {
  return variables.reduce((sum, variable) => sum + sizeOf(variable), 0);
}

type ValueLabels = ReadonlyMap<string, ReadonlyMap<string, string>>;

function valueLabels(
  reader: BytesReader,
  { labelsAt }: DtaHeader,
  release: Release,
  isTagged: boolean,
  text: ToText,
): ValueLabels {
  const found = new Map<string, ReadonlyMap<string, string>>();
  reader.at = labelsAt + (isTagged ? '<value_labels>'.length : 0);
  while (reader.at < reader.bytes.length) {
    if (isTagged && reader.take(5).toString('latin1') !== '<lbl>') break;
    reader.take(4);
    const name = text(reader.take(release.name));
    reader.take(3);
    const count = reader.u32();
    const length = reader.u32();
    const offsets = Array.from({ length: count }, () => reader.u32());
    const values = Array.from({ length: count }, () => reader.i32());
    const texts = reader.take(length);
    const labelled = values.map((value, at) => [value, text(texts.subarray(offsets[at]))] as const);
    const shown = labelled.filter(([value]) => value <= largest.long);
    found.set(name, new Map(shown.map(([value, label]) => [String(value), label])));
    if (isTagged) reader.take(6);
  }
  return found;
}

function tableOf(
  reader: BytesReader,
  { variables, count, title, dataAt, textsAt }: DtaHeader,
  release: Release,
  labels: ValueLabels,
  text: ToText,
): StatedTable {
  const width = widthOf(variables);
  if (dataAt + count * width > reader.bytes.length) throw damaged('it ends before its last record');
  const long = textsAt === null ? new Map<string, string>() : longTexts(reader, textsAt, release, text);
  const record = (at: number): StatedValue[] => {
    reader.at = dataAt + at * width;
    return variables.map((variable) => cellValue(reader, variable, release, long, text));
  };
  const columns = variables.map((variable): StatedColumn => {
    const meanings = labels.get(variable.valueLabel);
    return { name: variable.name, label: variable.label, ...(meanings !== undefined && { meanings }) };
  });
  return { columns, records: inBlocks(count, record), ...(title !== '' && { title }) };
}

/** Texts of any length, by the numbers of their variable and record. */
function longTexts(reader: BytesReader, from: number, { number }: Release, text: ToText): Map<string, string> {
  const found = new Map<string, string>();
  reader.at = from + '<strls>'.length;
  while (reader.bytes.toString('latin1', reader.at, reader.at + 3) === 'GSO') {
    reader.take(3);
    const key = `${reader.u32()},${number === 117 ? reader.u32() : reader.u64()}`;
    const type = reader.u8();
    const content = reader.take(reader.u32());
    // Others are bytes that are no text.
    if (type === 130) found.set(key, text(content));
  }
  return found;
}

/** Larger numbers mean that a value is missing, and why. */
const largest = {
  byte: 100,
  int: 32_740,
  long: 2_147_483_620,
  float: 1.7014117331926443e38,
  double: 8.988465674311579e307,
};

function cellValue(
  reader: BytesReader,
  variable: Variable,
  release: Release,
  long: ReadonlyMap<string, string>,
  text: ToText,
): StatedValue {
  const { type, format } = variable;
  if (typeof type === 'number') return text(reader.take(type)) || null;
  if (type === 'strL') return long.get(longKey(reader, release)) || null;
  const value = numberOf(reader, type);
  return value > largest[type] ? null : shownNumber(value, format);
}

function longKey(reader: BytesReader, { number }: Release): string {
  if (number === 117) return `${reader.u32()},${reader.u32()}`;
  const part = reader.take(8);
  const of = number === 118 ? 2 : 3;
  if (reader.little) return `${part.readUIntLE(0, of)},${part.readUIntLE(of, Math.min(6, 8 - of))}`;
  return `${part.readUIntBE(0, of)},${part.readUIntBE(of, 8 - of)}`;
}

function numberOf(reader: BytesReader, type: keyof typeof largest): number {
  switch (type) {
    case 'byte':
      return reader.take(1).readInt8();
    case 'int':
      return reader.i16();
    case 'long':
      return reader.i32();
    case 'float': {
      const bytes = reader.take(4);
      return shortestFloat(reader.little ? bytes.readFloatLE() : bytes.readFloatBE());
    }
    default:
      return reader.f64();
  }
}

const epoch1960 = Date.UTC(1960, 0, 1);
const periodKinds = { w: 'week', m: 'month', q: 'quarter', h: 'half-year', y: 'year' } as const;

/** A date or period if the format shows the number as one. */
function shownNumber(value: number, format: string): StatedValue {
  const [, timed, kind = timed] = /^%-?(?:t([dcCwmqhy])|(d))/.exec(format) ?? [];
  if (kind === undefined) return value;
  if (kind === 'd') return dayText(value, epoch1960);
  if (kind === 'c' || kind === 'C') return momentText(epoch1960 + value, 'datetime');
  const period = periodKinds[kind as keyof typeof periodKinds];
  return period === 'year' ? value : periodText(value, period);
}
