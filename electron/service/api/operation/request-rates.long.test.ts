import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addUser, issueToken } from '../../accounts/administer.ts';
import type { SharedRates } from '../../catalogue/database/catalogue.ts';
import {
  type PostgresForTest,
  sharedPostgres,
  testPassword,
} from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import type { ServiceOptions } from '../../service.ts';
import { type Service, startService } from '../../service.ts';
import { requestRates } from './request-rates.ts';

let folder = '';
let running: Service[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-rates-'));
});
afterEach(async () => {
  for (const service of running) await service.close();
  running = [];
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<ServiceOptions> = {}, name = 'data'): Promise<Service> {
  const service = await startService({ dataFolder: path.join(folder, name), ...options });
  running.push(service);
  return service;
}

async function ask({ url }: Service, headers: Record<string, string> = {}, address = 'api/v1/meta/') {
  const answer = await fetch(url + address, { headers });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}

/** How often each status was answered. */
async function statuses(count: number, request: (at: number) => Promise<{ readonly status: number }>) {
  const found = await Promise.all(Array.from({ length: count }, (_, at) => request(at)));
  const counts: Record<number, number> = {};
  for (const { status } of found) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('request rates', () => {
  it('answer a minute of requests at once, then one each time that its share of the minute has passed', () => {
    let now = 0;
    const rates = requestRates(60, null, () => now);
    for (let request = 0; request < 60; request += 1) expect(rates.take('anna')).toBe(0);
    expect(rates.take('anna')).toBeCloseTo(1);
    expect(rates.take('bert')).toBe(0);
    now = 250;
    expect(rates.take('anna')).toBeCloseTo(0.75);
    now = 1000;
    expect(rates.take('anna')).toBe(0);
    expect(rates.take('anna')).toBeCloseTo(1);
    now = 3_600_000;
    for (let request = 0; request < 60; request += 1) expect(rates.take('anna')).toBe(0);
    expect(rates.take('anna')).toBeGreaterThan(0);
  });

  it('add what could not be exchanged as soon as it can be', async () => {
    const received: number[] = [];
    const others = 3;
    let isAway = true;
    const shared: SharedRates = {
      async add(entries) {
        if (isAway) throw new Error('away');
        received.push(...entries.map(({ taken }) => taken));
        return new Map(entries.map(({ caller, taken }) => [caller, taken + others]));
      },
    };
    const rates = requestRates(10, shared, () => 0);
    for (let request = 0; request < 5; request += 1) expect(rates.take('anna')).toBe(0);
    isAway = false;
    await expect.poll(() => received).toEqual([5]);
    // Eight of ten are used up with those of the others.
    await expect.poll(() => received.length).toBe(1);
    const answered = [0, 0, 0].map(() => rates.take('anna') === 0);
    expect(answered).toEqual([true, true, false]);
    rates.close();
  });
});

describe('a service with a limit on requests', () => {
  // Nothing is given back however long the requests take.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('answers 429 beyond it, by account or by address, in its usual form', async () => {
    const service = await start({ requestsPerMinute: 20 });
    const { records } = service.deps.catalogue;
    await addUser(records, { username: 'anna', password: 'correct horse battery' });
    const anna = { Authorization: `Token ${await issueToken(records, 'anna')}` };
    expect(await statuses(30, () => ask(service))).toEqual({ 200: 20, 429: 10 });
    const refused = await ask(service);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(JSON.parse(refused.text)).toEqual({
      detail: `Request was throttled. Expected available in ${refused.retryAfter} seconds.`,
    });
    // A wrong token counts for the address, whatever its account would be.
    expect((await ask(service, { Authorization: 'Token none' })).status).toBe(429);
    expect((await ask(service, {}, 'nowhere/')).status).toBe(429);
    expect(await statuses(25, () => ask(service, anna))).toEqual({ 200: 20, 429: 5 });
    const own = { Authorization: `Token ${await service.issueOperatorToken()}` };
    expect(await statuses(25, () => ask(service, own))).toEqual({ 200: 25 });
    expect((await ask(service, {}, 'health')).status).toBe(200);
  });

  it('counts by the address that a trusted proxy names, and by no other', async () => {
    const behind = await start({ requestsPerMinute: 5, trustProxy: ['127.0.0.1'] }, 'behind');
    const from = (at: number) => ({ 'X-Forwarded-For': `192.0.2.${at}` });
    expect(await statuses(8, () => ask(behind, from(1)))).toEqual({ 200: 5, 429: 3 });
    expect(await statuses(8, (at) => ask(behind, from(10 + at)))).toEqual({ 200: 8 });
    const direct = await start({ requestsPerMinute: 5 }, 'direct');
    expect(await statuses(8, (at) => ask(direct, from(10 + at)))).toEqual({ 200: 5, 429: 3 });
  });

  it('is none by default', async () => {
    const service = await start();
    expect(await statuses(200, () => ask(service))).toEqual({ 200: 200 });
  });
});

describe.skipIf(skipWithoutPostgres())('nodes with a limit on requests', () => {
  let server: PostgresForTest;
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  afterAll(() => server?.close());

  it('limit a caller together', async () => {
    const passwordFile = path.join(folder, 'password');
    await writeFile(passwordFile, testPassword);
    const database = await server.createDatabase();
    const catalogue = { url: server.url(database, null), passwordFile };
    const options = { catalogue, requestsPerMinute: 40 };
    const [a, b] = [await start(options, 'a'), await start(options, 'b')];
    const started = Date.now();
    expect(await statuses(30, () => ask(a))).toEqual({ 200: 30 });
    await expect.poll(() => server.query('select 1 from request_rates', database)).toHaveLength(1);
    let answered = 0;
    const isRefused = async () => {
      const { status } = await ask(b);
      answered += status === 200 ? 1 : 0;
      return status === 429;
    };
    await expect.poll(isRefused, { interval: 50 }).toBe(true);
    // Ten were left, those that passed before it had learnt what was answered elsewhere, and those given back since.
    const givenBack = ((Date.now() - started) / 60_000) * 40;
    expect(answered).toBeLessThan(30 + givenBack);
    expect(JSON.stringify(await server.query('select caller from request_rates', database))).not.toContain('127');
  });
});
