import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeUserFile } from '../../lib/user-file.ts';
import { prepareDescriptor } from '../descriptor/descriptor-file.ts';
import { exporting, openTestJobs, publishing } from '../testing/test-jobs.ts';
import { openPageCheckpoint } from './page-checkpoint.ts';
import { openTarget } from './run-export.ts';
import { openWorkFolders, type WorkFolders } from './work-folders.ts';

let home: string;
let shared: string;
let notes: string;
let victim: string;
let unfinished: WorkFolders;
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
  unfinished = openWorkFolders(notes);
});
afterEach(async () => {
  for (const id of ['a1', 'a2']) await unfinished.discard(id);
  await rm(home, { recursive: true, force: true });
});

const target = () => path.join(shared, 'towns.csv');
const letter = () => readFile(path.join(victim, 'letter.txt'), 'utf8');
const open = (resumable = false, id = 'a1') => openTarget({ unfinished, scratch: home }, target(), id, resumable);

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
    const folders = [first.location, second.location, again.location];
    expect(new Set(folders).size).toBe(3);
    for (const folder of folders) expect(folder).not.toMatch(/(^|\W)(a1|a2)(\W|$)/);
    if (process.platform !== 'win32') expect((await lstat(again.location)).mode & 0o777).toBe(0o700);
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
    const first = await openTarget({ unfinished, scratch: home }, target(), 'a1', true, false);
    expect(await sweepKilled()).toEqual([first.location]);
    const second = await openTarget({ unfinished, scratch: home }, target(), 'a1', true, false);
    await second.keep();
    expect(await sweepKilled()).toEqual([]);
    expect((await openTarget({ unfinished, scratch: home }, target(), 'a1', true, false)).location).toBe(
      second.location,
    );
  });

  test('is reused by a run that resumes', async () => {
    const first = await open(true);
    await writeFile(path.join(first.folder, 'rows'), 'half');
    const second = await open(true);
    expect(second.location).toBe(first.location);
    expect(await readFile(path.join(second.folder, 'rows'), 'utf8')).toBe('half');
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
    await rename(opened.location, path.join(shared, 'moved'));
    await plant(opened.location);
    const planted = path.join(opened.location, 'letter.txt');
    await expect(opened.finish(path.join(opened.folder, 'file'))).rejects.toMatchObject({ kind: 'file-missing' });
    const other = await open(true);
    expect(other.location).not.toBe(opened.location);
    await opened.discard();
    expect(await readFile(planted, 'utf8')).toBe('dear');
  });

  test.each(swaps)('is not swept if %s was put in its place', async (_, plant) => {
    const { location: folder } = await open();
    await rename(folder, path.join(shared, 'moved'));
    await plant(folder);
    await endProcess();
    await unfinished.sweep();
    expect(await readFile(path.join(folder, 'letter.txt'), 'utf8')).toBe('dear');
    expect(await readdir(notes)).toEqual([]);
  });

  test('is swept after a crash, even one during its creation', async () => {
    const { location: folder } = await open();
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

/** What another user of this computer does; only the administrator can try. */
function asAnother(script: string): string {
  const another = ['--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c', script];
  return execFileSync('setpriv', another, { cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function whyNotAsAnother(): string | null {
  try {
    asAnother('true');
    return null;
  } catch (error) {
    return `it cannot start a program as another user (${String(error).split('\n', 1)[0]})`;
  }
}

describe('in a folder where another user of this computer may write, without the sticky bit', () => {
  const missing = process.platform === 'linux' ? whyNotAsAnother() : 'paths of open folders are Linux’s';
  if (missing !== null)
    process.stderr.write(`The tests of a folder that another user may write to are skipped: ${missing}.\n`);
  const opened = () => chmod(home, 0o711).then(() => chmod(shared, 0o777));

  test.skipIf(missing !== null)('rows go to the folder that was created, whatever is put in its place', async () => {
    await opened();
    const { folder, location, finish, discard } = await open();
    asAnother(`mv '${location}' '${shared}/moved' && mkdir -m 777 '${location}'`);
    await writeFile(path.join(folder, 'file'), 'n\n1\n');
    expect(asAnother(`ls -A '${location}'`)).toBe('');
    asAnother(`rmdir '${location}' && mv '${shared}/moved' '${location}'`);
    await finish(path.join(folder, 'file'));
    await discard();
    expect(await readFile(target(), 'utf8')).toBe('n\n1\n');
    expect(await readdir(shared)).toEqual(['towns.csv']);
  });

  test.skipIf(missing !== null)('nothing of another user is removed or finished', async () => {
    await opened();
    const { folder, location, finish, discard } = await open();
    await writeFile(path.join(folder, 'file'), 'n\n1\n');
    asAnother(`mv '${location}' '${shared}/moved' && mkdir -m 777 '${location}' && echo 2 > '${location}/file'`);
    await expect(finish(path.join(folder, 'file'))).rejects.toMatchObject({ kind: 'file-missing' });
    await discard();
    expect(await readFile(path.join(location, 'file'), 'utf8')).toBe('2\n');
    expect(await readdir(shared)).not.toContain('towns.csv');
  });

  test.skipIf(missing !== null)('a single file is written as safely', async () => {
    await opened();
    await writeUserFile(target(), async (part) => {
      const [name = ''] = await readdir(shared);
      asAnother(`cd '${shared}' && mv '${name}' moved && mkdir -m 777 '${name}' && ln -s '${victim}' '${name}/part'`);
      await writeFile(part, 'n\n1\n');
    });
    expect(await readFile(target(), 'utf8')).toBe('n\n1\n');
    expect(await letter()).toBe('dear');
    expect(await readdir(victim)).toEqual(['letter.txt']);
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
  expect(await unfinished.sweep()).toEqual([opened.location]);
  expect(await readdir(notes)).toEqual([]);
  expect(await readdir(shared)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('an export writes into a pipe, and leaves nothing beside it', async () => {
  const jobs = await openTestJobs();
  try {
    const file = path.join(jobs.folder, 'rows.csv');
    await writeFile(file, 'n\n1\n2\n');
    await jobs.succeed(publishing(file, 'rows'));
    execFileSync('mkfifo', [target()]);
    const received = readFile(target(), 'utf8');
    await jobs.succeed(exporting('rows', target(), 'csv'));
    expect(await received).toBe('n\r\n1\r\n2\r\n');
    expect((await lstat(target())).isFIFO()).toBe(true);
    expect(await readdir(shared)).toEqual(['towns.csv']);
  } finally {
    await jobs.close();
  }
});

test('an export and the files beside it follow no link, and have the user’s usual permissions', async () => {
  if (process.platform !== 'win32') process.umask(0o022);
  const jobs = await openTestJobs();
  try {
    const file = path.join(jobs.folder, 'rows.csv');
    await writeFile(file, 'n\n1\nx\n2\n3\n4\n5\n6\n7\n8\n9\n');
    const secret = path.join(victim, 'letter.txt');
    for (const name of ['towns.csv', 'rejects.csv']) {
      await symlink(secret, path.join(shared, name));
    }
    const rejects = path.join(shared, 'rejects.csv');
    const columns = [{ source: 'n', type: 'integer' as const }];
    await jobs.succeed({ ...publishing(file, 'rows', { columns }), rejects });
    await jobs.succeed(exporting('rows', target(), 'csv'));
    expect(await letter()).toBe('dear');
    expect(await readFile(rejects, 'utf8')).toContain('x');
    expect((await readdir(shared)).sort()).toEqual(['datapackage.json', 'rejects.csv', 'towns.csv']);
    if (process.platform === 'win32') return;
    for (const name of ['towns.csv', 'rejects.csv', 'datapackage.json']) {
      expect([name, (await lstat(path.join(shared, name))).mode & 0o777]).toEqual([name, 0o644]);
    }
  } finally {
    await jobs.close();
  }
});
