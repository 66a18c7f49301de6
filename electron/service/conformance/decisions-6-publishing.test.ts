import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { beginImport } from '../catalogue/imports.ts';
import { findStoredVersion } from '../catalogue/versions.ts';
import { publishVersion } from '../publish.ts';
import { type Ask, type Got, underTest } from './service-under-test.ts';

const under = underTest();
const datasets = '/api/v1/namespaces/city/datasets/';

let made = 0;

/** Makes a dataset of its own for a test; gives its path. */
async function newDataset(): Promise<string> {
  made += 1;
  const { status, json } = await under.ask(datasets, {
    method: 'POST',
    token: under.tokens.owner,
    json: { label: `Dataset ${made}`, slug: `made-${made}` },
  });
  expect(status).toBe(201);
  return json.url.slice(under.base.length);
}

async function report(version: string): Promise<Got> {
  return await under.ask(`${version}report/`, { token: under.tokens.owner });
}

/** Publishes and waits until the version is ready or gone; gives the answer to the request and the report. */
async function publish(
  dataset: string,
  ask: Ask,
  query = '',
): Promise<{ accepted: Got; report: Got; version: string }> {
  const accepted = await under.ask(`${dataset}versions/${query}`, {
    method: 'POST',
    token: under.tokens.owner,
    ...ask,
  });
  expect([accepted.status, accepted.text]).toEqual([202, expect.any(String)]);
  const version = (accepted.headers.location ?? '').slice(under.base.length);
  await expect.poll(async () => (await report(version)).json.state, { timeout: 20_000 }).not.toBe('importing');
  return { accepted, report: await report(version), version };
}

function form(content: string | Uint8Array, name: string, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.set('file', new Blob([Buffer.from(content)]), name);
  return data;
}

async function rows(dataset: string): Promise<unknown[]> {
  return (await under.ask(`${dataset}data/`)).json.results;
}

const csv = 'a,b\n1,x\n2,y\n';
const features = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: { a: 1 } }],
});

