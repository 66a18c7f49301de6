import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { everyRow } from '#shared/row-query.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { sampleCount } from '../../connector/testing/sample-rows.ts';
import { everything, type Opened, openForTest } from '../../connector/testing/source-suite.ts';
import { startVariant } from '../../connector/testing/variant-service.ts';
import { createDataset } from '../../service/catalogue/records/datasets.ts';
import { createNamespace } from '../../service/catalogue/records/namespaces.ts';
import { publishVersion } from '../../service/operations/publish/publish.ts';
import { type Service, startService } from '../../service/service.ts';
import { openSamples, type UseSample } from '../statistics/samples.ts';
import { insightFunctionsOver } from './profiles.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const notNeeded: UseSample = () => Promise.reject(new Error('The service profiles its rows itself.'));

function functionsOver({ source }: Opened, announce: (event: BackendEvent) => void, useSample: UseSample) {
  return insightFunctionsOver({ use: (_, act) => act(source) }, announce, useSample);
}

/** Samples in a service of their own. */
async function samplesHere(): Promise<UseSample> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-samples-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const service = await startService({ dataFolder: path.join(folder, 'store') });
  endings.push(() => service.close());
  const token = await service.issueOperatorToken();
  const { source, close } = await openForTest(service.url, { token: () => token, plainHttpAgreed: () => true });
  endings.push(close);
  return openSamples({ operations: async () => service, use: (act) => act(source), folder: async () => folder });
}

const reference = { connection: 'c', ...everything };
const query = { ...everyRow, filters: [], ordering: [] };
const never = new AbortController().signal;

async function remote(...variant: Parameters<typeof startVariant>) {
  const service = await startVariant(...variant);
  endings.push(() => service.close());
  const opened = await openForTest(service.url);
  endings.push(() => opened.close());
  const functions = functionsOver(opened, () => {}, await samplesHere());
  return { service, source: opened.source, functions };
}

