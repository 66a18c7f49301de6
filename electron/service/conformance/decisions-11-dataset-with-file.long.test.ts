import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transformer } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import { dropAbandoned } from '../catalogue/imports/unfinished-imports.ts';
import { createDataset, findDataset } from '../catalogue/records/datasets.ts';
import { createNamespace, findNamespace } from '../catalogue/records/namespaces.ts';
import { publishTo } from '../operations/publish/publish-file.ts';
import { startService } from '../service.ts';
import { csv, datasets, form } from './testing/publishing.ts';
import { type TestResponse, underTest } from './testing/service-under-test.ts';

const under = underTest();
const token = () => under.tokens.owner;

/** Enough rows that reading them takes a while. */
const manyRows = `a,b\n${Array.from({ length: 200_000 }, (_, row) => `${row},text ${row}`).join('\n')}\n`;

async function post(body: FormData): Promise<TestResponse> {
  return await under.ask(datasets, { method: 'POST', body, token: token() });
}

async function listed(as?: string): Promise<string[]> {
  const options = as === undefined ? {} : { token: as };
  const lists = await Promise.all(
    [datasets, '/api/v1/datasets/'].map(async (list) => (await under.ask(list, options)).json.results),
  );
  const inside = (await under.ask('/api/v1/namespaces/city/', options)).json.datasets;
  return [...lists.flat(), ...inside].map((one: { slug: string }) => one.slug);
}

const versionsListed = async () =>
  (await under.ask('/api/v1/versions/?limit=1000', { token: token() })).json.results.map(
    (one: { dataset: string }) => one.dataset,
  );

const appears = async (slug: string) =>
  await expect.poll(async () => await listed(), { timeout: 60_000 }).toContain(slug);

const reportOf = async (accepted: TestResponse) =>
  (await under.ask(`${accepted.json.versions[0].url.slice(under.base.length)}report/`, { token: token() })).json;

