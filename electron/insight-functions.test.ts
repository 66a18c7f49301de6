import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { startHabit } from './connector/habits/habit-service.ts';
import { sampleCount } from './connector/habits/sample-rows.ts';
import { everything, type Opened, openForTest } from './connector/habits/source-suite.ts';
import { type InsightFunctions, insightFunctionsOver } from './insight-functions.ts';
import { createDataset } from './service/catalogue/datasets.ts';
import { createNamespace } from './service/catalogue/namespaces.ts';
import { publishVersion } from './service/publish.ts';
import { startService } from './service/server.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

function functionsOver({ source }: Opened): InsightFunctions {
  return insightFunctionsOver({ use: (_id, act) => act(source) }, () => {});
}

const reference = { connection: 'c', ...everything };
const query = { ...everyRow, filters: [], ordering: [] };
const never = new AbortController().signal;

async function remote(...habit: Parameters<typeof startHabit>) {
  const service = await startHabit(...habit);
  endings.push(() => service.close());
  const opened = await openForTest(service.url);
  endings.push(() => opened.close());
  return { service, functions: functionsOver(opened) };
}

describe('a service that knows only the specification', () => {
  it('is profiled from the rows that were read, going on where the reading stopped', async () => {
    const { service, functions } = await remote({ paging: 'offset', pageSize: 50 });
    const data = () => service.asked.filter(({ url }) => url.includes('/data/')).length;
    const ask = (column: string, rows: number) => functions.profileColumn({ reference, query, column, rows }, never);
    const first = await ask('id', 100);
    expect([first.rows, first.of, first.numbers?.min, first.numbers?.max]).toEqual([100, sampleCount, 0, 99]);
    const asked = data();
    expect((await ask('price', 100)).rows).toBe(100);
    expect(data()).toBe(asked);
    const whole = await ask('id', 1_000_000);
    expect([whole.rows, whole.of, whole.numbers?.max]).toEqual([sampleCount, sampleCount, sampleCount - 1]);
    expect((await ask('id', 10)).rows).toBe(sampleCount);
    await expect(ask('nothing', 10)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('has no outline, and is asked for what is beyond the specification once', async () => {
    const { service, functions } = await remote({ paging: 'cursor', pageSize: 50 });
    for (let time = 0; time < 2; time += 1) {
      expect(await functions.outlineColumns({ reference, version: null }, never)).toBeNull();
    }
    expect(service.asked.map(({ url }) => url).filter((url) => !url.endsWith('/api/v1/'))).toEqual(['/api/v1/schema/']);
  });

  it('whose reading is left is read on by the next who asks', async () => {
    const { functions } = await remote({ paging: 'cursor', pageSize: 10 });
    const controller = new AbortController();
    const left = functions.profileColumn({ reference, query, column: 'id', rows: 200 }, controller.signal);
    const kept = functions.profileColumn({ reference, query, column: 'id', rows: 200 }, never);
    controller.abort();
    await expect(left).rejects.toMatchObject({ code: 'aborted' });
    expect((await kept).rows).toBe(200);
  });
});

it('a service that makes profiles itself is asked for them, whatever number of rows is wanted', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-insight-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const service = await startService({ dataFolder: folder });
  endings.push(() => service.close());
  const { records } = service.deps.catalogue;
  const city = await createNamespace(records, { slug: 'city', label: 'City', description: '', published: true });
  const made = { namespaceId: city.id, description: '', slug: 'everything', label: 'Everything' };
  const dataset = await createDataset(records, made);
  const file = path.join(folder, 'a.csv');
  await writeFile(file, `big,a__b\n${'9007199254740993,x\n'.repeat(500)}1,y\n`);
  await publishVersion(service.deps, dataset.id, { path: file, format: 'csv' });
  const opened = await openForTest(service.url);
  endings.push(() => opened.close());
  const functions = functionsOver(opened);
  const [outline] = (await functions.outlineColumns({ reference, version: null }, never)) ?? [];
  expect(outline).toMatchObject({ column: 'big', rows: 501, min: 1, max: 9007199254740993n });
  const profile = await functions.profileColumn({ reference, query, column: 'big', rows: 1 }, never);
  expect(profile).toMatchObject({
    rows: 501,
    of: 501,
    distinct: { count: 2, exact: true },
    frequent: [{ value: 9007199254740993n, count: 500 }, { value: 1, count: 1 }], // biome-ignore format: short
  });
  const filters = [{ column: 'a__b', lookup: 'exact' as const, value: 'y' }];
  const view = await functions.profileColumn(
    { reference, query: { ...query, filters }, column: 'a__b', rows: 1 },
    never,
  );
  expect(view).toMatchObject({ rows: 1, of: 1, frequent: [{ value: 'y', count: 1 }] });
});
