import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startVariant, type VariantService } from '../connector/testing/variant-service.ts';
import { openKeychain } from './keychain.ts';

const token = `${'0123456789abcdef'.repeat(2)}89abcdef`;
const programs = ['dbus-run-session', 'gnome-keyring-daemon'];
const missing = programs.filter(
  (program) => !(process.env.PATH ?? '').split(':').some((folder) => existsSync(path.join(folder, program))),
);
const skipped = process.platform !== 'linux' || (missing.length > 0 && process.env.CI === undefined);
if (skipped) process.stderr.write(`NOT TESTED: the keychain, for want of ${missing.join(' and ') || 'Linux'}.\n`);

let folder: string;
let service: VariantService;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-keychain-'));
  service = await startVariant({ token });
});

afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** What an Almanac process does in a test: `backend` is open, and the return value is printed. */
const steps = {
  save: `const { id } = await call.addConnection({ address: process.env.SERVICE, name: '', colour: '' }, signal);
    const credentials = { kind: 'password', user: 'ada', password: 'correct horse' };
    return call.signIn({ connection: id, credentials, keep: 'keychain' }, signal);`,
  keep: `const { id } = await call.addConnection({ address: process.env.SERVICE, name: '', colour: '' }, signal);
    const credentials = { kind: 'password', user: 'ada', password: 'correct horse' };
    const refused = await call.signIn({ connection: id, credentials, keep: 'keychain' }, signal).catch((error) => error.kind);
    const session = await call.signIn({ connection: id, credentials, keep: 'session' }, signal);
    const { keychain } = await call.describeStorage({}, signal);
    return { refused, session, keychain: keychain.kind, rows: (await read(id)).rows.length };`,
  read: `const { id } = (await call.listConnections({}, signal)).at(-1);
    const { rows } = await read(id);
    return { rows: rows.length, session: (await call.listConnections({}, signal)).at(-1).session };`,
  remove: `const { id } = (await call.listConnections({}, signal)).at(-1);
    await call.removeConnection({ connection: id }, signal);
    return call.listConnections({}, signal).then((list) => list.length);`,
} as const;

function script(step: keyof typeof steps): string {
  const file = (name: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, name)).href);
  return `
    const { openBackend } = await import(${file('handlers/catalogue-and-rows.ts')});
    const { openKeychain } = await import(${file('keychain.ts')});
    const folder = process.env.FOLDER;
    const backend = await openBackend({
      local: new Promise(() => {}), configFolder: folder + '/config', cacheFolder: folder + '/cache',
      vault: openKeychain(), announce: () => {},
    });
    const call = backend.functions;
    const { signal } = new AbortController();
    const query = { filters: [], ordering: [], search: '', fields: null, version: null };
    const read = (connection) => call.readRows({ reference: { connection, namespace: 'city', dataset: 'everything' }, query, offset: 0, limit: 5 }, signal);
    const outcome = await (async () => { ${steps[step]} })();
    console.log(JSON.stringify(outcome));
    process.exit(0);`;
}

const listEntries = `
  const { default: keytar } = await import(${JSON.stringify(import.meta.resolve('keytar'))});
  console.log(JSON.stringify((await keytar.findCredentials('Almanac')).map(({ password }) => JSON.parse(password))));`;

