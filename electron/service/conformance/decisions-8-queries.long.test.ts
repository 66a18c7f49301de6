import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const queries = '/api/v1/queries/';
const population = '/api/v1/namespaces/city/datasets/population/';
const secret = '/api/v1/namespaces/hidden/datasets/secret/';
const parameters = {
  ordering: [{ column: 'inhabitants', descending: true }],
  filters: [{ column: 'year', lookup: 'gte', value: '1991' }],
  fields: ['district', 'year'],
  search: '',
};

async function save(more: object = {}, token = under.tokens.member) {
  const json = { label: 'Größer als λ', dataset: `${under.base}${population}`, parameters, ...more };
  return await under.ask(queries, { method: 'POST', token, json });
}

describe('Saved queries', () => {
  it('are saved by callers who can see the dataset, and belong to them', async () => {
    const { status, json, headers } = await save();
    expect([status, headers.location]).toEqual([201, json.url]);
    expect(Object.keys(json)).toEqual('id label slug dataset owner parameters created url data'.split(' '));
    expect(json).toMatchObject({
      label: 'Größer als λ',
      slug: 'gro-er-als',
      dataset: `${under.base}${population}`,
      owner: `${under.base}/api/v1/users/3/`,
      parameters,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: `${json.url}data/`,
    });
    expect((await under.ask(json.url.slice(under.base.length))).json).toEqual(json);
  });

  it('have a data address that serves their rows', async () => {
    const { json } = await save();
    const data = json.data.slice(under.base.length);
    const rows = await under.ask(data);
    expect(rows.json.results).toEqual([
      { district: 'Löbtau', year: 1992 },
      { district: 'Südvorstadt', year: 1991 },
      { district: 'Äußere Neustadt', year: 1991 },
    ]);
    const page = await under.ask(`${data}?limit=1&offset=1`);
    const next = new RegExp(`${data}\\?version=\\d{20}&limit=1&offset=2$`);
    expect([page.json.count, page.json.next]).toEqual([3, expect.stringMatching(next)]);
    expect((await under.ask(`${data}?year=1992`)).json.count).toBe(1);
    expect((await under.ask(`${data}?fields=year&ordering=district&limit=1`)).json.results).toEqual([{ year: 1992 }]);
    expect((await under.ask(`${data}?nothing=1`)).status).toBe(400);
    const { etag = '' } = rows.headers;
    expect((await under.ask(data, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('may be bound to a version, which the request can override', async () => {
    const versions = (await under.ask(population)).json.versions.map(({ slug }: { slug: string }) => slug);
    const [newest, oldest] = [versions[0], versions.at(-1)];
    expect(oldest).not.toBe(newest);
    const bound = { search: '', filters: [], ordering: [], fields: null, version: oldest };
    const { json } = await save({ parameters: bound });
    expect(json.parameters).toEqual(bound);
    const count = async (path: string) => (await under.ask(path)).json.count;
    const data = json.data.slice(under.base.length);
    expect(await count(data)).toBe(await count(`${population}data/?version=${oldest}`));
    expect(await count(`${data}?version=${newest}`)).toBe(await count(`${population}data/`));
    const path = json.url.slice(under.base.length);
    const change = { parameters: { search: '' } };
    const freed = await under.ask(path, { method: 'PATCH', token: under.tokens.member, json: change });
    expect(freed.json.parameters).toEqual({ ordering: [], filters: [], fields: null, search: '' });
  });

  it('are visible with their dataset', async () => {
    const { json } = await save({ dataset: `${under.base}${secret}`, parameters: {} }, under.tokens.owner);
    const path = json.url.slice(under.base.length);
    for (const at of [path, `${path}data/`]) {
      expect((await under.ask(at)).status).toBe(401);
      expect((await under.ask(at, { token: under.tokens.stranger })).status).toBe(403);
      expect((await under.ask(at, { token: under.tokens.staff })).status).toBe(200);
    }
    const listed = (await under.ask(queries)).json.results.map((query: { id: number }) => query.id);
    expect(listed).not.toContain(json.id);
  });

  it('are changed and removed by their owner or staff', async () => {
    const { json } = await save();
    const path = json.url.slice(under.base.length);
    const change = { label: 'Changed', parameters: { search: 'x' } };
    expect((await under.ask(path, { method: 'PATCH', json: change })).status).toBe(401);
    expect((await under.ask(path, { method: 'PATCH', json: change, token: under.tokens.stranger })).status).toBe(403);
    const patched = await under.ask(path, { method: 'PATCH', json: change, token: under.tokens.member });
    expect([patched.status, patched.json.label, patched.json.slug]).toEqual([200, 'Changed', json.slug]);
    expect(patched.json.parameters).toEqual({ ordering: [], filters: [], fields: null, search: 'x' });
    const put = { label: 'Put', dataset: json.dataset };
    const replaced = await under.ask(path, { method: 'PUT', json: put, token: under.tokens.staff });
    expect(replaced.json.parameters).toEqual({ ordering: [], filters: [], fields: null, search: '' });
    expect((await under.ask(path, { method: 'DELETE', token: under.tokens.stranger })).status).toBe(403);
    expect((await under.ask(path, { method: 'DELETE', token: under.tokens.member })).status).toBe(204);
    expect((await under.ask(path)).status).toBe(404);
  });

  it('anonymous callers may not save', async () => {
    expect((await under.ask(queries, { method: 'POST', json: {} })).status).toBe(401);
  });

  it.each<[object, string]>([
    [{ label: '' }, 'label'],
    [{ dataset: 'nowhere' }, 'dataset'],
    [{ dataset: '/api/v1/namespaces/city/datasets/nothing/' }, 'dataset'],
    [{ dataset: secret }, 'dataset'],
    [{ parameters: { fields: ['nothing'] } }, 'parameters'],
    [{ parameters: { filters: [{ column: 'year', lookup: 'nothing', value: '1' }] } }, 'parameters'],
    [{ parameters: 'x' }, 'parameters'],
    [{ parameters: { version: '20000101000000000000' } }, 'parameters'],
    [{ slug: 'a b' }, 'slug'],
  ])('%j is 400 naming %s', async (more, field) => {
    const { status, json } = await save(more);
    expect([status, Object.keys(json)]).toEqual([400, [field]]);
  });

  it('a slug is unique within a dataset', async () => {
    expect((await save({ slug: 'one' })).status).toBe(201);
    expect((await save({ slug: 'one' })).json).toEqual({ slug: ['query with this slug already exists.'] });
  });
});

describe('Statistics', () => {
  it('are the five figures of the browsable page', async () => {
    const before = (await under.ask(`${population}statistics/`)).json;
    expect(Object.keys(before)).toEqual('latest elements queries views saved_queries columns'.split(' '));
    await under.ask(population);
    await under.ask(population, { token: under.tokens.owner });
    await under.ask(`${population}data/`);
    await save({ label: 'Listed' });
    const after = (await under.ask(`${population}statistics/`)).json;
    expect([after.views - before.views, after.queries - before.queries]).toEqual([1, 1]);
    expect([after.latest, after.elements]).toEqual(['2015-03-06T07:09:11.130Z', 5]);
    expect(after.saved_queries.at(-1)).toEqual({
      label: 'Listed',
      url: expect.stringContaining(queries),
      data: expect.stringMatching(/data\/$/),
    });
    expect(after.columns.map((column: { name: string; size: number | null }) => [column.name, column.size])).toEqual([
      ['year', 8],
      ['district', 15],
      ['inhabitants', 8],
      ['density', 8],
      ['remark', 16],
      ['place', null],
    ]);
  });
});
