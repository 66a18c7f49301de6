import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packingOf, unpackTo } from './unpack.ts';

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

test('an archive of several data files is not guessed at', async () => {
  const file = await zipOf({ 'one.csv': '', 'two.csv': '' });
  await expect(unpackTo(folder, file, 'zip', {})).rejects.toThrow('several files (one.csv, two.csv)');
});

test('something that is no archive', async () => {
  const file = path.join(folder, 'a.zip');
  await writeFile(file, 'PK\x03\x04 nothing');
  await expect(unpackTo(folder, file, 'zip', {})).rejects.toThrow('The archive cannot be read');
});

/** `x` a thousand times, as the reference implementation packs it. */
const frame = Buffer.from('28b52ffd60e8024d00001078780100e32b8005', 'hex');

test('Zstandard frames, and one that is cut off', async () => {
  const file = path.join(folder, 'a.zst');
  await writeFile(file, Buffer.concat([frame, frame]));
  expect(await packingOf(file)).toBe('zstd');
  expect(await readFile(await unpackTo(folder, file, 'zstd', {}), 'utf8')).toBe('x'.repeat(2000));
  await writeFile(file, frame.subarray(0, 12));
  await expect(unpackTo(folder, file, 'zstd', {})).rejects.toThrow('damaged');
});
