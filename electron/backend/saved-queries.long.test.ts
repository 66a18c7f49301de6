import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { readImage } from '../connector/catalogue/images.ts';
import {
  changeSavedQuery,
  listQueries,
  readFigures,
  removeQuery,
  runQuery,
  saveQuery,
} from '../connector/catalogue/queries.ts';
import { type ConnectedService, openRemoteService } from '../connector/discovery/open-service.ts';
import { createDataset } from '../service/catalogue/records/datasets.ts';
import { createNamespace } from '../service/catalogue/records/namespaces.ts';
import { publishVersion } from '../service/operations/publish/publish.ts';
import { type Service, startService } from '../service/service.ts';

const towns = { namespace: 'city', dataset: 'towns' };
let folder: string;
let service: Service;
let mine: ConnectedService;
let anonymous: ConnectedService;
let first: string;
let token: string;

async function publish(datasetId: number, text: string): Promise<string> {
  const file = path.join(folder, 'towns.csv');
  await writeFile(file, text);
  return (await publishVersion(service.deps, datasetId, { path: file, format: 'csv' })).slug;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-queries-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
  const { records } = service.deps.catalogue;
  const city = await createNamespace(records, { slug: 'city', label: 'City', description: '', published: true });
  const made = { namespaceId: city.id, description: '', slug: 'towns', label: 'Towns' };
  const dataset = await createDataset(records, made);
  first = await publish(dataset.id, 'name,height\nBergen,12\nVoss,57\n');
  await publish(dataset.id, 'name,height\nBergen,12\nVoss,57\nOslo,23\n');
  token = await service.issueOperatorToken();
  mine = await openRemoteService(service.url, token);
  anonymous = await openRemoteService(service.url, null);
});

