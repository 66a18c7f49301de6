import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../shared/testing/seeded-random.ts';
import { labCommand, seedOption } from '../lab-command.ts';
import { ensureBuilt } from '../run-tests.ts';
import { checkBucket } from './check-bucket.ts';
import { type Fault, faults, harmless, ofStorage, oneOf } from './faults.ts';
import { type ClusterNode, startCluster } from './start-cluster.ts';

/**
 * Writers and readers on three nodes behind a balancer while nodes are killed and stopped, PostgreSQL restarts, and the
 * object storage dies, errs, breaks transfers, stalls or answers slowly. Checks in the manner of Jepsen: what was
 * acknowledged can be read with its checksum from every node, nothing is half visible, a writer sees what it has just
 * written, no update is lost, what was deleted stays so, a killed node or a slow store makes no GET fail, a store that is
 * away none of the catalogue, and the bucket has nothing at the end but what the catalogue names.
 * @see `npm run qa -- histories --faults 200 --seed 1`
 */
const values = labCommand('histories')
  .option('--faults <number>', 'how many', '200')
  .addOption(seedOption())
  .option('--port <number>', 'of the balancer; the others follow it', '17600')
  .parse()
  .opts<{ faults: string; seed: string; port: string }>();
ensureBuilt();
const seed = Number(values.seed);
const random = seededRandom(seed);
const below = (bound: number) => Math.floor(random() * bound);

/** Rows of a version: each names the version that it belongs to. Some take many pieces of a transfer. */
const rowsOf = (number: number) => (number % 8 === 0 ? 20_000 : 500);

/** Versions from which an old one is deleted for each new one. */
const maxVersions = 80;

/** Disk space of a node's cache: too little for all versions, so that objects are read again. */
const cacheSize = '8M';

/** An acknowledged version. */
interface Acknowledged {
  /** Path of its record. */
  readonly path: string;
  readonly number: number;
  readonly checksum: string;
}

/** Those that were not deleted. */
const acknowledged: Acknowledged[] = [];
/** Paths of versions whose deletion was acknowledged. */
const deleted: string[] = [];
const findings: string[] = [];
const figures = { faults: 0, published: 0, deleted: 0, unknown: 0, reads: 0, refused: 0, updates: 0 };
let isRunning = true;
/** Kinds of the faults so far; the last one is present until all has recovered. */
const caused: Fault[] = [];
let isFault = false;

/** Returns what then returns the faults that were present meanwhile. */
function watchFaults(): () => readonly Fault[] {
  const first = isFault ? caused.length - 1 : caused.length;
  return () => caused.slice(first);
}

const cluster = await startCluster(Number(values.port), 3, { proxies: true, words: ['--cache-size', cacheSize] });
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
    const rows = Array.from({ length: rowsOf(number) }, (_, row) => `${number},${row}`);
    const faultsMeanwhile = watchFaults();
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
      if (acknowledged.length > maxVersions) await deleteOne();
    } catch (error) {
      figures.unknown += 1;
      await sleep(200);
      if (faultsMeanwhile().length === 0 && isRunning) findings.push(`Publishing failed without a fault: ${error}`);
    }
  }
}

/** Deletes an acknowledged version. Without an answer it may or may not be deleted. */
async function deleteOne(): Promise<void> {
  const [chosen] = acknowledged.splice(below(acknowledged.length), 1);
  if (chosen === undefined) return;
  const answer = await ask(chosen.path, { method: 'DELETE' });
  if (answer.status !== 204) throw new Error(`deleting: status ${answer.status}`);
  deleted.push(chosen.path);
  figures.deleted += 1;
  const listed = await ask(chosen.path).catch(() => null);
  if (listed?.status === 200) findings.push(`${chosen.path} is read after it was deleted.`);
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
  if (own?.ready !== true) findings.push(`A list after the own write lacks ${version}, after: ${caused.at(-1)}.`);
}

/** Reads some rows of a version, in either order, from the balancer or one node. @returns what is wrong, or null */
async function readVersion(of: Acknowledged, node?: ClusterNode): Promise<string | null> {
  const rows = rowsOf(of.number);
  const offset = below(rows - 10);
  const isReversed = below(4) === 0;
  const slug = of.path.split('/').at(-2) ?? '';
  const order = isReversed ? '&ordering=-row' : '';
  const answer = await askOf(node, `${datasetPath}data/?version=${slug}&limit=10&offset=${offset}${order}`);
  if (answer.status !== 200) return `status ${answer.status}: ${(await answer.text()).slice(0, 200)}`;
  const { count, results } = (await answer.json()) as { count: number; results: { version: number; row: number }[] };
  if (count !== rows || results.length !== 10) return `${count} rows, ${results.length} in the page`;
  const expected = (at: number) => (isReversed ? rows - 1 - offset - at : offset + at);
  const isRight = results.every(({ version, row }, at) => version === of.number && row === expected(at));
  return isRight ? null : `other rows: ${JSON.stringify(results[0])}`;
}

