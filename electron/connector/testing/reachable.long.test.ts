import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request as askOver, createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { everyRow } from '#shared/row-query.ts';
import { useSystemProxies } from '../../lib/http/system-proxy.ts';
import { describeFound } from '../connections/connections.ts';
import { servicePlacesFor } from '../discovery/address.ts';
import { findService } from '../discovery/find-service.ts';
import { sampleRows } from './sample-rows.ts';
import { everything, openForTest } from './source-suite.ts';
import type { Variant } from './variant.ts';
import { startVariant, type VariantService } from './variant-service.ts';

const limits = { connectMs: 1_500, headersMs: 1_000, firstDelayMs: 5 };
const never = new AbortController().signal;
const open: { close(): unknown }[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(variant: Variant = {}): Promise<VariantService> {
  const service = await startVariant(variant);
  open.push(service);
  return service;
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  });
  return (server.address() as AddressInfo).port;
}

describe('an address as a user pastes it', () => {
  const pasted: readonly (readonly [text: (service: VariantService) => string, name: string])[] = [
    [({ url }) => url, 'its own'],
    [({ url }) => url.slice(0, -1), 'without the slash'],
    [({ port }) => `127.0.0.1:${port}/open/data`, 'without the scheme'],
    [({ port }) => `localhost:${port}/open/data/`, 'by the name of this computer'],
    [({ url }) => `${url}api/`, 'of its versions'],
    [({ url }) => `${url}api/v1`, 'of its discovery'],
    [({ url }) => `${url}api/v1/namespaces/city/datasets/everything/`, 'of a dataset'],
    [
      ({ url }) => `${url}api/v1/namespaces/city/datasets/everything/data/?_format=api&limit=5#top`,
      'of a page of rows',
    ],
    [({ url }) => `${url}auth/login/?next=/`, 'of the page for signing in'],
    [({ url }) => `  <${url}>\n`, 'in angle brackets'],
    [({ url }) => `"${url}"`, 'in quotes'],
    [({ url }) => url.replace('//', '//ada:secret@'), 'with a password'],
  ];
  it.each(pasted.map(([text, name]) => ({ name, text })))('$name', async ({ text }) => {
    const service = await start({ path: '/open/data/' });
    const found = await findService(text(service), limits);
    expect(found.layout.base.href.replace('localhost', '127.0.0.1')).toBe(service.url);
    expect(await describeFound(found, {}, never)).toMatchObject({ namespaces: 1, transport: 'safe', notices: [] });
  });

  it('is tried over HTTPS before HTTP, but in reverse order within this computer', () => {
    const schemes = (text: string) => servicePlacesFor(text).origins.map((origin) => origin.href);
    expect(schemes('stats.example.org/x')).toEqual(['https://stats.example.org/', 'http://stats.example.org/']);
    expect(schemes('stats.example.org:443')).toEqual(['https://stats.example.org/', 'http://stats.example.org:443/']);
    expect(schemes('localhost:8000')).toEqual(['http://localhost:8000/', 'https://localhost:8000/']);
    expect(schemes('[::1]:8000')).toEqual(['http://[::1]:8000/', 'https://[::1]:8000/']);
    expect(schemes('http://stats.example.org')).toEqual(['http://stats.example.org/']);
    expect(schemes('Büro.example')).toEqual(['https://xn--bro-hoa.example/', 'http://xn--bro-hoa.example/']);
  });

  it.each([
    '',
    '  ',
    'two words',
    'ftp://stats.example.org/',
    'file:///etc/passwd',
    'https://',
    'http://[',
    'javascript://alert(1)',
  ])('that is invalid: %j', async (text) => {
    await expect(findService(text, limits)).rejects.toMatchObject({ kind: 'bad-address' });
  });

  it('is looked for in only a few places', () => {
    expect(servicePlacesFor(`https://s.example/${'a/'.repeat(50)}`).paths.length).toBeLessThanOrEqual(8);
  });

  it('that redirects is replaced, with a notice', async () => {
    const service = await start();
    const port = await listen(
      createHttpServer((request, response) =>
        response.writeHead(308, { location: `${service.url.slice(0, -1)}${request.url}` }).end(),
      ),
    );
    const { layout, notices } = await findService(`http://127.0.0.1:${port}/`, limits);
    expect(layout.base.href).toBe(service.url);
    expect(notices.map(englishText).join()).toContain(service.url);
  });

  it('of a service that shows nothing without a sign-in', async () => {
    const service = await start({
      intercept(_request, response) {
        response
          .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Token' })
          .end('{"detail":"x"}');
        return true;
      },
    });
    const found = await findService(service.url, limits);
    expect(await describeFound(found, {}, never)).toMatchObject({
      address: service.url,
      namespaces: null,
      notices: [],
    });
  });
});