const node = (code: string) => `"$NODE" --input-type=module --eval ${quoted(code)}`;
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Runs commands one after the other, each in its own process, and returns their output. */
async function inShell(commands: readonly string[], bus: 'own' | 'none'): Promise<unknown[]> {
  const unlocked = `eval "$(printf %s secret | gnome-keyring-daemon --unlock --components=secrets)"; `;
  const all = `set -e; ${bus === 'own' ? unlocked : ''}${commands.join('; ')}`;
  const [program, words] = bus === 'own' ? ['dbus-run-session', ['--', 'bash', '-c', all]] : ['bash', ['-c', all]];
  const env = {
    PATH: process.env.PATH,
    NODE: process.execPath,
    SERVICE: service.url,
    FOLDER: path.join(folder, 'almanac'),
    // The keyring stores its own files here, away from Almanac's.
    HOME: path.join(folder, 'home'),
    XDG_DATA_HOME: path.join(folder, 'home', 'data'),
    XDG_RUNTIME_DIR: path.join(folder, 'home'),
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    ...(bus === 'none' ? { DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/no-bus` } : {}),
  };
  const { stdout } = await promisify(execFile)(program as string, words as string[], { env, timeout: 300_000 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

async function everythingAlmanacWrote(): Promise<string> {
  const entries = await readdir(path.join(folder, 'almanac'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(0);
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

describe.skipIf(skipped)('with a keychain', () => {
  it('a token is saved, read after a restart, and removed with its connection', async () => {
    const commands = [script('save'), listEntries, script('read'), script('remove'), listEntries].map(node);
    const [session, entries, read, left, entriesLeft] = await inShell(commands, 'own');
    const signedIn = { kind: 'signed-in', user: 'ada', kept: 'keychain' };
    expect(session).toEqual(signedIn);
    expect(entries).toEqual([{ token, user: 'ada' }]);
    expect(read).toEqual({ rows: 5, session: signedIn });
    expect(left).toBe(1);
    expect(entriesLeft).toEqual([]);
    expect(await everythingAlmanacWrote()).not.toContain(token);
  });

  it('a token stored by the window signs a command in', async () => {
    const words = [
      `"$NODE" ${quoted(path.join(import.meta.dirname, '../cli.ts'))} export`,
      '"$SERVICE"api/v1/namespaces/city/datasets/everything/ --to "$FOLDER/rows.csv" --no-descriptor',
      '--token-from-keychain --json --data "$FOLDER" || true',
    ];
    const commands = [node(script('save')), words.join(' '), node(script('remove')), words.join(' ')];
    const [, exported, , refused] = await inShell(commands, 'own');
    expect(exported).toMatchObject({ ok: true, bytes: (await readFile(path.join(folder, 'almanac/rows.csv'))).length });
    const { host } = new URL(service.url);
    const pages = service.recorded.filter(({ url }) => url.includes('/data/'));
    expect(pages.map(({ authorization }) => authorization)).toContain(`Token ${token}`);
    // Without a connection there is no token, which is reported without asking the keychain.
    expect(refused).toMatchObject({ ok: false, failure: { message: expect.stringContaining(host) } });
    expect(await everythingAlmanacWrote()).not.toContain(token);
  });

  it('a lost token is reported, and only public data can be read', async () => {
    const forget = `const { default: keytar } = await import(${JSON.stringify(import.meta.resolve('keytar'))});
      for (const { account } of await keytar.findCredentials('Almanac')) await keytar.deletePassword('Almanac', account);
      console.log('null');`;
    const tell = script('read').replace(
      steps.read,
      `const { id } = (await call.listConnections({}, signal)).at(-1);
      const failure = await read(id).catch((error) => error.kind);
      return { failure, notices: (await call.describeStorage({}, signal)).notices.length };`,
    );
    const outcomes = await inShell([script('save'), forget, tell].map(node), 'own');
    expect(outcomes.at(-1)).toEqual({ failure: 'sign-in-needed', notices: 1 });
  });
});

describe('without a keychain', () => {
  it('the user is notified, and may keep the token for the session; no file contains it', async () => {
    const [kept, after] = await inShell(
      [script('keep'), script('read').replace('const { rows } = await read(id);', 'const rows = [];')].map(node),
      'none',
    );
    expect(kept).toEqual({
      refused: 'no-keychain',
      session: { kind: 'signed-in', user: 'ada', kept: 'session' },
      keychain: 'none',
      rows: 5,
    });
    expect(after).toEqual({ rows: 0, session: { kind: 'anonymous' } });
    expect(await everythingAlmanacWrote()).not.toContain(token);
  });

  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', { code: 'keychain-no-program' }],
    ['The name org.freedesktop.secrets was not provided by any .service files', { code: 'keychain-no-program' }],
    ['Cannot create an item in a locked collection', { code: 'keychain-locked' }],
    ['The prompt was dismissed', { code: 'keychain-locked' }],
    ['Access denied\n  at somewhere', { code: 'keychain-reported', values: { text: 'Access denied' } }],
  ])('“%s” is explained', async (message, reason) => {
    const vault = openKeychain('Almanac', () => Promise.reject(new Error(message)));
    expect(await vault.describe()).toMatchObject({ kind: 'none', reason });
  });

  it('a missing library counts as no keychain', async () => {
    const vault = openKeychain('Almanac', () =>
      Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
    );
    expect(await vault.describe()).toEqual({
      kind: 'none',
      reason: { code: 'keychain-no-library', values: {} },
    });
    await expect(vault.store('a', { token, user: null }, 'keychain')).rejects.toMatchObject({ kind: 'no-keychain' });
    expect(await vault.read('a')).toBeNull();
    await vault.store('a', { token, user: null }, 'session');
    expect(await vault.read('a')).toEqual({ token, user: null, kept: 'session' });
    await expect(vault.remove('a')).rejects.toMatchObject({ kind: 'no-keychain' });
    expect(await vault.read('a')).toBeNull();
  });
});
