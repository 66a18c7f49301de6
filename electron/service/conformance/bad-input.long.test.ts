import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { excerpt } from '../../lib/excerpt.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const city = '/api/v1/namespaces/city/';
const data = `${city}datasets/population/data/`;
const versions = `${city}datasets/population/versions/`;

/** Sends raw bytes and returns the response until the service closes the connection or sends nothing more. */
async function raw(text: string, options: { readonly end?: boolean; readonly to?: string } = {}): Promise<string> {
  const { hostname, port } = new URL(options.to ?? under.base);
  return await new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let got = '';
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
    socket.write(text, 'latin1');
    if (options.end === true) socket.end();
  });
}

async function isWell(): Promise<void> {
  const { status, json } = await under.ask(`${data}?limit=1`);
  expect([status, json.count]).toEqual([200, 5]);
}

describe('Slow senders', () => {
  const impatient = underTest({ timeouts: { wholeMs: 300, pieceMs: 300 } });

  async function sendHalf(path: string, method: string, type: string): Promise<string> {
    const { hostname, port } = new URL(impatient.base);
    const token = impatient.tokens.owner;
    return await raw(
      `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Token ${token}\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{"a":`,
      { to: impatient.base },
    );
  }

  it('a body that does not arrive is answered with 408', async () => {
    const got = await sendHalf(city, 'PATCH', 'application/json');
    expect(got).toMatch(/^HTTP\/1\.1 408 /);
    expect(got).toContain('{"detail":"The body of the request took too long to arrive."}');
  });

  it('a file that does not arrive times out, and leaves nothing behind', async () => {
    await sendHalf(versions, 'POST', 'text/csv');
    await expect.poll(async () => await readdir(`${impatient.service.dataFolder}/uploads`)).toEqual([]);
    expect((await impatient.ask(versions, { token: impatient.tokens.owner })).json.count).toBe(2);
  });
});

