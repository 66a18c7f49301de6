import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { everyRow } from '#shared/row-query.ts';
import { listNamespaces } from '../catalogue/catalogue.ts';
import { openRemoteService } from '../discovery/open-service.ts';
import { signIn } from '../discovery/sign-in.ts';
import { ServiceError } from '../errors.ts';
import { exchange } from '../http/exchange.ts';
import { layOut } from '../http/layout.ts';
import { usualLimits } from '../http/limits.ts';
import { openNetwork } from '../http/transport/network.ts';
import { type HostLookup, reachOfHost } from '../http/transport/reach.ts';
import { mayCarryToken, trustRefusal } from '../http/transport/trust.ts';
import { type Recorder, recorderAnswer, startRecorder } from './recorder.ts';
import { asRows, everything, type Opened, openForTest } from './source-suite.ts';
import type { Variant } from './variant.ts';
import { startVariant, type VariantService } from './variant-service.ts';

const token = `${'c0ffee'.repeat(6)}beef`;
const signedIn = { token: () => token, plainHttpAgreed: () => true };
let recorder: Recorder;
let service: VariantService;
let opened: Opened;

beforeEach(async () => {
  recorder = await startRecorder();
});

afterEach(async () => {
  await opened?.close();
  await service?.close();
  await recorder.close();
});

/** Starts a service that misbehaves and opens it with a token. */
async function open(intercept: NonNullable<Variant['intercept']>, variant: Variant = {}): Promise<void> {
  service = await startVariant({ token, paging: 'number', pageSize: 50, ...variant, intercept });
  opened = await openForTest(service.url, signedIn, { firstDelayMs: 5 });
}

/** Reads everything that the application reads, ignoring failures. */
async function readAllThatCanBe(): Promise<void> {
  const { source } = opened;
  await listNamespaces(source).catch(ignore);
  await source.readDataset(everything).catch(ignore);
  await source.rows(everything).read(everyRow, 0, 50).catch(ignore);
  await source.rows(everything).read(everyRow, 100, 50).catch(ignore);
  const whole = await source.wholeRows(everything, everyRow, asRows).catch(ignore);
  if (whole === undefined) return;
  try {
    for await (const _batch of whole.batches);
  } catch (error) {
    ignore(error);
  }
}

function ignore(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
  expect(error.message + error.where + JSON.stringify(error)).not.toContain(token);
}

function expectNoToken(): void {
  for (const { url, headers } of recorder.received) {
    expect(headers.authorization).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
    expect(url + JSON.stringify(headers)).not.toContain(token);
  }
}

const json = (response: ServerResponse, value: unknown): true => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
  return true;
};
const isRows = (address: URL) => address.pathname.endsWith('/everything/data/');
const isRecord = (address: URL) => address.pathname.endsWith('/datasets/everything/');
const page = (next: string) => ({
  count: 250,
  next,
  previous: null,
  results: Array.from({ length: 50 }, (_, id) => ({ id })),
});

/** Spellings of the recorder's address that resemble the service's, or hide that it is a different one. */
const disguises: Readonly<Record<string, (home: VariantService, away: Recorder) => string>> = {
  'another port of the same host': (_home, away) => `http://127.0.0.1:${away.port}/`,
  'the same machine by another name': (_home, away) => `http://localhost:${away.port}/`,
  'the service as user information': (home, away) => `http://127.0.0.1:${home.port}@127.0.0.1:${away.port}/`,
  'user and password': (_home, away) => `http://user:pass@127.0.0.1:${away.port}/`,
  'the service behind a backslash': (home, away) => `http://127.0.0.1:${away.port}\\@127.0.0.1:${home.port}/`,
  'the service behind a hash': (home, away) => `http://127.0.0.1:${away.port}/#@127.0.0.1:${home.port}/`,
  'no scheme': (_home, away) => `//127.0.0.1:${away.port}/`,
  'the number of the host': (_home, away) => `http://2130706433:${away.port}/`,
};

