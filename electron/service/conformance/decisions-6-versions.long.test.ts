import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { insertImport } from '../catalogue/imports/imports.ts';
import { findStoredVersion } from '../catalogue/records/versions.ts';
import { publishVersion } from '../operations/publish/publish.ts';
import { csv, datasets, form, publishingTo } from './testing/publishing.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { newDataset, publish } = publishingTo(under);

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
  it('is listed only for callers who may write, and never serves rows', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    const { id } = (await under.ask(dataset)).json;
    const begun = await insertImport(under.service.deps.catalogue.records, id, undefined);
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
    const append = await under.ask(`${dataset}versions/`, {
      method: 'POST',
      token: under.tokens.owner,
      body: form(csv, 'a.csv', { mode: 'append' }),
    });
    expect([append.status, Object.keys(append.json)]).toEqual([409, ['detail']]);
    expect((await under.ask(version, { method: 'DELETE', token: under.tokens.owner })).status).toBe(204);
    expect((await under.ask(version, { token: under.tokens.owner })).status).toBe(404);
  });

  it('of two that append to the same rows, one is refused', async () => {
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
  it('is never served: the response says that it is damaged, but not where it is stored', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    const { id } = (await under.ask(dataset)).json;
    const stored = await findStoredVersion(under.service.deps.catalogue.records, id);
    const folder = path.join(under.service.dataFolder, 'rows', 'versions', stored?.key ?? '');
    for (const name of await readdir(folder)) await writeFile(path.join(folder, name), 'x');
    for (const query of ['?ordering=b', '?_format=parquet']) {
      const at = query.includes('parquet') ? 'download' : 'data';
      const { status, json } = await under.ask(`${dataset}${at}/${query}`);
      expect([query, status, json]).toEqual([
        query,
        500,
        { detail: expect.stringMatching(/file of this version|stored file/i) },
      ]);
      expect(json.detail).not.toContain(under.service.dataFolder);
    }
  });
});
