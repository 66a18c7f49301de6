import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const dataset = '/api/v1/namespaces/city/datasets/population/';
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('Representation', () => {
  it('another _format is not found', async () => {
    const { status, json, headers } = await under.ask(`${dataset}?_format=xml`);
    expect([status, json]).toEqual([404, { detail: 'Not found.' }]);
    expect([headers['content-type'], headers.vary]).toEqual(['application/json', 'Accept']);
  });

  it('an empty _format counts as none', async () => {
    expect((await under.ask(`${dataset}?_format=`)).status).toBe(200);
  });

  it('no acceptable type in Accept is 406', async () => {
    const { status, json, headers } = await under.ask(dataset, { headers: { accept: 'text/csv' } });
    expect([status, json]).toEqual([406, { detail: 'Could not satisfy the request Accept header.' }]);
    expect(headers.allow).toBe('GET, PUT, PATCH, DELETE, HEAD, OPTIONS');
  });

  it('_format and Accept must both match', async () => {
    expect((await under.ask(`${dataset}?_format=json`, { headers: { accept: 'text/html' } })).status).toBe(406);
    expect((await under.ask(`${dataset}?_format=api`, { headers: { accept: 'application/json' } })).status).toBe(406);
    expect((await under.ask(`${dataset}?_format=json`, { headers: { accept: browser } })).status).toBe(200);
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['text/html;q=0.1, application/json', 'application/json'],
    [browser, 'text/html; charset=utf-8'],
    ['text/*', 'text/html; charset=utf-8'],
  ])('Accept: %s returns %s', async (accept, type) => {
    expect((await under.ask(dataset, { headers: { accept } })).headers['content-type']).toBe(type);
  });

  it('indent is a parameter of the media type', async () => {
    const { text, headers } = await under.ask('/api/v1/meta/', { headers: { accept: 'application/json; indent=4' } });
    expect(headers['content-type']).toBe('application/json');
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 4));
  });

  it('a browser gets the page, errors included', async () => {
    for (const [path, status] of [
      [dataset, 200],
      ['/api/v1/namespaces/nowhere/', 404],
      ['/api/v1/namespaces/hidden/', 401],
      ['/api/v9/', 404],
    ] as const) {
      const { status: given, headers, text } = await under.ask(path, { headers: { accept: browser } });
      expect([given, headers['content-type'], headers.vary]).toEqual([
        status,
        'text/html; charset=utf-8',
        'Accept, Cookie',
      ]);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(text).toMatch(/^<!doctype html>/i);
    }
  });

  it('next and previous keep _format; the addresses of resources do not contain it', async () => {
    const { json } = await under.ask(`${dataset}data/?_format=json&limit=2&offset=2`);
    const version = (await under.ask(`${dataset}versions/`)).json.results[0].slug;
    const address = `${under.base}${dataset}data/?_format=json&version=${version}`;
    expect([json.next, json.previous]).toEqual([`${address}&limit=2&offset=4`, `${address}&limit=2`]);
    expect((await under.ask(`${dataset}?_format=json`)).text).not.toContain('_format');
  });

  it('absolute addresses are built from the requested host', async () => {
    const { port } = new URL(under.base);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'localhost', '[::1]:8080', 'LOCALHOST']) {
      const { status, json } = await under.ask('/api/', { headers: { host } });
      expect([status, json.versions[0].url]).toEqual([200, `http://${host}/api/v1/`]);
    }
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:80',
    'localhost@evil.example',
    'localhost:99999',
    'localhost:x',
    '[::1',
    'localhost/',
    '0.0.0.0',
    '2130706433',
  ])('any other Host gets 400: %s', async (host) => {
    for (const accept of ['application/json', browser]) {
      const { status, headers, text } = await under.ask('/api/', { headers: { host, accept } });
      expect([status, headers['content-type']]).toEqual([400, 'application/json']);
      expect(text).not.toContain('evil');
    }
  });

  it('an unknown path is JSON for a client that accepts JSON', async () => {
    for (const path of [
      '/nothing/',
      '/api/v1/nothing/',
      '/api/v1/namespaces/city/nothing/',
      '/api/v1/%zz/',
      '/media/',
      '/media/nothing.png',
    ]) {
      const { status, json, headers } = await under.ask(path);
      expect([path, status, json]).toEqual([path, 404, { detail: 'Not found.' }]);
      expect([headers['content-type'], headers.vary, headers.allow]).toEqual([
        'application/json',
        'Accept',
        'GET, HEAD, OPTIONS',
      ]);
    }
  });

  it('compresses on request, and declares it in Vary', async () => {
    const { headers } = await under.ask('/api/v1/schema/', { headers: { 'accept-encoding': 'gzip' } });
    expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'Accept, accept-encoding']);
    expect((await under.ask('/api/v1/schema/')).headers).not.toHaveProperty('content-encoding');
  });
});

describe('Behind your own proxy', () => {
  const proxied = underTest({ trustProxy: true, publicNames: ['statistics.example.org'] });

  it('addresses are built from the host that the proxy received, if the service has that name', async () => {
    const headers = { 'x-forwarded-host': 'statistics.example.org', 'x-forwarded-proto': 'https' };
    const { json } = await proxied.ask('/api/', { headers });
    expect(json.versions[0].url).toBe('https://statistics.example.org/api/v1/');
    const foreign = await proxied.ask('/api/', { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(foreign.status).toBe(400);
  });

  it('cookies of a service that is requested over HTTPS are sent back over HTTPS only', async () => {
    const accept = { accept: 'text/html' };
    const over = (protocol: string) => ({ headers: { ...accept, 'x-forwarded-proto': protocol } });
    const plain = await proxied.ask('/auth/login/', over('http'));
    expect(plain.headers['set-cookie']).toMatch(/^_csrf=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/);
    const secure = await proxied.ask('/auth/login/', over('https'));
    expect(secure.headers['set-cookie']).toMatch(/^_csrf=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });

  const named = underTest({ trustProxy: ['127.0.0.0/8', '::1'] });
  const others = underTest({ trustProxy: ['10.0.0.0/8'] });

  it('its headers are used if its address is listed, and ignored otherwise', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    expect((await named.ask('/api/', { headers })).json.versions[0].url).toMatch(/^https:/);
    expect((await others.ask('/api/', { headers })).json.versions[0].url).toMatch(/^http:/);
  });

  it('without one, such headers are ignored', async () => {
    const { json } = await under.ask('/api/', { headers: { 'x-forwarded-host': 'evil.example' } });
    expect(json.versions[0].url).toBe(`${under.base}/api/v1/`);
  });
});
