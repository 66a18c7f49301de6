import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { listNamespaces } from '../../connector/catalogue/catalogue.ts';
import type { TokenVault } from '../../connector/connections/token-vault.ts';
import { openRemoteService } from '../../connector/discovery/open-service.ts';
import { type Jobs, openJobs } from '../../jobs/open-jobs.ts';
import { type Service, startService } from '../../service/service.ts';
import { type Backend, openBackend } from './catalogue-and-rows.ts';
import { insightFunctionsOver } from './profiles.ts';
import { openViewedFiles, type ViewedFiles } from './viewed-files.ts';

const { signal } = new AbortController();
const noVault: TokenVault = {
  describe: async () => ({ kind: 'system' }),
  read: async () => null,
  remove: async () => {},
  store: async () => {},
};

let folder: string;
let own: Service;
let viewed: ViewedFiles;
let backend: Backend;
let jobs: Jobs;
const events: BackendEvent[] = [];
const place = (name: string) => path.join(folder, name);
const scratchFolder = () => place('cache/viewed');

async function open(): Promise<void> {
  viewed = openViewedFiles({ folder: scratchFolder(), announce: (event) => events.push(event) });
  backend = await openBackend({
    local: own.issueOperatorToken().then((token) => ({ address: own.url, token })),
    scratch: viewed.service,
    configFolder: place('config'),
    cacheFolder: place('cache'),
    vault: noVault,
    announce: (event) => events.push(event),
  });
}

async function close(): Promise<void> {
  await backend.close();
  await viewed.close();
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(place(name), text);
  return place(name);
}

async function until(id: string, fits: (viewed: ViewedFile) => boolean): Promise<ViewedFile> {
  return vi.waitFor(
    async () => {
      const found = (await viewed.functions.listViewedFiles({}, signal)).find((one) => one.id === id);
      if (found === undefined || !fits(found)) throw new Error(`Not yet: ${JSON.stringify(found)}`);
      return found;
    },
    { timeout: 60_000, interval: 20 },
  );
}

const ended = ({ state }: ViewedFile) => state !== 'reading';

async function view(target: string): Promise<ViewedFile> {
  const { id } = await viewed.functions.viewFile({ path: target }, signal);
  return until(id, ended);
}

async function rowsOf({ reference }: ViewedFile, query = everyRow): Promise<readonly unknown[]> {
  const plain = { ...query, filters: [...query.filters], ordering: [...query.ordering], fields: null };
  return (await backend.functions.readRows({ reference, query: plain, offset: 0, limit: 100 }, signal)).rows;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-viewed-'));
  own = await startService({ dataFolder: place('data') });
  await open();
  jobs = await openJobs({
    connections: backend.connections,
    service: Promise.resolve(own),
    dataFolder: place('data'),
    cacheFolder: place('cache'),
    announce: () => {},
  });
});

