import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** A malicious file and its expected outcome. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The expected report; null if the file should be published. */
  readonly words: RegExp | null;
}

const mebibyte = 2 ** 20;

/** A deflate stream (RFC 1951) that unpacks to repetitions of `text`; generated without compressing all of it. */
function deflatedAgain(text: string, times: number): Buffer {
  const { Z_FULL_FLUSH } = constants;
  const once = deflateRawSync(text, { level: 9, finishFlush: Z_FULL_FLUSH });
  const endOfStream = Buffer.from([0x03, 0x00]);
  return Buffer.concat([...Array.from({ length: times }, () => once), endOfStream]);
}

/** A gzip file of a repeated text. Its checksum is wrong, which only shows at its end. */
export function gzipOf(text: string, times: number): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  return Buffer.concat([head, deflatedAgain(text, times), Buffer.alloc(8)]);
}

/** A Zstandard file (RFC 8878) of one repeated byte: a block of 128 KiB takes four bytes. */
export function zstdOf(byte: string, blocks: number): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
  const body = Buffer.alloc(blocks * 4);
  for (let block = 0; block < blocks; block += 1) {
    const last = block === blocks - 1 ? 1 : 0;
    body.writeUIntLE(last | (1 << 1) | ((1 << 17) << 3), block * 4, 3);
    body[block * 4 + 3] = byte.charCodeAt(0);
  }
  return Buffer.concat([head, body]);
}

interface Part {
  readonly name: string;
  readonly deflated: Buffer;
  readonly bytes: number;
  readonly crc: number;
}

function part(name: string, text: string, encoding: BufferEncoding = 'utf8'): Part {
  const bytes = Buffer.from(text, encoding);
  return { name, deflated: deflateRawSync(bytes), bytes: bytes.length, crc: crc32(bytes) };
}

/** An archive member of repeated text, with a wrong checksum. */
function partAgain(name: string, text: string, times: number): Part {
  return { name, deflated: deflatedAgain(text, times), bytes: Buffer.byteLength(text) * times, crc: 0 };
}

function zip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, deflated, bytes, crc } of parts) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(deflated.length, 14);
    facts.writeUInt32LE(bytes, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), deflated]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), facts, place, Buffer.from(name));
    bodies.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, entries, end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A workbook of one sheet. @param rows XML of its rows @param encoding of the sheet, which declares UTF-8 */