describe('something other than a service is explained', () => {
  const html = (status: number) =>
    createHttpServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><h1>Shop</h1>'),
    );

  it.each([200, 403, 404])('a website (status %i)', async (status) => {
    const port = await listen(html(status));
    await expect(findService(`http://127.0.0.1:${port}/shop/`, limits)).rejects.toMatchObject({
      kind: 'not-this-kind',
      message: expect.stringContaining('address of its API'),
    });
  });

  it('another API', async () => {
    const port = await listen(
      createHttpServer((_request, response) =>
        response.setHeader('content-type', 'application/json').end('{"endpoints":"none"}'),
      ),
    );
    await expect(findService(`127.0.0.1:${port}`, limits)).rejects.toMatchObject({ kind: 'not-this-kind' });
  });

  it('nothing', async () => {
    const port = await listen(createServer());
    for (const one of open.splice(0)) await one.close();
    await expect(findService(`127.0.0.1:${port}`, limits)).rejects.toMatchObject({
      kind: 'offline',
      retry: true,
      message: expect.stringContaining('Nothing responds'),
    });
  });

  it('a host name that does not exist', async () => {
    await expect(findService('nobody.invalid', limits)).rejects.toMatchObject({
      kind: 'offline',
      message: expect.stringContaining('no computer named nobody.invalid'),
    });
  });

  it('something that does not speak HTTP', async () => {
    const port = await listen(createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
    await expect(findService(`http://127.0.0.1:${port}`, limits)).rejects.toMatchObject({
      kind: 'no-http',
      message: expect.stringContaining('does not speak HTTP'),
    });
  });

  it('something that accepts the connection and stays silent', async () => {
    const port = await listen(createServer(() => {}));
    await expect(findService(`http://127.0.0.1:${port}`, limits)).rejects.toMatchObject({
      kind: 'timeout',
      retry: true,
    });
  });

  it('something that starts a TLS handshake and never finishes it', async () => {
    const port = await listen(createServer((socket) => socket.on('data', () => {})));
    await expect(findService(`https://127.0.0.1:${port}`, limits)).rejects.toMatchObject({
      kind: 'timeout',
      retry: true,
    });
  });

  it('a service that speaks plain HTTP only', async () => {
    const service = await start();
    await expect(findService(`https://127.0.0.1:${service.port}`, limits)).rejects.toMatchObject({
      kind: 'no-secure-connection',
      message: expect.stringContaining('http://'),
    });
  });
});

const certificate = (name: string) => readFile(path.join(import.meta.dirname, 'certificates', `${name}.pem`), 'utf8');

/** A TLS proxy with a certificate in front of a service. */
async function secure(service: VariantService, name: string): Promise<number> {
  const pem = await certificate(name);
  return listen(
    createTlsServer({ cert: pem, key: pem }, (request, response) => {
      const { method, headers, url } = request;
      const onward = askOver({ port: service.port, host: '127.0.0.1', method, headers, path: url }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    }),
  );
}

/**
 * Looks for a service from a process that trusts the test authority, which Node only accepts at its start.
 * @param named the variable that names it: Node's own, or that of the system's store
 */
async function findTrusting(
  address: string,
  named: 'NODE_EXTRA_CA_CERTS' | 'SSL_CERT_FILE' = 'NODE_EXTRA_CA_CERTS',
): Promise<unknown> {
  const code = `
    const { findService } = await import(${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, '../discovery/find-service.ts')).href)});
    const outcome = await findService(${JSON.stringify(address)}).then(({ layout }) => layout.base.href, ({ kind, message }) => ({ kind, message }));
    console.log(JSON.stringify(outcome));
    process.exit(0);`;
  const env = { ...process.env, [named]: path.join(import.meta.dirname, 'certificates', 'authority.pem') };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { env });
  return JSON.parse(stdout) as unknown;
}

