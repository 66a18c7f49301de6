import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const dataset = '/api/v1/namespaces/city/datasets/population/';

describe('What the service does', () => {
  it('offers a catalogue of namespaces, which contain datasets', async () => {
    const { json } = await under.ask('/api/v1/namespaces/');
    expect(
      json.results.map((one: { slug: string; datasets: { slug: string }[] }) => [
        one.slug,
        one.datasets.map((inner) => inner.slug),
      ]),
    ).toEqual([['city', ['population', 'not-yet-filled']]]);
  });

  it('provides typed columns, dated versions, rows and a download address for a dataset', async () => {
    const { json } = await under.ask(dataset);
    expect(json.columns.map((column: { name: string; type: string }) => [column.name, column.type])).toEqual([
      ['year', 'integer'],
      ['district', 'char'],
      ['inhabitants', 'integer'],
      ['density', 'float'],
      ['remark', 'char'],
      ['place', 'geometry'],
    ]);
    expect(json.versions.map((version: { datetime: string }) => version.datetime)).toEqual([
      '2015-03-06T07:09:11.130Z',
      '2014-03-06T07:09:11.130Z',
    ]);
    expect(json.data).toBe(`${under.base}${dataset}data/`);
    expect(json.download).toBe(`${under.base}${dataset}download/`);
  });

  it("reads rows page by page from a dataset's data address", async () => {
    const first = await under.ask(`${dataset}data/?limit=3`);
    expect(first.json.results.map((row: { year: number }) => row.year)).toEqual([1990, 1990, 1991]);
    const second = await under.ask(first.json.next.slice(under.base.length));
    expect(second.json.results.map((row: { year: number }) => row.year)).toEqual([1991, 1992]);
    expect(second.json.next).toBeNull();
    const version = (await under.ask(`${dataset}versions/`)).json.results[0].slug;
    expect(second.json.previous).toBe(`${under.base}${dataset}data/?version=${version}&limit=3`);
  });

  it('describes itself: /api/ lists the versions, /api/v1/ the endpoints and the authentication addresses', async () => {
    const versions = await under.ask('/api/');
    expect(versions.json).toEqual({
      versions: [{ url: `${under.base}/api/v1/`, name: 'Version 1', number: 1 }],
    });
    const { json } = await under.ask('/api/v1/');
    expect(Object.keys(json)).toEqual(['authentication', 'endpoints']);
  });

  it('shows the statistics of a dataset on its browsable page', async () => {
    const { json } = await under.ask(`${dataset}statistics/`);
    expect(json).toMatchObject({ latest: '2015-03-06T07:09:11.130Z', elements: 5, saved_queries: [] });
    const page = await under.ask(dataset, { headers: { accept: 'text/html' } });
    for (const column of json.columns) expect(page.text).toContain(column.name);
    expect(page.text).toContain('Year of the count');
  });

  it('reads a non-public dataset with the header Authorization: Token <API_TOKEN>', async () => {
    const secret = '/api/v1/namespaces/hidden/datasets/secret/data/';
    expect((await under.ask(secret)).status).toBe(401);
    const { status, json } = await under.ask(secret, { token: under.tokens.owner });
    expect([status, json.count]).toEqual([200, 5]);
  });

  it.each([
    '/api/',
    '/api/v1/',
    '/api/v1/meta/',
    '/api/v1/namespaces/',
    '/api/v1/versions/',
    dataset,
    `${dataset}data/`,
  ])('sends Content-Type: application/json, Vary: Accept and Allow on %s', async (path) => {
    const { headers } = await under.ask(path);
    expect([headers['content-type'], headers.vary]).toEqual(['application/json', 'Accept']);
    expect(headers.allow).toMatch(/^GET, .*HEAD, OPTIONS$/);
  });

  it('returns raw JSON for _format=json and the browsable rendering for _format=api', async () => {
    expect((await under.ask(`${dataset}?_format=json`)).headers['content-type']).toBe('application/json');
    const page = await under.ask(`${dataset}?_format=api`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toMatch(/^<!doctype html>/i);
  });

  it('returns the dataset record for _captive=true', async () => {
    expect((await under.ask(`${dataset}?_captive=true`)).json).toEqual((await under.ask(dataset)).json);
  });
});
