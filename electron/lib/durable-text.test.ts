import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeFileDurably, writeTextDurably, writeTextDurablySync } from './durable-text.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-durable-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

it('replaces a file and leaves no temporary file', async () => {
  const file = path.join(folder, 'a.json');
  await writeTextDurably(file, 'one');
  await writeTextDurably(file, 'two');
  expect(await readFile(file, 'utf8')).toBe('two');
  expect(await readdir(path.dirname(file))).toEqual(['a.json']);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('leaves the old file unchanged if the new one cannot be written', async () => {
  const taken = path.join(folder, 'taken');
  await mkdir(path.join(taken, 'inside'), { recursive: true });
  await expect(writeTextDurably(taken, 'text')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['taken']);
  expect(await readdir(taken)).toEqual(['inside']);
});

it('replaces a file before it returns', async () => {
  const file = path.join(folder, 'a.json');
  for (const text of ['one', 'two']) writeTextDurablySync(file, text, `${file}.1.part`);
  expect(await readFile(file, 'utf8')).toBe('two');
  expect(await readdir(folder)).toEqual(['a.json']);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('replaces a file with bytes, and does not follow a link planted beside it', async () => {
  const file = path.join(folder, 'chart.png');
  const elsewhere = path.join(folder, 'elsewhere');
  await writeFile(elsewhere, 'precious');
  await symlink(elsewhere, `${file}.part`);
  for (const bytes of [[1, 2, 3], [4]]) await writeFileDurably(file, Uint8Array.from(bytes));
  expect([...(await readFile(file))]).toEqual([4]);
  expect(await readFile(elsewhere, 'utf8')).toBe('precious');
  expect((await readdir(folder)).toSorted()).toEqual(['chart.png', 'chart.png.part', 'elsewhere']);
});
