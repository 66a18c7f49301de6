import { randomBytes } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseObjectAddress } from '../electron/lib/objects/object-address.ts';
import { ObjectStore } from '../electron/lib/objects/object-store.ts';
import { addStaff, type Cluster, programNode, startCluster } from '../qa/cluster/start-cluster.ts';
import { median, numbersFrom, report, seconds, show, skip } from './measure.ts';

/**
 * Nodes over a real PostgreSQL and a real object storage against the embedded service: the built program each. With two
 * processors for everything, processor time says what a machine of its own could do. `orders` measures only those.
 */
const rows = Number(process.env.ALMANAC_BENCH_ROWS ?? 10_000_000);
const pagesPerTurn = 400;
const turns = 7;

/** A service whose processor time is measured. */
interface Measured {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
}

/** Processor time of processes in milliseconds, from the system's ticks of a hundredth of a second. */
function processorMs(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10;
}

/** The processes with a name, and with a text in their command line or that of their parent. */
function processes(name: string, text: string): number[] {
  const commandOf = (pid: number | string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return readdirSync('/proc').flatMap((entry) => {
    try {
      if (!/^\d+$/.test(entry) || readFileSync(`/proc/${entry}/comm`, 'utf8').trim() !== name) return [];
      const parent = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1] ?? '0';
      return (commandOf(entry) + commandOf(parent)).includes(text) ? [Number(entry)] : [];
    } catch {
      // It has ended.
      return [];
    }
  });
}