afterAll(async () => {
  await mine.close();
  await anonymous.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const view: RowQuery = {
  filters: [{ column: 'height', lookup: 'gte', value: '20' }],
  ordering: [{ column: 'height', descending: true }],
  search: 'o',
  fields: ['height', 'name'],
  version: null,
};

const save = (label: string, query: RowQuery) =>
  saveQuery(mine.source, { connection: 'c1', ...towns }, { label, query });

describe('saved queries of a service', () => {
  it('are stored with everything that a view contains, and listed', async () => {
    const { query, notKept } = await save('High towns', { ...view, version: first });
    expect(notKept).toEqual([]);
    expect(query).toMatchObject({
      label: 'High towns',
      reference: { connection: 'c1', ...towns },
      asks: { kind: 'view', query: { ...view, version: first } },
    });
    expect(await listQueries(mine.source, 'c1')).toContainEqual(query);
    expect(await listQueries(anonymous.source, 'c1')).toContainEqual(query);
  });

  it('are run by the service, at the version that they are bound to', async () => {
    const everything = { ...everyRow, search: '' };
    const bound = (await save('All of the first', { ...everything, version: first })).query;
    const newest = (await save('All', everything)).query;
    expect(await runQuery(mine.source, bound.data)).toMatchObject({ count: 2 });
    expect(await runQuery(mine.source, newest.data)).toMatchObject({ count: 3 });
    const column = (name: string) => ({ type: '', description: '', name, label: name });
    expect(await runQuery(anonymous.source, (await save('High', view)).query.data)).toEqual({
      columns: [column('height'), column('name')],
      rows: [
        [57, 'Voss'],
        [23, 'Oslo'],
      ],
      count: 2,
    });
  });

  it('can contain a chart, whose groups the service returns', async () => {
    const query = { ...everyRow, filters: view.filters, version: first };
    const chart = {
      id: 'chart-1',
      mark: 'bar' as const,
      x: { column: 'name', function: null, step: 0 },
      y: null,
      measure: { function: 'Sum' as const, column: 'height' },
      color: null,
      facet: null,
      top: 30,
      sort: 'descending' as const,
      scale: 'log' as const,
      stack: 'none' as const,
      running: false,
      missing: true,
    };
    const groups = {
      rows: query,
      keys: [{ column: 'name', function: null, text: 'name' }],
      aggregates: [{ name: 'value', function: 'Sum' as const, column: 'height' }],
      having: [],
      ordering: [{ name: 'value', descending: true }],
    };
    const drawn = { chart, groups };
    const saved = await saveQuery(mine.source, { connection: 'c1', ...towns }, { label: 'Sums', query, drawn });
    expect(saved.notKept).toEqual([]);
    expect(saved.query.asks).toEqual({ kind: 'view', query, chart });
    expect(await listQueries(anonymous.source, 'c1')).toContainEqual(saved.query);
    expect(await runQuery(anonymous.source, saved.query.data)).toMatchObject({ rows: [['Voss', 57]], count: 1 });
    const gone = { ...drawn, groups: { ...groups, keys: [{ column: 'depth', function: null, text: 'depth' }] } };
    await expect(
      saveQuery(mine.source, { connection: 'c1', ...towns }, { label: 'Depths', query, drawn: gone }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('depth'),
    });
  });

  it('are renamed, given another view, and removed', async () => {
    const { url } = (await save('Before', view)).query;
    const renamed = await changeSavedQuery(mine.source, 'c1', url, { label: 'After' });
    expect(renamed.query).toMatchObject({ label: 'After', asks: { kind: 'view', query: view } });
    const emptied = await changeSavedQuery(mine.source, 'c1', url, { query: everyRow });
    expect(emptied).toMatchObject({ notKept: [], query: { asks: { kind: 'view', query: everyRow } } });
    await removeQuery(mine.source, url);
    expect((await listQueries(mine.source, 'c1')).map((query) => query.url)).not.toContain(url);
  });

  it('are refused without a sign-in, and only queries are removed', async () => {
    const { url } = (await save('Mine', view)).query;
    const refused = { kind: 'sign-in-needed' };
    await expect(
      saveQuery(anonymous.source, { connection: 'c1', ...towns }, { label: 'Theirs', query: view }),
    ).rejects.toMatchObject(refused);
    await expect(changeSavedQuery(anonymous.source, 'c1', url, { label: 'X' })).rejects.toMatchObject(refused);
    await expect(removeQuery(anonymous.source, url)).rejects.toMatchObject(refused);
    const dataset = mine.source.layout.dataset('city', 'towns');
    await expect(removeQuery(mine.source, dataset)).rejects.toMatchObject({ kind: 'bad-address' });
    expect((await mine.source.readDataset(towns)).dataset.label).toBe('Towns');
  });

  it('name the column that was not found', async () => {
    const gone: RowQuery = { ...everyRow, filters: [{ column: 'depth', lookup: 'gt', value: '1' }] };
    await expect(save('Deep', gone)).rejects.toMatchObject({ message: expect.stringContaining('depth') });
  });
});

describe('beside a record', () => {
  it('the number of requests is reported', async () => {
    const before = await readFigures(mine.source, towns);
    await anonymous.source.readDataset(towns);
    const after = await readFigures(mine.source, towns);
    expect(after).toMatchObject({ elements: 3, latest: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((after?.views ?? 0) - (before?.views ?? 0)).toBeGreaterThan(0);
    expect(await readFigures(mine.source, { namespace: 'city', dataset: 'nowhere' })).toBeNull();
  });

  it('an image is returned, and nothing that is not one', async () => {
    const grey = Transformer.fromRgbaPixels(new Uint8Array(4 * 4 * 4).fill(128), 4, 4);
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(await grey.png())], { type: 'image/png' }), 'grey.png');
    const headers = { authorization: `Token ${token}` };
    const address = mine.source.layout.dataset('city', 'towns');
    const changed = await fetch(address, { method: 'PATCH', headers, body: form });
    const { image, thumbnail_image: thumbnail } = (await changed.json()) as { [name: string]: string };
    expect(await readImage(anonymous.source, image ?? '')).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(await readImage(anonymous.source, thumbnail ?? '')).toMatch(/^data:image\/webp;base64,/);
    expect(await readImage(anonymous.source, 'images/nowhere.png')).toBeNull();
    expect(await readImage(anonymous.source, '/api/v1/meta/')).toBeNull();
    expect(await readImage(anonymous.source, 'ftp://elsewhere/x.png')).toBeNull();
    const requested: string[] = [];
    const elsewhere = createServer(({ url }, response) => {
      requested.push(url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    expect(await readImage(anonymous.source, `http://127.0.0.1:${port}/x.png`)).toBeNull();
    expect(requested).toEqual([]);
    elsewhere.close();
  });
});
