import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { exchange, type HomeLine } from './exchange.ts';
import { usualLimits } from './limits.ts';
import { followRedirects } from './redirects.ts';
import { openNetwork } from './transport/network.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A service on loopback; returns its address. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

/** Follows redirects from `/start` of a service that holds a token. Returns what each address was sent, in order. */
async function walk(redirects: (home: URL, other: URL) => Readonly<Record<string, string>>): Promise<string[]> {
  const sent: string[] = [];
  const answer = (name: string) => (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', headers } = request;
    sent.push(`${name}${url}: ${headers.authorization ?? 'nothing'}`);
    const location = targets[`${name}${url}`];
    if (location === undefined) response.end('done');
    else response.writeHead(302, { Location: location }).end();
  };
  const home = await serve(answer('home'));
  const other = await serve(answer('other'));
  const targets = redirects(home, other);
  const network = openNetwork(home, usualLimits);
  open.push(() => network.close());
  const tokenFor = ({ origin }: URL) => (origin === home.origin ? 'secret' : null);
  const line: HomeLine = { home, network, limits: usualLimits, tokenFor };
  const { signal } = new AbortController();
  await followRedirects(line, new URL('/start', home), false, async (address, token) => {
    const headers = token === null ? {} : { authorization: token };
    return { incoming: await exchange({ address, method: 'GET', headers }, line, signal) };
  });
  return sent;
}

it('sends the token again to addresses of the same origin', async () => {
  expect(await walk(() => ({ 'home/start': '/next' }))).toEqual(['home/start: secret', 'home/next: secret']);
});

it('sends no token to another origin, nor to its own once it has left it', async () => {
  const sent = await walk((home, other) => ({
    'home/start': new URL('/away', other).href,
    'other/away': new URL('/back', home).href,
    'home/back': '/end',
  }));
  expect(sent).toEqual(['home/start: secret', 'other/away: nothing', 'home/back: nothing', 'home/end: nothing']);
});

it('does not follow redirects for ever', async () => {
  await expect(walk(() => ({ 'home/start': '/start' }))).rejects.toMatchObject({ kind: 'redirect' });
});
