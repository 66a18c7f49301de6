import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { versionKeys } from '../catalogue/records/versions.ts';
import { lookUpDataset } from '../operations/find-dataset.ts';
import { publishCandidate } from '../operations/follow/publish-candidate.ts';
import { actingOn, namespaces, type Who } from './testing/acting.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { as } = actingOn(under);
const dataset = `${namespaces}city/datasets/population/`;
const source = `${dataset}source/`;
const changes = `${dataset}changes/`;

/** Publishes a table as a check of a source does after fetching it. */
async function fetched(text: string, at: string, slug = 'population'): Promise<string> {
  const { deps } = under.service;
  const found = await lookUpDataset(deps.catalogue.records, { namespace: 'city', dataset: slug });
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-fetched-'));
  const file = path.join(folder, 'population.csv');
  await writeFile(file, text);
  const publishing = publishCandidate(
    deps,
    {
      datasetId: found?.id ?? 0,
      content: { kind: 'file', file: { path: file, format: 'csv' } },
      columns: [],
      sourceName: 'https://example.org/population.csv',
      expectedRows: null,
      state: null,
      bytes: 10,
      at,
      nextCheck: null,
      elapsedMs: () => 5,
    },
    {},
  );
  const outcome = await publishing.finally(() => rm(folder, { recursive: true }));
  return outcome?.outcome ?? 'gone';
}

