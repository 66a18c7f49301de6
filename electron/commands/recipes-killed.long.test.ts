import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { recipeOfVersion } from '#shared/version-metadata.ts';
import { caseCount, seed } from '../lib/testing/tier.ts';
import {
  type PostgresForTest,
  startPostgres,
  testPassword,
} from '../service/catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../service/catalogue/database/testing/skip-without-postgres.ts';
import { commandLine, TestChildren } from './testing/child-processes.ts';

const children = new TestChildren();
let folder = '';
let url = '';
let token = '';
let serving: ReturnType<TestChildren['start']>;
/** Where the catalogue is; empty for a file of the data folder. */
let catalogue: readonly string[] = [];
const env = { ALMANAC_CATALOGUE_PASSWORD: testPassword };
let server: PostgresForTest | null = null;

async function serve(): Promise<void> {
  const words = ['serve', '--port', '0', '--data', path.join(folder, 'data'), ...catalogue];
  serving = children.start(commandLine, words, { env });
  await vi.waitUntil(() => serving.output.out.includes('\n'), { timeout: 120_000 });
  url = (JSON.parse(serving.output.out) as { url: string }).url;
}

async function begin(where: 'file' | 'PostgreSQL'): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-killed-'));
  if (where === 'PostgreSQL') {
    server ??= await startPostgres();
    catalogue = ['--catalogue', server.url(await server.createDatabase(), null)];
  }
  // Before an account is added, the folder knows its catalogue.
  await serve();
  const data = ['--data', path.join(folder, 'data')];
  const input = 'A long password of words 1\n';
  serving.child.kill('SIGTERM');
  await serving.ended;
  await children.start(commandLine, ['user', 'add', 'anna', '--staff', ...data], { env, input }).ended;
  const issued = await children.start(commandLine, ['user', 'token', 'anna', ...data], { env, input }).ended;
  token = /[0-9a-f]{40}/.exec(issued.out)?.[0] ?? '';
  await serve();
}
afterEach(async () => {
  await children.endAll();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => server?.close());

async function ask(method: string, address: string, body?: object | string) {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const response = await fetch(`${url}api/v1/${address}`, {
    method,
    headers: { authorization: `Token ${token}`, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}
const dataset = (slug: string, rest = '') => `namespaces/n/datasets/${slug}/${rest}`;

async function publish(rows: number, value: number): Promise<void> {
  const csv = `k,v\n${Array.from({ length: rows }, (_, at) => `${at % 50},${value + at}`).join('\n')}\n`;
  expect((await ask('POST', dataset('a', 'versions/'), csv)).status).toBe(202);
}

const places = [['file'], ...(skipWithoutPostgres() ? [] : [['PostgreSQL']])] as ['file' | 'PostgreSQL'][];

it.each(places)('a chain of recipes survives kills, with its catalogue in: %s', async (where) => {
  await begin(where);
  const random = seededRandom(seed);
  expect((await ask('POST', 'namespaces/', { slug: 'n', label: 'N' })).status).toBe(201);
  expect((await ask('POST', 'namespaces/n/datasets/', { slug: 'a', label: 'A' })).status).toBe(201);
  await publish(10, 0);
  await vi.waitUntil(async () => (await ask('GET', dataset('a', 'data/?limit=1'))).json.count === 10, {
    timeout: 60_000,
  });
  const chain = { d1: 'a', d2: 'd1', d3: 'd2' };
  for (const [slug, input] of Object.entries(chain)) {
    const sql = `SELECT k, sum(v) AS v, count(*) AS n FROM "n/${input}" GROUP BY k`;
    expect((await ask('PUT', dataset(slug, 'recipe/'), { sql, run: 'on-change' })).status).toBe(201);
    const made = await ask('POST', dataset(slug, 'recipe/run/'), {});
    // The process may have run it already.
    expect([200, 202]).toContain(made.status);
  }
  for (let round = 0; round < caseCount(2, 6); round += 1) {
    await publish(20_000 + round, round + 1);
    await sleep(random() * 6_000);
    serving.child.kill('SIGKILL');
    await serving.ended;
    await serve();
  }
  const newest = async (slug: string) => (await ask('GET', dataset(slug, 'versions/?limit=1'))).json.results[0];
  const recipeOf = async (slug: string) => recipeOfVersion((await newest(slug)).metadata);
  // The last link names the newest version of the one before it, and so on.
  for (const [slug, input] of Object.entries(chain)) {
    await vi.waitUntil(
      async () => {
        const read = (await recipeOf(slug))?.inputs[0]?.version;
        const { slug: version, ready } = await newest(input);
        const same = async () => (await ask('POST', dataset(slug, 'recipe/run/'), {})).json.unchanged === true;
        return ready && (read === version || (await same()));
      },
      { timeout: 180_000, interval: 500 },
    );
  }
  for (const slug of Object.keys(chain)) {
    const { json } = await ask('GET', dataset(slug, 'versions/?limit=1000'));
    const checksums = json.results.map(({ checksum }: { checksum: string }) => checksum);
    for (const [at, checksum] of checksums.entries()) expect(checksum).not.toBe(checksums[at + 1]);
    for (const { slug: version } of json.results) {
      const again = await ask('POST', dataset(slug, `version/${version}/recompute/`), {});
      expect([slug, version, again.json.verdict]).toEqual([slug, version, 'same']);
    }
  }
});
