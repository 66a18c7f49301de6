import { readFile } from 'node:fs/promises';
import { BytesReader, inBlocks, likelyText } from './bytes-reader.ts';
import { damaged, type StatedFile, type StatedTable, type StatedValue } from './stated-table.ts';
import { sasTime } from './stated-times.ts';

const recordBytes = 80;
const headerRecord = 'HEADER RECORD*******';

/** Whether a file begins as a transport file of SAS (TS-140 and its successor for long names). */
export function isXport(head: Buffer): boolean {
  return new RegExp(`^${headerRecord.replaceAll('*', '\\*')}(?:LIBRARY|LIBV8)`).test(head.toString('latin1', 0, 48));
}

interface Member {
  readonly name: string;
  readonly title: string;
  readonly variables: readonly Variable[];
  readonly from: number;
  readonly to: number;
}

interface Variable {
  readonly name: string;
  readonly label: string;
  readonly isNumber: boolean;
  readonly length: number;
  readonly position: number;
  readonly format: string;
}

/** Opens a transport file of SAS with its datasets. @throws {IngestError} */
export async function openXport(path: string): Promise<StatedFile> {
  const bytes = await readFile(path);
  const members = membersOf(bytes);
  const names = members.map(({ name }) => name);
  return {
    names: names.length > 1 ? names : [],
    read(position) {
      const member = members[position];
      if (member === undefined) throw damaged('it has no dataset');
      return tableOf(bytes, member);
    },
  };
}

/** The text of a file without an encoding of its own. */
function textOf(bytes: Buffer): string {
  return likelyText(bytes, 'utf-8');
}

function headerAt(bytes: Buffer, at: number): string {
  const text = bytes.toString('latin1', at, at + recordBytes);
  return text.startsWith(headerRecord) ? text.slice(headerRecord.length).trim() : '';
}

function membersOf(bytes: Buffer): Member[] {
  const starts: number[] = [];
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes)
    if (/^MEM(?:BER|BV8)\s/.test(headerAt(bytes, at))) starts.push(at);
  return starts.map((start, index) => memberAt(bytes, start, starts[index + 1] ?? bytes.length));
}

function memberAt(bytes: Buffer, start: number, to: number): Member {
  const size = Number(headerAt(bytes, start).slice(-3)) || 140;
  const isLong = headerAt(bytes, start).startsWith('MEMBV8');
  const names = new BytesReader(bytes, false);
  names.at = start + 2 * recordBytes;
  const first = names.take(recordBytes);
  const second = names.take(recordBytes);
  const header = headerAt(bytes, names.at);
  const count = Number(/^NAMSTV?8?\S*\s.*?!{7}0*(\d+?)(?=0{20}|\s|$)/.exec(header)?.[1] ?? header.slice(34, 38));
  if (!/^NAM/.test(header) || !(count >= 0)) throw damaged('a dataset has no description of its variables');
  names.at += recordBytes;
  const variables = Array.from({ length: count }, () => variableAt(names.take(size), isLong));
  let at = start + (5 + Math.ceil((size * count) / recordBytes)) * recordBytes;
  while (at < to && !/^OBS/.test(headerAt(bytes, at))) at += recordBytes;
  return {
    name: textOf(first.subarray(8, isLong ? 40 : 16)),
    title: textOf(second.subarray(32, 72)),
    variables,
    from: at + recordBytes,
    to,
  };
}

function variableAt(bytes: Buffer, isLong: boolean): Variable {
  const short = textOf(bytes.subarray(8, 16));
  const long = isLong ? textOf(bytes.subarray(88, 120)) : '';
  return {
    name: long || short,
    label: textOf(bytes.subarray(16, 56)),
    isNumber: bytes.readInt16BE(0) === 1,
    length: bytes.readInt16BE(4),
    format: textOf(bytes.subarray(56, 64)),
    position: bytes.readInt32BE(84),
  };
}

function tableOf(bytes: Buffer, { variables, from, to, title }: Member): StatedTable {
  const width = variables.reduce((sum, { length }) => sum + length, 0);
  const count = width === 0 ? 0 : recordCount(bytes.subarray(from, to), width);
  const record = (at: number) =>
    variables.map((variable) => {
      const place = from + at * width + variable.position;
      return cellValue(bytes.subarray(place, place + variable.length), variable);
    });
  return {
    columns: variables.map(({ name, label }) => ({ name, label })),
    records: inBlocks(count, record),
    ...(title !== '' && { title }),
  };
}

/** The last record of 80 bytes is filled with blanks, which are no records if these are shorter. */
function recordCount(data: Buffer, width: number): number {
  let count = Math.floor(data.length / width);
  const isBlank = (at: number) => data.subarray(at * width, (at + 1) * width).every((byte) => byte === 0x20);
  const least = Math.floor(Math.max(0, data.length - recordBytes + 1) / width);
  while (count > least && isBlank(count - 1)) count -= 1;
  return count;
}

function cellValue(bytes: Buffer, { isNumber, format }: Variable): StatedValue {
  if (!isNumber) return textOf(bytes) || null;
  const value = ibmNumber(bytes);
  return value === null ? null : sasTime(value, format);
}

/** A floating-point number of IBM's mainframes: a sign, a power of 16 and up to 56 bits; null for a missing one. */
function ibmNumber(bytes: Buffer): number | null {
  const [first = 0, ...rest] = bytes;
  if (rest.every((byte) => byte === 0)) return first === 0 || first === 0x80 ? 0 : null;
  let fraction = 0;
  for (const [at, byte] of rest.entries()) fraction += byte / 256 ** (at + 1);
  return (first & 0x80 ? -1 : 1) * fraction * 16 ** ((first & 0x7f) - 64);
}
