import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../shared/testing/seeded-random.ts';
import { type Cluster, type ClusterNode, startCluster } from './start-cluster.ts';

/**
 * Writers and readers on three nodes behind a balancer while nodes are killed and stopped, PostgreSQL restarts, and the
 * gateway of the object storage dies or stalls. Checks in the manner of Jepsen: what was acknowledged can be read with its
 * checksum from every node, nothing is half visible, a writer sees what it has just written, no update is lost, and a
 * killed node makes no GET fail.
 * @see `npm run cluster:histories -- --faults 200 --seed 1`
 */
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    port: { type: 'string', default: '17600' },
  },
});
const seed = Number(values.seed);
const random = seededRandom(seed);
const below = (bound: number) => Math.floor(random() * bound);

/** Rows of each version, so that a page of them names the version that it belongs to. */
const rowsPerVersion = 500;

/** An acknowledged version. */
interface Acknowledged {
  /** Path of its record. */
  readonly path: string;
  readonly number: number;
  readonly checksum: string;
}

const acknowledged: Acknowledged[] = [];
const findings: string[] = [];
const figures = { faults: 0, published: 0, unknown: 0, reads: 0, refused: 0, updates: 0 };
let isRunning = true;
/** The kind of the present or latest fault, until all has recovered. */
let fault: Fault | null = null;

const cluster = await startCluster(Number(values.port), 3);
const token = cluster.addStaff('admin');
const authorised = { Authorization: `Token ${token}` };

/** Requests time out before a stopped node continues, as those of a patient client do. */
const requestTimeoutMs = 90_000;

function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...authorised, ...init.headers };
  return fetch(new URL(address, cluster.url), { ...init, headers, signal: AbortSignal.timeout(requestTimeoutMs) });
}

async function make(address: string, record: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await ask(address, { method: 'POST', headers, body: JSON.stringify(record) });
  if (answer.status !== 201) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
}

const datasetPath = '/api/v1/namespaces/n/datasets/d/';
await make('/api/v1/namespaces/', { slug: 'n', label: 'N', published: true });
await make('/api/v1/namespaces/n/datasets/', { slug: 'd', label: '0' });

let nextNumber = 1;

/** The path of an address that a service returned. */
const pathOf = (address: string) => new URL(address).pathname;

/** Publishes versions one after the other. A refused or interrupted one is counted; nothing may be visible of it. */
async function publishContinuously(): Promise<void> {
  while (isRunning) {
    const number = nextNumber++;
    const rows = Array.from({ length: rowsPerVersion }, (_, row) => `${number},${row}`);
    try {
      const answer = await ask(`${datasetPath}versions/`, {
        method: 'POST',
        headers: { 'Content-Disposition': 'attachment; filename="a.csv"', 'Content-Type': 'application/octet-stream' },
        body: `version,row\n${rows.join('\n')}\n`,
      });
      if (answer.status !== 202) throw new Error(`status ${answer.status}`);
      const version = pathOf(answer.headers.get('location') ?? '');
      const record = await published(version);
      acknowledged.push({ path: version, number, checksum: record.checksum });
      figures.published += 1;
      await checkOwnWrite(version);
    } catch (error) {
      figures.unknown += 1;
      await sleep(200);
      if (fault === null && isRunning) findings.push(`Publishing failed without a fault: ${error}`);
    }
  }
}

interface VersionRecord {
  readonly checksum: string;
  readonly ready: boolean;
}

/** Waits until a version is ready. @throws if its import failed or was interrupted */
async function published(version: string): Promise<VersionRecord> {
  for (const until = performance.now() + 120_000; performance.now() < until; await sleep(50)) {
    const answer = await ask(version).catch(() => null);
    if (answer?.status === 404) throw new Error('it was interrupted');
    if (answer?.status !== 200) continue;
    const record = (await answer.json()) as VersionRecord;
    if (record.ready) return record;
  }
  throw new Error('it is neither ready nor interrupted');
}