afterAll(async () => {
  await jobs.close();
  await close();
  await own.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a file that is viewed', () => {
  it('is read like any dataset: rows, filters, profiles and exports', async () => {
    const towns = await view(await file('towns.csv', 'name,people\nUlm,126\nBonn,331\nJena,111\n'));
    expect(towns).toMatchObject({ state: 'ready', stored: true, rows: 3, rejected: 0, onDisk: 'same', failure: null });
    expect(await rowsOf(towns)).toEqual([
      ['Ulm', 126],
      ['Bonn', 331],
      ['Jena', 111],
    ]);
    const filtered = { ...everyRow, filters: [{ column: 'people', lookup: 'gt' as const, value: '120' }] };
    expect(await rowsOf(towns, filtered)).toHaveLength(2);
    const insights = insightFunctionsOver(
      backend.connections,
      () => {},
      () => Promise.reject(new Error('The service profiles its rows itself.')),
    );
    const query = { ...everyRow, filters: [], ordering: [], fields: null };
    const profile = await insights.profileColumn(
      { reference: towns.reference, query, column: 'people', rows: 100 },
      signal,
    );
    expect(profile.numbers).toMatchObject({ min: 111, max: 331 });
    const request = { reference: towns.reference, query, selection: null, format: 'csv' as const, descriptor: false };
    const target = place('out.csv');
    const { id } = await jobs.functions.startJob({ request: { kind: 'export', ...request, target } }, signal);
    await vi.waitFor(
      async () => {
        const job = (await jobs.functions.listJobs({}, signal)).find((one) => one.id === id);
        expect(job?.state).toBe('done');
      },
      { timeout: 60_000 },
    );
    expect((await readFile(target, 'utf8')).split('\r\n').join('\n')).toBe(
      'name,people\nUlm,126\nBonn,331\nJena,111\n',
    );
  });

  it('is visible only to the desktop’s own account, and in no list or store of others', async () => {
    const secret = await view(await file('secret-plan.csv', 'a\n1\n'));
    expect(backend.connections.list().map(({ id }) => id)).toEqual(['local']);
    expect(await backend.functions.listNamespaces({ connection: 'local' }, signal)).toEqual([]);
    const scratch = await viewed.service();
    expect(new URL(scratch.address).hostname).toBe('127.0.0.1');
    const anonymous = await openRemoteService(scratch.address, null);
    expect(await listNamespaces(anonymous.source)).toEqual([]);
    const { namespace, dataset } = secret.reference;
    const direct = await fetch(`${scratch.address}api/v1/namespaces/${namespace}/datasets/${dataset}/`);
    expect(direct.status).toBe(401);
    await anonymous.close();
    const kept = await readdir(place('data'), { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      kept.filter((one) => one.isFile()).map((one) => readFile(path.join(one.parentPath, one.name), 'latin1')),
    );
    expect(texts.some((text) => text.includes('secret-plan'))).toBe(false);
  });

  it('is the same when opened again, also through a link', async () => {
    const target = await file('once.csv', 'a\n1\n');
    const first = await view(target);
    await symlink(target, place('link.csv'));
    for (const again of [target, place('link.csv'), `${folder}/./once.csv`]) {
      expect((await viewed.functions.viewFile({ path: again }, signal)).id).toBe(first.id);
    }
  });

  it('shows its first rows and its progress while being read, and can be cancelled', async () => {
    const lines = Array.from({ length: 120_000 }, (_, at) => `${at},place ${at % 977},${at / 7}`);
    const target = await file('large.csv', `id,place,value\n${lines.join('\n')}\n`);
    const { id } = await viewed.functions.viewFile({ path: target }, signal);
    const preview = await vi.waitFor(
      async () => {
        const found = await viewed.functions.previewViewedFile({ id }, signal);
        if (found === null) throw new Error('Not yet.');
        return found;
      },
      { timeout: 60_000, interval: 5 },
    );
    expect(preview.rows[0]?.slice(0, 2)).toEqual(['0', 'place 0']);
    await viewed.functions.cancelViewedFile({ id }, signal);
    expect(await until(id, ended)).toMatchObject({ state: 'cancelled', stored: false, progress: null });
    await viewed.functions.readViewedFileAgain({ id }, signal);
    expect(await until(id, ended)).toMatchObject({ state: 'ready', rows: 120_000 });
    expect(events).toContainEqual({ kind: 'viewed-files-changed' });
  });

  it('omits and counts what cannot be read', async () => {
    const broken = await view(await file('broken.csv', 'a,b\n1,2\n3,4,5\n6,7\n'));
    expect(broken).toMatchObject({ state: 'ready', rows: 2, rejected: 1 });
  });

  it('reports that the file has changed on disk, and is read again on request', async () => {
    const target = await file('changing.csv', 'a\n1\n');
    const before = await view(target);
    await writeFile(target, 'a\n1\n2\n');
    expect(await until(before.id, ({ onDisk }) => onDisk !== 'same')).toMatchObject({ onDisk: 'changed', rows: 1 });
    await viewed.functions.readViewedFileAgain({ id: before.id }, signal);
    expect(await until(before.id, ended)).toMatchObject({ onDisk: 'same', rows: 2 });
    expect(await rowsOf(before)).toEqual([[1], [2]]);
    await rm(target);
    expect(await until(before.id, ({ onDisk }) => onDisk !== 'same')).toMatchObject({
      onDisk: 'missing',
      stored: true,
    });
    // A failed reading keeps the previous rows.
    await viewed.functions.readViewedFileAgain({ id: before.id }, signal);
    expect(await until(before.id, ended)).toMatchObject({ state: 'failed', stored: true });
    expect(await rowsOf(before)).toHaveLength(2);
  });

  it.each([
    ['nowhere.csv', async () => {}, 'file-missing', 'The file does not exist.'],
    ['folder.csv', () => mkdir(place('folder.csv')), 'is-a-folder', 'This is a folder, not a file.'],
    ['empty.csv', () => file('empty.csv', ''), 'bad-input', 'The file is empty.'],
    ['page.pdf', () => file('page.pdf', '%PDF-1.7\n%'), 'bad-input', /PDF/],
    ['broken.json', () => file('broken.json', '[{"a": 1}, {"a"'), 'bad-input', /JSON/],
  ])('is refused with a message: %s', async (name, make, kind, message) => {
    await make();
    const { state, stored, failure } = await view(place(name));
    expect({ state, stored }).toEqual({ state: 'failed', stored: false });
    expect(failure).toMatchObject({ kind, where: place(name) });
    expect(failure && englishText(failure)).toMatch(message);
  });

  it.skipIf(process.getuid?.() === 0)('is refused without permission to read it', async () => {
    const target = await file('closed.csv', 'a\n1\n');
    await chmod(target, 0);
    expect((await view(target)).failure).toMatchObject({ kind: 'not-readable' });
  });

  it('is removed with all its stored data once it is closed', async () => {
    const target = await file('short.csv', 'a\n1\n');
    const short = await view(target);
    await viewed.functions.closeViewedFile({ id: short.id }, signal);
    await expect(rowsOf(short)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(viewed.functions.previewViewedFile({ id: short.id }, signal)).rejects.toThrow('no longer open');
    expect(await readFile(target, 'utf8')).toBe('a\n1\n');
    // Closed while being opened again: the last call wins.
    const again = await view(target);
    const closing = viewed.functions.closeViewedFile({ id: again.id }, signal);
    const last = await view(target);
    await closing;
    expect(await rowsOf(last)).toEqual([[1]]);
  });
});

describe('what an earlier run left', () => {
  it('stays only for restored tabs, and is removed if there are none', async () => {
    const kept = await view(await file('kept.csv', 'a\n1\n'));
    const left = await view(await file('left.csv', 'a\n2\n'));
    await close();
    await open();
    await viewed.functions.retainViewedFiles({ ids: [kept.id] }, signal);
    expect((await viewed.functions.listViewedFiles({}, signal)).map(({ id }) => id)).toEqual([kept.id]);
    expect(await viewed.functions.viewFile({ path: kept.path }, signal)).toMatchObject({ state: 'ready' });
    expect(await rowsOf(kept)).toEqual([[1]]);
    await expect(rowsOf(left)).rejects.toMatchObject({ kind: 'not-found' });
    await close();
    await open();
    await viewed.functions.retainViewedFiles({ ids: [] }, signal);
    expect(existsSync(scratchFolder())).toBe(false);
  });

  it('is read again if it was interrupted or its list is damaged', async () => {
    const target = await file('again.csv', 'a\n1\n');
    await mkdir(scratchFolder(), { recursive: true });
    await writeFile(path.join(scratchFolder(), 'files.json'), '[{"id": 3');
    expect(await view(target)).toMatchObject({ state: 'ready', rows: 1 });
  });
});