describe('The source of a dataset', () => {
  it('is missing until the dataset follows one; only callers who may write can see it', async () => {
    for (const [who, status] of [
      ['anonymous', 401],
      ['stranger', 403],
      ['owner', 404],
    ] as const satisfies [Who, number][]) {
      expect((await under.ask(source, as(who))).status).toBe(status);
      const put = await under.ask(source, as(who, { method: 'PUT', json: {} }));
      expect(put.status).toBe(status === 404 ? 400 : status);
    }
    for (const method of ['PATCH', 'POST', 'DELETE']) {
      expect((await under.ask(source, as('owner', { method, json: {} }))).status).toBe(404);
    }
    expect((await under.ask('/api/v1/')).headers.link).toContain('source/, changes/');
  });

  it('is set, changed and removed; the dataset stays', async () => {
    const address = 'https://example.org/population.csv';
    const put = await under.ask(source, as('owner', { method: 'PUT', json: { address, every: '1w', paused: true } }));
    expect(put.status).toBe(201);
    expect(put.json).toMatchObject({
      url: `${under.base}${source}`,
      dataset: `${under.base}${dataset}`,
      changes: `${under.base}${changes}`,
      address,
      kind: 'unknown',
      every: '1w',
      state: 'paused',
      allow_private: false,
      retention: { kind: 'all' },
      guards: { rows_fell: 50, column_gone: true, column_retyped: true, checks: [] },
      held: null,
      last_check: null,
    });
    const again = await under.ask(source, as('owner', { method: 'PUT', json: { address, every: '6h', paused: true } }));
    expect([again.status, again.json.every]).toEqual([200, '6h']);
    const json = { every: 'manual', retention: { kind: 'last', versions: 3 } };
    expect((await under.ask(source, as('owner', { method: 'PATCH', json }))).json).toMatchObject(json);
    const guards = { rows_fell: null, column_gone: false, column_retyped: false, checks: [] };
    const guarded = await under.ask(source, as('owner', { method: 'PATCH', json: { guards } }));
    expect(guarded.json).toMatchObject({ ...json, guards });
    for (const bad of [{ every: 'often' }, { address: 'file:///etc/passwd' }, { retention: { kind: 'last' } }]) {
      expect((await under.ask(source, as('owner', { method: 'PATCH', json: bad }))).status).toBe(400);
    }
    expect((await under.ask(source, as('owner', { method: 'POST' }))).status).toBe(202);
    expect((await under.ask(source, as('owner', { method: 'POST', json: { action: 'accept' } }))).status).toBe(409);
    const options = await under.ask(source, as('owner', { method: 'OPTIONS' }));
    expect(Object.keys(options.json.actions)).toEqual(['POST', 'PUT']);
    expect((await under.ask(source, as('owner', { method: 'DELETE' }))).status).toBe(204);
    expect((await under.ask(source, as('owner'))).status).toBe(404);
    expect((await under.ask(dataset)).status).toBe(200);
  });

  it('a held version is removed for good with its dataset', async () => {
    const form = new FormData();
    form.set('label', 'Gone soon');
    form.set('slug', 'gone-soon');
    form.set('file', new Blob(['id,name\n1,a\n2,b\n3,c\n']), 'a.csv');
    const made = await under.ask(`${namespaces}city/datasets/`, as('owner', { method: 'POST', body: form }));
    expect(made.status).toBe(202);
    const own = `${namespaces}city/datasets/gone-soon/`;
    await expect.poll(async () => (await under.ask(own)).status, { interval: 30 }).toBe(200);
    const json = { address: 'https://example.org/a.csv', paused: true };
    await under.ask(`${own}source/`, as('owner', { method: 'PUT', json }));
    expect(await fetched('id\n1\n', new Date().toISOString(), 'gone-soon')).toBe('held');
    const keys = await versionKeys(under.service.deps.catalogue.records);
    expect((await under.ask(`${own}?permanent=true`, as('owner', { method: 'DELETE' }))).status).toBe(204);
    const left = await versionKeys(under.service.deps.catalogue.records);
    const gone = [...keys].filter((key) => !left.has(key));
    expect(gone).toHaveLength(2);
    const folders = await readdir(path.join(under.service.dataFolder, 'rows', 'versions'));
    expect(folders.filter((key) => gone.includes(key))).toEqual([]);
  });

  it('its changes are a list and a feed, for callers who may read the dataset', async () => {
    const json = { address: 'https://example.org/population.csv', paused: true };
    await under.ask(source, as('owner', { method: 'PUT', json }));
    const before = (await under.ask(dataset)).json.versions[0].slug as string;
    const next = new Date(Date.now() + 60_000).toISOString();
    expect((await under.ask(changes)).json).toMatchObject({ count: 0, results: [] });
    const rows = 'id,name,note\n1,"A & <b>",\n2,b,x\n';
    expect(await fetched(rows, next)).toBe('held');
    expect((await under.ask(source, as('owner'))).json.held.reasons.length).toBeGreaterThan(0);
    expect((await under.ask(source, as('owner', { method: 'POST', json: { action: 'accept' } }))).status).toBe(200);
    expect(await fetched(rows, next)).toBe('unchanged');
    expect(await fetched(`${rows}3,c,y\n`, next)).toBe('changed');
    const list = (await under.ask(changes)).json;
    expect(list.count).toBe(2);
    expect(list.results[0]).toMatchObject({
      dataset: `${under.base}${dataset}`,
      text: '1 row added.',
      summary: { added: 1, rows_before: 2 },
    });
    expect(list.results[1].previous).toBe(`${under.base}${dataset}version/${before}/`);
    expect((await under.ask(`${changes}?limit=1`)).json.next).toContain('offset=1');
    for (const feed of [
      await under.ask(`${changes}?_format=atom`),
      await under.ask(changes, { headers: { accept: 'application/atom+xml' } }),
    ]) {
      expect([feed.status, feed.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
      expect(feed.text.match(/<entry>/g)).toHaveLength(2);
      expect(feed.text).toContain(`<id>${list.results[0].version}</id>`);
      expect(feed.text).toContain('<title>1 row added.</title>');
    }
    // Going back to the version before: the same content does not come again, another one does.
    const [{ version: newest }] = list.results;
    expect((await under.ask(newest.slice(under.base.length), as('owner', { method: 'DELETE' }))).status).toBe(204);
    expect(await fetched(`${rows}3,c,y\n`, next)).toBe('unchanged');
    expect(await fetched(`${rows}3,c,z\n`, next)).toBe('changed');
    const secret = `${namespaces}hidden/datasets/secret/changes/`;
    expect((await under.ask(secret)).status).toBe(401);
    expect((await under.ask(`${secret}?_format=atom`, as('stranger'))).status).toBe(403);
  });
});
