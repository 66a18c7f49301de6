import { readFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { BytesReader, blockRecords, unpadded } from './bytes-reader.ts';
import { damaged, type StatedFile, type StatedRecord, type StatedTable, type StatedValue } from './stated-table.ts';
import { sasTime } from './stated-times.ts';

const magic = Buffer.from('000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011', 'hex');

/** Whether a file begins as a dataset of SAS. */
export function isSas7bdat(head: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic);
}

/** Encodings by their numbers in the header; most files are in one of these. */
const encodings: Readonly<Record<number, string>> = {
  ...{ 20: 'utf-8', 28: 'us-ascii', 29: 'iso-8859-1', 30: 'iso-8859-2', 33: 'iso-8859-5', 37: 'iso-8859-9' },
  ...{ 40: 'iso-8859-15', 60: 'windows-1250', 61: 'windows-1251', 62: 'windows-1252', 63: 'windows-1253' },
  ...{ 64: 'windows-1254', 118: 'cp950', 123: 'big5', 125: 'gb2312', 134: 'euc-jp', 138: 'shift_jis', 140: 'euc-kr' },
};

/** What the header and the pages of a file say (M. Shotwell, "SAS7BDAT Database Binary Format"). */
interface SasFile {
  readonly reader: BytesReader;
  /** Whether positions and counts have 8 bytes, otherwise 4. */
  readonly wide: boolean;
  readonly from: number;
  readonly pageBytes: number;
  readonly text: (bytes: Buffer) => string;
}

interface SasColumn {
  name: string;
  label: string;
  format: string;
  from: number;
  length: number;
  isNumber: boolean;
}

/** What the subheaders of all pages say together. */
interface Description {
  rowBytes: number;
  rows: number;
  mixedRows: number;
  readonly texts: Buffer[];
  readonly names: TextPlace[];
  readonly places: Pick<SasColumn, 'from' | 'length' | 'isNumber'>[];
  readonly labels: { readonly format: TextPlace; readonly label: TextPlace }[];
}

/** Where a text is: in which block of texts, which may follow on a later page. */
interface TextPlace {
  readonly block: number;
  readonly from: number;
  readonly count: number;
}

/** Opens a dataset of SAS. @throws {IngestError} */
export async function openSas7bdat(path: string): Promise<StatedFile> {
  const reader = new BytesReader(await readFile(path));
  const isSet = (at: number) => reader.bytes[at] === 0x33;
  const wide = isSet(32);
  reader.little = reader.bytes[37] === 1;
  reader.at = 196 + (isSet(35) ? 4 : 0);
  const from = reader.u32();
  const pageBytes = reader.u32();
  if (pageBytes < 64 || from < 256) throw damaged('its header has no size of pages');
  const encoding = encodings[reader.bytes[70] ?? 0] ?? 'windows-1252';
  const text = (bytes: Buffer) => unpadded(iconv.decode(bytes, encoding));
  const file: SasFile = { reader, wide, from, pageBytes, text };
  return { names: [], read: () => readTable(file) };
}

interface Subheader {
  readonly at: number;
  readonly length: number;
  readonly packing: number;
  readonly kind: number;
}

interface Page {
  readonly at: number;
  readonly type: number;
  readonly blocks: number;
  /** Whether it has a map of the records that were deleted. */
  readonly hasDeleted: boolean;
  /** Where the pointers to subheaders end. */
  readonly end: number;
  readonly subheaders: readonly Subheader[];
}

function* pagesOf({ reader, wide, from, pageBytes }: SasFile): Generator<Page> {
  const pointerBytes = wide ? 24 : 12;
  const integer = () => (wide ? reader.u64() : reader.u32());
  for (let at = from; at + pageBytes <= reader.bytes.length; at += pageBytes) {
    reader.at = at + (wide ? 32 : 16);
    const [flags, blocks, count] = [reader.u16(), reader.u16(), reader.u16()];
    // Pages of the compression itself have neither records nor a description.
    if ((flags & 0x8000) !== 0) continue;
    const type = flags & 0x0f00;
    const pointers = reader.at + 2;
    const subheaders = Array.from({ length: type === dataPage ? 0 : count }, (_, number) => {
      reader.at = pointers + number * pointerBytes;
      return { at: at + integer(), length: integer(), packing: reader.u8(), kind: reader.u8() };
    });
    yield { at, type, blocks, hasDeleted: (flags & 0x0080) !== 0, end: pointers + count * pointerBytes, subheaders };
  }
}

const dataPage = 0x0100;
const mixedPage = 0x0200;
const truncated = 1;
const packedRow = 4;
const deletedRow = 5;

const signatures = {
  rowSize: 0xf7f7f7f7,
  text: 0xfffffffd,
  names: 0xffffffff,
  attributes: 0xfffffffc,
  labels: 0xfffffbfe,
} as const;