describe('a service that offers only the specification', () => {
  it('is profiled from its first rows, which are read once for all columns', async () => {
    const { service, functions } = await remote({ paging: 'offset', pageSize: 50 });
    const data = () => service.recorded.filter(({ url }) => url.includes('/data/')).length;
    const ask = (column: string, rows: number) => functions.profileColumn({ reference, query, column, rows }, never);
    const first = await ask('id', 100);
    expect([first.rows, first.of, first.numbers?.min, first.numbers?.max]).toEqual([100, sampleCount, 0, 99]);
    const requested = data();
    expect((await ask('price', 100)).rows).toBe(100);
    expect(data()).toBe(requested);
    const whole = await ask('id', 1_000_000);
    expect([whole.rows, whole.of, whole.numbers?.max]).toEqual([sampleCount, sampleCount, sampleCount - 1]);
    expect((await ask('id', 10)).rows).toBe(sampleCount);
    await expect(ask('nothing', 10)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('has no outline, and is asked only once for extensions of the specification', async () => {
    const { service, functions } = await remote({ paging: 'cursor', pageSize: 50 });
    for (let time = 0; time < 2; time += 1) {
      expect(await functions.outlineColumns({ reference, version: null }, never)).toBeNull();
    }
    expect(service.recorded.map(({ url }) => url).filter((url) => !url.endsWith('/api/v1/'))).toEqual([
      '/api/v1/schema/',
    ]);
  });

  it('whose reading was abandoned continues for the next caller', async () => {
    const { functions } = await remote({ paging: 'cursor', pageSize: 10 });
    const controller = new AbortController();
    const left = functions.profileColumn({ reference, query, column: 'id', rows: 200 }, controller.signal);
    const kept = functions.profileColumn({ reference, query, column: 'id', rows: 200 }, never);
    controller.abort();
    await expect(left).rejects.toMatchObject({ kind: 'aborted' });
    expect((await kept).rows).toBe(200);
  });
});

/** A service with our extensions, and one dataset. */
async function almanac(text: string, announce: (event: BackendEvent) => void = () => {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-insight-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const service = await startService({ dataFolder: folder });
  endings.push(() => service.close());
  const { records } = service.deps.catalogue;
  const city = await createNamespace(records, { slug: 'city', label: 'City', description: '', published: true });
  const made = { namespaceId: city.id, description: '', slug: 'everything', label: 'Everything' };
  const dataset = await createDataset(records, made);
  const file = path.join(folder, 'a.csv');
  await writeFile(file, text);
  await publishVersion(service.deps, dataset.id, { path: file, format: 'csv' });
  const token: { value: string | null } = { value: null };
  const opened = await openForTest(service.url, { token: () => token.value, plainHttpAgreed: () => true });
  endings.push(() => opened.close());
  return { service, dataset, token, source: opened.source, functions: functionsOver(opened, announce, notNeeded) };
}

async function recordOf(service: Service): Promise<Dataset> {
  const answer = await fetch(`${service.url}api/v1/namespaces/city/datasets/everything/`);
  return (await answer.json()) as Dataset;
}

/** Newest first. */
async function slugsOf(service: Service): Promise<string[]> {
  const record = await recordOf(service);
  return record.versions.map(({ slug }) => slug);
}

it('a service that calculates profiles itself is asked for them, however many rows are requested', async () => {
  const { functions } = await almanac(`big,a__b\n${'9007199254740993,x\n'.repeat(500)}1,y\n`);
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

it('versions compared by the service are read by position, with long integers intact', async () => {
  const { service, source, functions, dataset } = await almanac('id,big,note\n1,9007199254740993,a\n2,5,b\n');
  const file = path.join(service.dataFolder, 'b.csv');
  await writeFile(file, 'id,big,other\n1,9007199254740995,x\n3,6,y\n');
  const [before] = await slugsOf(service);
  await publishVersion(service.deps, dataset.id, { path: file, format: 'csv' });
  const [after] = await slugsOf(service);
  expect(await functions.comparesVersions({ connection: 'c' }, never)).toBe(true);
  expect((await source.extras()).has('collation')).toBe(true);
  const pair = { reference, before: before ?? '', after: after ?? '', key: ['id'] };
  const columns = ['id', 'big', 'other', 'note'];
  expect(await functions.readDifferences({ ...pair, columns, offset: 0, limit: 10 }, never)).toEqual([
    {
      kind: 'changed',
      before: [1, 9007199254740993n, null, 'a'],
      after: [1, 9007199254740995n, 'x', null],
      changed: [1],
    },
    { kind: 'added', before: null, after: [3, 6, 'y', null], changed: [] },
    { kind: 'removed', before: [2, 5, null, 'b'], after: null, changed: [] },
  ]);
  expect(await functions.readDifferences({ ...pair, columns: ['id'], offset: 2, limit: 1 }, never)).toEqual([
    { kind: 'removed', before: [2], after: null, changed: [] },
  ]);
  const rows = { ...everyRow, filters: [{ column: 'id', lookup: 'lte', value: '2' } as const], ordering: [] };
  expect(await functions.countDifferences({ ...pair, rows }, never)).toEqual({ changed: 1, added: 0, removed: 1 });
  const some = await functions.readDifferences({ ...pair, columns: ['id'], rows, offset: 0, limit: 9 }, never);
  expect(some.map(({ kind }) => kind)).toEqual(['changed', 'removed']);
});

it('a service that offers only the specification compares nothing and orders no texts by language', async () => {
  const { source, functions } = await remote({ paging: 'offset', pageSize: 50 });
  expect(await functions.comparesVersions({ connection: 'c' }, never)).toBe(false);
  expect((await source.extras()).has('collation')).toBe(false);
});

it('users with the right can change the description of a column, and all windows are notified', async () => {
  const reported: unknown[] = [];
  const { service, functions, token } = await almanac('id,big\n1,2\n', (event) => reported.push(event));
  const change = { reference, column: 'big', label: 'Large', description: 'In all.' };
  await expect(functions.describeColumn(change, never)).rejects.toMatchObject({ kind: 'sign-in-needed' });
  token.value = await service.issueOperatorToken();
  await functions.describeColumn(change, never);
  const record = await recordOf(service);
  expect(record.columns[1]).toEqual({ type: 'integer', name: 'big', label: 'Large', description: 'In all.' });
  expect(reported).toEqual([{ kind: 'catalogue-changed', connection: 'c' }]);
});