export function workbook(rows: string, strings?: Part, encoding?: BufferEncoding): Buffer {
  const related = [
    `<Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>`,
    `<Relationship Id="r2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`,
  ];
  return zip([
    part('[Content_Types].xml', '<Types/>'),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    part('xl/_rels/workbook.xml.rels', `<Relationships xmlns="${relations}">${related.join('')}</Relationships>`),
    part('xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`, encoding),
    ...(strings === undefined ? [] : [strings]),
  ]);
}

/** A Parquet file without rows, whatever it declares, whose column is nested this deep (parquet.thrift). */
export function parquetOfDepth(groups: number, rows = 0): Buffer {
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
  // Fields: 3 repetition_type (i32), 4 name (binary), 5 num_children (i32); a leaf has field 1 type (i32) first.
  const group = [0x35, 0x00, 0x18, 0x01, 0x67, 0x15, 0x02, 0x00];
  const leaf = [0x15, 0x02, 0x25, 0x02, 0x18, 0x01, 0x6c, 0x00];
  const root = [0x48, 0x01, 0x72, 0x15, 0x02, 0x00];
  const elements = [...root, ...Array.from({ length: groups }, () => group).flat(), ...leaf];
  const count = groups + 2;
  const list = count < 15 ? [(count << 4) | 0x0c] : [0xfc, ...varint(count)];
  const description = Buffer.from([
    0x15,
    0x02,
    0x19,
    ...list,
    ...elements,
    0x16,
    ...varint(2 * rows),
    0x19,
    0x0c,
    0x00,
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(description.length);
  return Buffer.concat([Buffer.from('PAR1'), description, length, Buffer.from('PAR1')]);
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** JSON with values nested this deep. */
function deepFiles(depth: number): HostileFile[] {
  const list = `[{"a":1},{"a":${nested(depth)}}]`;
  const lines = `{"a":1}\n{"a":${nested(depth)}}\n`;
  const objects = `{"a":1}\n${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}\n`;
  const feature = (geometry: string, properties: string) =>
    `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${geometry},"properties":${properties}}]}`;
  const point = '{"type":"Point","coordinates":[1,2]}';
  const collections = `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${point}${']}'.repeat(depth)}`;
  const words = /nested deeper than 256 levels/;
  return [
    { name: `deep-${depth}.json`, bytes: Buffer.from(list), words },
    { name: `deep-${depth}.json.gz`, bytes: gzipSync(list), words },
    { name: `deep-top-${depth}.json`, bytes: Buffer.from(nested(depth)), words },
    { name: `deep-${depth}.ndjson`, bytes: Buffer.from(lines), words },
    { name: `deep-objects-${depth}.ndjson`, bytes: Buffer.from(objects), words },
    { name: `deep-${depth}.ndjson.gz`, bytes: gzipSync(lines), words },
    { name: `deep-properties-${depth}.geojson`, bytes: Buffer.from(feature(point, `{"a":${nested(depth)}}`)), words },
    { name: `deep-geometry-${depth}.geojson`, bytes: Buffer.from(feature(collections, '{}')), words },
    {
      name: `deep-coordinates-${depth}.geojson.gz`,
      bytes: gzipSync(feature(`{"type":"Point","coordinates":${nested(depth)}}`, '{}')),
      words,
    },
  ];
}

/** Very long cells that look like a number, a date or a geometry, but are text. */
function longCells(scale: number): HostileFile[] {
  const length = 200_000 * scale;
  const collections = 5_000 * scale;
  const cells = {
    digits: '7'.repeat(length),
    decimals: `0.${'7'.repeat(length)}`,
    thousands: '1,'.repeat(length / 2),
    zeros: `${'0'.repeat(length)}x`,
    dates: '2024-01-'.repeat(length / 8),
    text: `${'GEOMETRYCOLLECTION('.repeat(collections)}POINT(1 2)${')'.repeat(collections)}`,
  };
  return Object.entries(cells).map(([name, cell]) => ({
    name: `long-${name}.csv`,
    bytes: Buffer.from(`a;b\n1;2\n1;${cell}\n`),
    words: null,
  }));
}

/** The letters of a column, from 0. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** Workbooks with malicious XML, and workbooks that cannot be read without loss. */
function xmlFiles(scale: number): HostileFile[] {
  const row = (number: number, text: string) =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const header = row(1, 'a');
  const width = Math.min(16_384, 500 * scale);
  const wideRow = (number: number) =>
    `<row r="${number}">${Array.from({ length: width }, (_, at) => `<c r="${letters(at)}${number}"><v>${at * number}</v></c>`).join('')}</row>`;
  return [
    { name: 'entity.xlsx', bytes: workbook(header + row(2, '&a;')), words: /undefined entity/ },
    {
      name: 'deep-elements.xlsx',
      bytes: workbook(header + '<a>'.repeat(100_000 * scale)),
      words: /The workbook is damaged|of memory/,
    },
    {
      name: 'long-cell.xlsx',
      bytes: workbook(header + row(2, 'x'.repeat(18 * mebibyte))),
      // Which of the two limits is reached first depends on the engine's buffers.
      words: /^The record is too long\.$|^The records of the file take more memory/,
    },
    { name: 'latin1.xlsx', bytes: workbook(header + row(2, 'Größe'), undefined, 'latin1'), words: /not all in UTF-8/ },
    { name: 'half.xlsx', bytes: workbook(header + row(2, 'a_xD800_b')), words: /half of a character/ },
    { name: 'wide-rows.xlsx', bytes: workbook(wideRow(1) + wideRow(2) + wideRow(3)), words: null },
  ];
}

/** Files of every kind known to have stopped a service; the tests use `scale` 1. */
export function hostileFiles(scale = 1): HostileFile[] {
  const cell = (reference: string) => `<row r="1"><c r="A1"><v>1</v></c><c r="${reference}"><v>2</v></c></row>`;
  const line = 'a,b,c\n'.repeat(mebibyte / 6);
  const string = `<si><t>${'x'.repeat(1000)}</t></si>`;
  const columns = (count: number) => Array.from({ length: count }, (_, at) => at);
  const wide = 500 * scale;
  return [
    ...deepFiles(300),
    ...deepFiles(80_000),
    ...[200, 20_000].map((groups) => ({
      name: `deep-${groups}.parquet`,
      bytes: parquetOfDepth(groups),
      words: /columns nested deeper than 128 levels/,
    })),
    {
      name: 'claims.parquet',
      bytes: parquetOfDepth(1, 1_000_000_000),
      words: /says that it has 1000000000 rows, but its row groups have 0/,
    },
    { name: 'wide.xlsx', bytes: workbook(cell('AQTPL1')), words: /The cell AQTPL1 is beyond column 16384/ },
    { name: 'long.xlsx', bytes: workbook('<row r="1048577"><c><v>1</v></c></row>'), words: /a row 1048577/ },
    {
      name: 'strings.xlsx',
      bytes: workbook(cell('B1'), partAgain('xl/sharedStrings.xml', string.repeat(1000), 1000)),
      words: /unpacks to more than 512 MiB/,
    },
    // Which of the two limits is reached first depends on the machine's load.
    { name: 'grows.csv.gz', bytes: gzipOf(line, 1_000 * scale), words: /unpacks to more than|of memory/ },
    {
      name: 'grows.ndjson.gz',
      bytes: gzipOf(`{"a":1}\n`.repeat(mebibyte / 8), 1_000 * scale),
      words: /unpacks to more than|of memory/,
    },
    {
      name: 'grows.json.gz',
      bytes: gzipOf(' '.repeat(mebibyte), 1_000 * scale),
      words: /unpacks to more than|of memory/,
    },
    { name: 'grows.ndjson.zst', bytes: zstdOf('\n', 8_000 * scale), words: /unpacks to more than|of memory/ },
    ...longCells(scale),
    ...xmlFiles(scale),
    { name: 'empty.zip', bytes: zip([]), words: /^The archive is empty/ },
    {
      name: 'long-name.ndjson',
      bytes: Buffer.from(`{"${'n'.repeat(20_000 * scale)}":1,"b":2}\n`),
      words: /The name of the column that begins with/,
    },
    {
      name: 'unlike.ndjson',
      bytes: Buffer.from(
        columns(10)
          .map((row) => JSON.stringify(Object.fromEntries(columns(60 * scale).map((at) => [`k${row}_${at}`, at]))))
          .join('\n'),
      ),
      words: null,
    },
    {
      name: 'wide.csv',
      bytes: Buffer.from(`${columns(wide).map((at) => `c${at}`)}\n${`${columns(wide)}\n`.repeat(10)}`),
      words: null,
    },
    {
      name: 'wide.ndjson',
      bytes: Buffer.from(
        `${JSON.stringify(Object.fromEntries(columns(wide).map((at) => [`k${at}`, at])))}\n`.repeat(10),
      ),
      words: null,
    },
  ];
}
