import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConnectionStore } from '../connector/connections/connection-store.ts';
import { SettingsFile } from '../shell/settings/settings.ts';
import { runCommandHere } from './testing/run-command.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-settings-'));
});
afterEach(async () => await rm(home, { recursive: true, force: true }));

const below = (...names: string[]) => path.join(home, ...names);
const settingsOf = (name: string) => new SettingsFile(below(name, 'config', 'settings.json'), () => {});
const connection = { colour: '#ff0000', plainHttpAgreed: true, signedIn: true };
const token = 'a-token-that-is-a-secret';

async function fill(): Promise<void> {
  settingsOf('one').change({
    theme: 'dark',
    language: 'it',
    cacheMegabytes: 9,
    service: { port: 4711, network: true },
  });
  await (await openConnectionStore(below('one', 'config'))).write([
    { ...connection, id: 'local', name: 'Here', address: null },
    { ...connection, id: 'a', name: 'First', address: `https://me:${token}@a.example/api/?token=${token}#${token}` },
    { ...connection, id: 'b', name: 'Second', address: 'http://b.example/' },
  ]);
}

const exported = (name: string) => runCommandHere('settings', 'export', below(name), '--data', below('one'));
const imported = (name: string, to = 'two') =>
  runCommandHere('settings', 'import', below(name), '--data', below(to), '--json');

it('takes settings and connections to another computer, without secrets and without opening anything', async () => {
  await fill();
  expect(await exported('s.json')).toMatchObject({ status: 0, out: expect.stringMatching(/2 connections/) });
  const text = await readFile(below('s.json'), 'utf8');
  expect(text).not.toContain(token);
  expect(text).not.toContain('signedIn');
  await (await openConnectionStore(below('two', 'config'))).write([
    { ...connection, id: 'x', name: 'Mine', address: 'http://b.example/' },
  ]);
  const outcome = await imported('s.json');
  expect([outcome.status, JSON.parse(outcome.out)]).toEqual([
    0,
    {
      ok: true,
      settings: expect.arrayContaining(['theme', 'language', 'port']),
      added: 1,
      present: 1,
      signIn: ['First'],
    },
  ]);
  expect(settingsOf('two').read()).toMatchObject({
    theme: 'dark',
    language: 'it',
    cacheMegabytes: 9,
    // Opening the service to others needs consent in the window.
    service: { port: 4711, network: false },
  });
  const { connections } = await openConnectionStore(below('two', 'config'));
  expect(connections).toMatchObject([
    { id: 'x', name: 'Mine', plainHttpAgreed: true, signedIn: true },
    { name: 'First', address: 'https://a.example/api/', colour: '#ff0000', plainHttpAgreed: false, signedIn: false },
  ]);
  // Importing the same file again changes nothing.
  await imported('s.json');
  expect((await openConnectionStore(below('two', 'config'))).connections).toEqual(connections);
});

it('leaves settings unchanged that a file does not contain', async () => {
  settingsOf('two').change({ theme: 'light', language: 'de' });
  await writeFile(
    below('s.json'),
    JSON.stringify({ format: 'almanac-settings', version: 1, settings: { theme: 'dark' } }),
  );
  expect((await imported('s.json')).status).toBe(0);
  expect(settingsOf('two').read()).toMatchObject({ theme: 'dark', language: 'de' });
});

const good = { format: 'almanac-settings', version: 1 };
it.each([
  ['no JSON', '{', /cannot be read as JSON/],
  ['something else', '{"a":1}', /contains no settings of Almanac/],
  ['null', 'null', /contains no settings of Almanac/],
  ['a newer form', JSON.stringify({ ...good, version: 2 }), /newer Almanac/],
  ['an unknown setting', JSON.stringify({ ...good, settings: { colour: 1 } }), /\/settings.*Nothing was changed/],
  ['a wrong value', JSON.stringify({ ...good, settings: { theme: 'pink' } }), /\/settings\/theme.*Nothing was changed/],
  ['a port that is none', JSON.stringify({ ...good, settings: { port: 99_999 } }), /\/settings\/port/],
  [
    'an address of another scheme',
    JSON.stringify({ ...good, connections: [{ name: 'x', colour: '', address: 'file:///etc/passwd' }] }),
    /\/connections\/0\/address is not a web address/,
  ],
  [
    'a good setting and a bad connection',
    JSON.stringify({ ...good, settings: { theme: 'dark' }, connections: [{ name: 'x', colour: 'red', address: 'y' }] }),
    /\/connections\/0\/colour/,
  ],
])('refuses %s with a message and changes nothing', async (_, text, words) => {
  await writeFile(below('s.json'), text);
  const outcome = await imported('s.json');
  expect(outcome.status).toBe(1);
  expect((JSON.parse(outcome.out) as { failure: { message: string } }).failure.message).toMatch(words);
  expect(await stat(below('two', 'config')).catch(() => null)).toBeNull();
});

it('replaces no file without --force, and imports nothing while the window is open', async () => {
  await fill();
  await exported('s.json');
  expect(await exported('s.json')).toMatchObject({ status: 1, err: expect.stringMatching(/already exists/) });
  const again = await runCommandHere('settings', 'export', below('s.json'), '--data', below('one'), '--force');
  expect(again.status).toBe(0);
  if (process.platform === 'win32') return;
  settingsOf('two').change({});
  await mkdir(below('two', 'window'));
  await symlink(`host-${process.pid}`, below('two', 'window', 'SingletonLock'));
  expect((await imported('s.json')).out).toMatch(/Close it and import again/);
});
