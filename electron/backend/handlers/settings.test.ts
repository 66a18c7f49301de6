import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { failureOf } from '#shared/english/explained-error.ts';
import type { Failure } from '#shared/failures.ts';
import { SettingsFile } from '../../shell/settings/settings.ts';
import { openKeychain } from '../keychain.ts';
import { type Backend, openBackend } from './catalogue-and-rows.ts';
import { settingsFunctionsOver } from './settings.ts';

// No test may reach the keychain of the user who runs it.
process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent';

const never = new AbortController().signal;
const token = 'a-token-that-is-a-secret';
let folder = '';
let backend: Backend;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-transfer-'));
  new SettingsFile(below('config', 'settings.json'), () => {}).change({ cacheMegabytes: 9, shortcuts: { home: 'F8' } });
  const stored = { id: 'a', name: 'Mine', colour: '', plainHttpAgreed: false, signedIn: true };
  const address = `http://127.0.0.1:9/?token=${token}`;
  await writeFile(
    below('config', 'connections.json'),
    JSON.stringify({ version: 1, connections: [{ ...stored, address }] }),
  );
  backend = await openBackend({
    local: new Promise(() => {}),
    configFolder: below('config'),
    cacheFolder: below('cache'),
    vault: openKeychain(),
    announce: () => {},
  });
});
afterEach(async () => {
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

const below = (...names: string[]) => path.join(folder, ...names);
const functions = () => settingsFunctionsOver(backend.connections, below('config'));

async function refusal(document: unknown): Promise<unknown> {
  await writeFile(below('in.json'), typeof document === 'string' ? document : JSON.stringify(document));
  return await functions()
    .importSettings({ source: below('in.json') }, never)
    .then(() => null, failureOf);
}

it('exports what the command line can import, without secrets', async () => {
  expect(await functions().exportSettings({ target: below('out.json') }, never)).toEqual({ connections: 1 });
  const text = await readFile(below('out.json'), 'utf8');
  expect(text).not.toContain(token);
  expect(JSON.parse(text)).toMatchObject({
    format: 'almanac-settings',
    settings: { cacheMegabytes: 9, shortcuts: { home: 'F8' } },
    connections: [{ name: 'Mine', address: 'http://127.0.0.1:9/', signIn: true }],
  });
  const target = below('no', 'folder.json');
  const failed = functions().exportSettings({ target }, never);
  await expect(failed).rejects.toMatchObject({ kind: 'settings-file', where: target });
});

it('adds missing connections, signed out, and stores them', async () => {
  const connections = [
    { name: 'Known', colour: '', address: 'http://127.0.0.1:9/' },
    { name: 'New', colour: '#00ff00', address: 'http://127.0.0.1:9/new/', signIn: true },
    { name: 'New again', colour: '', address: 'http://127.0.0.1:9/new/#there' },
    { name: 'Open', colour: '', address: 'http://127.0.0.1:9/open/' },
  ];
  const settings = { port: 4711, shortcuts: { home: 'F8' } };
  const document = { format: 'almanac-settings', version: 1, settings, connections };
  await writeFile(below('in.json'), JSON.stringify(document));
  const imported = await functions().importSettings({ source: below('in.json') }, never);
  expect(imported).toEqual({
    settings,
    added: [
      { id: expect.any(String), name: 'New', needsSignIn: true },
      { id: expect.any(String), name: 'Open', needsSignIn: false },
    ],
    present: 2,
  });
  const names = (await backend.functions.listConnections({}, never)).map(({ name, session }) => [name, session.kind]);
  expect(names.slice(-2)).toEqual([
    ['New', 'anonymous'],
    ['Open', 'anonymous'],
  ]);
  expect(JSON.parse(await readFile(below('config', 'connections.json'), 'utf8'))).toMatchObject({
    connections: expect.arrayContaining([
      expect.objectContaining({ name: 'New', signedIn: false, plainHttpAgreed: false, colour: '#00ff00' }),
    ]),
  });
  const again = await functions().importSettings({ source: below('in.json') }, never);
  expect(again).toMatchObject({ added: [], present: 4 });
});

it.each([
  ['no JSON', '{', /cannot be read as JSON/],
  ['something else', { a: 1 }, /contains no settings/],
  ['a newer form', { format: 'almanac-settings', version: 2 }, /newer Almanac/],
  [
    'keys that are no text',
    { format: 'almanac-settings', version: 1, settings: { shortcuts: { home: 8 } } },
    /\/settings\/shortcuts\/home.*Nothing was changed/,
  ],
  [
    'a good connection and one with a secret field',
    {
      format: 'almanac-settings',
      version: 1,
      connections: [
        { name: 'x', colour: '', address: 'http://127.0.0.1:9/x/' },
        { name: 'y', colour: '', address: 'http://127.0.0.1:9/y/', token },
      ],
    },
    /\/connections\/1.*Nothing was changed/,
  ],
])('refuses %s with a message and adds nothing', async (_, document, words) => {
  const refused = (await refusal(document)) as Failure;
  expect([refused.kind, englishText(refused)]).toEqual(['settings-file', expect.stringMatching(words)]);
  expect(await backend.functions.listConnections({}, never)).toHaveLength(2);
});
