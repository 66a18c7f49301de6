import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportReport } from '#shared/api/publishing.ts';
import { addUser, issueToken } from '../../accounts/administer.ts';
import { type PostgresForTest, sharedPostgres } from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { dropInterruptedImports } from '../../catalogue/imports/unfinished-imports.ts';
import { createDataset } from '../../catalogue/records/datasets.ts';
import { createNamespace } from '../../catalogue/records/namespaces.ts';
import type { Service } from '../../service.ts';
import { openSharedNodes, type SharedNodes } from '../../testing/shared-nodes.ts';
import { slowFile } from './testing/slow-file-for-test.ts';

const versions = 'api/v1/namespaces/n/datasets/d/versions/';

let server: PostgresForTest;
let nodes: SharedNodes;
let token = '';
let slow: Buffer<ArrayBuffer>;

const startNode = (name: string) =>
  nodes.start(name, {
    importLimits: { maxRunning: 1, maxRunningOfManyCallers: 1, maxPerCaller: 4, maxInAll: 4 },
    prepareRows: false,
  });

async function ask({ url }: Service, address: string, method = 'GET'): Promise<Response> {
  return await fetch(url + address, { method, headers: { Authorization: `Token ${token}` } });
}

/** Sends a file that takes long to read. @returns path of its version */
async function publishSlow({ url }: Service): Promise<string> {
  const headers = {
    Authorization: `Token ${token}`,
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': 'attachment; filename="a.csv.gz"',
  };
  const answer = await fetch(url + versions, { method: 'POST', headers, body: slow });
  expect(answer.status).toBe(202);
  return new URL(answer.headers.get('location') ?? '').pathname.slice(1);
}

async function report(service: Service, version: string): Promise<ImportReport> {
  return (await (await ask(service, `${version}report/`)).json()) as ImportReport;
}

/** Files that a node keeps of what it receives and reads. */
async function filesOf({ dataFolder }: Service): Promise<string[]> {
  const names = await readdir(dataFolder, { recursive: true });
  return names.filter((name) => /^(uploads|rows.(unfinished|versions)).[^/\\]+$/.test(name));
}

describe.skipIf(skipWithoutPostgres())('Imports on one of several nodes', () => {
  let a: Service;
  let b: Service;

  beforeAll(async () => {
    slow = slowFile();
    server = await sharedPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    nodes = await openSharedNodes(server);
    a = await startNode('a');
    b = await startNode('b');
    const { records } = a.deps.catalogue;
    await addUser(records, { username: 'anna', password: 'correct horse battery', isStaff: true });
    token = await issueToken(records, 'anna');
    const { id: namespaceId } = await createNamespace(records, { slug: 'n', label: 'N' });
    await createDataset(records, { namespaceId, slug: 'd', label: 'D' });
  });
  afterEach(async () => {
    await nodes.close();
  });

  it('are followed at another one: their progress, and their position in the queue', async () => {
    const first = await publishSlow(a);
    const second = await publishSlow(a);
    await expect.poll(async () => (await report(b, first)).progress?.rows ?? 0).toBeGreaterThan(0);
    expect(await report(b, second)).toMatchObject({
      state: 'importing',
      progress: { phase: 'waiting', rows: 0, fraction: null, place: 1 },
    });
    // It is what the importing node itself reports, half a second later at most.
    const { rows = 0 } = (await report(a, first)).progress ?? {};
    await expect.poll(async () => (await report(b, first)).progress?.rows ?? rows).toBeGreaterThanOrEqual(rows);
    for (const version of [second, first]) expect((await ask(a, version, 'DELETE')).status).toBe(204);
    await expect.poll(() => server.query('select * from import_progress', nodes.database)).toEqual([]);
  });

  it('are cancelled through another one, which reports it at once; the importing node stops and removes its files', async () => {
    const first = await publishSlow(a);
    const second = await publishSlow(a);
    for (const version of [first, second]) {
      await expect.poll(async () => (await ask(b, version)).status).toBe(200);
      expect((await ask(b, version, 'DELETE')).status).toBe(204);
      expect(await report(b, version)).toMatchObject({
        state: 'failed',
        message: 'Publishing was cancelled.',
        progress: null,
      });
    }
    await expect.poll(() => a.deps.imports.tracked()).toEqual([]);
    await expect.poll(() => filesOf(a)).toEqual([]);
    expect(a.deps.imports.admitted()).toBe(0);
    for (const service of [a, b]) {
      for (const version of [first, second])
        expect(await report(service, version)).toMatchObject({
          state: 'failed',
          message: 'Publishing was cancelled.',
        });
    }
  });

  it('end when their dataset is deleted through another one', async () => {
    await publishSlow(a);
    expect((await ask(b, 'api/v1/namespaces/n/datasets/d/', 'DELETE')).status).toBe(204);
    await expect.poll(() => a.deps.imports.tracked()).toEqual([]);
    await expect.poll(() => filesOf(a)).toEqual([]);
  });

  it('are reported as interrupted when their node stops', async () => {
    const version = await publishSlow(a);
    await nodes.stop(a);
    expect(await report(b, version)).toMatchObject({
      state: 'failed',
      message: 'The service stopped while this was being read.',
    });
    expect((await ask(b, version)).status).toBe(404);
  });

  it('that another node has reported as interrupted, because theirs was stopped for long, keep that report', async () => {
    const version = await publishSlow(a);
    // As every node does half a minute after the last heartbeat of another.
    await server.query('delete from nodes', nodes.database);
    expect(await dropInterruptedImports(b.deps.catalogue.records)).toBe(1);
    await expect.poll(() => a.deps.imports.tracked()).toEqual([]);
    expect(await report(b, version)).toMatchObject({
      state: 'failed',
      message: 'The service stopped while this was being read.',
    });
  });
});
