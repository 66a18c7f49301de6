import { describe, expect, it } from 'vitest';
import { given } from '#shared/given.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const city = '/api/v1/namespaces/city/';
const hidden = '/api/v1/namespaces/hidden/';
const dataset = `${city}datasets/population/`;
const secret = `${hidden}datasets/secret/`;
const bad = { authorization: 'Token 0000000000000000000000000000000000000000' };
const refusedAccept = { accept: 'text/csv' };

describe('Errors', () => {
  it('400: messages by parameter', async () => {
    const { status, json } = await under.ask(`${dataset}data/?limit=-1&offset=x`);
    expect([status, json]).toEqual([
      400,
      { limit: ['A valid non-negative integer is required.'], offset: ['A valid non-negative integer is required.'] },
    ]);
  });

  it('400: a body that is not JSON', async () => {
    for (const body of ['{"label": ', '{"label": NaN}', 'label', '{"a":1,}', '\xff']) {
      const { status, json } = await under.ask(city, {
        method: 'PATCH',
        token: under.tokens.owner,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(body, 'latin1'),
      });
      expect([body, status, Object.keys(json)]).toEqual([body, 400, ['detail']]);
      expect(json.detail).toMatch(/^JSON parse error - /);
    }
  });

  it('400: a body that is not an object', async () => {
    const { status, json } = await under.ask(city, { method: 'PUT', token: under.tokens.owner, json: [1] });
    expect([status, json]).toEqual([400, { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }]);
  });

  it('401: no credentials', async () => {
    const { status, json, headers } = await under.ask(hidden);
    expect([status, json, headers['www-authenticate']]).toEqual([
      401,
      { detail: 'Authentication credentials were not provided.' },
      'Token',
    ]);
  });

  it('401: a wrong token, on public addresses too', async () => {
    for (const path of [
      '/api/',
      '/api/v1/',
      '/api/v1/meta/',
      dataset,
      `${dataset}data/`,
      '/api/v1/auth/token/obtain/',
    ]) {
      const method = path.endsWith('obtain/') ? 'POST' : 'GET';
      const { status, json, headers } = await under.ask(path, { method, headers: bad });
      expect([path, status, json, headers['www-authenticate']]).toEqual([
        path,
        401,
        { detail: 'Invalid token.' },
        'Token',
      ]);
    }
  });

  it('schemes other than Token count as no credentials; the scheme is case-insensitive', async () => {
    expect((await under.ask(dataset, { headers: { authorization: `Bearer ${under.tokens.staff}` } })).status).toBe(200);
    expect((await under.ask(hidden, { headers: { authorization: `Bearer ${under.tokens.staff}` } })).status).toBe(401);
    expect((await under.ask(hidden, { headers: { authorization: `token ${under.tokens.staff}` } })).status).toBe(200);
  });

  it.each([
    ['Token', 'Invalid token header. No credentials provided.'],
    ['Token a b', 'Invalid token header. Token string should not contain spaces.'],
    ['Token \xe4', 'Invalid token header. Token string should not contain invalid characters.'],
  ])('401: the header "%s"', async (authorization, detail) => {
    expect((await under.ask(dataset, { headers: { authorization } })).json).toEqual({ detail });
  });

  it('403: an authenticated caller without permission', async () => {
    const { status, json, headers } = await under.ask(hidden, { token: under.tokens.stranger });
    expect([status, json]).toEqual([403, { detail: 'You do not have permission to perform this action.' }]);
    expect(headers).not.toHaveProperty('www-authenticate');
  });

  it('404: a missing record', async () => {
    for (const path of [
      '/api/v1/namespaces/nowhere/',
      `${city}datasets/nothing/`,
      `${dataset}version/19990101000000000000/`,
      `${dataset}version/199901010/`,
      '/api/v1/queries/99/',
      '/api/v1/queries/x/',
    ]) {
      const { status, json } = await under.ask(path);
      expect([path, status, json]).toEqual([path, 404, { detail: 'Not found.' }]);
    }
  });

  it('a page out of range is an empty page', async () => {
    const { status, json } = await under.ask(`${dataset}data/?offset=1000`);
    const version = (await under.ask(`${dataset}versions/`)).json.results[0].slug;
    const previous = `${under.base}${dataset}data/?version=${version}&limit=100&offset=900`;
    expect([status, json]).toEqual([200, { count: 5, next: null, previous, results: [] }]);
  });

  it('405: a method that the resource does not have, with Allow', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'MKCOL']) {
      const { status, json, headers } = await under.ask(`${dataset}data/`, { method });
      expect([status, json, headers.allow]).toEqual([
        405,
        { detail: `Method "${method}" not allowed.` },
        'GET, HEAD, OPTIONS',
      ]);
    }
  });

  it('415: a body of an unsupported media type', async () => {
    const { status, json } = await under.ask(city, {
      method: 'PUT',
      token: under.tokens.owner,
      headers: { 'content-type': 'text/csv' },
      body: 'label\nx',
    });
    expect([status, json]).toEqual([415, { detail: 'Unsupported media type "text/csv" in request.' }]);
  });

  it('413: a body that is too large', async () => {
    const { status, json } = await under.ask(city, {
      method: 'PATCH',
      token: under.tokens.owner,
      json: { description: 'x'.repeat(2 * 1024 * 1024) },
    });
    expect([status, Object.keys(json)]).toEqual([413, ['detail']]);
  });

  it('errors have Content-Type, Vary and Allow like other responses', async () => {
    const { headers } = await under.ask('/api/v1/namespaces/nowhere/');
    expect([headers['content-type'], headers.vary, headers.allow]).toEqual([
      'application/json',
      'Accept',
      'GET, PUT, PATCH, DELETE, HEAD, OPTIONS',
    ]);
  });
});