function signatureOf({ reader, wide }: SasFile, at: number): number {
  reader.at = at;
  const first = reader.u32();
  // All bits of the higher half are set in a few of them.
  return wide && !reader.little && first === 0xffffffff ? reader.u32() : first;
}

/** Whether a subheader without compression describes the table; otherwise it is a record. */
function isDescription(signature: number): boolean {
  return signature >= 0xfffffff8 || [0xf7f7f7f7, 0xf6f6f6f6, 0xfffffc00, 0xfffffbfe].includes(signature);
}

function descriptionOf(file: SasFile): Description {
  const found: Description = { rowBytes: 0, rows: 0, mixedRows: 0, texts: [], names: [], places: [], labels: [] };
  for (const { subheaders } of pagesOf(file)) {
    for (const subheader of subheaders) {
      if (subheader.length > 0 && subheader.packing !== truncated) readSubheader(file, subheader, found);
    }
  }
  return found;
}

function readSubheader(file: SasFile, { at, length }: Subheader, found: Description): void {
  const { reader, wide } = file;
  const size = wide ? 8 : 4;
  const integerAt = (place: number) => {
    reader.at = place;
    return wide ? reader.u64() : reader.u32();
  };
  const textAt = (place: number): TextPlace => {
    reader.at = place;
    return { block: reader.u16(), from: reader.u16(), count: reader.u16() };
  };
  const body = length - 2 * size - 12;
  switch (signatureOf(file, at)) {
    case signatures.rowSize:
      found.rowBytes = integerAt(at + 5 * size);
      found.rows = integerAt(at + 6 * size);
      found.mixedRows = integerAt(at + 15 * size);
      break;
    case signatures.text: {
      reader.at = at + size;
      const count = reader.u16();
      found.texts.push(reader.bytes.subarray(at + size, at + size + count));
      break;
    }
    case signatures.names:
      for (let number = 1; number <= Math.floor(body / 8); number += 1)
        found.names.push(textAt(at + size + 8 * number));
      break;
    case signatures.attributes:
      for (let place = at + size + 8; place + size + 8 <= at + size + 8 + body; place += size + 8) {
        const from = integerAt(place);
        const count = reader.u32();
        reader.take(2);
        found.places.push({ from, length: count, isNumber: reader.u8() === 1 });
      }
      break;
    case signatures.labels:
      found.labels.push({ format: textAt(at + 22 + 3 * size), label: textAt(at + 28 + 3 * size) });
      break;
  }
}

function readTable(file: SasFile): StatedTable {
  const found = descriptionOf(file);
  const textOf = (place: TextPlace | undefined) => {
    const { block = -1, from = 0, count = 0 } = place ?? {};
    return file.text(found.texts[block]?.subarray(from, from + count) ?? Buffer.alloc(0));
  };
  const columns = found.places.map((place, at): SasColumn => {
    const { format, label } = found.labels[at] ?? {};
    return { ...place, name: textOf(found.names[at]), format: textOf(format), label: textOf(label) };
  });
  if (columns.length === 0 || found.rowBytes === 0) throw damaged('it does not describe its columns');
  return {
    columns: columns.map(({ name, label }) => ({ name, label })),
    records: recordsOf(file, found, columns),
  };
}

function* recordsOf(file: SasFile, found: Description, columns: readonly SasColumn[]): Generator<StatedRecord[]> {
  let block: StatedRecord[] = [];
  let count = 0;
  for (const row of rowsOf(file, found)) {
    if (count === found.rows) break;
    count += 1;
    if (row === null) continue;
    block.push(columns.map((column) => cellValue(file, row, column)));
    if (block.length < blockRecords) continue;
    yield block;
    block = [];
  }
  if (count < found.rows) throw damaged('it ends before its last record');
  yield block;
}

/** The bytes of each record; null for one that was deleted. */
function* rowsOf(file: SasFile, found: Description): Generator<Buffer | null> {
  const { bytes } = file.reader;
  const literal = Buffer.concat(found.texts.slice(0, 1)).toString('latin1');
  const unpack = literal.includes('SASYZCR2') ? unpackRdc : literal.includes('SASYZCRL') ? unpackRle : null;
  for (const page of pagesOf(file)) {
    if (page.type === dataPage || page.type === mixedPage) yield* plainRows(file, found, page);
    if (unpack === null) continue;
    for (const { at, length, packing, kind } of page.subheaders) {
      const packed = bytes.subarray(at, at + length);
      if (packing === deletedRow) yield null;
      else if (packing === packedRow) yield unpack(packed, found.rowBytes);
      else if (packing === 0 && kind === 1 && length > 0 && !isDescription(signatureOf(file, at))) yield packed;
    }
  }
}