describe('A dataset with its first version in one request', () => {
  it('is not listed before the version is ready, and exists only for callers who may write', async () => {
    const accepted = await post(form(manyRows, 'many.csv', { slug: 'at-once', label: 'At once', licence: 'CC0-1.0' }));
    expect([accepted.status, accepted.json]).toEqual([202, expect.objectContaining({ slug: 'at-once' })]);
    expect(accepted.json.versions).toEqual([expect.objectContaining({ ready: false })]);
    const address = `${datasets}at-once/`;
    expect(accepted.headers.location).toBe(`${under.base}${address}`);
    const seen = { owner: await listed(token()), others: await listed(), versions: await versionsListed() };
    const one = {
      owner: (await under.ask(address, { token: token() })).status,
      others: (await under.ask(address)).status,
      rows: (await under.ask(`${address}data/`)).status,
    };
    // The state is requested last, so that if it is not ready now it was not ready before either.
    const { state } = await reportOf(accepted);
    if (state === 'importing') {
      expect(seen.owner).not.toContain('at-once');
      expect(seen.others).not.toContain('at-once');
      expect(seen.versions).not.toContain(`${under.base}${address}`);
      expect(one).toEqual({ owner: 200, others: 404, rows: 404 });
    }
    expect(state).toBe('importing');
    await appears('at-once');
    const { json } = await under.ask(address, { token: token() });
    expect(json.versions).toEqual([expect.objectContaining({ ready: true })]);
    expect(JSON.parse(Buffer.from(json.versions[0].metadata, 'base64').toString('utf8'))).toMatchObject({
      licence: 'CC0-1.0',
      source: 'many.csv',
      author: 'owner',
    });
    expect((await under.ask(`${address}data/?limit=1`)).json.count).toBe(200_000);
  });

  it('has a namespace that appears with it, and that the next start removes if it stays empty', async () => {
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'almanac-provisional-'));
    let service = await startService({ dataFolder, samples: null });
    const token = await service.issueOperatorToken();
    const headers = { Authorization: `Token ${token}` };
    const ask = async (rest: string, init: RequestInit = {}) => await fetch(`${service.url}api/v1/${rest}`, init);
    const make = async (slug: string, query: string) => {
      const body = JSON.stringify({ slug, label: slug, published: true });
      const type = { 'Content-Type': 'application/json' };
      return (await ask(`namespaces/${query}`, { method: 'POST', headers: { ...headers, ...type }, body })).status;
    };
    const listed = async () => {
      const { results } = (await (await ask('namespaces/', { headers })).json()) as { results: { slug: string }[] };
      return results.map(({ slug }) => slug).sort();
    };
    try {
      expect(await make('wrong', '?provisional=perhaps')).toBe(400);
      for (const slug of ['filled', 'plain', 'left']) expect(await make(slug, '?provisional=true')).toBe(201);
      expect(await listed()).toEqual([]);
      const statusOf = async (init: RequestInit) => (await ask('namespaces/left/', init)).status;
      expect([await statusOf({ headers }), await statusOf({})]).toEqual([200, 404]);
      const withFile = { method: 'POST', headers, body: form('a,b\n1,2\n', 'a.csv', { slug: 'd', label: 'D' }) };
      expect((await ask('namespaces/filled/datasets/', withFile)).status).toBe(202);
      const plain = {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ slug: 'd', label: 'D' }),
      };
      expect((await ask('namespaces/plain/datasets/', plain)).status).toBe(201);
      await expect.poll(listed, { timeout: 60_000 }).toEqual(['filled', 'plain']);
      // The name of an abandoned dataset is available again.
      expect(await make('left', '?provisional=true')).toBe(400);
      expect(await make('left', '')).toBe(201);
      expect(await make('last', '?provisional=true')).toBe(201);
      await service.close();
      service = await startService({ dataFolder, samples: null });
      expect(await listed()).toEqual(['filled', 'left', 'plain']);
      expect((await ask('namespaces/last/', { headers })).status).toBe(404);
    } finally {
      await service.close();
      await rm(dataFolder, { recursive: true, force: true });
    }
  });

  it('accepts the fields of the record, its image and column descriptions, in any order', async () => {
    const image = await Transformer.fromRgbaPixels(Buffer.alloc(8 * 8 * 4, 0x7f), 8, 8).png();
    const body = form(csv, 'small.csv', { slug: 'whole', description: 'In words' });
    body.set('image', new Blob([Buffer.from(image)]), 'red.png');
    body.set('label', 'Whole');
    body.set(
      'columns',
      JSON.stringify([
        { name: 'a', label: 'The first' },
        { source: 'b', name: 'c', type: 'char' },
      ]),
    );
    expect((await post(body)).status).toBe(202);
    await appears('whole');
    const { json } = await under.ask(`${datasets}whole/`);
    expect(json).toMatchObject({ label: 'Whole', description: 'In words' });
    expect(json.image).not.toBe('');
    expect(json.columns.map(({ name, label, type }: Record<string, string>) => [name, label, type])).toEqual([
      ['a', 'The first', 'integer'],
      ['c', 'c', 'char'],
    ]);
  });

  it('without a file is created as before', async () => {
    for (const file of [null, new File([], '')]) {
      const body = new FormData();
      body.set('slug', `no-file-${file === null}`);
      body.set('label', 'No file');
      if (file !== null) body.set('file', file);
      expect((await post(body)).status).toBe(201);
      expect(await listed()).toContain(`no-file-${file === null}`);
    }
  });

  it('with bad values never appears, reports why, and its name is available again', async () => {
    const columns = JSON.stringify([{ source: 'a', type: 'integer' }]);
    const accepted = await post(form('a\n1\nx\n', 'bad.csv', { slug: 'bad', label: 'Bad', columns }));
    expect(accepted.status).toBe(202);
    await expect.poll(async () => (await reportOf(accepted)).state, { timeout: 60_000 }).toBe('failed');
    expect(await reportOf(accepted)).toMatchObject({ fault_count: 1 });
    expect(await listed(token())).not.toContain('bad');
    expect((await post(form(csv, 'good.csv', { slug: 'bad', label: 'Good' }))).status).toBe(202);
    await appears('bad');
    expect((await under.ask(`${datasets}bad/`)).json.label).toBe('Good');
  });

  it('is refused with messages by field, and leaves nothing behind', async () => {
    const named = (fields: Record<string, string>) => form(csv, 'x.csv', { slug: 'refused', label: 'X', ...fields });
    const cases: [FormData, number, object][] = [
      [named({ slug: 'population' }), 400, { slug: ['dataset with this slug already exists.'] }],
      [named({ slug: 'no slug' }), 400, { slug: expect.anything() }],
      [form(csv, 'x.csv', { slug: 'refused' }), 400, { label: ['This field is required.'] }],
      [named({ columns: '[{"type":"text"}]' }), 400, { columns: expect.anything() }],
      [named({ columns: '[{"source":"a"},{"name":"a"}]' }), 400, { columns: ['A column is named twice.'] }],
      [form('', 'x.csv', { slug: 'refused', label: 'X' }), 400, { file: ['The submitted file is empty.'] }],
    ];
    for (const [body, status, json] of cases) {
      const got = await post(body);
      expect([got.status, got.json]).toEqual([status, json]);
    }
    const odd = named({});
    odd.set('file', new Blob(['x'], { type: 'application/pdf' }), 'x.pdf');
    expect((await post(odd)).status).toBe(415);
    const two = named({});
    two.append('file', new Blob(['a\n1\n']), 'y.csv');
    expect((await post(two)).status).toBe(400);
    expect((await under.ask(`${datasets}refused/`, { token: token() })).status).toBe(404);
  });

  it('is refused for callers without rights to write', async () => {
    expect(
      (await under.ask(datasets, { method: 'POST', body: form(csv, 'x.csv', { slug: 'y', label: 'Y' }) })).status,
    ).toBe(401);
  });

  it('is described by the API', async () => {
    const { json } = await under.ask('/api/v1/schema/');
    const body = json.paths['/api/v1/namespaces/{namespace}/datasets/'].post.requestBody.content['multipart/form-data'];
    const name = body.schema.$ref.split('/').at(-1);
    expect(Object.keys(json.components.schemas[name].properties)).toEqual(
      expect.arrayContaining(['slug', 'label', 'image', 'file', 'licence', 'request']),
    );
  });
});

