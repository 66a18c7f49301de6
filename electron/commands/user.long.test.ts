import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catalogueFile } from '../service/catalogue/database/catalogue-file.ts';
import { lockDataFolder } from '../service/catalogue/database/data-folder-lock.ts';
import { listUsers } from '../service/catalogue/records/users.ts';
import { openCatalogue } from '../service/opening/catalogue-location.ts';
import { commandLine, TestChildren } from './testing/child-processes.ts';

const children = new TestChildren();
const input = 'A long password of words 1\n';
let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-user-'));
});
afterEach(async () => {
  await children.endAll();
  await rm(home, { recursive: true, force: true });
});

const user = (...words: readonly string[]) =>
  children.start(commandLine, ['user', ...words, '--data', path.join(home, 'data')], { input });

async function namesIn(folder: string): Promise<string[]> {
  const catalogue = await openCatalogue(path.join(home, folder));
  try {
    return (await listUsers(catalogue.records)).map(({ username }) => username);
  } finally {
    await catalogue.close();
  }
}

test('an account created while a store is being replaced is in the new one', async () => {
  for (const folder of ['data', 'other']) await (await openCatalogue(path.join(home, folder))).close();
  // As a restore does: no process is admitted while the store is being replaced.
  const lock = await lockDataFolder(path.join(home, 'data'));
  const adding = user('add', 'anna');
  const isOver = { now: false };
  void adding.ended.then(() => {
    isOver.now = true;
  });
  for (const end = performance.now() + 4_000; !isOver.now && performance.now() < end; ) await sleep(50);
  expect([isOver.now, adding.output.error]).toEqual([false, '']);
  await rename(path.join(home, 'data', catalogueFile), path.join(home, 'aside.sqlite'));
  for (const part of ['-wal', '-shm']) await rm(path.join(home, 'data', `${catalogueFile}${part}`), { force: true });
  await cp(path.join(home, 'other', catalogueFile), path.join(home, 'data', catalogueFile));
  lock.release();
  expect(await adding.ended).toMatchObject({ code: 0, out: 'Created the account "anna".\n' });
  expect(await namesIn('data')).toContain('anna');
});