/** The records of a page that are not compressed. */
function* plainRows({ reader, wide, pageBytes }: SasFile, found: Description, page: Page): Generator<Buffer | null> {
  const { at, type, blocks, end, subheaders, hasDeleted } = page;
  const { rowBytes } = found;
  const first = type === dataPage ? at + (wide ? 40 : 24) : end + ((end - at) % 8);
  reader.at = at + (wide ? 24 : 12);
  // One bit for each record, after the last one.
  const map = first + reader.u32() + (blocks - subheaders.length) * rowBytes;
  const count = type === dataPage ? blocks : found.mixedRows;
  for (let row = 0; row < count; row += 1) {
    const from = first + row * rowBytes;
    if (from + rowBytes > at + pageBytes) return;
    const isDeleted = hasDeleted && ((reader.bytes[map + (row >> 3)] ?? 0) & (0x80 >> (row & 7))) !== 0;
    yield isDeleted ? null : reader.bytes.subarray(from, from + rowBytes);
  }
}

function cellValue({ reader, text }: SasFile, row: Buffer, column: SasColumn): StatedValue {
  const bytes = row.subarray(column.from, column.from + column.length);
  if (!column.isNumber) return text(bytes) || null;
  // The least bytes of a number may be left out.
  const whole = Buffer.alloc(8);
  bytes.copy(whole, reader.little ? 8 - bytes.length : 0);
  const value = reader.little ? whole.readDoubleLE() : whole.readDoubleBE();
  return Number.isNaN(value) ? null : sasTime(value, column.format);
}

/** Writes a row of known size; what exceeds it is damage, and ignored. */
class Row {
  readonly bytes: Buffer;
  at = 0;

  constructor(size: number) {
    this.bytes = Buffer.alloc(size);
  }

  copy(from: Buffer): void {
    this.at += from.copy(this.bytes, this.at);
  }

  fill(byte: number, count: number): void {
    const to = Math.min(this.bytes.length, this.at + count);
    this.bytes.fill(byte, this.at, to);
    this.at = to;
  }

  /** Repeats what is already there, from a distance. */
  repeat(distance: number, count: number): void {
    for (let number = 0; number < count && this.at < this.bytes.length; number += 1) {
      this.bytes[this.at] = this.bytes[this.at - distance] ?? 0;
      this.at += 1;
    }
  }
}

/** A row that SAS packed by the length of runs (option `COMPRESS=CHAR`). */
export function unpackRle(packed: Buffer, size: number): Buffer {
  const row = new Row(size);
  let at = 0;
  const next = () => {
    at += 1;
    return packed[at - 1] ?? 0;
  };
  const copy = (count: number) => {
    row.copy(packed.subarray(at, at + count));
    at += count;
  };
  while (at < packed.length && row.at < size) {
    const control = next();
    const low = control & 0x0f;
    switch (control >> 4) {
      case 0x0:
      case 0x1:
        copy(next() + 64 + low * 256 + (control >> 4) * 4096);
        break;
      case 0x2:
        copy(low + 96);
        break;
      case 0x4: {
        const count = next() + 18 + low * 256;
        row.fill(next(), count);
        break;
      }
      case 0x5:
        row.fill(0x40, next() + 17 + low * 256);
        break;
      case 0x6:
        row.fill(0x20, next() + 17 + low * 256);
        break;
      case 0x7:
        row.fill(0, next() + 17 + low * 256);
        break;
      case 0x8:
      case 0x9:
      case 0xa:
      case 0xb:
        copy(low + 1 + 16 * ((control >> 4) - 8));
        break;
      case 0xc: {
        row.fill(next(), low + 3);
        break;
      }
      case 0xd:
        row.fill(0x40, low + 2);
        break;
      case 0xe:
        row.fill(0x20, low + 2);
        break;
      case 0xf:
        row.fill(0, low + 2);
        break;
    }
  }
  return row.bytes;
}

/** A row that SAS packed by Ross Data Compression (option `COMPRESS=BINARY`). */
export function unpackRdc(packed: Buffer, size: number): Buffer {
  const row = new Row(size);
  let at = 0;
  let bits = 0;
  let mask = 0;
  const next = () => {
    at += 1;
    return packed[at - 1] ?? 0;
  };
  while (at < packed.length && row.at < size) {
    mask >>= 1;
    if (mask === 0) {
      bits = next() * 256 + next();
      mask = 0x8000;
    }
    if ((bits & mask) === 0) {
      row.fill(next(), 1);
      continue;
    }
    const control = next();
    const [command, low] = [control >> 4, control & 0x0f];
    if (command === 0) row.fill(next(), low + 3);
    else if (command === 1) {
      const count = low + next() * 16 + 19;
      row.fill(next(), count);
    } else {
      const distance = low + 3 + next() * 16;
      row.repeat(distance, command === 2 ? next() + 16 : command);
    }
  }
  return row.bytes;
}
