import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandFolders } from './data-files.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-data-files-'));
  await mkdir(path.join(home, 'data', 'folder.csv'), { recursive: true });
  await mkdir(path.join(home, 'empty', 'sub'), { recursive: true });
  const names = [
    'part 10.csv',
    'part 2.csv',
    'Part 1.CSV',
    '.DS_Store',
    '._part 2.csv',
    '~$book.xlsx',
    'Thumbs.db',
    'a.pdf',
  ];
  for (const name of names) await writeFile(path.join(home, 'data', name), 'a\n1\n');
  await writeFile(path.join(home, 'empty', 'sub', 'deep.csv'), 'a\n1\n');
  await symlink(path.join(home, 'empty', 'sub', 'deep.csv'), path.join(home, 'data', 'linked.csv'));
  await symlink(path.join(home, 'nowhere'), path.join(home, 'data', 'dangling.csv'));
  await symlink(path.join(home, 'data'), path.join(home, 'data', 'round.csv'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('a folder means its data files, in natural order', async () => {
  const data = path.join(home, 'data');
  const files = await expandFolders([data, path.join(data, 'part 2.csv'), path.join(home, 'missing.csv')]);
  expect(files.map((file) => path.relative(home, file))).toEqual([
    'data/linked.csv',
    'data/Part 1.CSV',
    'data/part 2.csv',
    'data/part 10.csv',
    'missing.csv',
  ]);
});

test('a folder without any is reported', async () => {
  await expect(expandFolders([path.join(home, 'empty')])).rejects.toThrow(
    /empty contains no files that can be published/,
  );
});