async function ask({ url, token }: Measured, address: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Token ${token}`, ...init.headers };
  const answer = await fetch(new URL(address, url), { ...init, headers });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function create(service: Measured, address: string, record: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await ask(service, address, { method: 'POST', headers, body: JSON.stringify(record) });
}

const datasets = '/api/v1/namespaces/n/datasets/';

/** Publishes a file as a new dataset. @returns the time until it is ready, in milliseconds */
async function publish(service: Measured, slug: string, file: string): Promise<number> {
  await create(service, datasets, { slug, label: slug });
  const content = await open(file);
  const began = performance.now();
  const answer = await ask(service, `${datasets}${slug}/versions/`, {
    method: 'POST',
    headers: { 'Content-Disposition': 'attachment; filename="a.csv"', 'Content-Type': 'application/octet-stream' },
    body: content.readableWebStream() as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  const version = answer.headers.get('location') ?? '';
  for (;;) {
    const { ready } = (await (await ask(service, version)).json()) as { ready: boolean };
    if (ready) break;
    await sleep(20);
  }
  const took = performance.now() - began;
  await content.close();
  return took;
}

async function readPages(service: Measured, slug: string, count: number): Promise<void> {
  for (let page = 0; page < count; page += 1) {
    const offset = (page * 7_919) % (rows - 100);
    await (await ask(service, `${datasets}${slug}/data/?limit=100&offset=${offset}`)).arrayBuffer();
  }
}

async function writeTable(file: string): Promise<void> {
  const next = numbersFrom(1);
  const target = await open(file, 'w');
  await target.write('id,code,amount,name\n');
  for (let row = 0; row < rows; ) {
    const lines: string[] = [];
    for (const end = Math.min(rows, row + 100_000); row < end; row += 1)
      lines.push(`${row},${Math.floor(next() * 1000)},${(next() * 1e6).toFixed(2)},name ${Math.floor(next() * 1e6)}`);
    await target.write(`${lines.join('\n')}\n`);
  }
  await target.close();
}

/** Milliseconds that a request for a page takes, with its answer. */
async function pageMs(service: Measured, address: string): Promise<number> {
  const began = performance.now();
  await (await ask(service, address)).arrayBuffer();
  return performance.now() - began;
}

/** Waits until the row files of so many versions are in the object storage. */
async function rowFilesSent(store: ObjectStore, versions: number): Promise<void> {
  for (;;) {
    let sent = 0;
    for await (const page of store.list('versions/')) sent += page.filter(({ key }) => key.endsWith('.idx')).length;
    if (sent >= versions) return;
    await sleep(200);
  }
}

/** Writes and reads as many bytes as an order of all rows has, as one object. @returns milliseconds */
async function bareTransferMs(store: ObjectStore, folder: string): Promise<number> {
  const file = path.join(folder, 'numbers');
  await writeFile(file, randomBytes(rows * 4));
  const began = performance.now();
  await store.putFile('bare', file, null);
  const object = await store.open('bare');
  await pipeline(object?.body ?? [], createWriteStream(`${file}-read`));
  return performance.now() - began;
}

/**
 * The first page of an order on a node that has not built it: from its middle, which needs the whole order, and asked for
 * at the moment at which another node has built it.
 */
async function compareOrders(cluster: Cluster, first: Measured, second: Measured, folder: string): Promise<void> {
  const {
    ALMANAC_TEST_OBJECTS: address = '',
    AWS_ACCESS_KEY_ID = '',
    AWS_SECRET_ACCESS_KEY = '',
  } = cluster.ceph.environment;
  const key = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const store = new ObjectStore(parseObjectAddress(address), key);
  const file = path.join(folder, 'table.csv');
  const page = (slug: string, ordering: string) =>
    `${datasets}${slug}/data/?limit=100&ordering=${ordering}&offset=${Math.floor(rows / 2)}`;
  const orderMs = async (slug: string, ordering: string) => {
    const built = await pageMs(first, page(slug, ordering));
    return { built, shared: await pageMs(second, page(slug, ordering)) };
  };
  try {
    await publish(first, 'orders', file);
    await rowFilesSent(store, 1);
    const bare: number[] = [];
    for (let round = 0; round < 5; round += 1) bare.push(await bareTransferMs(store, folder));
    const against = (shared: readonly number[]) =>
      `${show(median(shared) / median(bare))} × the ${show(median(bare))} ms of writing and reading as many bytes`;
    const cold = await orderMs('orders', '-amount');
    report({
      name: 'First page of an order on another node than the one that has built it, which has nothing of the version',
      measured: cold.shared,
      unit: 'ms',
      bound: 1000,
      detail: `${against([cold.shared])}; building it took ${seconds(cold.built)}`,
    });
    // Until it has its own copy of the rows.
    await sleep(15_000);
    const known: { built: number; shared: number }[] = [];
    for (const ordering of ['amount', 'name', '-name', '-code', 'code,-amount'])
      known.push(await orderMs('orders', ordering));
    const shared = known.map((one) => one.shared);
    report({
      name: 'First page of an order on another node, which has read the rows before',
      measured: median(shared),
      unit: 'ms',
      bound: 1000,
      detail: `${against(shared)}; five orders, ${shared.map((ms) => show(ms)).join(', ')} ms; building them took ${seconds(median(known.map(({ built }) => built)))}`,
    });
    await publish(first, 'busy', file);
    const busy = await orderMs('busy', '-amount');
    report({
      name: 'First page of an order on another node while the rows of the version are still being sent / building the order',
      measured: busy.shared / busy.built,
      unit: '×',
      bound: 1,
      detail: `${seconds(busy.shared)} and ${seconds(busy.built)}; it has to fetch the stored file to read these rows`,
    });
  } finally {
    await store.close();
  }
}

async function compare(cluster: Cluster, embedded: Measured, folder: string): Promise<void> {
  const token = cluster.addStaff('admin');
  const nodes = cluster.nodes.map(({ url, process }) => ({ url, pid: process().pid ?? 0, token }));
  const [first, second] = nodes;
  if (first === undefined || second === undefined) throw new Error('There are two nodes.');
  const file = path.join(folder, 'table.csv');
  await writeTable(file);
  for (const service of [embedded, first]) await create(service, '/api/v1/namespaces/', { slug: 'n', label: 'N' });
  await compareOrders(cluster, first, second, folder);
  if (process.argv[2] === 'orders') return;
  const published: Record<'file' | 'objects', number[]> = { file: [], objects: [] };
  for (let round = 0; round < 3; round += 1) {
    published.file.push(await publish(embedded, `t${round}`, file));
    published.objects.push(await publish(first, `t${round}`, file));
  }
  report({
    name: `Publishing ${rows.toLocaleString('en')} rows, cluster / embedded`,
    measured: median(published.objects.map((ms, round) => ms / (published.file[round] ?? Number.NaN))),
    unit: '×',
    bound: 1.5,
    detail: `${seconds(median(published.objects))} and ${seconds(median(published.file))}, ${((await stat(file)).size / 2 ** 20).toFixed(0)} MiB, three pairs`,
  });

  for (const service of [embedded, first, second]) await readPages(service, 't0', pagesPerTurn);
  await sleep(5_000);
  const postgres = () => processes('postgres', 'almanac-pg-');
  const storage = [...processes('radosgw', cluster.folder), ...processes('ceph-osd', cluster.folder)];
  const cost: Record<'embedded' | 'one' | 'two' | 'catalogue' | 'storage', number[]> = {
    embedded: [],
    one: [],
    two: [],
    catalogue: [],
    storage: [],
  };
  for (let turn = 0; turn < turns; turn += 1) {
    let before = processorMs([embedded.pid]);
    await readPages(embedded, 't0', pagesPerTurn);
    cost.embedded.push((processorMs([embedded.pid]) - before) / pagesPerTurn);
    before = processorMs([first.pid]);
    const catalogueBefore = processorMs(postgres());
    const storageBefore = processorMs(storage);
    await readPages(first, 't0', pagesPerTurn);
    cost.one.push((processorMs([first.pid]) - before) / pagesPerTurn);
    cost.catalogue.push(Math.max(0, processorMs(postgres()) - catalogueBefore) / pagesPerTurn);
    cost.storage.push((processorMs(storage) - storageBefore) / pagesPerTurn);
    before = processorMs([first.pid, second.pid]);
    await Promise.all([first, second].map((node) => readPages(node, 't0', pagesPerTurn)));
    cost.two.push((processorMs([first.pid, second.pid]) - before) / (2 * pagesPerTurn));
  }
  report({
    name: 'Processor time of a warm page, cluster / embedded',
    measured: median(cost.one.map((ms, turn) => ms / (cost.embedded[turn] ?? Number.NaN))),
    unit: '×',
    bound: 1.2,
    detail: `${show(median(cost.one))} and ${show(median(cost.embedded))} ms of the service’s process, 100 rows; PostgreSQL ${show(median(cost.catalogue))} ms and the object storage ${show(median(cost.storage))} ms meanwhile`,
  });
  report({
    name: 'Pages of two nodes / of one, by the processor time of a page, each with a processor of its own',
    measured: (2 * median(cost.one)) / median(cost.two),
    unit: '×',
    bound: 1.7,
    least: true,
    detail: `${show(median(cost.two))} ms a page while both serve, ${show(median(cost.one))} ms while one does`,
  });
}

const folder = await mkdtemp(path.join(tmpdir(), 'almanac-cluster-bench-'));
const data = path.join(folder, 'embedded');
const port = Number(process.env.ALMANAC_BENCH_PORT ?? 17_700);
const node = programNode(
  ['--data', data, '--port', `${port}`],
  process.env,
  `http://127.0.0.1:${port}/`,
  data,
  path.join(folder, 'log'),
);
try {
  await node.start();
  const service = { url: node.url, pid: node.process().pid ?? 0, token: addStaff(data, 'admin') };
  const cluster = await startCluster(port + 1, 2).catch((error: Error) => {
    skip('A cluster', error.message);
    return null;
  });
  try {
    if (cluster !== null) await compare(cluster, service, folder);
  } finally {
    await cluster?.stop();
  }
} finally {
  await node.kill();
  await rm(folder, { recursive: true, force: true });
}