describe('A body that would be stored as different text', () => {
  const change = (body: string, headers: Record<string, string> = {}) =>
    under.ask(city, {
      method: 'PATCH',
      token: under.tokens.owner,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  it.each(['{"label":"a\\ud800"}', '{"label":"\\uDC00\\ud800"}', '{"a\\ud83d":1}'])(
    'half of a surrogate pair is refused with 400 and a message: %s',
    async (body) => {
      const { status, json } = await change(body);
      const detail = 'JSON parse error - half of a character (an unpaired surrogate).';
      expect([status, json]).toEqual([400, { detail }]);
    },
  );

  it('a surrogate pair is one character, and a backslash before an escape makes it text', async () => {
    const { status, json } = await change('{"description":"\\ud83d\\ude00 \\\\ud800"}');
    expect([status, json.description]).toEqual([200, '\u{1f600} \\ud800']);
  });

  it.each(['gzip', 'br', 'x-unknown', 'gzip, gzip'])('a compressed one is 415: %s', async (encoding) => {
    const { status, json } = await change('{"label":"x"}', { 'content-encoding': encoding });
    const detail = `Unsupported content encoding "${encoding}" in request.`;
    expect([status, json]).toEqual([415, { detail }]);
  });
});

describe('Bytes that are not UTF-8', () => {
  const token = () => under.tokens.owner;
  const notUtf8 = ['Not valid UTF-8.'];

  it.each([
    ['year=%ff', 'year'],
    ['district=Caf%e9', 'district'],
    ['district__in=a,%C3%28', 'district__in'],
    ['year=2001&district=%ed%a0%80', 'district'],
    ['search=%c0%af', 'search'],
    ['%ff=1', '\ufffd'],
    ['ordering=-%F0%9F', 'ordering'],
  ])('in a query are 400 naming the parameter: %s', async (query, name) => {
    for (const path of [data, data.replace('data/', 'download/'), city, '/api/v1/namespaces/', '/api/v1/versions/']) {
      const { status, json } = await under.ask(`${path}?${query}`);
      expect({ path, status, json }).toEqual({ path, status: 400, json: { [name]: notUtf8 } });
    }
  });

  it('in a query do not change the checks of existence and access', async () => {
    expect((await under.ask('/api/v1/namespaces/nowhere/?a=%ff')).status).toBe(404);
    expect((await under.ask('/api/v1/users/?a=%ff')).status).toBe(401);
    expect((await under.ask(`${city}?a=%ff`, { method: 'PATCH', token: token(), json: {} })).status).toBe(400);
  });

  it.each(['district=%ef%bf%bd', 'district=100%', 'district=%zz%e4%b8%ad', 'district=%F0%9F%9A%B2'])(
    'are not confused with similar text: %s',
    async (query) => {
      expect((await under.ask(`${data}?${query}`)).json).toMatchObject({ count: 0 });
    },
  );

  it('in a form are 400 naming the field', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [body, expected] of [
      ['label=City&description=Caf%e9', { description: notUtf8 }],
      [Buffer.from('description=Caf\xe9', 'latin1'), { detail: 'Form parse error - the body is not UTF-8.' }],
    ] as const) {
      const { status, json } = await under.ask(city, { method: 'PATCH', token: token(), headers, body });
      expect([status, json]).toEqual([400, expected]);
    }
    const whole = await under.ask(city, {
      method: 'PATCH',
      token: token(),
      headers,
      body: 'description=Caf%C3%A9+%EF%BF%BD',
    });
    expect([whole.status, whole.json.description]).toEqual([200, 'Caf\u00e9 \ufffd']);
  });

  /** A form whose parts are given as bytes. */
  const form = (...parts: readonly (readonly [head: string, body: Buffer])[]) => ({
    token: token(),
    headers: { 'content-type': 'multipart/form-data; boundary=border' },
    body: Buffer.concat([
      ...parts.flatMap(([head, body]) => [
        Buffer.from(`--border\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        body,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--border--\r\n'),
    ]),
  });

  it.each(['', '\r\nContent-Type: text/plain; charset=iso-8859-1', '\r\nContent-Type: text/plain; charset=utf-8'])(
    'in a form with files are 400 naming the field, whatever encoding its part declares: %j',
    async (type) => {
      const wrong = form([`name="description"${type}`, Buffer.from('Caf\xe9', 'latin1')]);
      const { status, json } = await under.ask(city, { method: 'PATCH', ...wrong });
      expect([status, json]).toEqual([400, { description: notUtf8 }]);
      const right = form([`name="description"${type}`, Buffer.from('Caf\u00e9 \ufffd')]);
      const whole = await under.ask(city, { method: 'PATCH', ...right });
      expect([whole.status, whole.json.description]).toEqual([200, 'Caf\u00e9 \ufffd']);
    },
  );

  it('in a field beside a file are 400 naming it', async () => {
    const columns = Buffer.from('[{"name":"a","label":"Caf\xe9"}]', 'latin1');
    const file = ['name="file"; filename="a.csv"', Buffer.from('a\n1\n')] as const;
    const posted = await under.ask(versions, { method: 'POST', ...form(['name="columns"', columns], file) });
    expect([posted.status, posted.json]).toEqual([400, { columns: notUtf8 }]);
  });

  it('do not occur in a field that its part declares as JSON, which stays text', async () => {
    const columns = Buffer.from('[{"label":"x"}]');
    const file = ['name="file"; filename="a.csv"', Buffer.from('a\n1\n')] as const;
    const typed = ['name="columns"\r\nContent-Type: application/json', columns] as const;
    const posted = await under.ask(versions, { method: 'POST', ...form(typed, file) });
    expect([posted.status, posted.json]).toEqual([400, { columns: ['0: This field is required.'] }]);
  });
});

describe('Deeply nested JSON', () => {
  const listsWithin = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objectsWithin = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const query = (value: string) => `{"dataset":"${data.replace(/data\/$/, '')}","label":"Deep","parameters":${value}}`;

  it.each([65, 5000, 100_000])(
    '%i levels in a body are refused with 400 and a message, in any field',
    async (depth) => {
      for (const deep of [listsWithin(depth), objectsWithin(depth)]) {
        for (const [method, path, body] of [
          ['POST', '/api/v1/queries/', query(deep)],
          ['POST', '/api/v1/queries/', query(`{"filters":${deep}}`)],
          ['POST', '/api/v1/queries/', deep],
          ['PATCH', city, `{"allowed_groups":${deep}}`],
          ['PATCH', city, `{"unknown":${deep}}`],
          ['POST', '/api/v1/auth/token/obtain/', `{"username":${deep}}`],
        ] as const) {
          const headers = { 'content-type': 'application/json' };
          const { status, json } = await under.ask(path, { method, headers, body, token: under.tokens.owner });
          // For anonymous senders the limit on length is reached before the one on nesting.
          const [expected, detail] =
            path.endsWith('/obtain/') && body.length > 2 ** 14
              ? [413, 'The request body is too large.']
              : [400, 'JSON parse error - nested more than 64 levels deep.'];
          expect([path, depth, status, json]).toEqual([path, depth, expected, { detail }]);
        }
      }
      await isWell();
    },
  );

  it('levels in a field of a form are 400 naming the field', async () => {
    const deep = listsWithin(5000);
    const token = under.tokens.owner;
    const form = new FormData();
    form.set('columns', deep);
    form.set('file', new Blob(['a\n1\n']), 'a.csv');
    const posted = await under.ask(versions, { method: 'POST', token, body: form });
    expect([posted.status, Object.keys(posted.json)]).toEqual([400, ['columns']]);
    const fields = new URLSearchParams({ label: 'Deep', dataset: data, parameters: deep }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const saved = await under.ask('/api/v1/queries/', { method: 'POST', token, headers, body: fields });
    expect([saved.status, Object.keys(saved.json)]).toEqual([400, expect.arrayContaining(['parameters'])]);
    await isWell();
  });

  it('brackets within texts do not count', async () => {
    const label = `${'[{'.repeat(40)}\\"${'['.repeat(100)}`;
    const json = { description: label };
    const got = await under.ask(city, { method: 'PATCH', json, token: under.tokens.owner });
    expect([got.status, got.json.description]).toEqual([200, label]);
  });
});

describe('Bad input', () => {
  it.each([
    ['no Host', 'GET /api/ HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an empty Host', 'GET /api/ HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', 'GET /api/ HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 400],
    ['HTTP/1.0 without Host', 'GET /api/ HTTP/1.0\r\n\r\n', 400],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a method that is none', 'HELLO /api/ HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [
      'an absolute target of another host',
      'GET http://evil.example/api/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /api/v1/auth/token/obtain/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/v1/auth/token/obtain/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a head that never ends', `GET /api/ HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ])('%s', async (_, text, status) => {
    const got = await raw(text);
    expect(got).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(got).toMatch(/\r\ncontent-type: application\/json\r\n/i);
    expect(got).toMatch(/\r\n\r\n\{"(?:detail|non_field_errors)":.+\}$/);
    await isWell();
  });

  it.each([
    '/api/v1/namespaces/..%2f..%2fetc%2fpasswd/',
    '/api/v1/namespaces/city/datasets/..%2f..%2f/data/',
    '/api/v1/namespaces/%00/',
    '/api/v1/namespaces/city%00/',
    '/api/v1/namespaces/%ff/',
    '/api/v1/namespaces/%E0%A4%A/',
    `/api/v1/namespaces/${'x'.repeat(5000)}/`,
    '/media/../catalogue.sqlite',
    '/media/..%2fcatalogue.sqlite',
    '/media/%2e%2e/catalogue.sqlite',
    '/media/..%5ccatalogue.sqlite',
    '/media/%00',
    '/media//etc/passwd',
    '/media/images/../../catalogue.sqlite',
    '//evil.example/',
    '/api//v1/',
  ])('a malicious path is not found: %s', async (path) => {
    const { hostname, port } = new URL(under.base);
    const got = await raw(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
    expect(got).toMatch(/^HTTP\/1\.1 404 /);
    expect(got).toContain('{"detail":"Not found."}');
    expect(got).not.toMatch(/SQLite|root:/);
  });

  const unusualQueries = [
    'limit=%ff',
    'year=%ff',
    '%ff=1',
    'search=%00',
    'district=%00',
    'ordering=%22',
    'fields=%22%22',
    'district__in=%22a%22%22',
    'district__regex=(%3F%3Aa%2B)%2B%24',
    `search=${'x'.repeat(10_000)}`,
    `district__in=${'a,'.repeat(4000)}`,
    'year__in=',
    'year=',
    'year=0x10',
    'year=1e3',
    'year=+1',
    'year=١',
    'density=1e999',
    'density=NaN',
    'density=Infinity',
    'place__bbox=NaN,0,0,0',
    'place__bbox=1,1,0,0',
    'place=POINT(1 2)',
    'place__gt=1',
    '&&&=&=1',
    'limit=1&limit=2&limit=x',
    'offset=9007199254740991',
    'offset=9007199254740992',
  ];
  const queriesByTitle = unusualQueries.map((query) => [excerpt(query, 60), query] as const);
  it.each(queriesByTitle)('an unusual query is answered or refused, never an internal error: %s', async (_, query) => {
    const { status, text } = await under.ask(`${data}?${query}`);
    expect([query, status === 200 || status === 400, text.slice(0, 200)]).toEqual([query, true, text.slice(0, 200)]);
    expect(text).not.toMatch(/Conversion Error|Binder|read_parquet|\.parquet|node_modules|at .*\.ts:/);
  });

  it.each([
    ['JSON that is not UTF-8', 'application/json', Buffer.from('{"label":"\xe4"}', 'latin1'), 400],
    ['deeply nested JSON', 'application/json', Buffer.from('['.repeat(200_000)), 400],
    ['a number', 'application/json', Buffer.from('1'), 400],
    ['null', 'application/json', Buffer.from('null'), 400],
    ['a form with parts that never begin', 'multipart/form-data; boundary=x', Buffer.from('nothing'), 400],
    [
      'a form that is cut off',
      'multipart/form-data; boundary=x',
      Buffer.from('--x\r\nContent-Disposition: form-data; name="label"\r\n\r\nabc'),
      400,
    ],
    ['a form without its boundary', 'multipart/form-data', Buffer.from('--x--'), 400],
    ['XML', 'application/xml', Buffer.from('<a/>'), 415],
    ['no type', '', Buffer.from('{"label":"x"}'), 415],
    ['a type that is none', 'nonsense', Buffer.from('x'), 415],
    ['NUL in a text', 'application/json', Buffer.from('{"label":"a\\u0000b"}'), 400],
    ['half a character', 'application/json', Buffer.from('{"description":"\\ud800"}'), 400],
  ] as const)('a body of %s', async (_, type, body, status) => {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const got = await under.ask(city, { method: 'PATCH', token: under.tokens.owner, headers, body });
    expect([got.status, got.text.slice(0, 300)]).toEqual([status, got.text.slice(0, 300)]);
    await isWell();
  });

  it('a client that disconnects in the middle of a file leaves nothing behind', async () => {
    const { hostname, port } = new URL(under.base);
    const head = `POST ${versions} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Token ${under.tokens.owner}\r\nContent-Type: text/csv\r\nContent-Length: 1000000\r\n\r\n`;
    await raw(`${head}a,b\n1,2\n`, { end: true });
    const folder = `${under.service.dataFolder}/uploads`;
    await expect.poll(async () => await readdir(folder)).toEqual([]);
    expect((await under.ask(versions, { token: under.tokens.owner })).json.count).toBe(2);
    await isWell();
  });

  it('an Accept header of any kind', async () => {
    for (const accept of [
      '',
      ',',
      ';',
      '*',
      '*/',
      '/*',
      'text/html;',
      'a/b;q=',
      ';;;',
      'x'.repeat(5000),
      '*/*;q=0',
      '\t',
    ]) {
      const { status } = await under.ask('/api/', { headers: { accept } });
      expect([accept.slice(0, 20), status === 200 || status === 406]).toEqual([accept.slice(0, 20), true]);
    }
  });
});