describe('Publishing over HTTP', () => {
  it('answers 202 with the Version record, not ready, and Location; then the version turns ready in one step', async () => {
    const dataset = await newDataset();
    const { accepted, version } = await publish(dataset, { body: form(csv, 'a.csv') });
    expect(Object.keys(accepted.json)).toEqual('id dataset label slug datetime checksum metadata ready url'.split(' '));
    expect([accepted.json.ready, accepted.json.url]).toEqual([false, accepted.headers.location]);
    const { json } = await under.ask(version);
    expect([json.ready, json.checksum]).toEqual([true, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(JSON.parse(Buffer.from(json.metadata, 'base64').toString())).toMatchObject({ rows: 2, source: 'a.csv' });
    expect(await rows(dataset)).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ]);
  });

  it.each<[string, Ask, unknown[]]>([
    [
      'CSV as the body',
      { headers: { 'content-type': 'text/csv' }, body: csv },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    ['TSV', { headers: { 'content-type': 'text/tab-separated-values' }, body: 'a\tb\n1\tx\n' }, [{ a: 1, b: 'x' }]],
    ['CSV with semicolons and quotes', { body: form('a;b\n1;"x;y"\n', 'a.csv') }, [{ a: 1, b: 'x;y' }]],
    ['CSV in Latin-1', { body: form(Buffer.from('a,b\n1,Köln\n', 'latin1'), 'a.csv') }, [{ a: 1, b: 'Köln' }]],
    [
      'packed CSV',
      { body: form(gzipSync(csv), 'a.csv.gz') },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    [
      'a JSON array',
      { headers: { 'content-type': 'application/json' }, body: '[{"a":1,"b":"x"}]' },
      [{ a: 1, b: 'x' }],
    ],
    [
      'NDJSON',
      { headers: { 'content-type': 'application/x-ndjson' }, body: '{"a":1}\n{"a":2}\n' },
      [{ a: 1 }, { a: 2 }],
    ],
    [
      'GeoJSON',
      { headers: { 'content-type': 'application/geo+json' }, body: features },
      [{ a: 1, geometry: { type: 'Point', coordinates: [1, 2] } }],
    ],
    [
      'bytes of no said kind',
      { headers: { 'content-type': 'application/octet-stream' }, body: csv },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    [
      'a body without a type',
      { body: csv },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
  ])('takes %s', async (_, ask, expected) => {
    const dataset = await newDataset();
    const done = await publish(dataset, ask);
    expect([done.report.json.state, done.report.json.message]).toEqual(['ready', '']);
    expect((await rows(dataset)).map((row) => Object.fromEntries(Object.entries(row as object).sort()))).toEqual(
      expected,
    );
  });

  it('takes the Parquet and the XLSX that it gives', async () => {
    for (const format of ['parquet', 'xlsx']) {
      const file = await under.ask(`${datasets}population/download/?_format=${format}`);
      expect([format, file.status]).toEqual([format, 200]);
      const dataset = await newDataset();
      const done = await publish(dataset, { body: form(file.bytes, `a.${format}`) });
      expect([format, done.report.json.message]).toEqual([format, '']);
      expect((await under.ask(`${dataset}data/`)).json.count).toBe(5);
    }
  });

  it('mode=append puts the rows behind the present ones, mode=replace in their place', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    await publish(dataset, { body: form('a,b\n3,z\n', 'a.csv', { mode: 'append' }) });
    expect(await rows(dataset)).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
      { a: 3, b: 'z' },
    ]);
    await publish(dataset, { headers: { 'content-type': 'text/csv' }, body: 'a,b\n4,w\n' }, '?mode=replace');
    expect(await rows(dataset)).toEqual([{ a: 4, b: 'w' }]);
    expect((await under.ask(`${dataset}versions/`)).json.count).toBe(3);
  });

  it('columns renames, retypes, describes and drops', async () => {
    const dataset = await newDataset();
    const columns = JSON.stringify([
      { source: 'a', name: 'number', type: 'float', label: 'A number', description: 'Counts.' },
      { source: 'b', drop: true },
    ]);
    await publish(dataset, { body: form(csv, 'a.csv', { columns }) });
    const { json } = await under.ask(dataset);
    expect(json.columns).toEqual([{ type: 'float', description: 'Counts.', name: 'number', label: 'A number' }]);
  });

  it('labels and descriptions of columns are kept by the next version', async () => {
    const dataset = await newDataset();
    const columns = JSON.stringify([{ source: 'a', label: 'A number', description: 'Counts.' }]);
    await publish(dataset, { body: form(csv, 'a.csv', { columns }) });
    await publish(dataset, { body: form(csv, 'a.csv') });
    expect((await under.ask(dataset)).json.columns[0]).toMatchObject({ label: 'A number', description: 'Counts.' });
  });

  it('a bad file leaves no version, and the report says why, with line and column', async () => {
    const dataset = await newDataset();
    const columns = JSON.stringify([{ source: 'a', type: 'integer' }]);
    const { report: done, version } = await publish(dataset, {
      body: form('a,b\n1,x\nmany,y\n', 'a.csv', { columns }),
    });
    expect(done.json.state).toBe('failed');
    expect(done.json.faults[0]).toMatchObject({ line: 3, column: 'a', value: 'many' });
    expect(done.json.fault_count).toBe(1);
    expect((await under.ask(version, { token: under.tokens.owner })).status).toBe(404);
    expect((await under.ask(`${dataset}versions/`, { token: under.tokens.owner })).json.count).toBe(0);
    expect((await under.ask(`${dataset}data/`)).json.count).toBe(0);
    expect(JSON.stringify(done.json)).not.toContain(under.service.dataFolder);
  });

  it('a failed version leaves the one before it as it was', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    const { report: done } = await publish(dataset, { body: form('PAR1 is not enough', 'a.parquet') });
    expect(done.json.state).toBe('failed');
    expect(await rows(dataset)).toHaveLength(2);
  });

  it('slugs are strictly increasing, and datetime is the same instant', async () => {
    const dataset = await newDataset();
    for (let time = 0; time < 3; time += 1) await publish(dataset, { body: form(csv, 'a.csv') });
    const { json } = await under.ask(`${dataset}versions/`);
    const slugs: string[] = json.results.map((version: { slug: string }) => version.slug);
    expect(slugs).toEqual([...new Set(slugs)].sort().reverse());
    for (const { slug, datetime } of json.results) expect(datetime.replaceAll(/\D/g, '')).toBe(slug.slice(0, 17));
  });

  it('is refused before the file is read: nobody, a stranger, a dataset that is not there', async () => {
    const dataset = await newDataset();
    const body = csv;
    expect((await under.ask(`${dataset}versions/`, { method: 'POST', body })).status).toBe(401);
    expect(
      (await under.ask(`${dataset}versions/`, { method: 'POST', body, token: under.tokens.stranger })).status,
    ).toBe(403);
    expect(
      (await under.ask(`${datasets}nothing/versions/`, { method: 'POST', body, token: under.tokens.owner })).status,
    ).toBe(404);
  });

  it.each<[string, Ask, string, number, unknown]>([
    ['no file', { body: new FormData() }, '', 400, { file: ['No file was submitted.'] }],
    ['an empty file', { body: form('', 'a.csv') }, '', 400, { file: ['The submitted file is empty.'] }],
    ['an empty body', { headers: { 'content-type': 'text/csv' } }, '', 400, { file: ['The body is empty.'] }],
    [
      'an image',
      { headers: { 'content-type': 'image/png' }, body: 'x' },
      '',
      415,
      { detail: 'Unsupported media type "image/png" in request.' },
    ],
    [
      'a wrong mode',
      { body: form(csv, 'a.csv', { mode: 'upsert' }) },
      '',
      400,
      expect.objectContaining({ mode: expect.any(Array) }),
    ],
    [
      'columns that are no JSON',
      { body: form(csv, 'a.csv', { columns: '{' }) },
      '',
      400,
      expect.objectContaining({ columns: expect.any(Array) }),
    ],
    [
      'a column named twice',
      { body: form(csv, 'a.csv', { columns: '[{"source":"a"},{"source":"a"}]' }) },
      '',
      400,
      { columns: ['A column is named twice.'] },
    ],
    [
      'a type that is none',
      { body: form(csv, 'a.csv', { columns: '[{"source":"a","type":"date"}]' }) },
      '',
      400,
      expect.objectContaining({ columns: expect.any(Array) }),
    ],
  ])('refuses %s', async (_, ask, query, status, body) => {
    const dataset = await newDataset();
    const got = await under.ask(`${dataset}versions/${query}`, { method: 'POST', token: under.tokens.owner, ...ask });
    expect([got.status, got.json]).toEqual([status, body]);
    expect((await under.ask(`${dataset}versions/`, { token: under.tokens.owner })).json.count).toBe(0);
  });

  it('DELETE removes a version and its rows', async () => {
    const dataset = await newDataset();
    const first = await publish(dataset, { body: form('a\n1\n', 'a.csv') });
    const second = await publish(dataset, { body: form('a\n2\n', 'a.csv') });
    expect((await under.ask(second.version, { method: 'DELETE' })).status).toBe(401);
    const { status, text, headers } = await under.ask(second.version, { method: 'DELETE', token: under.tokens.owner });
    expect([status, text, headers.allow]).toEqual([204, '', 'GET, DELETE, HEAD, OPTIONS']);
    expect((await under.ask(second.version)).status).toBe(404);
    expect(await rows(dataset)).toEqual([{ a: 1 }]);
    expect((await under.ask(first.version)).status).toBe(200);
  });
});

