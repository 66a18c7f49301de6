import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { ServiceError } from '../errors.ts';
import type { Limits } from '../http/limits.ts';
import { sampleRows } from './sample-rows.ts';
import { everything, type Opened, openForTest } from './source-suite.ts';
import type { Variant } from './variant.ts';
import { startVariant, type VariantService } from './variant-service.ts';

const quick: Partial<Limits> = {
  firstDelayMs: 5,
  headersMs: 400,
  stallMs: 400,
  wholeMs: 3_000,
  bodyBytes: 2 * 1024 * 1024,
};
const open: (VariantService | Opened)[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const isData = (address: URL) => address.pathname.endsWith('/data/');

/** A service with faulty rows; `act` answers request number `time`, counted from 1, or leaves it to the service. */
async function faulty(
  act: (response: ServerResponse, time: number, address: URL) => boolean,
  variant: Variant = {},
): Promise<{ readonly opened: Opened; readonly service: VariantService; times(): number }> {
  let time = 0;
  const service = await startVariant({
    ...variant,
    intercept: (_request, response, address) => isData(address) && act(response, ++time, address),
  });
  open.push(service);
  const opened = await openForTest(service.url, undefined, quick);
  open.push(opened);
  return { opened, service, times: () => time };
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  return true;
}

async function failureOf(opened: Opened, offset = 0, limit = 10): Promise<ServiceError> {
  try {
    await opened.source.rows(everything).read(everyRow, offset, limit);
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('It should have failed.');
}

const endless = (response: ServerResponse, piece: Buffer) => {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
  return true as const;
};

describe('temporary failures are retried', () => {
  const transient: Readonly<Record<string, (response: ServerResponse) => boolean>> = {
    'status 503': (response) => send(response, 503, '{"detail":"busy"}'),
    'status 502 with a web page': (response) =>
      send(response, 502, '<html>bad gateway</html>', { 'content-type': 'text/html' }),
    'status 429 for a moment': (response) => send(response, 429, '{"detail":"slow"}', { 'retry-after': '0' }),
    'status 429 until a date that has passed': (response) =>
      send(response, 429, '{}', { 'retry-after': new Date(Date.now() - 60_000).toUTCString() }),
    'a connection broken off before the answer': (response) => {
      response.socket?.destroy();
      return true;
    },
    'a body broken off': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"count":250,', () => response.socket?.destroy());
      return true;
    },
    'a packed body broken off': (response) => {
      const packed = gzipSync(JSON.stringify({ results: 'x'.repeat(100) }));
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(packed.length) });
      response.write(packed.subarray(0, 20), () => response.socket?.destroy());
      return true;
    },
    'a body that ends in the middle': (response) => send(response, 200, '{"count":250,"results":[{"id":1'),
  };

  it.each(Object.entries(transient))('%s', async (_name, fail) => {
    const { opened, times } = await faulty((response, time) => time < 3 && fail(response));
    const range = await opened.source.rows(everything).read(everyRow, 0, 10);
    expect(range.rows).toEqual(sampleRows.slice(0, 10));
    expect(times()).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(transient))('but not forever: %s', async (_name, fail) => {
    const { opened, times } = await faulty((response) => fail(response));
    expect((await failureOf(opened)).retry).toBe(true);
    expect(times()).toBe(3);
  });
});