/** Downloads the stored file from a node. @returns what is wrong, or null */
async function readFile(of: Acknowledged, node?: ClusterNode): Promise<string | null> {
  const slug = of.path.split('/').at(-2) ?? '';
  const answer = await askOf(node, `${datasetPath}download/?version=${slug}&_format=parquet`);
  if (answer.status !== 200) return `status ${answer.status}: ${(await answer.text()).slice(0, 200)}`;
  const found = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
  return found === of.checksum ? null : `a file with the checksum ${found} instead of ${of.checksum}`;
}

/** Reads the record of the dataset. @returns what is wrong, or null */
async function readRecord(): Promise<string | null> {
  const answer = await ask(datasetPath);
  return answer.status === 200 ? null : `status ${answer.status}: ${(await answer.text()).slice(0, 200)}`;
}

function askOf(node: ClusterNode | undefined, address: string): Promise<Response> {
  return ask(node === undefined ? address : `${node.url.slice(0, -1)}${address}`);
}

async function readContinuously(): Promise<void> {
  while (isRunning) {
    const of = acknowledged[below(acknowledged.length)];
    if (of === undefined) {
      await sleep(50);
      continue;
    }
    const faultsMeanwhile = watchFaults();
    const read = oneOf(below, [readFile, readRecord, readVersion, readVersion, readVersion]);
    const wrong = await read(of).catch((error: unknown) => `no answer: ${error}`);
    figures.reads += 1;
    // It leaves the processors to the writers too.
    await sleep(10);
    // It was deleted meanwhile.
    if (wrong === null || !acknowledged.includes(of)) continue;
    // Without its engines, or with no node to take over from a stopped one, a service may say that it cannot answer.
    const meanwhile = faultsMeanwhile();
    const isExcused = meanwhile.some((kind) => !harmless.has(kind) && !(read === readRecord && ofStorage.has(kind)));
    if (isExcused && /^(status 50[234]|no answer)/.test(wrong)) {
      figures.refused += 1;
      await sleep(50);
    } else findings.push(`Version ${of.number}, ${read.name}, during ${meanwhile.join(', ') || 'no fault'}: ${wrong}`);
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

async function isHealthy(): Promise<boolean> {
  for (const { url } of cluster.nodes) {
    const answer = await fetch(`${url}health`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    // A degraded node answers with 200 too.
    const health = (await answer?.json().catch(() => null)) as { readonly status: string } | null | undefined;
    if (health?.status !== 'ready') return false;
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

/** Starts the nodes again without what they have in their caches. */
async function emptyCaches(): Promise<void> {
  for (const node of cluster.nodes) {
    await node.kill();
    await rm(path.join(node.folder, 'rows', 'cache'), { recursive: true, force: true });
    await node.start();
  }
}

/**
 * Everything that was acknowledged, on every node; nothing that was deleted, and nothing that is neither ready nor known
 * as failed.
 */
async function checkAll(): Promise<void> {
  for (const node of cluster.nodes) {
    const listed = await askOf(node, datasetPath);
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
      for (const read of [readVersion, readFile]) {
        const wrong = await read(one, node).catch((error: unknown) => String(error));
        if (wrong !== null) findings.push(`${node.url}: version ${one.number}, ${read.name}: ${wrong}`);
      }
    }
    for (const { url, ready } of versions) if (!ready) findings.push(`${node.url}: ${url} is still being imported.`);
    for (const one of deleted) if (known.has(one)) findings.push(`${node.url}: ${one} was deleted, but is listed.`);
  }
}

const kinds = Object.keys(faults) as Fault[];

/** Within this time an import of an ended node is reported as interrupted. */
const interruptedMs = 45_000;

try {
  const clients = [publishContinuously(), publishContinuously(), countContinuously(), countContinuously()];
  for (let reader = 0; reader < 3; reader += 1) clients.push(readContinuously());
  for (const until = Number(values.faults); figures.faults < until && findings.length === 0; ) {
    const kind = kinds[below(kinds.length)] ?? 'kill a node';
    caused.push(kind);
    isFault = true;
    await faults[kind](cluster, below).catch((error: unknown) => findings.push(`${kind}: ${error}`));
    figures.faults += 1;
    if (!(await recovered())) findings.push(`The nodes do not recover from: ${kind}`);
    isFault = false;
    await sleep(below(1_000));
  }
  isRunning = false;
  await Promise.all(clients);
  await sleep(interruptedMs);
  findings.push(...(await checkBucket(cluster)));
  await emptyCaches();
  await checkAll();
} finally {
  if (findings.length === 0) await cluster.stop();
  else console.log(`Left running for a look, without the proxies: ${cluster.folder}, ${cluster.url}`);
}
for (const kind of kinds) console.log(`${caused.filter((one) => one === kind).length} times: ${kind}`);
const line = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
console.log(`Histories: seed ${seed}, ${line.join(', ')}, acknowledged ${acknowledged.length}`);
for (const finding of findings) console.log(`FOUND: ${finding}`);
process.exit(findings.length === 0 ? 0 : 1);