/** What a client has written, it must see in its next list, whichever node answers. */
async function checkOwnWrite(version: string): Promise<void> {
  const answer = await ask(datasetPath).catch(() => null);
  if (answer?.status !== 200) return;
  const { versions } = (await answer.json()) as {
    versions: readonly { readonly url: string; readonly ready: boolean }[];
  };
  const own = versions.find(({ url }) => pathOf(url) === version);
  if (own?.ready !== true) findings.push(`A list after the own write lacks ${version}, during ${fault ?? 'no fault'}.`);
}

/** Reads the first and another page of a version, from the balancer or one node. @returns what is wrong, or null */
async function readVersion(of: Acknowledged, node?: ClusterNode): Promise<string | null> {
  const offset = below(rowsPerVersion - 10);
  const slug = of.path.split('/').at(-2) ?? '';
  const address = `${datasetPath}data/?version=${slug}&limit=10&offset=${offset}`;
  const answer = await ask(node === undefined ? address : `${node.url.slice(0, -1)}${address}`);
  if (answer.status !== 200) return `status ${answer.status}: ${(await answer.text()).slice(0, 200)}`;
  const { count, results } = (await answer.json()) as { count: number; results: { version: number; row: number }[] };
  if (count !== rowsPerVersion || results.length !== 10) return `${count} rows, ${results.length} in the page`;
  const isRight = results.every(({ version, row }, at) => version === of.number && row === offset + at);
  return isRight ? null : `other rows: ${JSON.stringify(results[0])}`;
}

async function readContinuously(): Promise<void> {
  while (isRunning) {
    const of = acknowledged[below(acknowledged.length)];
    if (of === undefined) {
      await sleep(50);
      continue;
    }
    const before = fault;
    const wrong = await readVersion(of).catch((error: unknown) => `no answer: ${error}`);
    figures.reads += 1;
    if (wrong === null) continue;
    // Without the catalogue, or with no node to take over from a stopped one, a service may say that it cannot answer.
    const isExcused = [before, fault].some((one) => one !== null && one !== 'kill a node');
    if (isExcused && /^(status 50[234]|no answer)/.test(wrong)) {
      figures.refused += 1;
      await sleep(50);
    } else findings.push(`Reading version ${of.number} during ${before ?? 'no fault'}: ${wrong}`);
  }
}

let counted = 0;
let isUncertain = 0;

/** Adds one to the label of the dataset, as several editors do who hold its entity tag: no addition may be lost. */
async function countContinuously(): Promise<void> {
  while (isRunning) {
    try {
      const read = await ask(datasetPath);
      if (read.status !== 200) throw new Error(`status ${read.status}`);
      const { label } = (await read.json()) as { label: string };
      const answer = await ask(datasetPath, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', 'If-Match': read.headers.get('etag') ?? '' },
        body: JSON.stringify({ label: `${Number(label) + 1}` }),
      });
      if (answer.status === 200) counted += 1;
      else if (answer.status !== 412) isUncertain += 1;
      figures.updates += 1;
    } catch {
      isUncertain += 1;
    }
    await sleep(20 + below(100));
  }
}

const faults = {
  async 'kill a node'({ nodes }: Cluster) {
    const node = nodes[below(nodes.length)];
    await node?.kill();
    await sleep(below(2_000));
    await node?.start();
  },
  async 'stop a node for a while'({ nodes }: Cluster) {
    const process = nodes[below(nodes.length)]?.process();
    process?.kill('SIGSTOP');
    await sleep(500 + below(5_000));
    process?.kill('SIGCONT');
  },
  async 'restart PostgreSQL'({ postgres }: Cluster) {
    await postgres.stop('at once');
    await sleep(below(1_000));
    await postgres.start();
  },
  async 'crash PostgreSQL'({ postgres }: Cluster) {
    await postgres.stop('crash');
    await sleep(below(1_000));
    await postgres.start();
  },
  async 'kill the gateway'({ ceph }: Cluster) {
    const pid = gatewayPid();
    process.kill(pid, 'SIGKILL');
    // A killed process exists until its memory is freed.
    while (existsSync(`/proc/${pid}`)) await sleep(10);
    await sleep(below(1_000));
    await ceph.revive();
  },
  async 'stop the gateway for a while'() {
    const pid = gatewayPid();
    process.kill(pid, 'SIGSTOP');
    await sleep(500 + below(5_000));
    process.kill(pid, 'SIGCONT');
  },
} as const;
type Fault = keyof typeof faults;

