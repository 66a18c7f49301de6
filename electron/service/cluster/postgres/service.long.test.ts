import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { caseCount } from '../../../lib/testing/tier.ts';
import { type PostgresForTest, sharedPostgres } from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { fill, type Tokens } from '../../conformance/testing/fixtures.ts';
import type { Service } from '../../service.ts';
import { openSharedNodes, type SharedNodes } from '../../testing/shared-nodes.ts';

let server: PostgresForTest;
let nodes: SharedNodes;

const startNode = (name: string) => nodes.start(name, { log: () => {} });

async function get(service: Service, address: string, token?: string) {
  const headers = token === undefined ? {} : { Authorization: `Token ${token}` };
  const answer = await fetch(service.url + address, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const rowsAddress = 'api/v1/namespaces/city/datasets/population/data/?limit=2';

describe.skipIf(skipWithoutPostgres())('Services with a catalogue in PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    nodes = await openSharedNodes(server);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await nodes.close();
  });

  it('let none of the editors that change a record by its entity tag on different nodes overwrite another', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { staff } = await fill(a);
    const address = 'api/v1/namespaces/city/datasets/population/';
    const edit = async (service: Service, body: object, tag: string) =>
      await fetch(service.url + address, {
        method: 'PATCH',
        headers: { Authorization: `Token ${staff}`, 'Content-Type': 'application/json', 'If-Match': tag },
        body: JSON.stringify(body),
      });
    expect((await edit(a, { label: '0' }, '*')).status).toBe(200);
    const attempts = caseCount(8, 40);
    let added = 0;
    const addContinuously = async (service: Service) => {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const { headers, text } = await get(service, address, staff);
        const label = String(Number(JSON.parse(text).label) + 1);
        const { status } = await edit(service, { label }, headers.get('etag') ?? '');
        expect([200, 412]).toContain(status);
        if (status === 200) added += 1;
      }
    };
    await Promise.all([a, b, a, b].map(addContinuously));
    expect(JSON.parse((await get(b, address, staff)).text).label).toBe(String(added));
  });

  it('answer alike, whichever was written to: records, accounts, tokens and deletions', async () => {
    const a = await startNode('a');
    const b = await startNode('b');
    const tokens = await fill(a);
    const list = 'api/v1/namespaces/?limit=100';
    for (const token of [undefined, tokens.owner, tokens.member, tokens.staff]) {
      const [ours, theirs] = [await get(a, list, token), await get(b, list, token)];
      expect([theirs.status, theirs.text.replaceAll(b.url, a.url)]).toEqual([200, ours.text]);
    }
    const headers = { Authorization: `Token ${tokens.owner}`, 'Content-Type': 'application/json' };
    const address = 'api/v1/namespaces/city/';
    const changed = await fetch(b.url + address, { method: 'PATCH', headers, body: '{"label":"Changed"}' });
    expect(changed.status).toBe(200);
    await expect.poll(async () => (await get(a, address)).text).toContain('"label":"Changed"');
    expect((await fetch(a.url + address, { method: 'DELETE', headers })).status).toBe(204);
    await expect.poll(async () => (await get(b, address)).status).toBe(404);
  });

  it('ask PostgreSQL nothing for a page of rows that was read before', async () => {
    const a = await startNode('a');
    const tokens = await fill(a);
    const asked = () =>
      statementsOf(async () => {
        for (let turn = 0; turn < 20; turn += 1) expect((await get(a, rowsAddress, tokens.owner)).status).toBe(200);
      });
    // The announcement of the last change may still arrive, and the node asks at times for itself.
    await expect.poll(asked).toEqual([]);
  });

  it('report a version whose last commit got no answer as failed, and remove its rows only then', async () => {
    const a = await startNode('a');
    const tokens = await fill(a);
    const version = await publishWithLostCommit(a, tokens);
    const report = async () => JSON.parse((await get(a, `${version}report/`, tokens.owner)).text) as { state: string };
    // Committed, it is ready for a moment, until the service has noticed that it got no answer.
    await expect.poll(async () => (await report()).state).toBe('failed');
    expect(await report()).toMatchObject({
      message: 'The service lost its catalogue for a moment. Publish again.',
    });
    expect((await get(a, version, tokens.owner)).status).toBe(404);
    const kept = async () => (await readdir(path.join(nodes.folder, 'a', 'rows', 'versions'))).length;
    await expect.poll(kept).toBe(4);
    expect((await get(a, rowsAddress, tokens.owner)).status).toBe(200);
  });
});

/**
 * Publishes a version; the answer to the commit that makes it ready is lost, on the connection that this happens on.
 * @returns address of the version
 */
async function publishWithLostCommit(service: Service, { owner }: Tokens): Promise<string> {
  const query = pg.Client.prototype.query as (...words: unknown[]) => unknown;
  let finishing: pg.Client | null = null;
  let isLost = false;
  const replaced = function (this: pg.Client, ...words: unknown[]) {
    const [sql, values] = words;
    const isReady = Array.isArray(values) && values.includes('ready');
    if (isReady && typeof sql === 'string' && sql.startsWith('update "versions" set "state"')) finishing = this;
    if (sql !== 'commit' || finishing !== this || isLost) return query.apply(this, words);
    isLost = true;
    return Promise.resolve(query.apply(this, words)).then(() => {
      throw new Error('Connection terminated unexpectedly');
    });
  };
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(replaced as never);
  const body = new FormData();
  body.set('file', new Blob(['a,b\n1,2\n']), 'rows.csv');
  const headers = { Authorization: `Token ${owner}` };
  const address = `${service.url}api/v1/namespaces/city/datasets/population/versions/`;
  const answer = await fetch(address, { method: 'POST', headers, body });
  expect(answer.status).toBe(202);
  return (answer.headers.get('location') ?? '').slice(service.url.length);
}

/** What is read from PostgreSQL meanwhile, without the checks of the listening connection. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await act();
  const sent = (spy.mock.calls as unknown[][]).map(([first]) => String(first));
  spy.mockRestore();
  return sent.filter((sql) => /^select/i.test(sql) && sql !== 'select 1');
}
