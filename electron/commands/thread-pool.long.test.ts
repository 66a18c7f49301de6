import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shareOf } from '../lib/testing/tier.ts';
import { commandLine, TestChildren } from './testing/child-processes.ts';

const children = new TestChildren();
let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-threads-'));
});
afterEach(async () => {
  await children.endAll();
  await rm(home, { recursive: true, force: true });
});

/** The number of threads in libuv's pool of a process, which only Linux reports. */
async function poolThreads(pid: number): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  const names = await Promise.all(
    (await readdir(tasks)).map((task) => readFile(path.join(tasks, task, 'comm'), 'utf8').catch(() => '')),
  );
  return names.filter((name) => name.trim() === 'libuv-worker').length;
}

const sizes = [
  ['sixteen', '', 16],
  ['as many as its environment says', '7', 7],
] as const;

test.skipIf(process.platform !== 'linux').each(shareOf(sizes, 2))(
  'serve reads files with %s threads',
  async (_, size, threads) => {
    const served = children.start(commandLine, ['serve', '--port', '0', '--data', home], {
      env: { UV_THREADPOOL_SIZE: size },
    });
    await expect
      .poll(() => served.output, { timeout: 120_000 })
      .toMatchObject({ out: expect.stringContaining('"ready"') });
    expect(await poolThreads(served.child.pid ?? 0)).toBe(threads);
  },
);
