import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '../../../rows/testing/test-store.ts';
import { IngestError } from '../../reading.ts';
import { packingOf, unpackedPieces, unpackTo } from './unpack.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-unpack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function zipOf(files: Record<string, string>): Promise<string> {
  const file = path.join(folder, 'a.zip');
  await writeFile(
    file,
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
  return file;
}

test('the one data file of an archive', async () => {
  const file = await zipOf({ 'readme.md': 'hello', '__MACOSX/._data.csv': '', 'in/data.csv': 'a,b\n1,2\n' });
  expect(await packingOf(file)).toBe('zip');
  expect(await readFile(await unpackTo(folder, file, 'zip', {}), 'utf8')).toBe('a,b\n1,2\n');
});

test('an archive of several data files is ambiguous', async () => {
  const file = await zipOf({ 'one.csv': '', 'two.csv': '' });
  await expect(unpackTo(folder, file, 'zip', {})).rejects.toThrow('several files (one.csv, two.csv)');
});

test('the files of a Shapefile are none of their own', async () => {
  const beside = await zipOf({ 'towns.shp': '', 'towns.csv': 'a\n1\n' });
  expect(await readFile(await unpackTo(folder, beside, 'zip', {}), 'utf8')).toBe('a\n1\n');
});

interface Alteration {
  readonly level?: 0 | 6;
  /** Bytes of the local header, of the one in the directory, and of the file itself, by position. */
  readonly local?: Readonly<Record<number, number>>;
  readonly central?: Readonly<Record<number, number>>;
  readonly content?: Readonly<Record<number, number>>;
}

async function alteredZip({ level = 0, local = {}, central = {}, content = {} }: Alteration): Promise<string> {
  const file = path.join(folder, 'altered.zip');
  const bytes = Buffer.from(zipSync({ 'data.csv': [strToU8('a,b\n1,2\n'), { level }] }));
  const starts = [
    [0, local],
    [bytes.indexOf('PK\x01\x02'), central],
    [bytes.indexOf('data.csv') + 'data.csv'.length, content],
  ] as const;
  for (const [start, changes] of starts) {
    for (const [at, byte] of Object.entries(changes)) bytes[start + Number(at)] = byte;
  }
  await writeFile(file, bytes);
  return file;
}

test.each<[string, Alteration, RegExp]>([
  ['under a password', { level: 6, local: { 6: 1 }, central: { 8: 1 } }, /password/],
  ['compressed by Deflate64', { local: { 8: 9 }, central: { 10: 9 } }, /Deflate64/],
  ['compressed in a way without a name', { central: { 10: 77 } }, /method 77/],
  ['that is not what was compressed', { content: { 4: 0x39 } }, /checksum/],
  ['that cannot be unpacked', { local: { 8: 8 }, central: { 10: 8 } }, /damaged/],
])('a file of an archive %s is refused in words', async (_, alteration, words) => {
  const error = await refusalOf(alteredZip(alteration).then((file) => unpackTo(folder, file, 'zip', {})));
  expect(error.message).toMatch(words);
});

test('a file without its checksum is read', async () => {
  const file = await alteredZip({ central: { 16: 0, 17: 0, 18: 0, 19: 0 } });
  expect(await readFile(await unpackTo(folder, file, 'zip', {}), 'utf8')).toBe('a,b\n1,2\n');
});

test('something that is not an archive', async () => {
  const file = path.join(folder, 'a.zip');
  await writeFile(file, 'PK\x03\x04 nothing');
  await expect(unpackTo(folder, file, 'zip', {})).rejects.toThrow('incomplete');
});

/** `x` a thousand times, as packed by the reference implementation. */
const frame = Buffer.from('28b52ffd60e8024d00001078780100e32b8005', 'hex');

test('Zstandard frames, and a truncated one', async () => {
  const file = path.join(folder, 'a.zst');
  await writeFile(file, Buffer.concat([frame, frame]));
  expect(await packingOf(file)).toBe('zstd');
  expect(await readFile(await unpackTo(folder, file, 'zstd', {}), 'utf8')).toBe('x'.repeat(2000));
  await writeFile(file, frame.subarray(0, 12));
  await expect(unpackTo(folder, file, 'zstd', {})).rejects.toThrow('damaged');
});

test.each([
  ['cut off', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 12)],
  ['altered', (bytes: Uint8Array) => bytes.fill(0xff, 20, 30)],
])('a gzip file that is %s is reported as a damaged one, however it is read', async (_, damage) => {
  const text = Array.from({ length: 1_000 }, (__, row) => `${row},${Math.sin(row)}\n`).join('');
  const file = path.join(folder, 'a.csv.gz');
  await writeFile(file, damage(gzipSync(strToU8(text))));
  const reading = async () => {
    for await (const piece of unpackedPieces(file, 'gzip')) expect(piece.length).toBeGreaterThan(0);
  };
  await expect(reading()).rejects.toBeInstanceOf(IngestError);
  await expect(unpackTo(folder, file, 'gzip', {})).rejects.toBeInstanceOf(IngestError);
});

test('a gzip file of which only the beginning is read is closed without an error', async () => {
  const file = path.join(folder, 'a.csv.gz');
  await writeFile(file, gzipSync(strToU8('a,b\n1,2\n'.repeat(200_000))));
  let read = 0;
  for await (const piece of unpackedPieces(file, 'gzip')) {
    read = piece.length;
    break;
  }
  expect(read).toBeGreaterThan(0);
});