function gatewayPid(): number {
  return Number(readFileSync(path.join(cluster.folder, 'ceph', 'run', 'rgw.0.pid'), 'utf8'));
}

async function isHealthy(): Promise<boolean> {
  for (const { url } of cluster.nodes) {
    const answer = await fetch(`${url}health`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.status !== 200) return false;
  }
  return true;
}

/** Waits until every node reports health. @returns false after two minutes */
async function recovered(): Promise<boolean> {
  for (const until = performance.now() + 120_000; performance.now() < until; await sleep(100)) {
    // Twice, so that the balancer has noticed as well.
    if ((await isHealthy()) && (await sleep(1_500, true)) && (await isHealthy())) return true;
  }
  return false;
}

/** Everything that was acknowledged, on every node; and nothing that is neither ready nor known as failed. */
async function checkAll(): Promise<void> {
  for (const node of cluster.nodes) {
    const listed = await ask(`${node.url.slice(0, -1)}${datasetPath}`);
    const { label, versions } = (await listed.json()) as {
      label: string;
      versions: readonly { readonly url: string; readonly checksum: string; readonly ready: boolean }[];
    };
    const total = Number(label);
    if (total < counted || total > counted + isUncertain)
      findings.push(`${counted} to ${counted + isUncertain} additions were made, but ${node.url} has ${total}.`);
    const known = new Map(versions.map((version) => [pathOf(version.url), version]));
    for (const one of acknowledged) {
      const found = known.get(one.path);
      if (found?.checksum !== one.checksum)
        findings.push(`${node.url}: version ${one.number} has the checksum ${found?.checksum}, not ${one.checksum}.`);
      const wrong = await readVersion(one, node).catch((error: unknown) => String(error));
      if (wrong !== null) findings.push(`${node.url}: version ${one.number}: ${wrong}`);
    }
    for (const { url, ready } of versions) if (!ready) findings.push(`${node.url}: ${url} is still being imported.`);
  }
}

/** Within this time an import of an ended node is reported as interrupted. */
const interruptedMs = 45_000;

try {
  const clients = [publishContinuously(), publishContinuously(), countContinuously(), countContinuously()];
  for (let reader = 0; reader < 3; reader += 1) clients.push(readContinuously());
  const kinds = Object.keys(faults) as Fault[];
  for (const until = Number(values.faults); figures.faults < until && findings.length === 0; ) {
    fault = kinds[below(kinds.length)] ?? null;
    if (fault === null) continue;
    await faults[fault](cluster).catch((error: unknown) => findings.push(`${fault}: ${error}`));
    figures.faults += 1;
    if (!(await recovered())) findings.push(`The nodes do not recover from: ${fault}`);
    fault = null;
    await sleep(below(1_000));
  }
  isRunning = false;
  await Promise.all(clients);
  await sleep(interruptedMs);
  await checkAll();
} finally {
  if (findings.length === 0) await cluster.stop();
  else console.log(`Left running for a look: ${cluster.folder}, ${cluster.url}`);
}
const line = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
console.log(`Histories: ALMANAC_SEED=${seed}, ${line.join(', ')}, acknowledged ${acknowledged.length}`);
for (const finding of findings) console.log(`FOUND: ${finding}`);
process.exit(findings.length === 0 ? 0 : 1);
