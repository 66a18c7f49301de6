import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishNew } from '../../operations/publish/publish-file.ts';
import type { ServiceOptions } from '../../service.ts';
import { type Service, startService } from '../../service.ts';

let folder = '';
let service: Service | null = null;
let logged: Record<string, unknown>[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-operation-'));
  logged = [];
});

afterEach(async () => {
  await service?.close();
  service = null;
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<ServiceOptions> = {}): Promise<Service> {
  const log = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>);
  service = await startService({ dataFolder: folder, log, ...options });
  return service;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request with exactly these headers: `fetch` sets its own Host. */
function ask(address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(address, { method, headers }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

describe('/health', () => {
  it('is 200 while the service takes requests, whatever host and method a load balancer names', async () => {
    const { url } = await start();
    const { status, headers, text } = await ask(`${url}health`, { Host: 'node-3.internal' });
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'ready' }]);
    expect(headers['cache-control']).toBe('no-store');
    expect(await ask(`${url}health`, {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    // Nothing else may be named so.
    expect((await ask(`${url}api/v1/meta/`, { Host: 'node-3.internal' })).status).toBe(400);
  });

  it('is 404 while the service drains, which still answers requests and closes their connections', async () => {
    const running = await start();
    expect((await ask(`${running.url}api/v1/meta/`)).headers.connection).not.toBe('close');
    running.drain();
    const { status, text } = await ask(`${running.url}health`);
    expect([status, JSON.parse(text)]).toEqual([404, { status: 'draining' }]);
    const other = await ask(`${running.url}api/v1/meta/`);
    expect([other.status, other.headers.connection]).toEqual([200, 'close']);
  });

  it('says that it is degraded, and by which part, while it still serves the catalogue, and is ready again once it can', async () => {
    const { url } = await start();
    const [rows, away] = [path.join(folder, 'rows', 'versions'), path.join(folder, 'away')];
    await rename(rows, away);
    const { status, text } = await ask(`${url}health`);
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'degraded', part: 'rows' }]);
    expect(logged).toContainEqual(expect.objectContaining({ part: 'rows', msg: 'The service is degraded.' }));
    expect((await ask(`${url}api/v1/namespaces/`)).status).toBe(200);
    await rename(away, rows);
    expect(JSON.parse((await ask(`${url}health`)).text)).toEqual({ status: 'ready' });
  });

  it.skipIf(process.getuid?.() === 0)('is degraded if rows cannot be written', async () => {
    const { url } = await start();
    await chmod(path.join(folder, 'rows', 'versions'), 0o500);
    expect(JSON.parse((await ask(`${url}health`)).text)).toEqual({ status: 'degraded', part: 'rows' });
    await chmod(path.join(folder, 'rows', 'versions'), 0o700);
  });
});

/** The values of a metric by its labels. */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

describe('/metrics', () => {
  it('is not there by default', async () => {
    const { url } = await start();
    expect((await ask(`${url}metrics`)).status).toBe(404);
  });

  it('counts requests by method, route and status, without names or parameters', async () => {
    const { url } = await start({ metrics: true });
    for (const name of ['one', 'two']) await ask(`${url}api/v1/namespaces/${name}/?search=secret`);
    await ask(`${url}api/v1/meta/`);
    const { headers, text } = await ask(`${url}metrics`);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const counts = valuesOf(text, 'almanac_http_request_duration_seconds_count');
    expect(counts['{method="GET",route="/api/v1/meta/",status="200"}']).toBe(1);
    const missing = Object.entries(counts).find(([labels]) => labels.includes('status="404"'));
    expect(missing?.[1]).toBe(2);
    expect(text).not.toMatch(/namespaces\/one|secret/);
    // The request for the figures itself.
    expect(valuesOf(text, 'almanac_http_requests_active')['']).toBe(1);
    expect(valuesOf(text, 'almanac_imports')['']).toBe(0);
    expect(valuesOf(text, 'process_resident_memory_bytes')['']).toBeGreaterThan(2 ** 20);
  });
});

it('/metrics has the cache and the memory of the engine', async () => {
  const { url, deps } = await start({ metrics: true });
  const figures = async () => {
    const { text } = await ask(`${url}metrics`);
    const files = valuesOf(text, 'almanac_cache_files_total');
    return {
      hits: files['{outcome="hit"}'] ?? 0,
      added: files['{outcome="added"}'] ?? 0,
      bytes: valuesOf(text, 'almanac_cache_bytes')[''] ?? 0,
      engine: valuesOf(text, 'almanac_engine_memory_bytes')[''] ?? 0,
    };
  };
  expect(await figures()).toEqual({ hits: 0, added: 0, bytes: 0, engine: 0 });
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, `a\n${Array.from({ length: 5000 }, (_, at) => `${(at * 7919) % 5000}\n`).join('')}`);
  const place = { namespace: { slug: 'n', label: 'N', published: true }, dataset: { slug: 'd', label: 'D' } };
  await publishNew(deps, place, { path: file, format: 'csv' });
  const page = () => ask(`${url}api/v1/namespaces/n/datasets/d/data/?ordering=a&limit=1`);
  await page();
  await expect.poll(async () => (await figures()).added).toBeGreaterThanOrEqual(2);
  const before = await figures();
  expect([before.bytes > 0, before.engine > 0]).toEqual([true, true]);
  await page();
  const after = await figures();
  expect(after.hits).toBeGreaterThan(before.hits);
  expect(after.added).toBe(before.added);
});

const requestLines = () => logged.filter(({ msg }) => msg === 'request');

describe('the log of requests', () => {
  it('has a line for each with its id, but not its parameters', async () => {
    const { url } = await start({ logRequests: true });
    const { headers, text } = await ask(`${url}api/v1/meta/?search=secret`, { Authorization: 'Token none' });
    await expect.poll(() => requestLines().length).toBe(1);
    const [line] = requestLines();
    expect(line).toMatchObject({ method: 'GET', path: '/api/v1/meta/', status: 401, id: headers['x-request-id'] });
    expect(line?.bytes).toBeGreaterThan(text.length);
    expect(JSON.stringify(logged)).not.toMatch(/secret|Token/);
  });

  it('keeps the id that a trusted proxy names, and no other', async () => {
    const named = { 'X-Request-Id': 'from-proxy.1' };
    const direct = await start({ logRequests: true });
    expect((await ask(`${direct.url}health`, named)).headers['x-request-id']).not.toBe('from-proxy.1');
    await direct.close();
    const behind = await start({ logRequests: true, trustProxy: ['127.0.0.1'] });
    expect((await ask(`${behind.url}health`, named)).headers['x-request-id']).toBe('from-proxy.1');
    const odd = { 'X-Request-Id': 'a b"{}' };
    expect((await ask(`${behind.url}health`, odd)).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it('is not written by default', async () => {
    const { url } = await start();
    expect((await ask(`${url}api/v1/meta/`)).headers['x-request-id']).toBeUndefined();
    expect(logged).toEqual([]);
  });
});