describe('A provisional dataset', () => {
  it('is removed at the next start, and only if no version is ready or in progress', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-provisional-'));
    const options = { dataFolder: folder, samples: null };
    const first = await startService(options);
    try {
      const { records } = first.deps.catalogue;
      const { id: namespaceId } = await createNamespace(records, { slug: 'n', label: 'N', published: true });
      const make = (slug: string) => createDataset(records, { namespaceId, slug, label: slug, provisional: true });
      const left = await make('left');
      const dropped = await make('dropped');
      expect(await dropAbandoned(records, dropped.id)).toEqual({ image: '', showcaseImage: '', thumbnailImage: '' });
      expect(await dropAbandoned(records, dropped.id)).toBeNull();
      await createDataset(records, { namespaceId, slug: 'empty', label: 'Made on purpose' });
      expect(left.provisional).toBe(true);
    } finally {
      await first.close();
    }
    const second = await startService(options);
    try {
      const { records } = second.deps.catalogue;
      const { id = 0 } = (await findNamespace(records, 'n')) ?? {};
      expect(await findDataset(records, id, 'left')).toBeNull();
      expect(await findDataset(records, id, 'empty')).toMatchObject({ provisional: false });
    } finally {
      await second.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('accepts other uploads, and appears with whichever version is ready first', async () => {
    const { deps } = under.service;
    const { id: namespaceId = 0 } = (await findNamespace(deps.catalogue.records, 'city')) ?? {};
    const { id } = await createDataset(deps.catalogue.records, {
      namespaceId,
      slug: 'joined',
      label: 'Joined',
      provisional: true,
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-joined-'));
    try {
      const file = path.join(folder, 'rows.csv');
      await writeFile(file, csv);
      const place = async () => {
        throw new Error('It is there.');
      };
      await publishTo(deps, { namespace: 'city', dataset: 'joined' }, place, { path: file, format: 'csv' });
      expect(await listed()).toContain('joined');
      expect(await dropAbandoned(deps.catalogue.records, id)).toBeNull();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