describe.each(Object.entries(disguises))('elsewhere, written as %s', (_name, address) => {
  it('as next: followed without the token', async () => {
    await open(
      (_request, response, requested) =>
        isRows(requested) &&
        !requested.searchParams.has('page') &&
        json(response, page(`${address(service, recorder)}?page=2`)),
    );
    await readAllThatCanBe();
    expect(recorder.received.length).toBeGreaterThan(0);
    expectNoToken();
  });

  it('as data: followed without the token, with a notice', async () => {
    await open(
      (request, response, requested) =>
        isRecord(requested) && record(request, response, { data: address(service, recorder) }),
    );
    await readAllThatCanBe();
    expect(recorder.received.length).toBeGreaterThan(0);
    expectNoToken();
    const { notices } = await opened.source.readDataset(everything);
    expect(notices.map(englishText).join()).toContain('without your sign-in');
  });

  it.each([301, 302, 303, 307, 308])('as redirect %i: followed without the token', async (status) => {
    await open((_request, response, requested) => {
      if (!isRows(requested)) return false;
      response.writeHead(status, { location: address(service, recorder) }).end();
      return true;
    });
    await readAllThatCanBe();
    expect(recorder.received.length).toBeGreaterThan(0);
    expectNoToken();
  });

  it('as download, image, namespace and version: the token is not sent', async () => {
    const away = address(service, recorder);
    await open(
      (request, response, requested) =>
        isRecord(requested) && record(request, response, { download: away, image: away, namespace: away, url: away }),
    );
    await readAllThatCanBe();
    expectNoToken();
  });

  it('as the endpoints of discovery: the token is not sent', async () => {
    await open((_request, response, requested) => {
      if (!requested.pathname.endsWith('/api/v1/')) return false;
      const away = address(service, recorder);
      return json(response, {
        authentication: [],
        endpoints: ['namespaces', 'users', 'token'].map((name) => ({ name, url: `${away}${name}` })),
      });
    });
    await readAllThatCanBe();
    expectNoToken();
  });
});

function record(request: IncomingMessage, response: ServerResponse, change: Record<string, string>): true {
  expect(request.headers.authorization).toBe(`Token ${token}`);
  const columns = [{ type: 'integer', name: 'id', label: 'id', description: '' }];
  return json(response, { slug: 'everything', label: 'Everything', columns, versions: [], ...change });
}

describe('a redirect away and back', () => {
  it('does not send the token again', async () => {
    await open((_request, response, requested) => {
      if (!isRows(requested) || requested.searchParams.has('back')) return false;
      const away = requested.searchParams.has('away');
      const next = away
        ? `http://127.0.0.1:${service.port}${requested.pathname}?back=1`
        : `http://localhost:${service.port}${requested.pathname}?away=1`;
      response.writeHead(302, { location: next }).end();
      return true;
    });
    await opened.source.rows(everything).read(everyRow, 0, 1).catch(ignore);
    const back = service.recorded.filter(({ url }) => url.includes('back=1'));
    expect(back.length).toBeGreaterThan(0);
    expect(back.map(({ authorization }) => authorization)).not.toContain(`Token ${token}`);
  });

  it('does not send the token to where a page elsewhere leads back', async () => {
    await open((_request, response, requested) => {
      if (!isRows(requested) || requested.searchParams.has('back')) return false;
      const address = (host: string, step: string) => `http://${host}:${service.port}${requested.pathname}?${step}=1`;
      if (!requested.searchParams.has('away')) return json(response, page(address('localhost', 'away')));
      response.writeHead(302, { location: address('127.0.0.1', 'back') }).end();
      return true;
    });
    await readAllThatCanBe();
    const back = service.recorded.filter(({ url }) => url.includes('back=1'));
    expect(back.length).toBeGreaterThan(0);
    expect(back.map(({ authorization }) => authorization)).not.toContain(`Token ${token}`);
  });
});

describe('the service itself', () => {
  it('gets the token, at its own origin', async () => {
    await open(() => false);
    await opened.source.rows(everything).read(everyRow, 0, 1);
    const rows = service.recorded.filter(({ url }) => url.includes('/data/'));
    expect(rows.map(({ authorization }) => authorization)).toEqual([`Token ${token}`]);
  });

  it('cannot expose it by sending it back in an error', async () => {
    await open((request, response, requested) => {
      if (!isRows(requested)) return false;
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ detail: `You sent ${request.headers.authorization}` }));
      return true;
    });
    const failure = await opened.source
      .rows(everything)
      .read(everyRow, 0, 1)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'bad-query' });
    expect(String(failure) + JSON.stringify(failure)).not.toContain(token);
  });

  it('cannot expose it by sending it back instead of JSON', async () => {
    await open((request, response, requested) => {
      if (!isRows(requested)) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(`oops ${request.headers.authorization}`);
      return true;
    });
    const failure = await opened.source
      .rows(everything)
      .read(everyRow, 0, 1)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'malformed' });
    expect(String(failure) + JSON.stringify(failure)).not.toContain(token);
  });
});