describe('certificates', () => {
  it.runIf(process.platform === 'linux')('signed by an authority that the system trusts are accepted', async () => {
    const address = `https://127.0.0.1:${await secure(await start(), 'good')}/`;
    expect(await findTrusting(address, 'SSL_CERT_FILE')).toBe(address);
  });

  it('not signed by a trusted authority: explained, and never bypassed by plain HTTP', async () => {
    const port = await secure(await start(), 'good');
    const expected = { kind: 'certificate', retry: false, message: expect.stringContaining('NODE_EXTRA_CA_CERTS') };
    await expect(findService(`https://127.0.0.1:${port}/`, limits)).rejects.toMatchObject(expected);
  });

  it('signed by an authority that the user trusts: found', async () => {
    const port = await secure(await start(), 'good');
    expect(await findTrusting(`https://127.0.0.1:${port}/`)).toBe(`https://127.0.0.1:${port}/`);
  });

  it.each([
    ['other', 'is not for'],
    ['expired', 'has expired'],
  ])('%s: explained', async (name, words) => {
    const port = await secure(await start(), name);
    expect(await findTrusting(`https://127.0.0.1:${port}/`)).toEqual({
      kind: 'certificate',
      message: expect.stringContaining(words),
    });
  });
});

/** A typical proxy, which leads every host to one service and records the requested hosts. */
async function startProxy(
  service: VariantService,
  refuse?: string,
): Promise<{ readonly port: number; readonly hosts: string[] }> {
  const hosts: string[] = [];
  const proxy = createHttpServer((_request, response) => response.writeHead(400).end());
  proxy.on('connect', (request, socket: Socket) => {
    hosts.push(request.url ?? '');
    if (refuse !== undefined) return socket.end(`HTTP/1.1 ${refuse}\r\n\r\n`);
    const onward = connect(service.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => onward.destroy());
    return undefined;
  });
  return { port: await listen(proxy), hosts };
}

/**
 * A SOCKS 5 proxy (RFC 1928) without authentication, which leads every host to one service and records the requested
 * hosts.
 * @param reply its answer to a request: 0 for success, 2 for "not allowed by ruleset"
 */
async function startSocksProxy(service: VariantService, reply = 0) {
  const hosts: string[] = [];
  const proxy = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request) => {
        const length = request[4] ?? 0;
        hosts.push(`${request.toString('latin1', 5, 5 + length)}:${request.readUInt16BE(5 + length)}`);
        socket.write(Buffer.from([5, reply, 0, 1, 127, 0, 0, 1, 0, 0]));
        if (reply !== 0) return void socket.end();
        const through = connect(service.port, '127.0.0.1');
        through.on('error', () => socket.destroy());
        socket.pipe(through).pipe(socket);
      });
    });
  });
  return { port: await listen(proxy), hosts };
}

