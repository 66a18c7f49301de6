import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { explain } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import type { Connection } from '#shared/rpc/records.ts';
import type { SignedIn } from '../discovery/sign-in.ts';
import { ServiceError } from '../errors.ts';
import { openPageCache } from '../paging/page-cache.ts';
import { sampleRows } from '../testing/sample-rows.ts';
import { everything } from '../testing/source-suite.ts';
import type { Variant } from '../testing/variant.ts';
import { startVariant, type VariantService } from '../testing/variant-service.ts';
import { openConnectionStore } from './connection-store.ts';
import { Connections } from './connections.ts';
import type { LocalEndpoint } from './entries.ts';
import { accountOf, type TokenVault } from './token-vault.ts';

const token = `${'abcdef0123456789'.repeat(2)}abcdef01`;
const never = new AbortController().signal;
let folder: string;
let services: VariantService[];
let open: Connections[];
let changes: number;
let catalogues: string[];

/** A keychain in memory that outlives the connections, as the system's does. */
function memoryVault(reachable = true) {
  const keychain = new Map<string, SignedIn>();
  const session = new Map<string, SignedIn>();
  const vault: TokenVault = {
    describe: async () => (reachable ? { kind: 'system' } : { kind: 'none', reason: explain('keychain-silent') }),
    async read(account) {
      const own = session.get(account);
      if (own !== undefined) return { ...own, kept: 'session' };
      const kept = keychain.get(account);
      return kept === undefined ? null : { ...kept, kept: 'keychain' };
    },
    async store(account, { token: secret, user }, where) {
      (where === 'keychain' ? keychain : session).set(account, { token: secret, user });
    },
    async remove(account) {
      session.delete(account);
      if (!reachable) throw new ServiceError('no-keychain', explain('keychain-silent'));
      keychain.delete(account);
    },
  };
  return { vault, keychain, session };
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-connections-'));
  services = [];
  open = [];
  changes = 0;
  catalogues = [];
});