describe('signing in', () => {
  const never = new AbortController().signal;
  const password = { kind: 'password', user: 'ada', password: 'correct horse' } as const;

  it('sends the password to no other origin, whatever discovery says', async () => {
    service = await startVariant();
    const layout = layOut(new URL(service.url), new Map([['token', `${recorder.url}log/in/`]]));
    await expect(signIn(layout, password, true, {}, never)).rejects.toMatchObject({ kind: 'redirect' });
    expect(recorder.received).toEqual([]);
  });

  it('takes the specification’s path on another host for the service’s name behind its proxy', async () => {
    service = await startVariant({ token });
    const layout = layOut(new URL(service.url), new Map([['token', `${recorder.url}api/v1/auth/token/obtain/`]]));
    expect(await signIn(layout, password, true, {}, never)).toEqual({ token, user: 'ada' });
    expect(recorder.received).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('does not follow redirect %i with the password', async (status) => {
    service = await startVariant({
      intercept(request, response) {
        if (request.method !== 'POST') return false;
        response.writeHead(status, { location: recorder.url }).end();
        return true;
      },
    });
    await expect(signIn(layOut(new URL(service.url), new Map()), password, true, {}, never)).rejects.toMatchObject({
      kind: 'redirect',
    });
    expect(recorder.received).toEqual([]);
  });

  it('does not repeat the password in an error', async () => {
    service = await startVariant();
    const wrong = { ...password, password: 'swordfish-42' };
    const failure = await signIn(layOut(new URL(service.url), new Map()), wrong, true, {}, never).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ kind: 'credentials-refused' });
    expect(String(failure) + JSON.stringify(failure)).not.toContain('swordfish-42');
  });
});

describe('a token given together with an address', () => {
  it('is not sent through a redirect', async () => {
    service = await startVariant({ token });
    const front = await startVariant({
      intercept(request, response) {
        response.writeHead(302, { location: `http://127.0.0.1:${service.port}${request.url}` }).end();
        return true;
      },
    });
    try {
      await expect(openRemoteService(front.url, token)).rejects.toMatchObject({ kind: 'redirect' });
      const sent = [...service.recorded, ...front.recorded].map(({ authorization }) => authorization);
      expect(sent.length).toBeGreaterThan(1);
      expect(sent.filter(Boolean)).toEqual([]);
    } finally {
      await front.close();
    }
  });
});

describe('writing and reading bytes', () => {
  const checksumAt = async (address: string) => {
    const hash = createHash('sha256');
    await opened.source.client.readBytes(new URL(address), (piece) => hash.update(piece), true);
    return hash.digest('hex');
  };
  const message = (address: string) =>
    ({ method: 'POST', address: new URL(address), body: { type: 'text/csv', content: 'a' } }) as const;

  it('a download elsewhere is read without the token', async () => {
    await open(() => false);
    expect(await checksumAt(`${recorder.url}download/`)).toMatch(/^[0-9a-f]{64}$/);
    expect(recorder.received.length).toBe(1);
    expectNoToken();
  });

  it.each([301, 302, 303, 307, 308])(
    'redirect %i of a download is followed without the token, that of a write is not',
    async (status) => {
      const location = `${recorder.url}object?X-Amz-Signature=abc`;
      await open((_request, response, requested) => {
        if (!requested.pathname.endsWith('/away/')) return false;
        response.writeHead(status, { location }).end();
        return true;
      });
      await expect(opened.source.send(message(`${service.url}away/`))).rejects.toMatchObject({ kind: 'redirect' });
      expect(recorder.received).toEqual([]);
      const checksum = createHash('sha256').update(recorderAnswer).digest('hex');
      expect(await checksumAt(`${service.url}away/`)).toBe(checksum);
      expect(service.recorded.map(({ authorization }) => authorization)).toContain(`Token ${token}`);
      expect(recorder.received.map(({ url }) => url)).toEqual(['/object?X-Amz-Signature=abc']);
      expectNoToken();
    },
  );

  it.each([
    ['leads nowhere else', '?again=secret'],
    ['leads to no web address', 'ftp://127.0.0.1/?secret'],
  ])('a redirect of a download that %s is refused, without naming what may be a signature', async (_, location) => {
    await open((_request, response, requested) => {
      if (!requested.pathname.endsWith('/away/')) return false;
      response.writeHead(307, { location }).end();
      return true;
    });
    const failed = checksumAt(`${service.url}away/`).catch((error: unknown) => error);
    expect(await failed).toMatchObject({ kind: 'redirect' });
    expect(JSON.stringify(await failed) + String(await failed)).not.toContain('secret');
  });

  it('nothing is written elsewhere', async () => {
    await open(() => false);
    await expect(opened.source.send(message(recorder.url))).rejects.toMatchObject({ kind: 'redirect' });
    expect(recorder.received).toEqual([]);
  });
});

