import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type PostgresForTest,
  startPostgres,
  testPassword,
} from '../service/catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../service/catalogue/database/testing/skip-without-postgres.ts';
import { slowFile } from '../service/operations/publish/testing/slow-file-for-test.ts';
import { commandLine, type StartedChild, TestChildren } from './testing/child-processes.ts';

interface ServedNode extends StartedChild {
  readonly url: string;
}

const children = new TestChildren();
let server: PostgresForTest;
let folder = '';
let database = '';

const env = { ALMANAC_CATALOGUE_PASSWORD: testPassword };
const dataOf = (name: string) => path.join(folder, name);

/** Starts `almanac serve` as a node and waits until it is ready. */
async function serve(name: string): Promise<ServedNode> {
  const words = ['serve', '--port', '0', '--data', dataOf(name), '--catalogue', server.url(database, null)];
  const started = children.start(commandLine, words, { env });
  await expect.poll(() => started.output.out, { timeout: 60_000 }).toContain('\n');
  return { ...started, url: (JSON.parse(started.output.out) as { url: string }).url };
}

/** A new account for everything, and its token. */
async function addStaff(name: string): Promise<string> {
  const words = ['--data', dataOf(name)];
  const added = await children.start(commandLine, ['user', 'add', 'staff', '--staff', ...words], {
    env,
    input: 'correct horse battery\n',
  }).ended;
  expect(added).toMatchObject({ code: 0 });
  const issued = await children.start(commandLine, ['user', 'token', 'staff', ...words], { env }).ended;
  expect(issued).toMatchObject({ code: 0 });
  return issued.out.trim();
}

describe.skipIf(skipWithoutPostgres())('almanac serve as several nodes', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-serve-nodes-'));
    database = await server.createDatabase();
  });
  afterEach(async () => {
    await children.endAll();
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses a catalogue of a newer release in one line', async () => {
    const node = await serve('a');
    node.child.kill('SIGTERM');
    await node.ended;
    await server.query('update catalogue_version set version = 99, oldest = 99', database);
    const words = ['serve', '--port', '0', '--data', dataOf('a'), '--catalogue', server.url(database, null)];
    const { code, error } = await children.start(commandLine, words, { env }).ended;
    expect([code, error.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/newer Almanac \(version 99, this one supports \d+\)\. Nothing was changed\./)],
    ]);
  });

  it('reports the import of a killed one as interrupted, through the others', async () => {
    const a = await serve('a');
    const b = await serve('b');
    const token = await addStaff('a');
    const headers = { Authorization: `Token ${token}` };
    const post = async (address: string, record: object) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(record),
      });
      expect(answer.status).toBe(201);
    };
    await post(`${a.url}api/v1/namespaces/`, { slug: 'n', label: 'N' });
    await post(`${a.url}api/v1/namespaces/n/datasets/`, { slug: 'd', label: 'D' });
    const sent = await fetch(`${a.url}api/v1/namespaces/n/datasets/d/versions/`, {
      method: 'POST',
      headers: { ...headers, 'Content-Disposition': 'attachment; filename="a.csv.gz"' },
      body: slowFile(),
    });
    expect(sent.status).toBe(202);
    const version = new URL(sent.headers.get('location') ?? '').pathname.slice(1);
    const report = async () => {
      const answer = await fetch(`${b.url}${version}report/`, { headers });
      return (await answer.json()) as { state: string; message: string };
    };
    await expect.poll(async () => (await report()).state).toBe('importing');
    a.child.kill('SIGKILL');
    await a.ended;
    expect((await report()).state).toBe('importing');
    // As every node does half a minute after the last heartbeat of another.
    await server.query(`delete from nodes where name like '% ${a.child.pid}'`, database);
    await serve('c');
    await expect
      .poll(report)
      .toMatchObject({ state: 'failed', message: 'The service stopped while this was being read.' });
    expect((await fetch(b.url + version, { headers })).status).toBe(404);
    expect((await fetch(`${b.url}health`)).status).toBe(200);
  });
});
