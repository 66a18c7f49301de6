import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { underTest } from '../../conformance/testing/service-under-test.ts';
import type { TabVisit } from './open-tab.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-window-'));
mkdirSync(path.join(folder, 'renderer', 'assets'), { recursive: true });
writeFileSync(path.join(folder, 'bridge.js'), 'window.almanac = {};');
writeFileSync(
  path.join(folder, 'renderer', 'index.html'),
  '<!doctype html><head><title>Almanac</title><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="./assets/start-1.js" nonce="__CSP_NONCE__"></script></head>',
);
writeFileSync(path.join(folder, 'renderer', 'assets', 'start-1.js'), 'plain');
writeFileSync(path.join(folder, 'renderer', 'assets', 'start-1.js.br'), 'packed');
writeFileSync(path.join(folder, 'renderer', 'secret.txt'), 'secret');
afterAll(() => rmSync(folder, { recursive: true }));

const visits: TabVisit[] = [];
const under = underTest({
  window: {
    folder: path.join(folder, 'renderer'),
    tabs: { open: (visit) => void visits.push(visit), close: async () => {} },
    embedFrom: ['https://news.example'],
  },
  publicNames: ['statistics.example.org'],
});
const html = { accept: 'text/html,*/*;q=0.8' };

describe('the page', () => {
  it('allows its own resources alone, with another nonce each time', async () => {
    const answers = [await under.ask('/app/'), await under.ask('/app/?namespace=a')];
    const nonces = answers.map(({ status, headers, text }) => {
      const policy = headers['content-security-policy'] ?? '';
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'private, no-cache',
      ]);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(policy).toContain(`connect-src 'self' ws://${new URL(under.base).host}`);
      expect(policy).toContain("frame-ancestors 'none'");
      // No script stands in the page, and each has the nonce of this answer.
      const scripts = [...text.matchAll(/<script[^>]*>([^<]*)</g)];
      expect(scripts.map(([tag, content]) => [tag.includes(`nonce="${nonce}"`), content])).toEqual([
        [true, ''],
        [true, ''],
      ]);
      expect(text).not.toContain('__CSP_NONCE__');
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('is where browsers get to from the root, and programs get to the API', async () => {
    expect((await under.ask('/', { headers: html })).headers.location).toBe('app/');
    expect((await under.ask('/', { headers: { accept: 'application/json' } })).headers.location).toBe('api/');
    expect((await under.ask('/app')).headers.location).toBe('app/');
  });

  it('has the title and the description of what a link shows, if it is public', async () => {
    const titleOf = async (query: string) =>
      /<title>(.*?)<\/title>/.exec((await under.ask(`/app/?${query}`)).text)?.[1];
    const { text } = await under.ask('/app/?namespace=city');
    expect(text).toContain('<meta property="og:description" content="Figures of a city.">');
    expect(await titleOf('namespace=city')).toBe('City statistics – Almanac');
    expect(await titleOf('namespace=city&dataset=population')).toBe('Population – Almanac');
    expect(await titleOf('namespace=hidden&dataset=secret')).toBe('Almanac');
    expect(await titleOf('namespace=..%2Fusers')).toBe('Almanac');
    expect(await titleOf('namespace=city&view=%')).toBe('Almanac');
  });

  it('is announced in the description of the API', async () => {
    expect((await under.ask('/api/v1/schema/')).json.paths['/app/'].get.summary).toBe('Show the window');
  });
});

describe('an embedded page', () => {
  it('may stand in the pages that the operator named, and in those of the service', async () => {
    const { headers, text } = await under.ask('/embed/?namespace=city');
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self' https:\/\/news\.example$/);
    expect(text).toContain('src="../app/bridge.js?v=');
    expect(text).not.toContain('="./');
    expect((await under.ask('/embed/fit.js')).text).toContain('almanac:height');
  });
});

describe('its files', () => {
  it('are kept by browsers for good, and sent compressed', async () => {
    const { headers, text } = await under.ask('/app/assets/start-1.js', { headers: { 'accept-encoding': 'br' } });
    expect([headers['content-encoding'], headers['cache-control'], text]).toEqual([
      'br',
      'public, max-age=31536000, immutable',
      'packed',
    ]);
    expect((await under.ask('/app/assets/start-1.js')).text).toBe('plain');
    const [script = ''] = /bridge\.js\?v=[0-9a-f]{16}/.exec((await under.ask('/app/')).text) ?? [];
    const bridge = await under.ask(`/app/${script}`);
    expect([bridge.text, bridge.headers['content-type']]).toEqual([
      'window.almanac = {};',
      'text/javascript; charset=utf-8',
    ]);
  });

  it.each([
    '/app/secret.txt',
    '/app/index.html',
    '/app/../bridge.js',
    '/app/assets/..%2Fsecret.txt',
    '/app/assets/%2e%2e/secret.txt',
    '/app/assets/',
  ])('are the only ones: %s is not found', async (address) => {
    expect((await under.ask(address)).status).toBe(404);
  });
});

/** Asks for a WebSocket. @returns the status of a refusal, or 101 */
function connect(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${under.base.replace('http', 'ws')}/app/port`, { headers });
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
    socket.on('error', () => {});
    socket.on('open', () => {
      socket.close();
      resolve(101);
    });
  });
}

describe('the port', () => {
  it('opens for pages of this service', async () => {
    expect(await connect({ origin: under.base })).toBe(101);
    expect(visits.at(-1)).toMatchObject({ address: `${under.base}/`, account: null, token: null });
    const named = { host: 'statistics.example.org', origin: 'http://statistics.example.org' };
    expect(await connect(named)).toBe(101);
  });

  it.each([
    ['no page', {}],
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a page of this service over TLS', { origin: 'https://127.0.0.1' }],
    ['a page without an origin, such as a sandboxed frame', { origin: 'null' }],
    ['a name that only looks like this one', { origin: 'http://statistics.example.org.evil.example' }],
    ['a foreign host, as after DNS rebinding', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('is refused to %s', async (_, headers) => {
    const before = visits.length;
    expect(await connect(headers)).toBeOneOf([400, 403]);
    expect(visits.length).toBe(before);
  });

  it('is no page', async () => {
    expect((await under.ask('/app/port', { headers: { origin: under.base } })).status).toBe(426);
  });

  it('leaves other addresses alone that are asked for with an upgrade', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = get(`${under.base}/api/`, { headers: { connection: 'upgrade', upgrade: 'websocket' } });
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
    expect(status).toBe(200);
  });
});
