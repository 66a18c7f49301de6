import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from '../../catalogue/backup/backup.ts';
import { restoreStore } from '../../catalogue/backup/restore.ts';
import { type Service, startService } from '../../service.ts';
import { publishTo } from '../publish/publish-file.ts';
import { repairDataFolder } from '../repair/repair.ts';

let folder = '';
const below = (...names: string[]) => path.join(folder, ...names);
const placesOf = (name: string) => ({ dataFolder: below(name), configFolder: below(name, 'config') });
const sql = 'SELECT region, sum(people) AS people FROM "geo/towns" GROUP BY region';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-recipes-kept-'));
  await withService('store', async (service) => {
    await publish(service, 'Alt,North,5\nNeu,North,7\n');
    const ask = await asking(service);
    expect((await ask('PUT', 'recipe/', { sql, run: 'on-change' })).status).toBe(201);
    expect((await ask('POST', 'recipe/run/', {})).status).toBe(202);
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function withService<Result>(name: string, act: (service: Service) => Promise<Result>): Promise<Result> {
  const service = await startService({ dataFolder: below(name), samples: null, prepareRows: false });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

async function publish(service: Service, rows: string): Promise<void> {
  await writeFile(below('towns.csv'), `name,region,people\n${rows}`);
  const place = {
    namespace: { slug: 'geo', label: 'Geo', published: true },
    dataset: { slug: 'towns', label: 'Towns' },
  };
  const file = { path: below('towns.csv'), format: 'csv' } as const;
  await publishTo(service.deps, { namespace: 'geo', dataset: 'towns' }, async () => place, file);
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answer
type Ask = (method: string, address: string, json?: object) => Promise<{ readonly status: number; readonly json: any }>;

async function asking(service: Service): Promise<Ask> {
  const token = await service.issueOperatorToken();
  return async (method, address, json) => {
    const answer = await fetch(`${service.url}api/v1/namespaces/geo/datasets/regions/${address}`, {
      method,
      headers: { authorization: `Token ${token}`, ...(json && { 'content-type': 'application/json' }) },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status: answer.status, json: await answer.json() };
  };
}

/** The recipe of a store is there, its versions are made again as they were, and it makes the next one. */
async function expectKept(name: string): Promise<void> {
  await withService(name, async (service) => {
    const ask = await asking(service);
    expect((await ask('GET', 'recipe/')).json).toMatchObject({ sql, run: 'on-change', problem: '' });
    const { json } = await ask('GET', 'versions/');
    expect(json.results).toHaveLength(1);
    const again = await ask('POST', `version/${json.results[0].slug}/recompute/`, {});
    expect(again.json).toEqual({ verdict: 'same', rows: 0, message: '' });
    await publish(service, 'Alt,North,5\nSüd,South,1\n');
    expect((await ask('POST', 'recipe/run/', {})).status).toBe(202);
    expect((await ask('GET', 'data/')).json.results).toEqual([
      { region: 'North', people: 5 },
      { region: 'South', people: 1 },
    ]);
  });
}

it('recipes survive backup and restore', async () => {
  await withService('store', (service) => backUp(placesOf('store'), service.deps.catalogue, below('copy.tar'), {}));
  await restoreStore(placesOf('restored'), below('copy.tar'), {}, {});
  await expectKept('restored');
});

it('recipes survive the loss of the catalogue', async () => {
  for (const suffix of ['', '-wal', '-shm']) await rm(below('store', `catalogue.sqlite${suffix}`), { force: true });
  await repairDataFolder(below('store'), {});
  await expectKept('store');
});
