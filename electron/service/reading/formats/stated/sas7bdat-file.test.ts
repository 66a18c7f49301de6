import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { openSas7bdat, unpackRdc, unpackRle } from './sas7bdat-file.ts';
import { statisticsFile } from './testing/statistics-files.ts';

const text = (bytes: Buffer) => bytes.toString('latin1');
const letters = (count: number) => Array.from({ length: count }, (_, at) => 0x61 + (at % 26));
const spelt = (count: number) => Buffer.from(letters(count)).toString('latin1');

describe('a row packed by the length of runs', () => {
  test.each<[string, number[], string]>([
    ['up to 16 bytes as they are', [0x82, ...letters(3)], 'abc'],
    ['up to 32 bytes as they are', [0x90, ...letters(17)], spelt(17)],
    ['up to 48 bytes as they are', [0xa1, ...letters(34)], spelt(34)],
    ['up to 64 bytes as they are', [0xb0, ...letters(49)], spelt(49)],
    ['more bytes as they are', [0x00, 1, ...letters(65)], spelt(65)],
    ['thousands of bytes as they are', [0x10, 0, ...letters(4160)], spelt(4160)],
    ['up to 112 bytes as they are', [0x21, ...letters(97)], spelt(97)],
    ['a byte several times', [0xc2, 0x78], 'xxxxx'],
    ['a byte many times', [0x40, 2, 0x78], 'x'.repeat(20)],
    ['a few blanks', [0xe1], '   '],
    ['many blanks', [0x60, 3], ' '.repeat(20)],
    ['a few at signs', [0xd0], '@@'],
    ['many at signs', [0x50, 1], '@'.repeat(18)],
    ['a few zeros', [0xf1], '\0\0\0'],
    ['many zeros', [0x71, 0], '\0'.repeat(273)],
    ['several parts', [0x80, 0x61, 0xe0, 0x80, 0x62], 'a  b'],
  ])('has %s', (_, packed, expected) => {
    expect(text(unpackRle(Buffer.from(packed), expected.length))).toBe(expected);
  });

  test('has the size of a row, whatever else it says', () => {
    expect(text(unpackRle(Buffer.from([0x60, 255]), 3))).toBe('   ');
    expect(text(unpackRle(Buffer.from([0x82, 0x61]), 3))).toBe('a\0\0');
  });
});

describe('a row packed by Ross', () => {
  const packed = (bits: number, ...bytes: number[]) => Buffer.from([bits >> 8, bits & 0xff, ...bytes]);

  test.each<[string, Buffer, string]>([
    ['bytes as they are', packed(0, ...letters(5)), 'abcde'],
    ['a byte several times', packed(0x8000, 0x01, 0x78), 'xxxx'],
    ['a byte many times', packed(0x8000, 0x11, 0x01, 0x78), 'x'.repeat(36)],
    ['a short repetition of what is there', packed(0x1000, ...letters(3), 0x30, 0), 'abcabc'],
    ['a long repetition of what is there', packed(0x1000, ...letters(3), 0x20, 0, 2), `abc${'abc'.repeat(6)}`],
    ['more than sixteen parts', Buffer.from([0, 0, ...letters(16), 0x80, 0, 0x00, 0x78]), `${spelt(16)}xxx`],
  ])('has %s', (_, bytes, expected) => {
    expect(text(unpackRdc(bytes, expected.length))).toBe(expected);
  });

  test('has the size of a row, whatever else it says', () => {
    expect(text(unpackRdc(packed(0x8000, 0x1f, 0xff, 0x78), 3))).toBe('xxx');
    expect(text(unpackRdc(packed(0x8000, 0x30, 0), 3))).toBe('\0\0\0');
  });
});

async function recordsOf(file: string): Promise<unknown[][]> {
  const records: unknown[][] = [];
  const { records: blocks } = await (await openSas7bdat(file)).read(0);
  for await (const block of blocks) records.push(...block.map((record) => [...record]));
  return records;
}

describe('a file with packed records', () => {
  const packed = statisticsFile('rle.sas7bdat');
  const page = 8192;
  const pointers = Array.from({ length: packed.readUInt16LE(page + 36) }, (_, at) => page + 40 + 24 * at);

  async function idsOf(bytes: Buffer): Promise<unknown[]> {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-sas-'));
    const file = path.join(folder, 'a.sas7bdat');
    await writeFile(file, bytes);
    const records = await recordsOf(file);
    await rm(folder, { recursive: true });
    return records.map(([id]) => id);
  }

  test('has none of those that were deleted', async () => {
    const bytes = Buffer.from(packed);
    const rows = pointers.filter((at) => bytes[at + 16] === 4);
    bytes[(rows[1] ?? 0) + 16] = 5;
    expect(await idsOf(bytes)).toEqual([1, 3]);
  });

  test('has no other records, whatever kind SAS gives to what describes them', async () => {
    const bytes = Buffer.from(packed);
    for (const at of pointers) bytes[at + 17] = 1;
    expect(await idsOf(bytes)).toEqual([1, 2, 3]);
  });

  test('has nothing on the pages of the compression', async () => {
    const bytes = Buffer.from(packed);
    const extra = Buffer.from(packed.subarray(page, page + 4096));
    extra.writeUInt16LE(0x9000, 32);
    expect(await idsOf(Buffer.concat([bytes.subarray(0, page), extra, bytes.subarray(page)]))).toEqual([1, 2, 3]);
  });
});

/** Files that SAS wrote, which are not part of the project. */
const corpus = path.resolve(import.meta.dirname, '../../../../../../shared/corpora/sas7bdat');

describe.skipIf(!existsSync(corpus))('files of SAS', () => {
  test('have the same records, however they are packed', async () => {
    const files = globSync('pandas/test*.sas7bdat', { cwd: corpus });
    const [first, ...others] = await Promise.all(files.map((name) => recordsOf(path.join(corpus, name))));
    expect(others).toHaveLength(14);
    for (const one of others) expect(one).toEqual(first);
  });

  // Text beside them has the numbers and texts as another program reads them.
  test.each(globSync('parso/*.sas7bdat', { cwd: corpus }))('have the values of another reader: %s', async (name) => {
    const file = path.join(corpus, name);
    const [, ...expected] = parse(await readFile(file.replace('.sas7bdat', '.csv'))) as string[][];
    const found = (await recordsOf(file)).map((record) =>
      record.map((value) => (typeof value === 'number' ? value : String(value ?? '').trim())),
    );
    const asFound = expected.map((record, row) =>
      record.map((text, at) => {
        const isNumber = typeof found[row]?.[at] === 'number' && text !== '';
        return isNumber ? expect.closeTo(Number(text), 6) : text === '.' ? '' : text.trim();
      }),
    );
    expect(found).toEqual(asFound);
  });
});
