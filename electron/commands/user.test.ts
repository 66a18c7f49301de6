import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService } from '../service/service.ts';
import { commandLine, TestChildren } from './testing/child-processes.ts';
import { commandHere } from './testing/run-command.ts';

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

test('accounts are created and listed while a service uses the store', async () => {
  const service = await startService({ dataFolder: path.join(home, 'data') });
  try {
    expect(await user('add', 'anna', '--staff').ended).toMatchObject({ code: 0, error: '' });
    const listed = await commandHere(['user', 'list', '--json', '--data', path.join(home, 'data')]);
    expect(JSON.parse(listed.out)).toContainEqual(expect.objectContaining({ username: 'anna', isStaff: true }));
  } finally {
    await service.close();
  }
});
