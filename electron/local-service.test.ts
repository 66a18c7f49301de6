import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalService, takeLocalService } from './local-service.ts';

let folder = '';
const taken: LocalService[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-local-'));
});
afterEach(async () => {
  for (const service of taken.splice(0).reverse()) await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function take(): Promise<LocalService> {
  const service = await takeLocalService(folder);
  taken.push(service);
  return service;
}

const addressFile = () => path.join(folder, 'service.address');

test('the first to come has the parts, and answers by HTTP once another comes', async () => {
  // What a killed service left behind leads nobody astray.
  await writeFile(addressFile(), 'http://127.0.0.1:9/');
  const first = await take();
  expect(first.deps?.dataFolder).toBe(folder);
  expect(existsSync(addressFile())).toBe(false);

  const second = await take();
  expect(second.deps).toBeNull();
  expect(existsSync(path.join(folder, 'service.wanted'))).toBe(false);
  const { url, token } = await second.address();
  const headers = { Authorization: `Token ${token}` };
  const answer = await fetch(`${url}api/v1/users/`, { headers });
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ count: 1 })]);
});

test('whoever waits takes over when the one before has ended', async () => {
  const first = await takeLocalService(folder);
  const second = take();
  await first.close();
  expect((await (await second).address()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});
