import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../build/paths.ts';
import { objectAddressText, parseObjectAddress } from '../../electron/lib/objects/object-address.ts';
import { type FaultyProxy, startFaultyProxy } from '../../electron/lib/testing/faulty-proxy.ts';
import {
  type OwnPostgres,
  startPostgres,
  testPassword,
} from '../../electron/service/catalogue/database/testing/postgres-server.ts';
import { type Ceph, startCeph } from './ceph.ts';
import { haproxyConfiguration } from './haproxy-configuration.ts';

/** One process of `almanac serve`. */
export interface ClusterNode {
  readonly url: string;
  readonly folder: string;
  readonly process: () => ChildProcess;
  /** Starts it again after it has ended. */
  start(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
}

/** Nodes of the built program behind a balancer, over a real PostgreSQL and a real object storage on loopback. */
export interface Cluster {
  /** Address of the balancer, with a trailing slash. */
  readonly url: string;
  readonly nodes: readonly ClusterNode[];
  readonly postgres: OwnPostgres;
  readonly ceph: Ceph;
  /** Between each node and the object storage, if faults are wanted there; otherwise none. */
  readonly proxies: readonly FaultyProxy[];
  /** Database of the catalogue. */
  readonly database: string;
  /** Folder of the logs, `node-1.log` and so on. */
  readonly folder: string;
  /** Creates an account that may change everything; returns its token. */
  addStaff(name: string): string;
  stop(): Promise<void>;
}

const program = path.join(root, 'out', 'cli.cjs');

/** Maximum time of a node for its start, in milliseconds. */
const startTimeoutMs = 120_000;

/** How a cluster differs from the usual one. */
export interface ClusterOptions {
  /** Let each node reach the object storage through a proxy of its own; default: no. */
  readonly proxies?: boolean;
  /** More options of `almanac serve`. */
  readonly words?: readonly string[];
}

/** @param port of the balancer; the nodes take the following ones, the object storage those from 20 behind it */
export async function startCluster(port: number, count: number, options: ClusterOptions = {}): Promise<Cluster> {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
  } catch {
    throw new Error('A cluster needs HAProxy: apt-get install --no-install-recommends haproxy');
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-cluster-'));
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const postgres = await startPostgres();
    undo.push(() => postgres.close());
    const database = await postgres.createDatabase();
    const cephFolder = path.join(folder, 'ceph');
    mkdirSync(cephFolder);
    const ceph = startCeph(cephFolder, port + 20);
    undo.push(() => ceph.stop());
    const { ALMANAC_TEST_OBJECTS: objects = '', ...keys } = ceph.environment;
    const env = { ...process.env, ...keys, ALMANAC_CATALOGUE_PASSWORD: testPassword };
    const ports = Array.from({ length: count }, (_, at) => port + 1 + at);
    const nodes: ClusterNode[] = [];
    const proxies: FaultyProxy[] = [];
    const addressOf = async () => {
      if (options.proxies !== true) return objects;
      const direct = parseObjectAddress(objects);
      const proxy = await startFaultyProxy(direct.endpoint);
      undo.push(() => proxy.close());
      proxies.push(proxy);
      return objectAddressText({ ...direct, endpoint: proxy.address });
    };
    for (const [at, own] of ports.entries()) {
      const data = path.join(folder, `node-${at + 1}`);
      const words = ['--data', data, '--port', `${own}`, '--catalogue', postgres.url(database, null)];
      const more = ['--objects', await addressOf(), '--trust-proxy', '127.0.0.1', '--drain', '2s', '--metrics'];
      const all = [...words, ...more, ...(options.words ?? [])];
      const node = programNode(all, env, `http://127.0.0.1:${own}/`, data, `${data}.log`);
      undo.push(() => node.kill());
      await node.start();
      nodes.push(node);
    }
    const configuration = path.join(folder, 'haproxy.cfg');
    writeFileSync(configuration, haproxyConfiguration(port, ports));
    const balancer = spawn('haproxy', ['-db', '-f', configuration], {
      stdio: ['ignore', 'ignore', openSync(path.join(folder, 'haproxy.log'), 'a')],
    });
    undo.push(() => end(balancer, 'SIGTERM'));
    const url = `http://127.0.0.1:${port}/`;
    await answering(`${url}health`);
    return {
      url,
      nodes,
      postgres,
      ceph,
      proxies,
      database,
      folder,
      addStaff: (name) => addStaff(path.join(folder, 'node-1'), name, env),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Creates an account that may change everything, with the built program.
 * @param folder the data folder
 * @returns its token
 */
export function addStaff(folder: string, name: string, env: NodeJS.ProcessEnv = process.env): string {
  const user = (words: readonly string[], input = '') =>
    execFileSync(process.execPath, [program, 'user', ...words, '--data', folder], { env, input, encoding: 'utf8' });
  user(['add', name, '--staff'], `${testPassword}\n`);
  return user(['token', name]).trim().split(/\s/).at(-1) ?? '';
}

/**
 * A process of `almanac serve` with the built program, not started yet.
 * @param words its options, with the port of `url`
 * @param folder its data folder
 * @param log receives its standard error
 */
export function programNode(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  url: string,
  folder: string,
  log: string,
): ClusterNode {
  let child: ChildProcess | null = null;
  return {
    url,
    folder,
    process: () => {
      if (child === null) throw new Error('The node has not been started.');
      return child;
    },
    async start() {
      const own = spawn(process.execPath, [program, 'serve', ...words], {
        env,
        stdio: ['ignore', 'pipe', openSync(log, 'a')],
      });
      child = own;
      if (own.stdout === null) throw new Error('The output of a node cannot be read.');
      const lines = createInterface({ input: own.stdout });
      const signal = AbortSignal.timeout(startTimeoutMs);
      const first = await Promise.race([once(lines, 'line', { signal }), once(own, 'exit', { signal })]);
      if (own.exitCode !== null) throw new Error(`A node ended at its start (${String(first[0])}): see ${log}`);
    },
    kill: async () => {
      if (child !== null) await end(child, 'SIGKILL');
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // A stopped process does not react to anything else.
  child.kill('SIGCONT');
  child.kill(signal);
  await ended;
}

async function answering(url: string): Promise<void> {
  for (const until = performance.now() + startTimeoutMs; ; await sleep(100)) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.status === 200) return;
    if (performance.now() > until) throw new Error(`${url} does not answer: ${answer?.status ?? 'no connection'}`);
  }
}