afterEach(async () => {
  for (const connections of open) await connections.close();
  for (const service of services) await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(variant: Variant = {}): Promise<VariantService> {
  const service = await startVariant(variant);
  services.push(service);
  return service;
}

async function openAll(
  vault: TokenVault = memoryVault().vault,
  local: Promise<LocalEndpoint> = new Promise(() => {}),
): Promise<Connections> {
  local.catch(() => undefined);
  const connections = new Connections({
    store: await openConnectionStore(folder),
    vault,
    cache: await openPageCache(null),
    local,
    limits: { firstDelayMs: 5, headersMs: 1_000, comebackMs: 50 },
    onChanged: () => {
      changes += 1;
    },
    onCatalogueChanged: (id) => catalogues.push(id),
    onDatasetChanged: () => {},
    onReached: () => {},
  });
  open.push(connections);
  return connections;
}

const byId = (connections: Connections, id: string) =>
  connections.list().find((connection) => connection.id === id) as Connection;
const password = { kind: 'password', user: 'ada', password: 'correct horse' } as const;
const readFirst = (connections: Connections, id: string) =>
  connections.use(id, (source) => source.rows(everything).read(everyRow, 0, 1));

async function everythingWritten(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

const ofOwn = { signIn: false, changeAddress: false, remove: false, pin: false, filesOnThisComputer: true };
const ofOther = { signIn: true, changeAddress: true, remove: true, pin: true, filesOnThisComputer: false };

describe('the list of connections', () => {
  it('starts with this computer, whose address is known once its service has started', async () => {
    let started: (local: LocalEndpoint) => void = () => {};
    const service = await start();
    const connections = await openAll(
      undefined,
      new Promise((resolve) => {
        started = resolve;
      }),
    );
    expect(connections.list()).toMatchObject([{ id: 'local', capabilities: ofOwn, address: null, state: 'starting' }]);
    started({ address: service.url, token: null });
    expect((await readFirst(connections, 'local')).rows).toEqual(sampleRows.slice(0, 1));
    expect(connections.list()).toMatchObject([
      { id: 'local', address: service.url, state: 'ready', transport: 'safe' },
    ]);
  });

  it('explains why the service of this computer has not started', async () => {
    const connections = await openAll(undefined, Promise.reject(new Error('In use.')));
    await expect(readFirst(connections, 'local')).rejects.toMatchObject({ kind: 'local-failed' });
    expect(connections.list()).toMatchObject([
      {
        state: 'failed',
        failure: { kind: 'local-failed', code: 'own-service-failed', values: { why: { values: { text: 'In use.' } } } },
      },
    ]);
  });

  it('survives a restart, with names, colours and order', async () => {
    const service = await start();
    const first = await openAll();
    const { id } = await first.add(`127.0.0.1:${service.port}`, ' Office ', '#aabbcc', never);
    await first.edit('local', { colour: '#001122' }, never);
    await first.reorder([id, 'local']);
    const again = await openAll();
    expect(again.list()).toMatchObject([
      {
        id,
        name: 'Office',
        colour: '#aabbcc',
        address: service.url,
        capabilities: ofOther,
        session: { kind: 'anonymous' },
      },
      { id: 'local', colour: '#001122', capabilities: ofOwn },
    ]);
    await again.edit(id, { name: 'Statistics office' }, never);
    await again.remove(id);
    expect((await openAll()).list().map((connection) => connection.id)).toEqual(['local']);
  });

  it('announces every change', async () => {
    const service = await start();
    const connections = await openAll();
    const { id } = await connections.add(service.url, '', '', never);
    for (const act of [
      () => connections.edit(id, { name: 'x' }, never),
      () => connections.reorder([id, 'local']),
      () => connections.agreeToPlainHttp(id, true),
      () => connections.remove(id),
    ]) {
      const before = changes;
      await act();
      expect(changes).toBeGreaterThan(before);
    }
  });

  it('refuses invalid changes', async () => {
    const connections = await openAll();
    await expect(connections.remove('local')).rejects.toMatchObject({ kind: 'unknown-connection' });
    await expect(connections.remove('nobody')).rejects.toMatchObject({ kind: 'unknown-connection' });
    await expect(connections.reorder([])).rejects.toMatchObject({ kind: 'unknown-connection' });
    await expect(connections.add('http://127.0.0.1:9/', '', '', never)).rejects.toMatchObject({ kind: 'offline' });
    expect(connections.list().length).toBe(1);
  });

  const damages: Readonly<Record<string, string>> = {
    'cut off': '{"version":1,"connections":[{"id":"a"',
    'of another form': '{"version":1,"connections":{}}',
    'of a later version': '{"version":2,"connections":[]}',
    'with an address that is none': JSON.stringify({
      version: 1,
      connections: [
        { id: 'a', name: 'a', colour: '', address: 'file:///etc/passwd', plainHttpAgreed: false, signedIn: false },
      ],
    }),
    empty: '',
  };
  it.each(Object.entries(damages))('is moved aside with a notice if its file is %s', async (_name, text) => {
    await writeFile(path.join(folder, 'connections.json'), text);
    const service = await start();
    const connections = await openAll();
    const { notices } = await connections.describe();
    expect(notices.length).toBe(1);
    expect(connections.list().length).toBe(1);
    await connections.add(service.url, 'new', '', never);
    const aside = (await readdir(folder)).find((name) => name.includes('damaged')) ?? '';
    expect(notices.map(englishText).join()).toContain(aside);
    expect(await readFile(path.join(folder, aside), 'utf8')).toBe(text);
    expect((await openAll()).list().map((one) => one.name)).toEqual(['This computer', 'new']);
  });

  it('works without its file if that can be neither read nor moved', async () => {
    await mkdir(path.join(folder, 'connections.json', 'inside'), { recursive: true });
    const connections = await openAll();
    expect((await connections.describe()).notices.length).toBe(1);
    expect(connections.list().length).toBe(1);
  });
});

describe('signing in', () => {
  it('with a password shows private data, and survives a restart', async () => {
    const service = await start({ token });
    const { vault, keychain } = memoryVault();
    const first = await openAll(vault);
    const { id } = await first.add(service.url, '', '', never);
    await expect(readFirst(first, id)).rejects.toMatchObject({ kind: 'sign-in-needed' });
    const { session } = await first.signIn(id, password, 'keychain', never);
    expect(session).toEqual({ kind: 'signed-in', user: 'ada', kept: 'keychain' });
    expect((await readFirst(first, id)).rows).toEqual(sampleRows.slice(0, 1));
    expect([...keychain.keys()]).toEqual([accountOf(id, new URL(service.url).origin)]);

    const again = await openAll(vault);
    expect((await readFirst(again, id)).rows).toEqual(sampleRows.slice(0, 1));
    expect(byId(again, id).session).toEqual(session);
    expect(await everythingWritten()).not.toContain(token);
    expect(await everythingWritten()).not.toContain(password.password);
  });

  it('with a token finds out whose it is', async () => {
    const service = await start({ token });
    const connections = await openAll();
    const { id } = await connections.add(service.url, '', '', never);
    const { session } = await connections.signIn(id, { kind: 'token', token: ` Token ${token} ` }, 'session', never);
    expect(session).toEqual({ kind: 'signed-in', user: 'ada', kept: 'session' });
    await readFirst(connections, id);
  });

  it.each([
    ['a wrong password', { ...password, password: 'wrong' }],
    ['a wrong token', { kind: 'token', token: 'f00' } as const],
    ['a token that is none', { kind: 'token', token: 'line\nbreak' } as const],
  ])('with %s fails and stores nothing', async (_name, credentials) => {
    const service = await start({ token });
    const { vault, keychain } = memoryVault();
    const connections = await openAll(vault);
    const { id } = await connections.add(service.url, '', '', never);
    await expect(connections.signIn(id, credentials, 'keychain', never)).rejects.toMatchObject({
      kind: 'credentials-refused',
    });
    expect(byId(connections, id).session).toEqual({ kind: 'anonymous' });
    expect(keychain.size).toBe(0);
  });

  it('without a keychain is refused before the password is sent, and works for the session', async () => {
    const service = await start({ token });
    const { vault } = memoryVault(false);
    const connections = await openAll(vault);
    const { id } = await connections.add(service.url, '', '', never);
    await expect(connections.signIn(id, password, 'keychain', never)).rejects.toMatchObject({ kind: 'no-keychain' });
    expect(service.recorded.filter(({ method }) => method === 'POST')).toEqual([]);
    expect((await connections.describe()).keychain).toEqual({ kind: 'none', reason: explain('keychain-silent') });
    const { session } = await connections.signIn(id, password, 'session', never);
    expect(session).toEqual({ kind: 'signed-in', user: 'ada', kept: 'session' });
    await readFirst(connections, id);
    expect(await everythingWritten()).not.toContain(token);
    await connections.signOut(id);
    expect(byId(connections, id).session).toEqual({ kind: 'anonymous' });
  });

  it('out removes the token and the data that was read with it', async () => {
    const service = await start({ token });
    const { vault, keychain } = memoryVault();
    const connections = await openAll(vault);
    const { id } = await connections.add(service.url, '', '', never);
    await connections.signIn(id, password, 'keychain', never);
    await readFirst(connections, id);
    expect(catalogues).toEqual([id]);
    await connections.signOut(id);
    expect(catalogues).toEqual([id, id]);
    expect(keychain.size).toBe(0);
    await expect(readFirst(connections, id)).rejects.toMatchObject({ kind: 'sign-in-needed' });
    expect(byId(await openAll(vault), id).session).toEqual({ kind: 'anonymous' });
  });

  it('ends when the connection is removed', async () => {
    const service = await start({ token });
    const { vault, keychain } = memoryVault();
    const connections = await openAll(vault);
    const { id } = await connections.add(service.url, '', '', never);
    await connections.signIn(id, password, 'keychain', never);
    await connections.remove(id);
    expect(keychain.size).toBe(0);
  });

  it('does not extend to another origin', async () => {
    const service = await start({ token });
    const other = await start({ token });
    const { vault, keychain } = memoryVault();
    const connections = await openAll(vault);
    const { id } = await connections.add(service.url, '', '', never);
    await connections.signIn(id, password, 'keychain', never);
    const moved = await connections.edit(id, { address: other.url }, never);
    expect(moved).toMatchObject({ id, address: other.url, session: { kind: 'anonymous' } });
    await readFirst(connections, id).catch(() => undefined);
    expect(other.recorded.map(({ authorization }) => authorization).filter(Boolean)).toEqual([]);
    expect(keychain.size).toBe(0);
  });

  it('is not used for an address that was changed in the file', async () => {
    const service = await start({ token });
    const other = await start({ token });
    const { vault } = memoryVault();
    const connections = await openAll(vault);
    const { id } = await connections.add(service.url, '', '', never);
    await connections.signIn(id, password, 'keychain', never);
    const file = path.join(folder, 'connections.json');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(service.url, other.url));
    const tampered = await openAll(vault);
    await readFirst(tampered, id).catch(() => undefined);
    expect(other.recorded.length).toBeGreaterThan(0);
    expect(other.recorded.map(({ authorization }) => authorization).filter(Boolean)).toEqual([]);
    expect((await tampered.describe()).notices.length).toBe(1);
  });
});

describe('the state of a connection', () => {
  it('shows a refused token, reads public data, and recovers', async () => {
    const variant = { token };
    const service = await start({
      intercept(request, response) {
        const sent = request.headers.authorization;
        if (sent === undefined || sent === `Token ${variant.token}`) return false;
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":"Invalid token."}');
        return true;
      },
    });
    const connections = await openAll();
    const { id } = await connections.add(service.url, '', '', never);
    await connections.signIn(id, { kind: 'token', token }, 'session', never);
    variant.token = 'another';
    expect((await readFirst(connections, id)).rows).toEqual(sampleRows.slice(0, 1));
    expect(byId(connections, id).session).toMatchObject({ kind: 'token-refused' });
    expect(catalogues).toEqual([id, id]);
    expect((await connections.check(id, never)).session).toMatchObject({ kind: 'token-refused' });
    variant.token = token;
    expect((await connections.check(id, never)).session).toMatchObject({ kind: 'signed-in' });
  });

  it.each([401, 403])('distinguishes a refused token (status %i) from a missing permission', async (status) => {
    const variant = { good: true, right: true };
    const service = await start({
      intercept(request, response, address) {
        if (request.headers.authorization === undefined) {
          if (!address.pathname.includes('/everything/')) return false;
        } else if (variant.good && (variant.right || !address.pathname.includes('/everything/'))) return false;
        response
          .writeHead(variant.good ? 403 : status, { 'content-type': 'application/json' })
          .end('{"detail":"Nein."}');
        return true;
      },
    });
    const connections = await openAll();
    const { id } = await connections.add(service.url, '', '', never);
    await connections.signIn(id, { kind: 'token', token }, 'session', never);
    variant.right = false;
    await expect(readFirst(connections, id)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(byId(connections, id).session).toMatchObject({ kind: 'signed-in' });
    variant.good = false;
    await expect(readFirst(connections, id)).rejects.toMatchObject({ kind: 'token-refused' });
    expect(byId(connections, id).session).toMatchObject({ kind: 'token-refused' });
  });

  it('shows that it is offline, and that it is back', async () => {
    const service = await start();
    const connections = await openAll();
    const { id } = await connections.add(service.url, '', '', never);
    expect((await connections.check(id, never)).state).toBe('ready');
    await service.close();
    expect(await connections.check(id, never)).toMatchObject({
      state: 'offline',
      failure: { kind: 'offline', retry: true },
    });
    const again = await startVariant({}, service.port);
    services.push(again);
    expect(await connections.check(id, never)).toMatchObject({ state: 'ready', failure: null });
  });

  it('notices by itself that a service is back, and reports it', async () => {
    const service = await start();
    const connections = await openAll();
    const { id } = await connections.add(service.url, '', '', never);
    await service.close();
    expect((await connections.check(id, never)).state).toBe('offline');
    const before = changes;
    services.push(await startVariant({}, service.port));
    await vi.waitFor(() => expect(byId(connections, id).state).toBe('ready'), { timeout: 60_000 });
    expect(changes).toBeGreaterThan(before);
    expect(catalogues).toEqual([id]);
  });

  it('shows that what answers is not usable', async () => {
    const service = await start({
      intercept(_request, response) {
        response.setHeader('content-type', 'text/html');
        response.end('<html>Welcome to the hotel</html>');
        return true;
      },
    });
    await writeFile(
      path.join(folder, 'connections.json'),
      JSON.stringify({
        version: 1,
        connections: [
          { id: 'a', name: 'a', colour: '', address: service.url, plainHttpAgreed: false, signedIn: false },
        ],
      }),
    );
    const connections = await openAll();
    expect(await connections.check('a', never)).toMatchObject({ state: 'failed', failure: { kind: 'web-page' } });
  });
});