describe('a permanent failure is reported', () => {
  const page =
    (body: string, type = 'text/html') =>
    (response: ServerResponse) =>
      send(response, 200, body, { 'content-type': type });
  const faults: readonly (readonly [
    name: string,
    act: (response: ServerResponse) => boolean,
    code: string,
    retry: boolean,
  ])[] = [
    ['a long Retry-After', (r) => send(r, 429, '{}', { 'retry-after': '3600' }), 'throttled', true],
    [
      'a Retry-After far in the future',
      (r) => send(r, 503, '{}', { 'retry-after': new Date(Date.now() + 7.2e6).toUTCString() }),
      'throttled',
      true,
    ],
    [
      'status 500',
      (r) => send(r, 500, '<h1>Server Error (500)</h1>', { 'content-type': 'text/html' }),
      'server-error',
      true,
    ],
    [
      'status 507 of a service without space',
      (r) => send(r, 507, '{"detail":"About 12 MiB are needed."}', { 'almanac-problem': 'disk-space-needed' }),
      'disk-full',
      true,
    ],
    ['status 404', (r) => send(r, 404, '{"detail":"Nicht gefunden."}'), 'not-found', false],
    ['status 401', (r) => send(r, 401, '{"detail":"Anmeldung nötig."}'), 'sign-in-needed', false],
    ['status 403 without a sign-in', (r) => send(r, 403, '{"detail":"Verboten."}'), 'sign-in-needed', false],
    ['status 400', (r) => send(r, 400, '{"limit":["Nein."]}'), 'bad-query', false],
    ['a web page', page('<!doctype html><title>Login</title>'), 'web-page', true],
    ['a web page that says it is JSON', page('<html><body>hotel</body></html>', 'application/json'), 'web-page', true],
    ['something that is not JSON', page('hello', 'text/plain'), 'malformed', true],
    ['an empty body', page('', 'application/json'), 'malformed', true],
    ['JSON that is no list', page('{"hello":1}', 'application/json'), 'not-this-kind', false],
    ['a broken packing', (r) => send(r, 200, 'no gzip', { 'content-encoding': 'gzip' }), 'malformed', false],
    ['an unknown packing', (r) => send(r, 200, '{}', { 'content-encoding': 'zpaq' }), 'malformed', false],
    ['no answer', () => true, 'timeout', true],
    ['a body that stalls', (r) => r.writeHead(200).write('{"count":') || true, 'timeout', true],
    ['a giant body', (r) => endless(r.writeHead(200), Buffer.alloc(65_536, 0x20)), 'too-big', false],
    ['a redirect to nowhere', (r) => send(r, 302, ''), 'redirect', false],
    ['a redirect in a circle', (r) => send(r, 302, '', { location: '?again' }), 'redirect', false],
    ['a redirect to a file', (r) => send(r, 302, '', { location: 'file:///etc/passwd' }), 'redirect', false],
  ];
  it.each(faults)('%s', async (_name, act, kind, retry) => {
    const { opened } = await faulty((response) => act(response));
    const error = await failureOf(opened);
    expect({ kind: error.kind, retry: error.retry }).toEqual({ kind, retry });
    expect(error.message).not.toBe('');
  });

  it('too many groups, by the service’s code for it', async () => {
    const { opened } = await faulty((r) =>
      send(r, 400, '{"_group_by":["…"]}', { 'almanac-problem': 'too-many-groups' }),
    );
    expect((await failureOf(opened)).reason.code).toBe('more-groups-than-calculated');
  });

  it.each([
    [503, 'service-storage-away', 'throttled'],
    [507, 'service-disk-full', 'disk-full'],
  ] as const)('status %i with the code %s, in words of its own', async (status, code, kind) => {
    const headers = { 'almanac-problem': code, 'retry-after': '3600' };
    const { opened } = await faulty((r) => send(r, status, '{"detail":"…"}', headers));
    const error = await failureOf(opened);
    expect([error.reason.code, error.kind, error.retry]).toEqual([code, kind, true]);
  });

  it('a decompression bomb, stopped at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20), { level: 1 });
    const { opened } = await faulty((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      return true;
    });
    const before = process.memoryUsage().rss;
    expect((await failureOf(opened)).kind).toBe('too-big');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('a long Retry-After is shown, not waited for', async () => {
    const { opened, times } = await faulty((response) => send(response, 429, '{}', { 'retry-after': '3600' }));
    const error = await failureOf(opened);
    expect(error.retryAfter).toBe(3600);
    expect(error.message).toContain('3600 seconds');
    expect(times()).toBe(1);
  });

  it('a body that trickles forever', async () => {
    const { opened } = await faulty((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
      return true;
    });
    expect((await failureOf(opened)).kind).toBe('timeout');
  });
});

describe('loaded rows stay', () => {
  it('when the service disappears and comes back', async () => {
    let away = false;
    const { opened } = await faulty((response) => away && send(response, 500, '{}'), {
      paging: 'cursor',
      pageSize: 50,
    });
    const read = (offset: number) => opened.source.rows(everything).read(everyRow, offset, 50);
    await read(0);
    const fetched = (await read(50)).rows;
    away = true;
    expect((await read(50)).rows).toEqual(fetched);
    await expect(read(200)).rejects.toMatchObject({ kind: 'server-error' });
    away = false;
    expect((await read(200)).rows).toEqual(sampleRows.slice(200));
  });
});

describe('pages that never end', () => {
  const envelope = (next: string, rows: string) => `{"next":${JSON.stringify(next)},"previous":null,"results":${rows}}`;

  it('a cycle of cursors is noticed', async () => {
    const { opened } = await faulty((response, _time, address) => {
      const cursor = address.searchParams.get('cursor') ?? 'a';
      return send(response, 200, envelope(`?cursor=${cursor === 'a' ? 'b' : 'a'}`, '[{"id":1}]'));
    });
    const error = await failureOf(opened, 0, 100);
    expect({ kind: error.kind, retry: error.retry }).toEqual({ kind: 'page-loop', retry: false });
  });

  it('a next link to the same page is noticed', async () => {
    const { opened } = await faulty((response, _time, address) =>
      send(response, 200, envelope(address.href, '[{"id":1}]')),
    );
    expect((await failureOf(opened, 0, 100)).kind).toBe('page-loop');
  });

  it('endless empty pages are noticed', async () => {
    const { opened } = await faulty((response, time) => send(response, 200, envelope(`?cursor=${time}`, '[]')));
    expect((await failureOf(opened, 0, 100)).kind).toBe('page-loop');
  });

  it('more rows announced than can be reached', async () => {
    const { opened } = await faulty((response) =>
      send(response, 200, '{"count":9,"next":null,"previous":null,"results":[{"id":1}]}'),
    );
    expect((await failureOf(opened)).kind).toBe('malformed');
  });
});