describe('Order of the checks', () => {
  const staff = () => ({ authorization: `Token ${under.tokens.staff}` });
  it.each([
    ['406 before 401', 406, hidden, 'GET', { ...refusedAccept, ...bad }, undefined],
    ['an unknown _format (404) before 401', 404, `${hidden}?_format=xml`, 'GET', bad, undefined],
    ['401 before 404', 401, '/api/v1/namespaces/nowhere/', 'GET', bad, undefined],
    ['401 before 405', 401, '/api/v1/versions/', 'POST', bad, '{}'],
    ['401 for who may never write, rather than 405', 401, dataset, 'POST', {}, '{}'],
    ['405 on rows, which are read-only', 405, `${dataset}data/`, 'POST', {}, '{}'],
    ['401 on rows that are not for all, rather than 405', 401, `${secret}data/`, 'POST', {}, '{}'],
    ['401 on their download', 401, `${secret}download/`, 'DELETE', {}, undefined],
    ['401 on their statistics', 401, `${secret}statistics/`, 'PUT', {}, '{}'],
    ['401 on their versions', 401, `${secret}versions/`, 'PATCH', {}, '{}'],
    ['401 on the accounts', 401, '/api/v1/users/', 'POST', {}, '{}'],
    ['401 on an account', 401, '/api/v1/users/1/', 'DELETE', {}, undefined],
    ['401 on the groups', 401, '/api/v1/groups/', 'POST', {}, '{}'],
    ['401 with a method that nothing has', 401, `${secret}data/`, 'PROPFIND', {}, undefined],
    ['405 on discovery, open to all', 405, '/api/v1/', 'DELETE', {}, undefined],
    ['405 on what is not there', 405, '/api/v1/namespaces/nowhere/datasets/none/data/', 'POST', {}, '{}'],
  ] as const)('%s', async (_, status, path, method, headers, body) => {
    const ask = { method, headers, ...given({ body }) };
    expect((await under.ask(path, ask)).status).toBe(status);
  });

  it('403 before 405 for callers who may not read it', async () => {
    const token = under.tokens.stranger;
    for (const [path, method] of [
      [`${secret}data/`, 'POST'],
      [`${secret}download/`, 'PUT'],
      [secret, 'POST'],
    ] as const) {
      const { status, json } = await under.ask(path, { method, token, json: {} });
      expect([path, status, json]).toEqual([
        path,
        403,
        { detail: 'You do not have permission to perform this action.' },
      ]);
    }
    expect((await under.ask(`${secret}data/`, { method: 'POST', token: under.tokens.owner, json: {} })).status).toBe(
      405,
    );
    // Read access depends on the account itself, so the method is checked first, as before 404.
    expect((await under.ask('/api/v1/users/1/', { method: 'POST', token, json: {} })).status).toBe(405);
  });

  it('405 before 404', async () => {
    const ask = { method: 'POST', headers: { ...staff(), 'content-type': 'application/json' }, body: '{}' };
    expect((await under.ask('/api/v1/namespaces/nowhere/', ask)).status).toBe(405);
  });

  it('404 before 415', async () => {
    const ask = { method: 'PUT', headers: { ...staff(), 'content-type': 'text/csv' }, body: 'x' };
    expect((await under.ask('/api/v1/namespaces/nowhere/', ask)).status).toBe(404);
  });

  it('403 before 415', async () => {
    const headers = { authorization: `Token ${under.tokens.stranger}`, 'content-type': 'text/csv' };
    expect((await under.ask(city, { method: 'PUT', headers, body: 'x' })).status).toBe(403);
  });
});
