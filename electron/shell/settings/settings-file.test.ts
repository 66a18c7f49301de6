import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingsFile } from './settings.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-kept-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the next start removes temporary files of a killed process, but not those of a running one', async () => {
  const at = (name: string) => path.join(folder, name);
  const endedPid = 2 ** 22 + 1;
  const beside = [`settings.json.${endedPid}.part`];
  const others = [`settings.json.${process.pid}.part`, 'other.json.part', 'settings.json.damaged'];
  for (const name of [...beside, ...others]) await writeFile(at(name), '{');
  const settings = new SettingsFile(at('settings.json'), () => {});
  const { cacheMegabytes } = settings.read();
  expect((await readdir(folder)).sort()).toEqual([...others].sort());
  settings.change({ cacheMegabytes: cacheMegabytes + 1 });
  expect(existsSync(at(`settings.json.${process.pid}.part`))).toBe(false);
  expect(new SettingsFile(at('settings.json'), () => {}).read().cacheMegabytes).toBe(cacheMegabytes + 1);
});
