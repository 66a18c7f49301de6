import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from './data-folder-lock.ts';
import { StoreProblemError } from './store-problem.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'service.lock');

test.each([
  ['text', 'nothing of the kind '.repeat(500)],
  ['zeros', '\0'.repeat(5000)],
  ['half a head', 'SQLite format 3\0\xff\xff'],
])('a lock file that holds %s is still a lock', async (_, content) => {
  await writeFile(file(), content, 'latin1');
  const lock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUseError);
  lock.release();
  (await lockDataFolder(folder)).release();
});

test('an unusable lock file is named, with what to do', async () => {
  await mkdir(file());
  const refused = lockDataFolder(folder);
  await expect(refused).rejects.toThrow(StoreProblemError);
  await expect(refused).rejects.toThrow(/service\.lock cannot be written: .*Check that the folder/);
});

test('a folder that is a file is named, with what to do', async () => {
  await writeFile(path.join(folder, 'file'), '');
  await expect(lockDataFolder(path.join(folder, 'file'))).rejects.toThrow(StoreProblemError);
});
