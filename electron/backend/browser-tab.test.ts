import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import { portText } from '#shared/rpc/port-text.ts';
import { password } from '../service/conformance/testing/fixtures.ts';
import { type TestTab, tabsUnderTest } from './testing/tabs-under-test.ts';

const { under, openTab, logIn, send, download, renderer, reported, visits } = tabsUnderTest();

const namesIn = async ({ caller }: TestTab) =>
  (await caller.call('listNamespaces', { connection: 'local' })).map(({ slug }) => slug);

describe('a browser tab', () => {
  it('reads the service that it belongs to, by the handlers of the desktop', async () => {
    const tab = await openTab();
    const [connection, ...others] = await tab.caller.call('listConnections', {});
    expect(others).toEqual([]);
    expect(connection).toMatchObject({ id: 'local', address: `${under.base}/`, session: { kind: 'anonymous' } });
    const { results } = (await under.ask('/api/v1/namespaces/')).json as { results: { slug: string }[] };
    expect((await namesIn(tab)).toSorted()).toEqual(results.map(({ slug }) => slug).toSorted());
    expect(await tab.caller.call('servesWindow', { connection: 'local' })).toBe(true);
    expect(reported).toEqual([]);
  });

  it('keeps every digit of a row', async () => {
    const { caller } = await openTab();
    const reference = { connection: 'local', namespace: 'city', dataset: 'population' };
    const page = await caller.call('readRows', { reference, query: everyRow, offset: 2, limit: 3 });
    expect(page.rows.map((row) => row[2])).toEqual([
      9_007_199_254_740_993n,
      -9_223_372_036_854_775_808n,
      9_223_372_036_854_775_807n,
    ]);
    expect(page.count).toBe(5);
  });

  it('learns that something was published', async () => {
    const tab = await openTab();
    await namesIn(tab);
    const sent = { label: 'Announced', slug: 'announced' };
    await under.ask('/api/v1/namespaces/', { method: 'POST', token: under.tokens.staff, json: sent });
    await vi.waitFor(() => expect(tab.events).toContainEqual({ kind: 'catalogue-changed', connection: 'local' }), {
      timeout: 60_000,
    });
  });

  it('has no keychain, other services or files of the server', async () => {
    const { caller } = await openTab();
    await expect(caller.call('previewFile', { path: '/etc/passwd', options: {} })).rejects.toMatchObject({
      failure: { kind: 'file-missing' },
    });
    await expect(caller.call('testAddress', { address: 'http://127.0.0.1/' })).rejects.toMatchObject(unknownCall);
    await expect(caller.call('listAccounts', {})).rejects.toMatchObject(unknownCall);
    await expect(caller.call('restoreStore', { source: '/tmp' })).rejects.toMatchObject(unknownCall);
    const verify = { kind: 'verify', subject: { kind: 'store' } } as never;
    await expect(caller.call('startJob', { request: verify })).rejects.toThrow();
    expect(await caller.call('listJobs', {})).toEqual([]);
  });

  it('compares versions', async () => {
    const { caller } = await openTab();
    const reference = { connection: 'local', namespace: 'city', dataset: 'population' };
    const { versions } = (await caller.call('readDataset', reference)).dataset;
    const [after = '', before = ''] = versions.map(({ slug }) => slug);
    const { id } = await caller.call('startJob', { request: { kind: 'diff', reference, before, after, key: null } });
    await vi.waitFor(
      async () => {
        const [job] = await caller.call('listJobs', {});
        expect(job).toMatchObject({ id, state: 'done', result: { added: 0, removed: 0, changed: 0 } });
      },
      { timeout: 60_000 },
    );
  });

  it('cannot make the service read a file of the server, or ask another host', async () => {
    const { caller } = await openTab(await logIn('staff', password));
    const image = { kind: 'replace', path: path.join(renderer, 'index.html') } as const;
    const change = { label: 'With image', slug: 'with-image', image };
    await expect(caller.call('createNamespace', { connection: 'local', change })).rejects.toMatchObject({
      failure: { kind: 'not-here' },
    });
    let asked = 0;
    const other = createServer(() => (asked += 1)).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/image.png`;
    await expect(caller.call('runQuery', { connection: 'local', data: elsewhere })).rejects.toThrow();
    await caller.call('readImage', { connection: 'local', image: elsewhere }).catch(() => undefined);
    other.close();
    expect(asked).toBe(0);
  });
});

async function ended({ caller }: TestTab, id: string) {
  const find = async () => (await caller.call('listJobs', {})).find((job) => job.id === id);
  await vi.waitFor(async () => expect((await find())?.ended).not.toBeNull(), { timeout: 120_000 });
  const job = await find();
  if (job === undefined) throw new Error('The job is gone.');
  return job;
}

const publishing = (namespace: string, file: string, options: PublishRequest['options'] = {}): PublishRequest => ({
  kind: 'publish',
  connection: 'local',
  path: file,
  options,
  namespace: { slug: namespace, create: { label: namespace, published: true, allowedGroups: [] } },
  dataset: { slug: 'sent', create: { label: 'Sent', description: '' } },
  mode: 'replace',
  rejects: null,
});

describe('publishing from a tab', () => {
  it('previews and publishes a file that its page has sent, and no answer names a folder of the service', async () => {
    const cookie = await logIn('owner', password);
    const tab = await openTab(cookie);
    const { path: file = '' } = await send(
      cookie,
      '../a folder\\Städte 1.csv',
      'name;people\nRom;2800000\nKöln;1090000\n',
    );
    expect(file).toMatch(/^[0-9a-f]{24}\/Städte 1\.csv$/);
    const preview = await tab.caller.call('previewFile', { path: file, options: {} });
    expect(preview).toMatchObject({
      path: file,
      name: 'Städte 1.csv',
      rows: [
        ['Rom', '2800000'],
        ['Köln', '1090000'],
      ],
    });
    expect(await tab.caller.call('surveyFile', { path: file, options: {} })).toMatchObject({ problem: null });
    const request = publishing('sent-here', file, { plan: preview.plan });
    expect(await tab.caller.call('reviewPublish', { request })).toBeNull();
    const job = await ended(tab, (await tab.caller.call('startJob', { request })).id);
    expect(job).toMatchObject({ state: 'done', result: { kind: 'publish', rows: 2 } });
    const reference = { connection: 'local', namespace: 'sent-here', dataset: 'sent' };
    const page = await tab.caller.call('readRows', { reference, query: everyRow, offset: 0, limit: 9 });
    expect(page.rows.map((row) => row[1])).toEqual([2_800_000, 1_090_000]);
    expect(portText([preview, job])).not.toContain(under.service.dataFolder);
    expect(portText([preview, job])).not.toContain(tmpdir());
  });

  it('continues when the tab is closed, and the jobs of an account are shown in all of its tabs, and in no others', async () => {
    const cookie = await logIn('owner', password);
    const first = await openTab(cookie);
    const lines = Array.from({ length: 200_000 }, (_, row) => `${row};${row % 7}`).join('\n');
    const { path: file = '' } = await send(cookie, 'many.csv', `a;b\n${lines}\n`);
    const { id } = await first.caller.call('startJob', { request: publishing('goes-on', file) });
    first.socket.close();
    await first.closed;
    const second = await openTab(cookie);
    expect(await ended(second, id)).toMatchObject({ state: 'done', result: { rows: 200_000 } });
    const stranger = await openTab(await logIn('stranger', password));
    expect(await stranger.caller.call('listJobs', {})).toEqual([]);
    await expect(stranger.caller.call('cancelJob', { job: id })).rejects.toThrow();
  });

  it('has the rights of the account', async () => {
    const cookie = await logIn('stranger', password);
    const tab = await openTab(cookie);
    const { path: file = '' } = await send(cookie, 'mine.csv', 'a\n1\n');
    const job = await ended(tab, (await tab.caller.call('startJob', { request: publishing('hidden', file) })).id);
    expect(job.state).toBe('failed');
  });

  it('reports bad values, and names the file as the page does', async () => {
    const cookie = await logIn('owner', password);
    const tab = await openTab(cookie);
    const { path: file = '' } = await send(cookie, 'bad.csv', 'n\n1\nx\n');
    const options = { columns: [{ source: 'n', type: 'integer' as const }] };
    const job = await ended(tab, (await tab.caller.call('startJob', { request: publishing('bad', file, options) })).id);
    expect(job).toMatchObject({ state: 'failed', badCount: 1 });
    expect(await tab.caller.call('listBadValues', { job: job.id })).toMatchObject([{ line: 3, value: 'x' }]);
    expect(portText(job)).not.toContain(tmpdir());
  });

  it('leaves out rows that cannot be read, which the account alone downloads as a file', async () => {
    const cookie = await logIn('owner', password);
    const tab = await openTab(cookie);
    const { path: file = '' } = await send(cookie, 'städte.csv', 'n\n1\nx\n3\n');
    const options = { columns: [{ source: 'n', type: 'integer' as const }] };
    const request = { ...publishing('without', file, options), rejects: '../../städte-rejects.csv' };
    const job = await ended(tab, (await tab.caller.call('startJob', { request })).id);
    expect(job).toMatchObject({ state: 'done', result: { rows: 2, rejected: 1 } });
    expect(portText(job)).not.toContain(tmpdir());
    const rejects = job.result?.kind === 'publish' ? (job.result.rejects ?? '') : '';
    expect(rejects).toMatch(/^[0-9a-f]{24}\/städte-rejects\.csv$/);
    const answer = await download(rejects, cookie);
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(await answer.text()).toContain('x');
    const stranger = await logIn('stranger', password);
    for (const other of ['', stranger]) expect((await download(rejects, other)).status).toBe(404);
    expect((await download(`${rejects.split('/')[0]}/../../x`, cookie)).status).toBe(404);
    await tab.caller.call('clearJobs', { job: job.id });
    expect((await tab.caller.call('listJobs', {})).map(({ id }) => id)).not.toContain(job.id);
  });

  it('ends with the session: nothing of the account is shown, and the reader is asked to sign in', async () => {
    const cookie = await logIn('member', password);
    const { caller } = await openTab(cookie);
    const { path: file = '' } = await send(cookie, 'mine.csv', 'a\n1\n');
    await caller.call('previewFile', { path: file, options: {} });
    await under.service.deps.catalogue.records.deleteFrom('sessions').execute();
    const refused = { failure: { kind: 'token-refused' } };
    await expect(caller.call('previewFile', { path: file, options: {} })).rejects.toMatchObject(refused);
    await expect(caller.call('surveyFile', { path: file, options: {} })).rejects.toMatchObject(refused);
    await expect(caller.call('startJob', { request: publishing('late', file) })).rejects.toMatchObject(refused);
    await expect(caller.call('listJobs', {})).rejects.toMatchObject(refused);
    expect((await download(file, cookie)).status).toBe(404);
  });

  it('reads no file but those that its account has sent', async () => {
    const cookie = await logIn('owner', password);
    const owner = await openTab(cookie);
    const stranger = await openTab(await logIn('stranger', password));
    const anonymous = await openTab();
    const { path: file = '' } = await send(cookie, 'secret.csv', 'a\n1\n');
    const missing = { failure: { kind: 'file-missing' } };
    for (const { caller } of [stranger, anonymous]) {
      await expect(caller.call('previewFile', { path: file, options: {} })).rejects.toMatchObject(missing);
      await expect(caller.call('startJob', { request: publishing('x', file) })).rejects.toMatchObject(missing);
    }
    const here = path.join(renderer, 'index.html');
    for (const given of [here, `${file}/..`, `${file.split('/')[0]}/../../x`, '', '/'].filter((one) => one !== ''))
      await expect(owner.caller.call('previewFile', { path: given, options: {} })).rejects.toMatchObject(missing);
    const elsewhere = { combine: { files: [here] } };
    await expect(owner.caller.call('previewFile', { path: file, options: elsewhere })).rejects.toMatchObject(missing);
    // A plan of the page's own making is not followed, nor an option that only the service itself has.
    const made = { plan: { path: here, format: 'csv', decided: {} }, lookup: { path: here, by: 'a' }, name: 'other' };
    const preview = await owner.caller.call('previewFile', { path: file, options: made as object });
    expect(preview).toMatchObject({ name: 'secret.csv', rows: [['1']] });
  });

  it('belongs to the account, and not to its name, which another one may get', async () => {
    const cookie = await logIn('owner', password);
    const owner = await openTab(cookie);
    const { path: file = '' } = await send(cookie, 'mine.csv', 'a\n1\n');
    const { id } = await owner.caller.call('startJob', { request: publishing('of-owner', file) });
    await ended(owner, id);
    const rename = (from: string, to: string) =>
      under.service.deps.catalogue.records
        .updateTable('users')
        .set({ username: to })
        .where('username', '=', from)
        .execute();
    await rename('owner', 'owner-before');
    await rename('stranger', 'owner');
    try {
      const { caller } = await openTab(await logIn('owner', password));
      expect((await caller.call('listConnections', {}))[0]?.session).toMatchObject({ user: 'owner' });
      expect((await caller.call('listJobs', {})).map((job) => job.id)).not.toContain(id);
      await expect(caller.call('previewFile', { path: file, options: {} })).rejects.toMatchObject({
        failure: { kind: 'file-missing' },
      });
    } finally {
      await rename('owner', 'stranger');
      await rename('owner-before', 'owner');
    }
  });

  it('takes files from pages of the service and accounts alone', async () => {
    const cookie = await logIn('owner', password);
    expect(await send('', 'a.csv', 'a\n1\n')).toMatchObject({ status: 401 });
    expect(await send(cookie, 'a.csv', 'a\n1\n', 'https://elsewhere.example')).toMatchObject({ status: 403 });
    expect(await send(cookie, 'a.csv', '')).toMatchObject({ status: 400 });
  });

  it('keeps the newest twenty files of an account', async () => {
    const cookie = await logIn('member', password);
    const { caller } = await openTab(cookie);
    const { path: first = '' } = await send(cookie, 'first.csv', 'a\n1\n');
    for (let sent = 0; sent < 20; sent += 1) await send(cookie, `${sent}.csv`, 'a\n1\n');
    await expect(caller.call('previewFile', { path: first, options: {} })).rejects.toMatchObject({
      failure: { kind: 'file-missing' },
    });
  });

  it('gives a namespace an image that was sent', async () => {
    const cookie = await logIn('owner', password);
    const { caller } = await openTab(cookie);
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const { path: file = '' } = await send(cookie, 'pixel.png', pixel);
    const change = { label: 'Pictured', slug: 'pictured', image: { kind: 'replace', path: file } } as const;
    expect(await caller.call('createNamespace', { connection: 'local', change })).toMatchObject({ imageRefused: null });
  });
});

const unknownCall = { failure: { kind: 'unknown-call' } };

describe('the account of a tab', () => {
  it('is that of the session: nothing of it is visible to another', async () => {
    const anonymous = await openTab();
    const owner = await openTab(await logIn('owner', password));
    const member = await openTab(await logIn('member', password));
    const stranger = await openTab(await logIn('stranger', password));
    const seen = { hidden: ['owner'], members: ['member'] };
    for (const [name, tab] of Object.entries({ anonymous, owner, member, stranger })) {
      const names = await namesIn(tab);
      for (const [namespace, readers] of Object.entries(seen)) {
        expect([name, namespace, names.includes(namespace)]).toEqual([name, namespace, readers.includes(name)]);
        const reference = { connection: 'local', namespace, dataset: 'secret' };
        const rows = tab.caller.call('readRows', { reference, query: everyRow, offset: 0, limit: 1 });
        if (readers.includes(name)) expect((await rows).rows).toHaveLength(1);
        else await expect(rows).rejects.toThrow();
      }
    }
    const [connection] = await owner.caller.call('listConnections', {});
    expect(connection?.session).toEqual({ kind: 'signed-in', user: 'owner', kept: 'session' });
  });

  it('is none for a page that wants none, as one in a page of another site', async () => {
    const tab = await openTab(await logIn('owner', password), '?anonymous');
    expect(await namesIn(tab)).not.toContain('hidden');
    expect((await tab.caller.call('listConnections', {}))[0]?.session).toEqual({ kind: 'anonymous' });
  });

  it('writes what it may, and an anonymous reader writes nothing', async () => {
    const change = { label: 'Made in a browser', slug: 'made-in-a-browser', image: { kind: 'keep' } } as const;
    const anonymous = await openTab();
    await expect(anonymous.caller.call('createNamespace', { connection: 'local', change })).rejects.toThrow();
    const owner = await openTab(await logIn('owner', password));
    const made = await owner.caller.call('createNamespace', { connection: 'local', change });
    expect(made.slug).toBe('made-in-a-browser');
  });

  it('ends with the session', async () => {
    const cookie = await logIn('owner', password);
    const tab = await openTab(cookie);
    expect(await namesIn(tab)).toContain('hidden');
    await under.service.deps.catalogue.records.deleteFrom('sessions').execute();
    expect(await namesIn(tab)).not.toContain('hidden');
    expect((await tab.caller.call('listConnections', {}))[0]?.session).toEqual({ kind: 'anonymous' });
  });

  it('is not that of a guessed or an old token', async () => {
    const tab = await openTab(await logIn('owner', password));
    const token = visits.at(-1)?.token;
    const read = () => under.ask('/api/v1/namespaces/hidden/', { token: token ?? '' });
    expect((await read()).status).toBe(200);
    tab.socket.close();
    await tab.closed;
    await vi.waitFor(async () => expect((await read()).status).toBe(401), { timeout: 60_000 });
  });
});

describe('too much of a tab', () => {
  it.each([
    ['something else than a call', 'hello'],
    ['an unknown message', '{"kind":"result","id":1}'],
  ])('ends it: %s', async (_, text) => {
    const tab = await openTab();
    tab.socket.send(text);
    expect(await tab.closed).toBe(1008);
  });

  it('ends it: a message beyond all measure', async () => {
    const tab = await openTab();
    tab.socket.send('x'.repeat(9 * 1024 * 1024));
    expect(await tab.closed).toBe(1009);
  });

  it('ends it: a flood of messages, and the service still answers others', async () => {
    const tab = await openTab();
    const message = portText({ kind: 'abort', id: 0 });
    for (let sent = 0; sent < 20_000; sent += 1) tab.socket.send(message);
    expect(await tab.closed).toBe(1008);
    expect((await under.ask('/api/')).status).toBe(200);
  });
});
