import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeTextDurably, writeTextDurablySync } from './durable-file.ts';

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