describe('Comparing versions', () => {
  it('counts and lists added, removed and changed rows, matched by a key', async () => {
    const dataset = await newDataset();
    const before = await publish(dataset, { body: form('id,v\n1,a\n2,b\n3,c\n', 'a.csv') });
    const after = await publish(dataset, { body: form('id,v\n1,a\n2,B\n4,d\n', 'a.csv') });
    const against = before.accepted.json.slug;
    const { status, json } = await under.ask(`${after.version}diff/?against=${against}&key=id`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ added: 1, removed: 1, changed: 1, count: 3, key: ['id'], columns_added: [] });
    expect(json.results).toEqual([
      { kind: 'changed', before: { id: 2, v: 'b' }, after: { id: 2, v: 'B' }, changed: ['v'] },
      { kind: 'added', before: null, after: { id: 4, v: 'd' }, changed: [] },
      { kind: 'removed', before: { id: 3, v: 'c' }, after: null, changed: [] },
    ]);
    const page = await under.ask(`${after.version}diff/?against=${against}&key=id&limit=1`);
    expect([page.json.results.length, page.json.next]).toEqual([
      1,
      `${under.base}${after.version}diff/?against=${against}&key=id&limit=1&offset=1`,
    ]);
  });

  it.each(['', '?against=', '?against=20000101000000000000', '?against=x'])('%s is 400', async (query) => {
    const { json } = await under.ask(`${datasets}population/versions/`);
    const path = json.results[0].url.slice(under.base.length);
    const got = await under.ask(`${path}diff/${query}`);
    expect([got.status, Object.keys(got.json)]).toEqual([400, ['against']]);
  });
});

