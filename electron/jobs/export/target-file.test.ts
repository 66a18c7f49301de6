import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explain } from '#shared/failures.ts';
import { prepareDescriptor } from '../descriptor/descriptor-file.ts';
import { saveBadValues } from '../save-bad-values.ts';
import { exporting, openTestJobs, publishing } from '../testing/test-jobs.ts';
import { openPageCheckpoint } from './page-checkpoint.ts';
import { openTarget } from './target-file.ts';
import { openUnfinished, type Unfinished } from './unfinished.ts';

let home: string;
let shared: string;
let notes: string;
let victim: string;
let unfinished: Unfinished;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-target-'));
  [shared, notes, victim] = ['shared', 'notes', 'victim'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(shared);
  await mkdir(victim);
  await writeFile(path.join(victim, 'letter.txt'), 'dear');
  unfinished = openUnfinished(notes);
});
afterEach(() => rm(home, { recursive: true, force: true }));

const target = () => path.join(shared, 'towns.csv');
const letter = () => readFile(path.join(victim, 'letter.txt'), 'utf8');
const open = (resumable = false, id = 'a1') => openTarget(unfinished, target(), id, resumable);

/** Pretends that the process of a record has ended, so that its folder is reused or swept as after a crash. */
async function endProcess(id = 'a1'): Promise<void> {
  const file = path.join(notes, `${id}.json`);
  const note = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...note, pid: 2 ** 22 + 1, resumable: false }));
}

describe('the temporary folder beside a file', () => {
  test('has a new name each time, and only its owner can read it', async () => {
    const first = await open(false, 'a1');
    const second = await open(false, 'a2');
    await first.discard();
    const again = await open(false, 'a1');
    const folders = [first.folder, second.folder, again.folder];
    expect(new Set(folders).size).toBe(3);
    for (const folder of folders) expect(folder).not.toMatch(/(^|\W)(a1|a2)(\W|$)/);
    if (process.platform !== 'win32') expect((await lstat(again.folder)).mode & 0o777).toBe(0o700);
  });

  test.each([true, false])('is never a link at the name that it once had (resumable: %s)', async (resumable) => {
    await symlink(victim, path.join(shared, '.towns.csv.a1.almanac'));
    const opened = await open(resumable);
    await writeFile(path.join(opened.folder, 'file'), 'n\n1\n');
    await opened.finish(path.join(opened.folder, 'file'));
    await opened.discard();
    expect(await readFile(target(), 'utf8')).toBe('n\n1\n');
    expect(await readdir(victim)).toEqual(['letter.txt']);
    expect(await letter()).toBe('dear');
  });

  test('is swept after a crash if nothing can be resumed yet, and retained otherwise', async () => {
    const sweepKilled = async () => {
      const file = path.join(notes, 'a1.json');
      await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), pid: 2 ** 22 + 1 }));
      return unfinished.sweep();
    };
    const first = await openTarget(unfinished, target(), 'a1', true, false);
    expect(await sweepKilled()).toEqual([first.folder]);
    const second = await openTarget(unfinished, target(), 'a1', true, false);
    await second.keep();
    expect(await sweepKilled()).toEqual([]);
    expect((await openTarget(unfinished, target(), 'a1', true, false)).folder).toBe(second.folder);
  });

  test('is reused by a run that resumes', async () => {
    const first = await open(true);
    await writeFile(path.join(first.folder, 'rows'), 'half');
    const second = await open(true);
    expect(second.folder).toBe(first.folder);
    expect(await readFile(path.join(second.folder, 'rows'), 'utf8')).toBe('half');
  });

  test('recorded by an older version without its identity is resumed, but not through a link', async () => {
    const folder = path.join(shared, '.towns.csv.a1.almanac');
    const note = JSON.stringify({ folder, pid: process.pid, resumable: true, at: Date.now() });
    await mkdir(notes, { recursive: true });
    await writeFile(path.join(notes, 'a1.json'), note);
    await mkdir(folder);
    expect((await open(true)).folder).toBe(folder);
    await rm(folder, { recursive: true });
    await symlink(victim, folder);
    await writeFile(path.join(notes, 'a1.json'), note);
    expect((await open(true)).folder).not.toBe(folder);
    expect(await letter()).toBe('dear');
  });

  test.skipIf(process.platform === 'win32')('gives away no file that a link in it leads to', async () => {
    const opened = await open();
    const secret = path.join(victim, 'letter.txt');
    await chmod(secret, 0o600);
    await symlink(secret, path.join(opened.folder, 'file'));
    await expect(opened.finish(path.join(opened.folder, 'file'))).rejects.toMatchObject({ code: 'ELOOP' });
    expect((await lstat(secret)).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === 'win32')('has nothing written through a link in it', async () => {
    const secret = path.join(victim, 'letter.txt');
    for (const name of ['rows', 'pages', 'descriptor']) {
      const { folder, discard } = await open();
      await symlink(secret, path.join(folder, name));
      const resource = { path: 'towns.csv', created: '2024-01-01T00:00:00Z' };
      const writing =
        name === 'descriptor'
          ? prepareDescriptor(target(), resource, folder)
          : openPageCheckpoint(folder, 'identity', 'a,b\n');
      await expect(writing).rejects.toMatchObject({ code: 'ELOOP' });
      await discard();
    }
    expect(await letter()).toBe('dear');
  });

  const swaps: readonly (readonly [string, (folder: string) => Promise<void>])[] = [
    ['a link', (folder) => symlink(victim, folder)],
    ['a folder of another user', (folder) => rename(victim, folder)],
  ];
  test.each(swaps)('is left alone if %s was put in its place', async (_, plant) => {
    const opened = await open(true);
    await writeFile(path.join(opened.folder, 'file'), 'n\n1\n');
    await rename(opened.folder, path.join(shared, 'moved'));
    await plant(opened.folder);
    const planted = path.join(opened.folder, 'letter.txt');
    await expect(opened.finish(path.join(opened.folder, 'file'))).rejects.toMatchObject({ kind: 'file-missing' });
    const other = await open(true);
    expect(other.folder).not.toBe(opened.folder);
    await opened.discard();
    expect(await readFile(planted, 'utf8')).toBe('dear');
  });

  test.each(swaps)('is not swept if %s was put in its place', async (_, plant) => {
    const { folder } = await open();
    await rename(folder, path.join(shared, 'moved'));
    await plant(folder);
    await endProcess();
    await unfinished.sweep();
    expect(await readFile(path.join(folder, 'letter.txt'), 'utf8')).toBe('dear');
    expect(await readdir(notes)).toEqual([]);
  });

  test('is swept after a crash, even one during its creation', async () => {
    const { folder } = await open();
    await writeFile(path.join(folder, 'file'), 'half');
    await endProcess();
    expect(await unfinished.sweep()).toEqual([folder]);
    expect(await readdir(shared)).toEqual([]);
    await mkdir(folder);
    const note = { folder, identity: null, pid: 2 ** 22 + 1, resumable: false, at: Date.now() };
    await writeFile(path.join(notes, 'a1.json'), JSON.stringify(note));
    await unfinished.sweep();
    expect(await readdir(shared)).toEqual([]);
  });
});