describe('names that a service leads to', () => {
  /** A name server with two names, whose addresses the test sets. */
  function names(addresses: Readonly<Record<string, readonly string[]>>): HostLookup {
    const found = (host: string) => (addresses[host] ?? []).map((address) => ({ address, family: isIP(address) }));
    return ((host: string, _options: unknown, done: (error: null, all: object[]) => void) =>
      setImmediate(() => done(null, found(host)))) as unknown as HostLookup;
  }

  /** Requests `files.example`, or another address, as a service at `stats.example` may lead there. */
  async function ask(service: string, ...files: string[]): Promise<number> {
    const lookup = names({ 'stats.example': service.split(' '), 'files.example': files });
    const home = new URL('http://stats.example/');
    const network = openNetwork(home, usualLimits, lookup);
    const address = new URL(`http://files.example:${recorder.port}/`);
    try {
      const line = { network, limits: { ...usualLimits, connectMs: 2_000 } };
      return (await exchange({ address, method: 'GET', headers: {} }, line, new AbortController().signal)).status;
    } finally {
      await network.close();
    }
  }

  it.each([
    ['8.8.8.8', ['127.0.0.1'], 'this computer’s'],
    ['8.8.8.8', ['9.9.9.9', '127.0.0.1'], 'this computer’s among public ones'],
    ['8.8.8.8', ['::ffff:127.0.0.1'], 'a mapped'],
    ['8.8.8.8', ['10.0.0.1'], 'a private'],
    ['8.8.8.8 127.0.0.1', ['127.0.0.1'], 'a private one that the service has beside a public one'],
    ['192.168.0.1', ['127.0.0.1'], 'this computer’s, for a service of the network,'],
  ])('of a service at %s are not asked at %s, %s address', async (service, files) => {
    const said = { kind: 'redirect', message: expect.stringContaining('files.example') };
    await expect(ask(service, ...files)).rejects.toMatchObject(said);
    expect(recorder.received).toEqual([]);
  });

  it('are requested if the service is as internal', async () => {
    await ask('127.0.0.1', '127.0.0.1');
    expect(recorder.received.length).toBe(1);
  });
});

