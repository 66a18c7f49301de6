import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const namespace = '/api/v1/namespaces/city/';
const dataset = `${namespace}datasets/population/`;
const reading = 'GET, HEAD, OPTIONS';
const instance = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS';

describe('Endpoints', () => {
  it('GET /api/ names version 1 at {base_url}/api/v1/', async () => {
    const { status, json } = await under.ask('/api/');
    expect(status).toBe(200);
    expect(json).toEqual({ versions: [{ url: `${under.base}/api/v1/`, name: 'Version 1', number: 1 }] });
  });

  it('GET /api/v1/ names login and logout, and the eight endpoints', async () => {
    const { status, json, headers } = await under.ask('/api/v1/');
    expect([status, headers.allow]).toEqual([200, reading]);
    expect(json.authentication).toEqual([
      { url: `${under.base}/auth/login/`, name: 'login' },
      { url: `${under.base}/auth/logout/`, name: 'logout' },
    ]);
    expect(json.endpoints).toEqual(
      [
        ['datasets', 'datasets/'],
        ['datasets data versions', 'versions/'],
        ['groups', 'groups/'],
        ['meta', 'meta/'],
        ['namespaces', 'namespaces/'],
        ['token', 'auth/token/obtain/'],
        ['users', 'users/'],
        ['queries', 'queries/'],
      ].map(([name, path]) => ({ url: `${under.base}/api/v1/${path}`, name })),
    );
  });

  it('GET /api/v1/ accepts an optional _format', async () => {
    expect((await under.ask('/api/v1/?_format=json')).status).toBe(200);
  });

  it.each([
    ['/api/v1/', reading],
    [namespace, instance],
    [dataset, instance],
    [`${dataset}data/`, reading],
    [`${dataset}download/`, reading],
    ['/api/v1/versions/', reading],
    ['/api/v1/meta/', reading],
    ['/api/v1/datasets/', reading],
  ])('%s allows %s', async (path, allow) => {
    expect((await under.ask(path)).headers.allow).toBe(allow);
  });

  it('every path ends with a slash: without it, GET and HEAD are redirected with 301, others with 308', async () => {
    for (const [method, status] of [
      ['GET', 301],
      ['HEAD', 301],
      ['POST', 308],
      ['PUT', 308],
      ['DELETE', 308],
    ] as const) {
      const { status: given, headers } = await under.ask(`${dataset.slice(0, -1)}?_format=json&limit=1`, { method });
      expect([method, given, headers.location]).toEqual([method, status, `${dataset}?_format=json&limit=1`]);
    }
  });

  it('a dataset without data returns count 0, both links null and results empty', async () => {
    const { status, text } = await under.ask(`${namespace}datasets/not-yet-filled/data/?_format=json`);
    expect([status, text]).toEqual([200, '{"count":0,"next":null,"previous":null,"results":[]}']);
  });

  it('versions/ lists Version records across all datasets, newest first', async () => {
    const { json } = await under.ask('/api/v1/versions/', { token: under.tokens.staff });
    expect(json.count).toBe(4);
    const slugs = json.results.map((version: { slug: string }) => version.slug);
    expect(slugs).toEqual([...slugs].sort().reverse());
    expect(new Set(json.results.map((version: { dataset: string }) => version.dataset)).size).toBe(3);
  });

  it('the address of a version returns the Version record', async () => {
    const { json } = await under.ask(dataset);
    for (const version of json.versions) {
      expect((await under.ask(version.url.slice(under.base.length))).json).toEqual(version);
    }
  });

  it('nested lists are page envelopes: datasets of a namespace, versions of a dataset', async () => {
    const datasets = await under.ask(`${namespace}datasets/`);
    expect([datasets.json.count, datasets.json.results.length]).toEqual([2, 2]);
    const versions = await under.ask(`${dataset}versions/`);
    expect(versions.json.results).toEqual((await under.ask(dataset)).json.versions);
  });

  it('datasets/ lists the datasets of all namespaces', async () => {
    const { json } = await under.ask('/api/v1/datasets/');
    expect(json.results.map((one: { slug: string }) => one.slug)).toEqual(['population', 'not-yet-filled']);
  });

  it('the responses to HEAD have the headers of GET and no body', async () => {
    for (const path of [
      '/api/',
      '/api/v1/',
      '/api/v1/meta/',
      namespace,
      dataset,
      `${dataset}data/`,
      '/api/v1/nothing/',
    ]) {
      const { date: _, ...expected } = (await under.ask(path)).headers;
      const head = await under.ask(path, { method: 'HEAD' });
      const { date: __, ...given } = head.headers;
      expect([path, head.text, given]).toEqual([path, '', expected]);
    }
  });

  it('OPTIONS describes every resource, and shows who may write the fields', async () => {
    const described = await under.ask(namespace, { method: 'OPTIONS' });
    expect(described.status).toBe(200);
    expect(Object.keys(described.json)).toEqual(['name', 'description', 'renders', 'parses']);
    expect(described.json.renders).toEqual(['application/json', 'text/html']);
    const writable = await under.ask(namespace, { method: 'OPTIONS', token: under.tokens.owner });
    const fields = Object.keys((await under.ask(namespace)).json);
    expect(Object.keys(writable.json.actions.PUT)).toEqual([...fields, 'confirm_private_inputs']);
    expect(writable.json.actions.PUT.slug).toEqual({
      type: 'slug',
      required: true,
      read_only: false,
      label: 'Slug',
      max_length: 100,
    });
    expect(writable.json.actions.PUT.id).toEqual({ type: 'integer', required: false, read_only: true, label: 'ID' });
    const others = await under.ask(namespace, { method: 'OPTIONS', token: under.tokens.stranger });
    expect(others.json).not.toHaveProperty('actions');
  });

  it('OPTIONS on a resource that is not public returns 200', async () => {
    expect((await under.ask('/api/v1/namespaces/hidden/', { method: 'OPTIONS' })).status).toBe(200);
  });
});

describe('Versioning', () => {
  it('the metadata record has __version__, separate from the path version', async () => {
    expect((await under.ask('/api/v1/meta/')).json.__version__).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('another path version is not found', async () => {
    expect((await under.ask('/api/v2/')).status).toBe(404);
  });
});