test('the record of a folder is complete at every moment, so that a crash while it is written loses no folder', async () => {
  let isDone = false;
  const read: string[] = [];
  const reading = (async () => {
    while (!isDone) {
      const text = await readFile(path.join(notes, 'a1.json'), 'utf8').catch(() => null);
      if (text !== null) read.push(text);
    }
  })();
  for (let round = 0; round < 100; round += 1) {
    await open();
    await unfinished.discard('a1');
  }
  isDone = true;
  await reading;
  expect(read.length).toBeGreaterThan(0);
  for (const text of read) expect(JSON.parse(text)).toMatchObject({ pid: process.pid });
});

test('a partly written record left by a crash is swept', async () => {
  const opened = await open();
  await endProcess();
  const part = path.join(notes, `a1.json.${2 ** 22 + 1}.part`);
  await writeFile(part, '{"fold');
  expect(await unfinished.sweep()).toEqual([opened.folder]);
  expect(await readdir(notes)).toEqual([]);
  expect(await readdir(shared)).toEqual([]);
});

test('an export and the files beside it follow no link, and have the user’s usual permissions', async () => {
  if (process.platform !== 'win32') process.umask(0o022);
  const jobs = await openTestJobs();
  try {
    const file = path.join(jobs.folder, 'rows.csv');
    await writeFile(file, 'n\n1\nx\n2\n3\n4\n5\n6\n7\n8\n9\n');
    const secret = path.join(victim, 'letter.txt');
    for (const name of ['towns.csv', 'bad.csv', 'bad.csv.part', 'rejects.csv']) {
      await symlink(secret, path.join(shared, name));
    }
    const rejects = path.join(shared, 'rejects.csv');
    const columns = [{ source: 'n', type: 'integer' as const }];
    await jobs.succeed({ ...publishing(file, 'rows', { columns }), rejects });
    await jobs.succeed(exporting('rows', target(), 'csv'));
    await saveBadValues(
      [{ row: 1, line: 2, column: 'n', value: 'x', reason: explain('no-number') }],
      path.join(shared, 'bad.csv'),
    );
    expect(await letter()).toBe('dear');
    expect(await readFile(rejects, 'utf8')).toContain('x');
    expect((await readdir(shared)).sort()).toEqual(
      ['bad.csv', 'bad.csv.part', 'datapackage.json', 'rejects.csv', 'towns.csv'].sort(),
    );
    if (process.platform === 'win32') return;
    for (const name of ['towns.csv', 'bad.csv', 'rejects.csv', 'datapackage.json']) {
      expect([name, (await lstat(path.join(shared, name))).mode & 0o777]).toEqual([name, 0o644]);
    }
  } finally {
    await jobs.close();
  }
});
