import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConnectionError, HttpClient } from './client.ts';

const limits = { connectMs: 1_000, headersMs: 5_000, stallMs: 5_000, concurrency: 1 };

let server: Server;
let address: URL;
let client: HttpClient;
beforeEach(async () => {
  server = createServer((request, response) => {
    response.setHeader('x-agent', request.headers['user-agent'] ?? '');
    if (request.url === '/cut') response.write('some', () => response.destroy());
    else response.end('x'.repeat(1_000_000));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  client = new HttpClient(limits);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (path: string) => ({ address: new URL(path, address), method: 'GET', headers: {} }) as const;

it('distinguishes a lost connection from a failure of the reader', async () => {
  await expect(client.send(get('/cut'), ({ body }) => body.text())).rejects.toBeInstanceOf(ConnectionError);
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  await expect(
    client.send(get('/'), async ({ body }) => {
      for await (const _ of body) throw full;
    }),
  ).rejects.toBe(full);
});

it('discards what is not read, and introduces itself', async () => {
  for (let time = 0; time < 3; time += 1) {
    expect(await client.send(get('/'), async ({ header }) => header('x-agent'))).toMatch(/^Almanac\/\d/);
  }
});

it('uses the proxy of the environment, neither for this computer nor where the environment excludes it', async () => {
  vi.stubEnv('http_proxy', 'http://ada:secret@proxy.invalid:8080');
  const elsewhere = new URL('http://data.example/');
  expect(await client.proxyFor(elsewhere)).toBe('proxy.invalid:8080');
  expect(await client.proxyFor(address)).toBeNull();
  expect(await new HttpClient(limits, { direct: true }).proxyFor(elsewhere)).toBeNull();
});