describe('a proxy', () => {
  const read = async (token: string | null, agreed: boolean) => {
    const opened = await openForTest(
      'http://stats.example/',
      { token: () => token, plainHttpAgreed: () => agreed },
      limits,
    );
    try {
      return (await opened.source.rows(everything).read(everyRow, 0, 2)).rows;
    } finally {
      await opened.close();
    }
  };

  it('is used for other computers, but not within this one', async () => {
    const service = await start();
    const proxy = await startProxy(service);
    vi.stubEnv('http_proxy', `http://127.0.0.1:${proxy.port}`);
    expect(await read(null, false)).toEqual(sampleRows.slice(0, 2));
    expect(new Set(proxy.hosts)).toEqual(new Set(['stats.example:80']));
    await findService(service.url, limits);
    expect(new Set(proxy.hosts)).toEqual(new Set(['stats.example:80']));
  });

  it('is taken from the system if the environment names none, for each address separately', async () => {
    const service = await start();
    const proxy = await startProxy(service);
    const requested: string[] = [];
    useSystemProxies(async ({ host }) => {
      requested.push(host);
      return host === 'stats.example' ? `PROXY 127.0.0.1:${proxy.port}; DIRECT` : 'DIRECT';
    });
    try {
      expect(await read(null, false)).toEqual(sampleRows.slice(0, 2));
      expect(new Set(proxy.hosts)).toEqual(new Set(['stats.example:80']));
      await findService(service.url, limits);
      expect(new Set(requested)).toEqual(new Set(['stats.example']));
      vi.stubEnv('http_proxy', 'http://127.0.0.1:1');
      await expect(read(null, false)).rejects.toMatchObject({ kind: 'proxy' });
    } finally {
      useSystemProxies(null);
    }
  });

  it('from the system is named if it refuses', async () => {
    const proxy = await startProxy(await start(), '407 Proxy Authentication Required');
    useSystemProxies(async () => `PROXY 127.0.0.1:${proxy.port}`);
    try {
      await expect(read(null, false)).rejects.toMatchObject({
        kind: 'proxy',
        message: expect.stringContaining(`127.0.0.1:${proxy.port}`),
      });
    } finally {
      useSystemProxies(null);
    }
  });

  it('of the system may speak SOCKS 5, and is given names instead of looking them up here', async () => {
    const proxy = await startSocksProxy(await start());
    useSystemProxies(async () => `SOCKS5 127.0.0.1:${proxy.port}; DIRECT`);
    try {
      expect(await read(null, false)).toEqual(sampleRows.slice(0, 2));
      expect(new Set(proxy.hosts)).toEqual(new Set(['stats.example:80']));
    } finally {
      useSystemProxies(null);
    }
  });

  it('of the system that refuses over SOCKS 5, or does not exist, is named', async () => {
    const proxy = await startSocksProxy(await start(), 2);
    const closed = await listen(createServer());
    await open.pop()?.close();
    try {
      for (const port of [proxy.port, closed]) {
        useSystemProxies(async () => `SOCKS5 127.0.0.1:${port}`);
        await expect(read(null, false)).rejects.toMatchObject({
          kind: 'proxy',
          message: expect.stringContaining(`127.0.0.1:${port}`),
        });
      }
    } finally {
      useSystemProxies(null);
    }
  });

  it.each(['169.254.169.254', '[::ffff:0:0]', '[::ffff:127.0.0.1]', '10.0.0.1', '[fd00::1]', 'router.local'])(
    'is not asked for %s, if a public service leads to it',
    async (inside) => {
      const service = await start({
        intercept(_request, response, { pathname }) {
          if (!pathname.endsWith('/data/')) return false;
          response.writeHead(302, { location: `http://${inside}/` }).end();
          return true;
        },
      });
      const proxy = await startProxy(service);
      vi.stubEnv('http_proxy', `http://127.0.0.1:${proxy.port}`);
      await expect(read(null, false)).rejects.toMatchObject({
        kind: 'redirect',
        message: expect.stringMatching(
          /^The service redirects Almanac elsewhere\. It leads into .* It was not followed\.$/,
        ),
      });
      expect(new Set(proxy.hosts)).toEqual(new Set(['stats.example:80']));
    },
  );

  it('sees no token over plain HTTP without the user’s consent', async () => {
    const token = 'f'.repeat(40);
    const service = await start();
    const proxy = await startProxy(service);
    vi.stubEnv('http_proxy', `http://127.0.0.1:${proxy.port}`);
    await read(token, false);
    expect(service.recorded.length).toBeGreaterThan(0);
    expect(service.recorded.map(({ authorization }) => authorization).filter(Boolean)).toEqual([]);
    await read(token, true).catch(() => undefined);
    expect(service.recorded.map(({ authorization }) => authorization)).toContain(`Token ${token}`);
  });

  it.each([
    ['407 Proxy Authentication Required', 'wants a sign-in'],
    ['403 Forbidden', 'did not let the request through'],
  ])('that answers %s is explained', async (status, words) => {
    const proxy = await startProxy(await start(), status);
    vi.stubEnv('http_proxy', `http://ada:secret@127.0.0.1:${proxy.port}`);
    const failure = await findService('http://stats.example/', limits).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'proxy', retry: true, message: expect.stringContaining(words) });
    expect(String(failure)).not.toContain('secret');
  });

  it('that does not exist is explained', async () => {
    const port = await listen(createServer());
    for (const one of open.splice(0)) await one.close();
    vi.stubEnv('http_proxy', `http://127.0.0.1:${port}`);
    await expect(findService('http://stats.example/', limits)).rejects.toMatchObject({ kind: 'proxy' });
  });
});
