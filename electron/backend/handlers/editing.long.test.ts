import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { addUser } from '../../service/accounts/administer.ts';
import { createDataset } from '../../service/catalogue/records/datasets.ts';
import { findNamespace } from '../../service/catalogue/records/namespaces.ts';
import { publishVersion } from '../../service/operations/publish/publish.ts';
import { type Service, startService } from '../../service/service.ts';
import { openKeychain } from '../keychain.ts';
import { type Backend, openBackend } from './catalogue-and-rows.ts';

// No test may reach the keychain of the user who runs it.
process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent';

const never = new AbortController().signal;
const keep = { image: { kind: 'keep' } } as const;
const local = { connection: 'local' };
let folder = '';
let service: Service;
let backend: Backend;
let remote = '';
const events: BackendEvent['kind'][] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-editing-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
  const { records } = service.deps.catalogue;
  await addUser(records, { username: 'guest', password: 'correct horse' });
  backend = await openBackend({
    local: Promise.resolve({ address: service.url, token: await service.issueOperatorToken() }),
    configFolder: path.join(folder, 'config'),
    cacheFolder: path.join(folder, 'cache'),
    vault: openKeychain(),
    announce: ({ kind }) => events.push(kind),
  });
  const { functions } = backend;
  await functions.createNamespace(
    { ...local, change: { ...keep, label: 'Open', slug: 'open', published: true } },
    never,
  );
  remote = (await functions.addConnection({ address: service.url, name: 'The same', colour: '' }, never)).id;
});
afterAll(async () => {
  await backend.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function namespace(slug: string) {
  const all = await backend.functions.listNamespaces(local, never);
  return all.find((one) => one.slug === slug);
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('permissions, as the service reports them', () => {
  const target = () => ({ kind: 'namespace', connection: remote, namespace: 'open' }) as const;

  it('allow the desktop’s own account everything', async () => {
    const { functions } = backend;
    const all = { change: 'yes', remove: 'yes', add: 'yes', signedIn: true };
    expect(await functions.readRights({ kind: 'namespace', ...local, namespace: 'open' }, never)).toEqual(all);
    const list = await functions.readRights({ kind: 'service', ...local }, never);
    expect(list).toEqual({ change: 'no', remove: 'no', add: 'yes', signedIn: true });
  });

  it('refuse changes without a sign-in, naming the change', async () => {
    const none = { change: 'no', remove: 'no', add: 'no', signedIn: false };
    expect(await backend.functions.readRights(target(), never)).toEqual(none);
    const change = backend.functions.changeNamespace({ ...target(), change: { ...keep, label: 'Mine' } }, never);
    expect(await refusal(change)).toMatchObject({ kind: 'sign-in-needed' });
  });

  it('let a guest create namespaces, and change only their own', async () => {
    const { functions } = backend;
    const credentials = { kind: 'password', user: 'guest', password: 'correct horse' } as const;
    await functions.signIn({ connection: remote, credentials, keep: 'session' }, never);
    const rights = await functions.readRights(target(), never);
    expect(rights).toEqual({ change: 'no', remove: 'no', add: 'no', signedIn: true });
    expect((await functions.readRights({ kind: 'service', connection: remote }, never)).add).toBe('yes');
    const change = functions.changeNamespace({ ...target(), change: { ...keep, label: 'Mine' } }, never);
    expect(await refusal(change)).toMatchObject({ kind: 'forbidden' });
    const own = { label: 'Guests', slug: 'guests' };
    await functions.createNamespace({ connection: remote, change: { ...keep, ...own } }, never);
    const made = await functions.readRights({ ...target(), namespace: 'guests' }, never);
    expect(made).toEqual({ change: 'yes', remove: 'yes', add: 'yes', signedIn: true });
  });
});

describe('changing', () => {
  it('creates, renames and describes a dataset, and reports what the service refuses', async () => {
    const { functions } = backend;
    const place = { ...local, namespace: 'open' };
    const made = { ...keep, label: 'Trees', slug: 'trees', description: 'All of them' };
    expect(await functions.createDataset({ ...place, change: made }, never)).toEqual({
      slug: 'trees',
      imageRefused: null,
    });
    const again = functions.createDataset({ ...place, change: made }, never);
    expect(await refusal(again)).toMatchObject({ kind: 'not-accepted', message: expect.stringContaining('slug') });
    const change = { ...keep, label: 'Street trees', slug: 'street-trees' };
    await functions.changeDataset({ ...place, dataset: 'trees', change }, never);
    const { dataset } = await functions.readDataset({ ...place, dataset: 'street-trees' }, never);
    expect([dataset.label, dataset.description]).toEqual(['Street trees', 'All of them']);
  });

  it('publishes and unpublishes without changing anything else', async () => {
    const { functions } = backend;
    const name = { ...local, namespace: 'open' };
    await functions.changeNamespace({ ...name, change: { ...keep, published: false } }, never);
    expect(await namespace('open')).toMatchObject({ published: false, label: 'Open' });
    await functions.changeNamespace({ ...name, change: { ...keep, published: true } }, never);
    expect(await namespace('open')).toMatchObject({ published: true });
  });

  it('sends an image, removes it, and does not send a file that is not an image', async () => {
    const { functions } = backend;
    const name = { ...local, namespace: 'open' };
    const picture = path.join(folder, 'private name.png');
    await writeFile(picture, await Transformer.fromRgbaPixels(new Uint8Array(4 * 64 * 64).fill(200), 64, 64).png());
    const replace = { kind: 'replace', path: picture } as const;
    await functions.changeNamespace({ ...name, change: { image: replace } }, never);
    expect(await namespace('open')).toMatchObject({
      image: expect.stringMatching(/^images\//),
      published: true,
      label: 'Open',
    });
    await functions.changeNamespace({ ...name, change: { image: { kind: 'remove' } } }, never);
    expect(await namespace('open')).toMatchObject({ image: '' });
    const secret = path.join(folder, 'secret.png');
    await writeFile(secret, 'a private text');
    const made = { label: 'Other', slug: 'other', image: { kind: 'replace', path: secret } } as const;
    const written = await functions.createNamespace({ ...local, change: made }, never);
    expect(written).toMatchObject({ slug: 'other', imageRefused: { kind: 'not-accepted' } });
  });
});

describe('changing what others change, too', () => {
  it('saves nothing if the record has changed since, until the new one has been read', async () => {
    const { functions } = backend;
    for (const [connection, slug] of [
      ['local', 'shared'],
      [remote, 'shared-there'],
    ] as const) {
      await functions.createNamespace({ connection, change: { ...keep, label: 'Shared', slug } }, never);
      const target = { kind: 'namespace', connection, namespace: slug } as const;
      const read = await functions.readEditable({ target }, never);
      expect(read).toEqual({
        target,
        id: expect.any(Number),
        label: 'Shared',
        slug,
        description: '',
        published: false,
        allowedGroups: [],
        image: '',
        etag: expect.stringMatching(/^"/),
      });
      const own = (label: string, etag: string | null) =>
        functions.changeNamespace({ ...target, change: { ...keep, label }, etag: etag ?? '' }, never);
      await functions.changeNamespace({ ...target, change: { ...keep, description: 'By another' } }, never);
      expect(await refusal(own('Mine', read.etag))).toMatchObject({
        kind: 'changed-meanwhile',
        reason: { code: 'changed-meanwhile' },
      });
      const newer = await functions.readEditable({ target }, never);
      expect(newer).toMatchObject({ label: 'Shared', description: 'By another' });
      await own('Mine', newer.etag);
      expect(await functions.readEditable({ target }, never)).toMatchObject({
        label: 'Mine',
        description: 'By another',
      });
    }
  });

  it('finds a record that was renamed meanwhile by its id, and mistakes no other for it', async () => {
    const { functions } = backend;
    const place = (namespace: string) => ({ connection: remote, namespace });
    const made = (slug: string) => ({ ...keep, label: slug, slug });
    await functions.createNamespace({ connection: remote, change: made('old-home') }, never);
    await functions.createDataset({ ...place('old-home'), change: made('oaks') }, never);
    const dataset = { kind: 'dataset', ...place('old-home'), dataset: 'oaks' } as const;
    const namespace = { kind: 'namespace', ...place('old-home') } as const;
    const [oaks, home] = [
      await functions.readEditable({ target: dataset }, never),
      await functions.readEditable({ target: namespace }, never),
    ];
    await functions.changeDataset({ ...dataset, change: { ...keep, slug: 'elms' } }, never);
    await functions.changeNamespace({ ...namespace, change: { ...keep, slug: 'new-home' } }, never);
    // The names have been reused meanwhile.
    await functions.createNamespace({ connection: remote, change: made('old-home') }, never);
    await functions.createDataset({ ...place('old-home'), change: made('oaks') }, never);
    const later = [
      await functions.readEditable({ target: dataset, id: oaks.id ?? 0 }, never),
      await functions.readEditable({ target: namespace, id: home.id ?? 0 }, never),
    ];
    expect(later).toMatchObject([
      { slug: 'elms', label: 'oaks', target: { kind: 'dataset', ...place('new-home'), dataset: 'elms' } },
      { slug: 'new-home', label: 'old-home', target: { kind: 'namespace', ...place('new-home') } },
    ]);
    // The tag of a renamed record is valid at its new address.
    const change = { ...keep, description: 'Mine' };
    await functions.changeDataset({ ...dataset, ...later[0]?.target, change, etag: later[0]?.etag ?? '' }, never);
    const none = functions.readEditable({ target: dataset, id: 999_999 }, never);
    expect(await refusal(none)).toMatchObject({ kind: 'not-found' });
  });

  it('sends an image under the same condition, also for a dataset', async () => {
    const { functions } = backend;
    const place = { ...local, namespace: 'open', dataset: 'watched' };
    await functions.createDataset({ ...place, change: { ...keep, label: 'Watched', slug: 'watched' } }, never);
    const target = { kind: 'dataset', ...place } as const;
    const { etag } = await functions.readEditable({ target }, never);
    await functions.changeDataset({ ...place, change: { ...keep, label: 'Other' } }, never);
    const picture = path.join(folder, 'watched.png');
    await writeFile(picture, await Transformer.fromRgbaPixels(new Uint8Array(4 * 16 * 16).fill(90), 16, 16).png());
    const image = { kind: 'replace', path: picture } as const;
    for (const change of [{ image }, { image, label: 'Mine' }]) {
      const late = functions.changeDataset({ ...place, change, etag: etag ?? '' }, never);
      expect(await refusal(late)).toMatchObject({ kind: 'changed-meanwhile' });
    }
    const now = await functions.readEditable({ target }, never);
    expect(now).toMatchObject({ label: 'Other', image: '' });
    const both = { image, label: 'Mine' };
    const written = await functions.changeDataset({ ...place, change: both, etag: now.etag ?? '' }, never);
    expect(written.imageRefused).toBeNull();
    const after = await functions.readEditable({ target }, never);
    expect(after).toMatchObject({ label: 'Mine', image: expect.stringMatching(/./) });
  });
});

describe('changing at a service with unreliable entity tags', () => {
  it.each([
    ['without any', null],
    ['with weak ones', 'W/"1"'],
  ])('%s: the last change wins', async (name, tag) => {
    const { functions } = backend;
    const conditions: unknown[] = [];
    const proxy = createServer((request, response) => {
      if (request.headers['if-match'] !== undefined) conditions.push(request.headers['if-match']);
      const { host: _, ...headers } = request.headers;
      const onward = httpRequest(new URL(request.url ?? '/', service.url), { method: request.method, headers });
      onward.on('response', (answer) => {
        const { etag: __, ...others } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, tag === null ? others : { ...others, etag: tag });
        answer.pipe(response);
      });
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    try {
      const address = `http://127.0.0.1:${port}/`;
      const { id: connection } = await functions.addConnection({ address, name, colour: '' }, never);
      const credentials = { kind: 'password', user: 'guest', password: 'correct horse' } as const;
      await functions.signIn({ connection, credentials, keep: 'session' }, never);
      const slug = tag === null ? 'tagless' : 'weak';
      await functions.createNamespace({ connection, change: { ...keep, label: 'Made', slug } }, never);
      const target = { kind: 'namespace', connection, namespace: slug } as const;
      const { etag } = await functions.readEditable({ target }, never);
      expect(etag).toBe(tag);
      await functions.changeNamespace({ ...target, change: { ...keep, label: 'Theirs' } }, never);
      const condition = etag === null ? {} : { etag };
      await functions.changeNamespace({ ...target, change: { ...keep, label: 'Mine' }, ...condition }, never);
      expect((await functions.readEditable({ target }, never)).label).toBe('Mine');
      expect(conditions).toEqual([]);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });
});

/** A version of open/versions that is deleted when the backend closes, and the one that stays. */
let deletedVersion = { newest: '', older: '' };

describe('deleting', () => {
  it('of a version can be undone, and otherwise leaves the other versions', async () => {
    const { functions } = backend;
    const { deps } = service;
    const home = await findNamespace(deps.catalogue.records, 'open');
    const made = { namespaceId: home?.id ?? 0, slug: 'versions', label: 'Versions' };
    const dataset = await createDataset(deps.catalogue.records, made);
    const file = path.join(folder, 'versions.csv');
    for (const rows of ['n\n1\n', 'n\n1\n2\n']) {
      await writeFile(file, rows);
      await publishVersion(deps, dataset.id, { path: file, format: 'csv' });
    }
    const name = { ...local, namespace: 'open', dataset: 'versions' };
    const slugs = async () => (await functions.readDataset(name, never)).dataset.versions.map(({ slug }) => slug);
    const [newest = '', older = ''] = await slugs();
    const target = { kind: 'version', ...name, version: newest } as const;
    const { id } = await functions.remove({ target, label: 'The newest' }, never);
    expect(await functions.listRemovals({}, never)).toMatchObject([{ target, state: 'waiting' }]);
    expect(await slugs()).toEqual([newest, older]);
    await functions.undoRemoval({ removal: id }, never);
    expect(await functions.listRemovals({}, never)).toEqual([]);
    await functions.remove({ target, label: 'The newest' }, never);
    deletedVersion = { newest, older };
  });

  it('hides at once, can be undone, and sends pending deletions at the end', async () => {
    const { functions } = backend;
    const name = { ...local, namespace: 'gone' };
    await functions.createNamespace({ ...local, change: { ...keep, label: 'Gone', slug: 'gone' } }, never);
    const target = { kind: 'namespace', ...name } as const;
    const removal = await functions.remove({ target, label: 'Gone' }, never);
    expect(removal).toMatchObject({ state: 'waiting', failure: null });
    expect(await namespace('gone')).toBeUndefined();
    expect(events).toContain('removals-changed');
    const address = new URL('api/v1/namespaces/gone/', service.url);
    expect((await fetch(address)).status).toBe(401);
    await functions.undoRemoval({ removal: removal.id }, never);
    expect(await namespace('gone')).toMatchObject({ label: 'Gone' });
    expect(await refusal(functions.undoRemoval({ removal: removal.id }, never))).toMatchObject({ kind: 'too-late' });
    await functions.remove({ target, label: 'Gone' }, never);
    await backend.close();
    expect((await fetch(address)).status).toBe(404);
    const dataset = await fetch(new URL('api/v1/namespaces/open/datasets/versions/', service.url));
    const { versions } = (await dataset.json()) as { versions: { slug: string }[] };
    expect(versions.map(({ slug }) => slug)).toEqual([deletedVersion.older]);
  });
});