describe('A version that is not ready', () => {
  it('is listed only to those who may write, and never serves rows', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    const { id } = (await under.ask(dataset)).json;
    const begun = await beginImport(under.service.deps.catalogue.records, id, undefined);
    const version = `${dataset}version/${begun.slug}/`;
    expect((await under.ask(version)).status).toBe(404);
    const own = await under.ask(version, { token: under.tokens.owner });
    expect([own.status, own.json.ready]).toEqual([200, false]);
    for (const path of [`${dataset}versions/`, '/api/v1/versions/']) {
      const slugs = async (token?: string) => {
        const { json } = await under.ask(path, token === undefined ? {} : { token });
        return json.results.map((one: { slug: string }) => one.slug);
      };
      expect(await slugs()).not.toContain(begun.slug);
      expect(await slugs(under.tokens.owner)).toContain(begun.slug);
    }
    expect((await under.ask(`${dataset}data/?version=${begun.slug}`, { token: under.tokens.owner })).status).toBe(404);
    expect((await under.ask(`${dataset}data/`)).json.count).toBe(2);
    expect((await under.ask(version, { method: 'DELETE', token: under.tokens.owner })).status).toBe(409);
    const append = await under.ask(`${dataset}versions/`, {
      method: 'POST',
      token: under.tokens.owner,
      body: form(csv, 'a.csv', { mode: 'append' }),
    });
    expect([append.status, Object.keys(append.json)]).toEqual([409, ['detail']]);
  });

  it('of two that were to follow the same rows, one is refused', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    const { id } = (await under.ask(dataset)).json;
    const source = path.join(under.service.dataFolder, 'more.csv');
    await writeFile(source, 'a,b\n3,z\n');
    const both = await Promise.allSettled(
      [1, 2].map(() => publishVersion(under.service.deps, id, { path: source, format: 'csv' }, { mode: 'append' })),
    );
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await under.ask(`${dataset}data/`)).json.count).toBe(3);
  });
});

describe('A stored file that is damaged', () => {
  it('is never served: an inner error that tells nothing', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    const { id } = (await under.ask(dataset)).json;
    const stored = await findStoredVersion(under.service.deps.catalogue.records, id);
    const folder = path.join(under.service.dataFolder, 'rows', 'versions', stored?.key ?? '');
    for (const name of await readdir(folder)) await writeFile(path.join(folder, name), 'x');
    for (const query of ['?ordering=b', '?_format=parquet']) {
      const at = query.includes('parquet') ? 'download' : 'data';
      const { status, json } = await under.ask(`${dataset}${at}/${query}`);
      expect([query, status, json]).toEqual([query, 500, { detail: 'A server error occurred.' }]);
    }
  });
});
