import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JoinedService, joinService, startService } from '../../service/service.ts';
import { withStore } from './with-store.ts';

const root = path.join(import.meta.dirname, '../../..');
let folder = '';
const taken: JoinedService[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-local-'));
});
afterEach(async () => {
  for (const service of taken.splice(0).reverse()) await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function take(): Promise<JoinedService> {
  const service = await joinService(folder);
  taken.push(service);
  return service;
}

/** Status of a request for a list that only a signed-in account sees in full. */
async function usersStatus(service: JoinedService): Promise<number> {
  const { url, token } = await service.address();
  return (await fetch(`${url}api/v1/users/`, { headers: { Authorization: `Token ${token}` } })).status;
}

/** Another process that owns the store, as `serve` does, until it is killed. */
async function serveElsewhere() {
  const node = path.join(root, 'node_modules/.bin/node');
  const script = process.env.ALMANAC_COMMAND_LINE ?? path.join(root, 'electron/cli.ts');
  const words = [script, 'serve', '--port', '0', '--data', folder];
  const child = spawn(node, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: (JSON.parse(line.toString()) as { url: string }).url,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

test('the first process owns the store, and answers over HTTP once another joins', { timeout: 240_000 }, async () => {
  // The leftovers of a killed service do no harm.
  await writeFile(path.join(folder, 'service.address'), '{"socket":"/nowhere/socket","kind":"service"}');
  const first = await take();
  expect(first.local?.dataFolder).toBe(folder);
  const second = await take();
  expect(second.local).toBeNull();
  expect(await usersStatus(second)).toBe(200);
});

test('the first process keeps running until the processes that use it are done', { timeout: 240_000 }, async () => {
  const first = await joinService(folder);
  const second = await take();
  let closed = false;
  const closing = first.close().then(() => {
    closed = true;
  });
  // Another process may still join while the first one only runs for others.
  const third = await take();
  expect([await usersStatus(second), await usersStatus(third), closed]).toEqual([200, 200, false]);
  await second.close();
  expect([await usersStatus(third), closed]).toEqual([200, false]);
  await third.close();
  await closing;
  expect(existsSync(path.join(folder, 'service.address'))).toBe(false);
  expect((await readdir(folder)).filter((name) => name.includes('socket'))).toEqual([]);
  expect((await take()).local).not.toBeNull();
});

test('a process revokes its token when it leaves', { timeout: 240_000 }, async () => {
  await take();
  const second = await joinService(folder);
  const { url, token } = await second.address();
  await second.close();
  expect((await fetch(`${url}api/`, { headers: { Authorization: `Token ${token}` } })).status).toBe(401);
});

test('the store of a killed service is taken over at once, and the work repeated', {
  timeout: 60_000,
}, async () => {
  const other = await serveElsewhere();
  const places: (string | null)[] = [];
  const status = await withStore(folder, async (service) => {
    places.push(service.local?.dataFolder ?? null);
    if (service.local === null) await other.kill();
    return await usersStatus(service);
  });
  expect([status, places]).toEqual([200, [null, folder]]);
});

test('when a service ends, the commands working through it take over', { timeout: 240_000 }, async () => {
  const service = await startService({ dataFolder: folder });
  const second = await take();
  const lost = once(second.lost, 'abort');
  const closing = service.close();
  await lost;
  await closing;
  expect((await take()).local).not.toBeNull();
});

test('a service waits for a command that owns the store', { timeout: 240_000 }, async () => {
  const command = await joinService(folder);
  let waiting = 0;
  const starting = startService({ dataFolder: folder, onWaiting: () => (waiting += 1) });
  await expect.poll(() => waiting, { timeout: 30_000 }).toBe(1);
  await command.close();
  const service = await starting;
  expect((await fetch(`${service.url}api/`)).status).toBe(200);
  await service.close();
  expect(waiting).toBe(1);
});

test('a waiting process takes over when the previous one has ended', { timeout: 240_000 }, async () => {
  const first = await joinService(folder);
  const second = take();
  const closing = first.close();
  expect((await (await second).address()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await taken.splice(0)[0]?.close();
  await closing;
});

test('a folder whose path is too long for a socket is shared too', { timeout: 240_000 }, async () => {
  const home = folder;
  folder = path.join(home, 'a'.repeat(120));
  await mkdir(folder);
  try {
    const first = await joinService(folder);
    const second = await joinService(folder);
    expect([first.local === null, second.local, await usersStatus(second)]).toEqual([false, null, 200]);
    await second.close();
    await first.close();
  } finally {
    folder = home;
  }
});
