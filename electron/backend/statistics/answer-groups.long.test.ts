import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AggregateQuery, aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import type { GroupAnswer } from '#shared/rpc/calls/statistics.ts';
import { scratchConnection } from '#shared/rpc/calls/viewed-files.ts';
import type { TokenVault } from '../../connector/connections/token-vault.ts';
import { sampleColumns } from '../../connector/testing/sample-rows.ts';
import { startVariant } from '../../connector/testing/variant-service.ts';
import { openJobs } from '../../jobs/open-jobs.ts';
import { publishTo } from '../../service/operations/publish/publish-file.ts';
import { type Service, startService } from '../../service/service.ts';
import { type Backend, openBackend } from '../handlers/catalogue-and-rows.ts';
import { statisticsFunctionsOver } from '../handlers/statistics.ts';
import { openViewedFiles, type ViewedFiles } from '../handlers/viewed-files.ts';
import { openSamples } from './samples.ts';
import { type Body, startUnannounced, type UnannouncedService } from './testing/unannounced-service.ts';

const { signal } = new AbortController();
const noVault: TokenVault = {
  describe: async () => ({ kind: 'system' }),
  read: async () => null,
  remove: async () => {},
  store: async () => {},
};

const columns = [
  { name: 'carrier', type: 'char' },
  { name: 'delay', type: 'integer' },
  { name: 'distance', type: 'float' },
  { name: 'place', type: 'geometry' },
];
const big = '9007199254740993';
const lines = Array.from({ length: 1_200 }, (_, at) => {
  const carrier = at % 4 === 3 ? '' : `C${at % 4}`;
  return `${carrier},${at % 100 === 0 ? big : at},${at / 8},POINT (${at % 10}.5 ${at % 5}.5)`;
});

let folder: string;
/** The service that is asked, and the local one. */
let remote: Service;
let own: Service;
let viewed: ViewedFiles;
let backend: Backend;
let functions: ReturnType<typeof statisticsFunctionsOver>;
const open: { close(): Promise<void> }[] = [];

async function publish(service: Service, rows: readonly string[]): Promise<void> {
  const file = path.join(folder, 'flights.csv');
  await writeFile(file, `carrier,delay,distance,place\n${rows.join('\n')}\n`);
  const place = {
    namespace: { slug: 'n', label: 'N', published: true },
    dataset: { slug: 'flights', label: 'Flights' },
  };
  await publishTo(service.deps, { namespace: 'n', dataset: 'flights' }, async () => place, {
    path: file,
    format: 'csv',
  });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-groups-'));
  remote = await startService({ dataFolder: path.join(folder, 'remote') });
  own = await startService({ dataFolder: path.join(folder, 'own') });
  await publish(remote, lines);
  await openAll();
});
afterAll(async () => {
  await backend.close();
  await viewed.close();
  await own.close();
  await remote.close();
  await rm(folder, { recursive: true, force: true });
});

