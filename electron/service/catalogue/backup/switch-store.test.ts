import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { finishSwitch, planSwitch, settleSwitch, stagingIn } from './switch-store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-switch-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

const settingsFile = () => path.join(folder, 'config', 'settings.json');

/** A restored store, with its settings, that is ready for the switch. */
async function stage(settings: string): Promise<void> {
  const { store, config } = stagingIn(folder);
  for (const made of [store, config]) await mkdir(made, { recursive: true });
  await writeFile(path.join(store, 'catalogue.sqlite'), 'restored');
  await writeFile(path.join(config, 'settings.json'), settings);
  await planSwitch(folder, { aside: 'replaced-2026', configFolder: path.join(folder, 'config') });
}

const withNetwork = (network: boolean) => JSON.stringify({ theme: 'dark', service: { port: 4711, network } });

it.each([
  ['where those before did not', withNetwork(false), false],
  ['where there were none before', null, false],
  ['where those before cannot be read', '{', false],
  ['unless those before did', withNetwork(true), true],
])('restored settings do not open the service to other computers %s', async (_, before, network) => {
  await mkdir(path.join(folder, 'config'));
  if (before !== null) await writeFile(settingsFile(), before);
  await stage(withNetwork(true));
  await finishSwitch(folder);
  expect(JSON.parse(await readFile(settingsFile(), 'utf8'))).toEqual({
    theme: 'dark',
    service: { port: 4711, network },
  });
  expect(await readdir(path.join(folder, 'config'))).toEqual(['settings.json']);
});

it('restores all other settings unchanged, even unreadable ones', async () => {
  for (const settings of ['{ "theme":"dark" }\n', '{', 'null', withNetwork(false)]) {
    await stage(settings);
    await settleSwitch(folder);
    expect(await readFile(settingsFile(), 'utf8')).toBe(settings);
    expect(await readFile(path.join(folder, 'catalogue.sqlite'), 'utf8')).toBe('restored');
    await rm(path.join(folder, 'replaced-2026'), { recursive: true, force: true });
  }
});
