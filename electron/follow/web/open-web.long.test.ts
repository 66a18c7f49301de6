import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HostLookup } from '../../connector/http/transport/reach.ts';
import { hostsInMemory } from '../testing/hosts-in-memory.ts';
import { openSite, type Site } from '../testing/site.ts';
import { openTestClock, type TestClock } from '../testing/test-clock.ts';
import { type SourceWeb, WebAccess, type WebParts } from './open-web.ts';

const { signal } = new AbortController();
const work = { report: () => {} };

describe('The web', () => {
  let site: Site;
  let clock: TestClock;
  let access: WebAccess;
  let web: SourceWeb;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-web-'));
    return async () => await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    site = await openSite();
    clock = openTestClock(Date.UTC(2025, 0, 1));
    open();
  });
  afterEach(async () => {
    await access.close();
    await site.close();
  });

  function open(parts: Partial<WebParts> = {}, allowPrivate = true) {
    access = new WebAccess({
      hosts: hostsInMemory(),
      clock,
      limits: { headersMs: 1_000, stallMs: 300, firstDelayMs: 10 },
      ...parts,
    });
    web = access.webFor(new URL(site.base), allowPrivate, signal);
  }
  const target = () => path.join(folder, 'file');

  it('keeps the budget of a host: waits for a short time, and fails for a long one', async () => {
    const { host } = new URL(site.base);
    open({
      budgets: [
        // One is for robots.txt.
        { host, path: '/', requests: 4, perMs: 60_000 },
        { host, path: '/data/', requests: 4, perMs: 3_600_000 },
      ],
    });
    const sent: number[] = [];
    for (let number = 1; number <= 4; number += 1) {
      await web.get(`${site.base}/data/${number}`);
      sent.push(clock.now());
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = sent.map((at) => at - Date.UTC(2025, 0, 1));
    expect([first, second, third].every((at) => at < 60_000)).toBe(true);
    expect(fourth).toBeGreaterThanOrEqual(60_000);
    const spent = { kind: 'throttled', retry: true, reason: { code: 'host-budget-spent' } };
    await expect(web.get(`${site.base}/data/5`)).rejects.toMatchObject(spent);
    expect((await web.get(`${site.base}/other`)).status).toBe(404);
    const used = async () => (await access.turns.useOf(host)).map((one) => [one.path, one.used, one.freeAt]);
    expect(await used()).toEqual([
      ['/', 2, null],
      ['/data/', 4, new Date(Date.UTC(2025, 0, 1) + first + 3_600_000).toISOString()],
    ]);
    clock.moveTo(clock.now() + 3_600_000);
    expect(await used()).toEqual([
      ['/', 0, null],
      ['/data/', 0, null],
    ]);
    expect(await access.turns.useOf('elsewhere.example')).toEqual([]);
  });

  describe('reaches private addresses only with permission', () => {
    /** Every name is this computer, as DNS rebinding would have it. */
    const inside = ((_host: string, _options: object, callback: (...given: unknown[]) => void) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as HostLookup;

    it.each([
      'http://127.0.0.1/',
      'http://localhost/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://10.1.2.3/',
      'http://169.254.169.254/latest/meta-data/',
      'http://192.168.1.1/',
      'http://2130706433/',
      'http://printer/',
      'http://nas.local/',
    ])('refuses %s before anything is sent', async (address) => {
      open({}, false);
      await expect(web.get(address)).rejects.toMatchObject({ kind: 'private-address' });
      await expect(web.download(address, target(), work)).rejects.toMatchObject({ kind: 'private-address' });
    });

    it('refuses a public name that resolves to this computer', async () => {
      open({ lookup: inside }, false);
      const { port } = new URL(site.base);
      const address = `http://data.example:${port}/`;
      await expect(web.get(address)).rejects.toMatchObject({ kind: 'private-address' });
      expect(site.requests).toEqual([]);
    });

    it('an address of the network may not lead to this computer', async () => {
      const network = ((_host: string, _options: object, callback: (...given: unknown[]) => void) =>
        callback(null, [{ address: '10.0.0.1', family: 4 }])) as unknown as HostLookup;
      open({ lookup: network });
      const own = access.webFor(new URL('http://portal.example/'), true, signal);
      await expect(own.get(site.base)).rejects.toMatchObject({ kind: 'private-address' });
      expect(site.requests).toEqual([]);
    });

    it('refuses other schemes, also in redirects', async () => {
      await expect(web.get('file:///etc/passwd')).rejects.toMatchObject({ kind: 'bad-address' });
      site.pages.set('/away', { status: 302, body: '', headers: { location: 'file:///etc/passwd' } });
      await expect(web.get(`${site.base}/away`)).rejects.toMatchObject({ kind: 'redirect' });
      site.pages.set('/circle', { status: 302, body: '', headers: { location: '/circle' } });
      await expect(web.get(`${site.base}/circle`)).rejects.toMatchObject({ kind: 'redirect' });
    });
  });

  it('sends a secret to its origin alone, and never shows it', async () => {
    const other = await openSite();
    try {
      const secret = { kind: 'header' as const, name: 'X-App-Token', value: 'hush-hush' };
      open({ findSecret: async (origin) => (origin === site.base ? secret : null) });
      site.pages.set('/moved', { status: 302, body: '', headers: { location: `${other.base}/file` } });
      other.pages.set('/file', { body: 'a\n1\n' });
      site.pages.set('/echo', {
        status: 401,
        body: '{"detail":"hush-hush is wrong"}',
        headers: { 'content-type': 'application/json' },
      });
      await web.get(`${site.base}/moved`);
      expect(site.requests[0]?.headers['x-app-token']).toBe('hush-hush');
      expect(other.requests.map(({ headers }) => headers['x-app-token'])).toEqual([undefined]);
      const error = await web.get(`${site.base}/echo`).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: 'token-refused' });
      expect(JSON.stringify(error) + String(error)).not.toContain('hush');
    } finally {
      await other.close();
    }
  });

  it('asks a question by POST, also after a redirect and again after a failure', async () => {
    let failed = false;
    site.pages.set('/moved', { status: 307, body: '', headers: { location: '/asked' } });
    site.pages.set('/asked', (request, response) => {
      response.statusCode = failed ? 200 : 503;
      failed = true;
      request.pipe(response);
    });
    const answer = await web.get(`${site.base}/moved`, { question: { codes: ['å'] } });
    expect(answer.json()).toEqual({ codes: ['å'] });
    expect(site.requests.map(({ line }) => line)).toEqual(['POST /moved', 'POST /asked', 'POST /moved', 'POST /asked']);
    expect(site.requests[1]?.headers['content-type']).toBe('application/json');
  });

  it('introduces itself', async () => {
    site.pages.set('/a', { body: 'x' });
    await web.get(`${site.base}/a`);
    expect(site.requests[0]?.headers['user-agent']).toMatch(/^Almanac\/\d/);
  });

  it('waits as Retry-After and robots.txt ask, one request at a time', async () => {
    site.pages.set('/robots.txt', { body: 'User-agent: *\nCrawl-delay: 20\n' });
    let requested = 0;
    let atOnce = 0;
    site.pages.set('/busy', (_, response) => {
      requested += 1;
      atOnce += 1;
      expect(atOnce).toBe(1);
      setTimeout(() => {
        atOnce -= 1;
        response.writeHead(requested === 1 ? 429 : 200, requested === 1 ? { 'retry-after': '90' } : {});
        response.end('done');
      }, 20);
    });
    const started = clock.now();
    const all = await Promise.all([1, 2, 3].map(() => web.get(`${site.base}/busy`)));
    expect(all.map((answer) => answer.text())).toEqual(['done', 'done', 'done']);
    // The pause that the first answer asked for, and those of robots.txt between four requests.
    expect(clock.now() - started).toBeGreaterThanOrEqual(90_000 + 2 * 20_000);
    site.pages.set('/later', { status: 503, body: '', headers: { 'retry-after': '86400' } });
    await expect(web.get(`${site.base}/later`)).rejects.toMatchObject({ kind: 'throttled' });
    expect(access.turns.waitMs(new URL(site.base).host)).toBeGreaterThan(80_000_000);
  });

  describe('downloads', () => {
    const body = Buffer.from(Array.from({ length: 20_000 }, (_, at) => `${at},value\n`).join(''));
    const ranged = (headers: NodeJS.Dict<string | string[]>) =>
      Number(/bytes=(\d+)-/.exec(String(headers.range))?.[1] ?? 0);

    it('continue after an interruption', async () => {
      site.pages.set('/cut', ({ headers }, response) => {
        const from = ranged(headers);
        const range = from > 0 ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {};
        response.writeHead(from > 0 ? 206 : 200, { etag: '"1"', 'content-length': body.length - from, ...range });
        if (from > 0) response.end(body.subarray(from));
        else response.write(body.subarray(0, 50_000));
        // Only what was read before the connection broke counts.
        if (from === 0) void hasRead.then(() => response.destroy());
      });
      let noteRead = () => {};
      const hasRead = new Promise<void>((resolve) => {
        noteRead = resolve;
      });
      const file = await web.download(`${site.base}/cut`, target(), { report: () => noteRead() });
      expect(file.bytes).toBe(body.length);
      expect(await readFile(target())).toEqual(body);
      expect(site.requests.at(-1)?.headers).toMatchObject({ 'if-range': '"1"' });
      expect(Number(web.received())).toBe(body.length);
    });

    it('start again if the file changed in between, or the server knows no ranges', async () => {
      const young = Buffer.from(body.toString().replaceAll('value', 'other'));
      let requested = 0;
      site.pages.set('/changed', (_, response) => {
        requested += 1;
        response.writeHead(200, { etag: `"${requested}"`, 'content-length': body.length });
        if (requested > 1) response.end(young);
        else response.write(body.subarray(0, 50_000), () => response.destroy());
      });
      await web.download(`${site.base}/changed`, target(), work);
      expect(await readFile(target())).toEqual(young);
    });

    it('fail if they stall, and if the length is wrong', async () => {
      site.pages.set('/stall', (_, response) => {
        response.writeHead(200, { 'content-length': body.length });
        response.write('start');
      });
      await expect(web.download(`${site.base}/stall`, target(), work)).rejects.toMatchObject({ retry: true });
      site.pages.set('/short', (_, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('short', () => response.socket?.end());
      });
      await expect(web.download(`${site.base}/short`, target(), work)).rejects.toMatchObject({ retry: true });
    });

    it('have a plain file name', async () => {
      for (const [header, expected] of [
        ['attachment; filename="../../etc/passwd"', 'passwd'],
        ["attachment; filename*=UTF-8''B%C3%A4ume%202024.csv", 'Bäume 2024.csv'],
        ['attachment; filename="C:\\\\x\\\\y.csv"', 'y.csv'],
        ['nonsense; ===', 'named'],
      ] as const) {
        site.pages.set('/named', { body: 'a\n', headers: { 'content-disposition': header } });
        expect((await web.download(`${site.base}/named`, target(), work)).fileName).toBe(expected);
      }
    });
  });

  it('limits what is read, also when it is compressed', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    site.pages.set('/bomb', { body: bomb, headers: { 'content-encoding': 'gzip' } });
    await expect(web.get(`${site.base}/bomb`)).rejects.toMatchObject({ kind: 'too-big' });
    site.pages.set('/long', { body: 'x'.repeat(100_000) });
    const start = await web.get(`${site.base}/long`, { maxBytes: 1_000, cut: true });
    expect(start.bytes.length).toBe(1_000);
    await expect(web.get(`${site.base}/long`, { maxBytes: 1_000 })).rejects.toMatchObject({ kind: 'too-big' });
  });
});