async function openAll(): Promise<void> {
  viewed = openViewedFiles({ folder: path.join(folder, 'viewed'), announce: () => {} });
  backend = await openBackend({
    local: own.issueOperatorToken().then((token) => ({ address: own.url, token })),
    scratch: viewed.service,
    configFolder: await mkdtemp(path.join(folder, 'config-')),
    cacheFolder: path.join(folder, 'cache'),
    vault: noVault,
    announce: () => {},
  });
  const stored = { operations: viewed.operations, folder: viewed.scratchFolder };
  functions = statisticsFunctionsOver({
    connections: backend.connections,
    local: async () => own,
    ...stored,
    useSample: openSamples({ ...stored, use: (act) => backend.connections.use(scratchConnection, act) }),
  });
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function queryOf(parameters: Record<string, string>, known: readonly { name: string; type: string }[] = columns) {
  return aggregateQueryFromParameters(Object.entries(parameters), known);
}

interface ReceivedRequest {
  readonly dataset?: string;
  readonly namespace?: string;
  readonly maxRows?: number;
  readonly offset?: number;
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

async function connect(url: string): Promise<string> {
  return (await backend.functions.addConnection({ address: url, name: '', colour: '' }, signal)).id;
}

function ask(connection: string, query: AggregateQuery, requested: ReceivedRequest = {}): Promise<GroupAnswer> {
  const { namespace = 'n', dataset = 'flights', maxRows = 100_000, offset = 0, limit = 1_000 } = requested;
  const reference = { connection, namespace, dataset };
  return functions.readGroups({ reference, query, offset, limit, maxRows }, requested.signal ?? signal);
}

async function unannounced(
  ...adapt: Parameters<typeof startUnannounced> extends [string, ...infer Rest] ? Rest : never
) {
  const service = await startUnannounced(remote.url, ...adapt);
  open.push(service);
  return service;
}

/** Ignores all grouping parameters, as most services do. */
const ignoring = {
  request: (address: URL) => {
    for (const name of [...address.searchParams.keys()]) if (name.startsWith('_')) address.searchParams.delete(name);
    return undefined;
  },
};

const byCarrier = queryOf({ _group_by: 'carrier', _aggregate__n: 'Count(*)', _aggregate__s: 'Sum(delay)' });
const exactly = async () => (await ask(await connect(remote.url), byCarrier)).groups;
const groupRequests = ({ requested }: UnannouncedService) => requested.filter((one) => one.includes('_group_by'));
const rowRequests = ({ requested }: UnannouncedService) =>
  requested.filter((one) => one.includes('/data/') && !one.includes('_group_by'));

test('a service that announces grouping is asked directly', async () => {
  const answer = await ask(await connect(remote.url), byCarrier);
  expect(answer.basis).toEqual({ kind: 'all' });
  expect(answer.groups).toHaveLength(4);
  expect(answer.groups[0]).toEqual(['C0', 300, 108_086_391_056_891_916n + 179_400n - 6_600n]);
  expect(answer.groups[3]?.[0]).toBeNull();
});

describe('a service that groups rows without announcing it', () => {
  test('is asked with its own functions, and its answer is sorted here', async () => {
    const service = await unannounced({
      answer: (body, address) =>
        address.searchParams.has('_group_by') ? { ...body, results: body.results.toReversed() } : body,
    });
    const connection = await connect(service.url);
    expect(await ask(connection, byCarrier)).toEqual({ count: 4, groups: await exactly(), basis: { kind: 'all' } });
    const ordered = { ...byCarrier, ordering: [{ name: 's', descending: true }] };
    const page = await ask(connection, ordered, { offset: 1, limit: 2 });
    const sums = (await exactly()).map(([, , sum]) => sum as bigint).sort((a, b) => (a < b ? 1 : -1));
    expect([page.count, page.groups.map(([, , sum]) => sum)]).toEqual([4, sums.slice(1, 3)]);
    expect(groupRequests(service)).toHaveLength(2);
  });

  test('is not asked for what it cannot calculate', async () => {
    const service = await unannounced();
    const connection = await connect(service.url);
    const median = queryOf({ _group_by: 'carrier', _aggregate__m: 'Median(delay)' });
    expect((await ask(connection, median)).basis).toEqual({ kind: 'all' });
    const cells = queryOf({ _group_by: 'Cell(place,5)', _aggregate__n: 'Count(*)' });
    const { groups } = await ask(connection, cells);
    expect(groups).toEqual(
      [
        ['0.0,0.0', 600],
        ['5.0,0.0', 600],
      ].map(([, n], at) => [groups[at]?.[0], n]),
    );
    expect(groups.map(([cell]) => String(cell).split(',').map(Number))).toEqual([
      [0, 0],
      [5, 0],
    ]);
    expect(groupRequests(service)).toEqual([]);
  });

  const grouped = (change: (body: Body) => unknown) => (body: Body, address: URL) =>
    address.searchParams.has('_group_by') ? change(body) : body;
  test.each([
    ['rows', ignoring],
    ['refusal', { request: (address: URL) => (address.searchParams.has('_group_by') ? 400 : undefined) }],
    ['error', { request: (address: URL) => (address.searchParams.has('_group_by') ? 501 : undefined) }],
    [
      'property more',
      { answer: grouped((body) => ({ ...body, results: body.results.map((one) => ({ ...one, x: 1 })) })) },
    ],
    ['group less', { answer: grouped((body) => ({ ...body, count: 3, results: body.results.slice(1) })) }],
    [
      'group twice',
      { answer: grouped((body) => ({ ...body, count: 5, results: [...body.results, body.results[0]] })) },
    ],
    [
      'text for a sum',
      {
        answer: grouped((body) => ({ ...body, results: body.results.map((one) => ({ ...one, almanac_1: 'many' })) })),
      },
    ],
    ['object', { answer: grouped(() => ({ groups: 4 })) }],
    ['page of the whole', { answer: grouped((body) => ({ ...body, results: body.results.slice(1) })) }],
  ])('is not trusted if it answers with a %s, nor asked again', async (_, adapt) => {
    const service = await unannounced(adapt);
    const connection = await connect(service.url);
    const expected = { count: 4, groups: await exactly(), basis: { kind: 'all' } };
    expect(await ask(connection, byCarrier)).toEqual(expected);
    expect(await ask(connection, byCarrier)).toEqual(expected);
    expect(new Set(groupRequests(service).map((one) => one.split('?')[0])).size).toBe(1);
    expect(service.requested.filter((one) => one.includes('_group_by')).length).toBeLessThanOrEqual(1);
  });

  test('is not trusted if it ignores the filter of the groups', async () => {
    const service = await unannounced({
      request: (address) => {
        if (address.searchParams.has('_group_by')) address.searchParams.delete('delay__lt');
        return undefined;
      },
    });
    const query = queryOf({ _group_by: 'carrier', _aggregate__n: 'Count(*)', delay__lt: '400' });
    const { groups } = await ask(await connect(service.url), query);
    expect(groups.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(396);
  });
});

describe('a copy on this computer', () => {
  test('answers for exactly that version, and states it', async () => {
    const service = await unannounced(ignoring);
    const connection = await connect(service.url);
    const jobs = await openJobs({
      connections: backend.connections,
      service: Promise.resolve(own),
      dataFolder: path.join(folder, 'own'),
      cacheFolder: path.join(folder, 'cache'),
      announce: () => {},
    });
    open.push(jobs);
    const reference = { connection, namespace: 'n', dataset: 'flights' };
    const pin = async () => {
      const { id } = await jobs.functions.startJob({ request: { kind: 'pin', reference, version: null } }, signal);
      await vi.waitFor(
        async () => {
          const job = (await jobs.functions.listJobs({}, signal)).find((one) => one.id === id);
          expect(job?.state).toBe('done');
        },
        { timeout: 60_000 },
      );
    };
    await pin();
    const { dataset } = await backend.functions.readDataset(reference, signal);
    const [first] = dataset.versions;
    const fromCopy = await ask(connection, byCarrier, { maxRows: 10 });
    const copied = { connection: 'local', namespace: 'n', dataset: 'flights' };
    expect(fromCopy).toEqual({ count: 4, groups: await exactly(), basis: { kind: 'copy', reference: copied } });
    await publish(remote, [...lines, 'NEW,1,1,POINT (1 1)']);
    await backend.functions.readDataset(reference, signal);
    expect((await ask(connection, byCarrier)).basis).toEqual({ kind: 'all' });
    await pin();
    expect((await ask(connection, byCarrier)).basis.kind).toBe('copy');
    const old = { ...byCarrier, rows: { ...byCarrier.rows, version: first?.slug ?? '' } };
    const answer = await ask(connection, old);
    expect([answer.basis.kind, answer.groups]).toEqual(['copy', fromCopy.groups]);
    await publish(remote, lines);
    await own.removeDataset({ namespace: 'n', dataset: 'flights' });
  });
});

describe('rows that are read for grouping', () => {
  const total = queryOf({ _aggregate__n: 'Count(*)', _aggregate__s: 'Sum(delay)', _aggregate__max: 'Max(delay)' });

  test('are the first ones up to a limit, which can be raised', async () => {
    const service = await unannounced(ignoring);
    const connection = await connect(service.url);
    const first = await ask(connection, total, { maxRows: 150 });
    expect(first.basis).toEqual({ kind: 'part', rows: 150, of: 1_200 });
    expect(first.groups).toEqual([[150, BigInt(big) * 2n + 11_075n, BigInt(big)]]);
    const more = await ask(connection, total, { maxRows: 1_000 });
    expect([more.basis, more.groups[0]?.[0]]).toEqual([{ kind: 'part', rows: 1_000, of: 1_200 }, 1_000]);
    const before = service.requested.length;
    const whole = await ask(connection, total, { maxRows: 1_200 });
    expect([whole.basis, whole.groups[0]?.[0]]).toEqual([{ kind: 'all' }, 1_200]);
    expect(service.requested.length).toBeGreaterThan(before);
    const read = rowRequests(service).length;
    const month = await ask(connection, queryOf({ _group_by: 'Bin(distance,50)', _aggregate__n: 'Count(*)' }));
    expect([month.basis, month.count]).toEqual([{ kind: 'all' }, 3]);
    expect(rowRequests(service).length - read).toBeLessThanOrEqual(2);
  });

  test('are those that the filters and the search select', async () => {
    const connection = await connect((await unannounced(ignoring)).url);
    const some = queryOf({ _aggregate__n: 'Count(*)', _aggregate__min: 'Min(delay)', delay__gte: '900', search: 'C1' });
    const few = await ask(connection, some, { maxRows: 10 });
    expect([few.basis, few.groups]).toEqual([{ kind: 'part', rows: 10, of: 75 }, [[10, 901]]]);
    expect((await ask(connection, some)).groups).toEqual([[75, 901]]);
    const none = queryOf({ _aggregate__n: 'Count(*)', carrier: 'nobody' });
    expect(await ask(connection, none)).toEqual({ count: 1, groups: [[0]], basis: { kind: 'all' } });
  });

  test('are read once for concurrent questions, and cancelled with the last of them', async () => {
    const service = await unannounced({ ...ignoring, delayMs: 40 });
    const connection = await connect(service.url);
    await backend.functions.readDataset({ connection, namespace: 'n', dataset: 'flights' }, signal);
    const one = new AbortController();
    const left = expect(ask(connection, total, { signal: one.signal })).rejects.toMatchObject({ kind: 'aborted' });
    const [first, second] = await Promise.all([
      ask(connection, total),
      ask(connection, queryOf({ _group_by: 'carrier', _aggregate__d: 'CountDistinct(delay)' })),
      vi
        .waitFor(() => expect(rowRequests(service).length).toBeGreaterThan(1), { timeout: 60_000 })
        .then(() => one.abort()),
    ]);
    await left;
    expect([first.basis, second.basis]).toEqual([{ kind: 'all' }, { kind: 'all' }]);
    const pages = rowRequests(service).filter((address) => address.includes('limit='));
    expect(new Set(pages).size).toBe(pages.length);
    const stopped = new AbortController();
    const filtered = queryOf({ _aggregate__n: 'Count(*)', delay__gte: '5' });
    const cancelled = expect(ask(connection, filtered, { signal: stopped.signal })).rejects.toMatchObject({
      kind: 'aborted',
    });
    await vi.waitFor(() => expect(service.requested.some((address) => address.includes('delay__gte'))).toBe(true), {
      timeout: 60_000,
    });
    stopped.abort();
    await cancelled;
    expect((await ask(connection, filtered)).groups).toEqual([[1_196]]);
  });

  test('keep every value of every type of column', async () => {
    const variant = await startVariant({ pageSize: 60, paging: 'cursor' });
    open.push(variant);
    const connection = await connect(variant.url);
    const query = queryOf(
      {
        _aggregate__n: 'Count(*)',
        _aggregate__b: 'Sum(big)',
        _aggregate__p: 'Sum(price)',
        _aggregate__t: 'Max(__proto__)',
        _aggregate__d: 'CountDistinct("note, with ""signs""")',
        _aggregate__g: 'Count(place)',
        _aggregate__m: 'CountDistinct("2")',
      },
      sampleColumns.map(({ name, type }) => ({ name, type: type === 'datetime' ? 'text' : type })),
    );
    const place = { namespace: 'city', dataset: 'everything' };
    const bigs = Array.from({ length: 250 }, (_, at) => 9_007_199_254_740_993n + BigInt(at) * 30_000_000_000_000_001n);
    const prices = Array.from({ length: 250 }, (_, at) => (at % 11 === 0 ? 0 : at + 0.5));
    const part = await ask(connection, query, { ...place, maxRows: 100 });
    expect(part.basis).toEqual({ kind: 'part', rows: 100, of: null });
    expect(part.groups[0]?.[1]).toBe(bigs.slice(0, 100).reduce((sum, one) => sum + one, 0n));
    const whole = await ask(connection, query, place);
    expect(whole.basis).toEqual({ kind: 'all' });
    expect(whole.groups).toEqual([
      [
        250,
        bigs.reduce((sum, one) => sum + one, 0n),
        prices.reduce((sum, one) => sum + one, 0),
        'proto 99',
        250,
        200,
        3,
      ],
    ]);
  });

  test('fail with a message if the service fails', async () => {
    const service = await unannounced({
      request: (address) => (Number(address.searchParams.get('offset')) > 500 ? 403 : ignoring.request(address)),
    });
    const connection = await connect(service.url);
    await expect(ask(connection, total)).rejects.toMatchObject({ kind: 'sign-in-needed' });
    expect((await ask(connection, total, { maxRows: 400 })).basis).toEqual({ kind: 'part', rows: 400, of: 1_200 });
    const typo = {
      ...total,
      rows: { ...total.rows, filters: [{ column: 'delay', lookup: 'gt' as const, value: 'x' }] },
    };
    await expect(ask(connection, typo)).rejects.toMatchObject({ kind: 'bad-query' });
  });

  test('are limited to a few samples, and not found by a later run', async () => {
    const service = await unannounced(ignoring);
    const connection = await connect(service.url);
    for (let least = 10; least < 17; least += 1) {
      const query = queryOf({ _aggregate__n: 'Count(*)', delay__gte: String(least) });
      expect((await ask(connection, query)).groups).toEqual([[1_201 - least]]);
    }
    const kept = async () => {
      const namespaces = await backend.functions.listNamespaces({ connection: 'scratch' }, signal);
      return namespaces.find(({ slug }) => slug === 'samples')?.datasets.length;
    };
    await vi.waitFor(async () => expect(await kept()).toBe(6), { timeout: 20_000 });
    expect(await readdir(await viewed.scratchFolder())).toEqual([]);
    await backend.close();
    // A restored file keeps the store, and the samples in it until the next start.
    const file = path.join(folder, 'kept.csv');
    await writeFile(file, 'a\n1\n');
    const { id } = await viewed.functions.viewFile({ path: file }, signal);
    await vi.waitFor(async () => expect((await viewed.functions.listViewedFiles({}, signal))[0]?.stored).toBe(true), {
      timeout: 20_000,
    });
    await viewed.close();
    await openAll();
    await viewed.functions.retainViewedFiles({ ids: [id] }, signal);
    expect(await kept()).toBe(0);
  });
});