describe('where a token may be sent', () => {
  const refused = (home: string, target: string) =>
    trustRefusal(new URL(home), new URL(target), reachOfHost(new URL(home)) ?? 'public');

  const cases: readonly (readonly [home: string, target: string, agreed: boolean, may: boolean])[] = [
    ['https://s.example/', 'https://s.example/api/', false, true],
    ['https://s.example/', 'https://s.example:443/api/', false, true],
    ['https://s.example/', 'https://s.example:8443/', false, false],
    ['https://s.example/', 'http://s.example/', true, false],
    ['https://s.example/', 'https://t.example/', false, false],
    ['https://s.example/', 'https://s.example.evil.example/', false, false],
    ['https://s.example/', 'https://s.example@evil.example/', false, false],
    ['http://s.example/', 'http://s.example/', false, false],
    ['http://s.example/', 'http://s.example/', true, true],
    ['http://s.example/', 'https://s.example/', true, false],
    ['http://127.0.0.1:80/', 'http://127.0.0.1/', false, true],
    ['http://127.0.0.1/', 'http://localhost/', false, false],
    ['http://localhost:8000/', 'http://localhost:8000/x', false, true],
    ['http://[::1]:8000/', 'http://[::1]:8000/x', false, true],
    ['http://127.0.0.1.evil.example/', 'http://127.0.0.1.evil.example/', false, false],
    ['http://localhost.evil.example/', 'http://localhost.evil.example/', false, false],
    ['http://a.localhost/', 'http://a.localhost/', false, false],
  ];
  it.each(cases)('of %s to %s, agreed %s: %s', (home, target, agreed, may) => {
    expect(mayCarryToken(new URL(home), new URL(target), agreed)).toBe(may);
  });

  it.each([
    ['https://s.example/', 'http://s.example/'],
    ['https://s.example/', 'http://t.example/'],
    ['https://s.example/', 'https://127.0.0.1/'],
    ['http://s.example/', 'http://localhost:8000/'],
    ['http://s.example/', 'http://a.localhost/'],
    ['http://s.example/', 'http://0.0.0.0/'],
    ['http://s.example/', 'http://[::ffff:127.0.0.1]/'],
    ['http://s.example/', 'http://0x7f.1/'],
    ['http://s.example/', 'http://[::]/'],
    ['http://s.example/', 'http://[::1]/'],
    ['http://s.example/', 'http://[::ffff:0:0]/'],
    ['http://s.example/', 'http://[::127.0.0.1]/'],
    ['http://s.example/', 'http://[64:ff9b::127.0.0.1]/'],
    ['http://s.example/', 'http://[2002:7f00:1::]/'],
    ['http://s.example/', 'http://0.1.2.3/'],
    ['http://s.example/', 'http://2130706433/'],
    ['http://s.example/', 'http://localhost./'],
    ['http://s.example/', 'http://10.1.2.3/'],
    ['http://s.example/', 'http://172.31.0.1/'],
    ['http://s.example/', 'http://192.168.1.1/'],
    ['http://s.example/', 'http://169.254.169.254/latest/meta-data/'],
    ['http://s.example/', 'http://100.64.0.1/'],
    ['http://s.example/', 'http://255.255.255.255/'],
    ['http://s.example/', 'http://224.0.0.1/'],
    ['http://s.example/', 'http://[fe80::1]/'],
    ['http://s.example/', 'http://[fc00::1]/'],
    ['http://s.example/', 'http://[fd12:3456::1]/'],
    ['http://s.example/', 'http://[::ffff:10.0.0.1]/'],
    ['http://s.example/', 'http://[64:ff9b::10.0.0.1]/'],
    ['http://s.example/', 'http://[2002:c0a8:101::]/'],
    ['http://s.example/', 'http://router/'],
    ['http://s.example/', 'http://printer.local/'],
    ['http://8.8.8.8/', 'http://10.0.0.1/'],
    ['http://[2606:4700::1111]/', 'http://[fd00::1]/'],
    ['http://10.0.0.1/', 'http://127.0.0.1/'],
    ['http://stats.local/', 'http://localhost/'],
    ['http://s.example/', 'ftp://s.example/'],
    ['http://s.example/', 'data:application/json,[]'],
  ])('%s may not lead to %s at all', (home, target) => {
    expect(refused(home, target)).not.toBeNull();
  });

  it.each([
    ['http://s.example/', 'https://t.example/'],
    ['https://s.example/', 'https://t.example/'],
    ['http://s.example/', 'http://8.8.8.8/'],
    ['http://s.example/', 'http://172.32.0.1/'],
    ['http://s.example/', 'http://[::ffff:8.8.8.8]/'],
    ['http://s.example/', 'http://[2606:4700::1111]/'],
    ['http://127.0.0.1:1/', 'http://127.0.0.1:2/'],
    ['http://127.0.0.1:1/', 'http://10.0.0.1/'],
    ['http://10.0.0.1/', 'http://192.168.0.1/'],
    ['http://10.0.0.1/', 'http://[fd00::1]/'],
    ['http://[::ffff:10.0.0.1]/', 'http://router/'],
    ['http://10.0.0.1/', 'http://s.example/'],
  ])('%s may lead to %s, without the token', (home, target) => {
    expect(refused(home, target)).toBeNull();
  });
});
