import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { type BackendCaller, createBackendCaller } from '#shared/rpc/port-protocol.ts';
import { createDataset } from '../service/catalogue/records/datasets.ts';
import { createNamespace } from '../service/catalogue/records/namespaces.ts';
import { publishVersion } from '../service/operations/publish/publish.ts';
import { type Service, startService } from '../service/service.ts';
import { type Backend, openBackend } from './handlers/catalogue-and-rows.ts';
import { serveBackendCalls } from './rpc-server.ts';

const root = path.join(import.meta.dirname, '..', '..');
const text = readFileSync(path.join(root, 'docs', 'dev', 'row-path.md'), 'utf8');

/** A longer path needs a reason. */
const maxHops = 30;
const hops = [...text.matchAll(/^\| \d+ \| `([^`]+)` \|/gm)].map(([, file = '']) => file);

/** Helpers are listed by their paths within a folder; a path that ends with a slash stands for all files there. */
const helpers = [...text.matchAll(/: `(electron\/[^`]+\/)`:((?:\s+`[^`]+`,?)+)/g)].flatMap(([, folder, names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `${folder}${name}`),
);

const isListed = (file: string) =>
  hops.includes(file) || helpers.some((helper) => file === helper || (helper.endsWith('/') && file.startsWith(helper)));

const layers = /^electron\/(backend|connector|service)\//;

const columns = Array.from({ length: 30 }, (_, at) => `c${at}`);
const rowCount = 3_000;
const blockRows = 100;
/** So many rows that none are prefetched after them. */
const openingRows = 1_001;
const reference = { connection: 'local', namespace: 'tests', dataset: 'numbers' };

let folder: string;
let service: Service;
let backend: Backend;
let near: MessagePort;
let caller: BackendCaller;

/** The backend behind its port, over a service with one dataset, as in the desktop. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-row-path-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
  const { records } = service.deps.catalogue;
  const namespace = { slug: 'tests', label: 'Tests', description: '', published: false };
  const namespaceId = (await createNamespace(records, namespace)).id;
  const { id } = await createDataset(records, { namespaceId, slug: 'numbers', label: 'Numbers', description: '' });
  const file = path.join(folder, 'numbers.csv');
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map((_, at) => row + at).join(','));
  await writeFile(file, `${columns.join(',')}\n${rows.join('\n')}\n`);
  await publishVersion(service.deps, id, { path: file, format: 'csv' });
  await vi.waitUntil(() => globSync('data/rows/cache/*/rows/rows.off', { cwd: folder }).length > 0, {
    timeout: 300_000,
  });
  backend = await openBackend({
    local: service.issueOperatorToken().then((token) => ({ address: service.url, token })),
    configFolder: path.join(folder, 'config'),
    cacheFolder: path.join(folder, 'cache'),
    vault: {
      describe: async () => ({ kind: 'system' }),
      read: async () => null,
      store: async () => {},
      remove: async () => {},
    },
    announce: () => {},
  });
  const { port1, port2 } = new MessageChannel();
  near = port1;
  serveBackendCalls(port2, backend.functions, () => {});
  caller = createBackendCaller(
    (message) => port1.postMessage(message),
    () => {},
  );
  port1.on('message', (message) => caller.receive(message));
});
afterAll(async () => {
  near.close();
  await backend.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function read(fields: string[], offset: number, limit: number): Promise<void> {
  const query = { ...everyRow, filters: [], ordering: [], fields };
  const page = await caller.call('readRows', { reference, query, offset, limit });
  expect(page.rows).toHaveLength(limit);
}

/** The files of the three layers in which a function ran meanwhile. */
async function filesThatRun(session: Session, act: () => Promise<void>): Promise<Set<string>> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  const files = ran.map(({ url }) => path.relative(root, url.startsWith('file:') ? fileURLToPath(url) : url));
  return new Set(files.map((file) => file.replaceAll('\\', '/')).filter((file) => layers.test(file)));
}

/**
 * What runs for blocks that are not cached, each the last one of other columns: nothing is prefetched after it.
 * @returns the files of every such block, and those of any, once these include all hops
 */
async function filesOfBlocks(): Promise<{ readonly always: string[]; readonly ever: Set<string> }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  const blocks: Set<string>[] = [];
  const ever = new Set<string>();
  const missing = () => hops.filter((file) => layers.test(file) && !ever.has(file));
  // On a busy machine, pages are read in other threads for a while.
  for (const column of columns) {
    await read([column], 0, openingRows);
    const files = await filesThatRun(session, () => read([column], rowCount - blockRows, blockRows));
    blocks.push(files);
    for (const file of files) ever.add(file);
    if (blocks.length >= 3 && missing().length === 0) break;
  }
  session.disconnect();
  const [first = ever, ...others] = blocks;
  return { always: [...first].filter((file) => others.every((block) => block.has(file))), ever };
}

describe('the documented path of a block of rows', () => {
  it('is short, and of files that exist', () => {
    expect(hops.length).toBeGreaterThan(0);
    expect(hops.length).toBeLessThanOrEqual(maxHops);
    expect([...hops, ...helpers].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('is the one that it takes', async () => {
    const { always, ever } = await filesOfBlocks();
    expect(always.filter((file) => !isListed(file) && !file.endsWith('.test.ts'))).toEqual([]);
    expect(hops.filter((file) => layers.test(file) && !ever.has(file))).toEqual([]);
  });
});
