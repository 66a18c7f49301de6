import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isOpenedInPlace, writeUserFile } from './user-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-user-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const below = (name: string) => path.join(folder, name);
const write = (target: string, text: string) => writeUserFile(target, (part) => writeFile(part, text));

test('replaces a file with bytes, and does not follow a link planted beside it or in its place', async () => {
  await writeFile(below('letter'), 'dear');
  await symlink(below('letter'), below('chart.png.part'));
  await symlink(below('letter'), below('chart.png'));
  for (const text of ['first', 'second']) await write(below('chart.png'), text);
  expect(await readFile(below('chart.png'), 'utf8')).toBe('second');
  expect(await readFile(below('letter'), 'utf8')).toBe('dear');
  expect((await readdir(folder)).toSorted()).toEqual(['chart.png', 'chart.png.part', 'letter']);
});

describe.skipIf(process.platform === 'win32')('what is no regular file', () => {
  test.each(['pipe', 'link'])('a reader of a pipe gets the content: %s', async (name) => {
    execFileSync('mkfifo', [below('pipe')]);
    await symlink(below('pipe'), below('link'));
    const received = readFile(below('pipe'), 'utf8');
    await write(below(name), 'rows');
    expect(await received).toBe('rows');
    expect((await lstat(below('pipe'))).isFIFO()).toBe(true);
    expect((await lstat(below('link'))).isSymbolicLink()).toBe(true);
  });

  test('a link to a device stays', async () => {
    await symlink('/dev/null', below('nowhere'));
    await write(below('nowhere'), 'rows');
    expect((await lstat(below('nowhere'))).isSymbolicLink()).toBe(true);
    expect(await readdir(folder)).toEqual(['nowhere']);
  });

  test.runIf(process.platform === 'linux')('an open file of this process is written to, at its end', async () => {
    const opened = await open(below('log'), 'a');
    try {
      await opened.write('before ');
      const standing = `/proc/self/fd/${opened.fd}`;
      await symlink(standing, below('output'));
      for (const target of [standing, below('output')]) await write(target, 'rows ');
      expect(await readFile(below('log'), 'utf8')).toBe('before rows rows ');
      expect(await isOpenedInPlace('/dev/stdout')).toBe(true);
    } finally {
      await opened.close();
    }
  });

  test.skipIf(process.getuid?.() !== 0)('a link of another user is replaced, whatever it leads to', async () => {
    await symlink('/dev/null', below('planted'));
    execFileSync('chown', ['-h', '65534', below('planted')]);
    await write(below('planted'), 'rows');
    expect(await readFile(below('planted'), 'utf8')).toBe('rows');
    expect((await lstat(below('planted'))).isFile()).toBe(true);
  });
});
