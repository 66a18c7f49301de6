import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault as RequestFault } from '../../electron/lib/testing/faulty-proxy.ts';
import type { Cluster } from './start-cluster.ts';

/** An integer from 0 to `bound`, exclusive. */
export type Below = (bound: number) => number;

/** Causes a fault of a cluster, and ends it. */
type Cause = (cluster: Cluster, below: Below) => Promise<void>;

/** A fault lasts at most this long, in milliseconds. */
const longestMs = 5_500;

const aWhile = (below: Below) => sleep(500 + below(longestMs - 500));

/**
 * Causes faults of requests between the object storage and the nodes, or one of them.
 * @param share the part of the requests that are met, in percent
 */
function ofRequests(share: number, choose: (below: Below) => RequestFault): Cause {
  return async ({ proxies }, below) => {
    const alone = proxies[below(proxies.length * 2)];
    const met = alone === undefined ? proxies : [alone];
    for (const proxy of met) proxy.fault = () => (below(100) < share ? choose(below) : null);
    await aWhile(below);
    for (const proxy of met) proxy.fault = () => null;
  };
}

/** So many bytes that the stored file of a small version is met, and the rows of a large one. */
const someBytes = (below: Below) => below(2 ** (6 + below(12)));

export function oneOf<Kind>(below: Below, kinds: readonly [Kind, ...Kind[]]): Kind {
  return kinds[below(kinds.length)] ?? kinds[0];
}

/** What happens to a cluster, by what it is called in a report. */
export const faults = {
  async 'kill a node'({ nodes }, below) {
    const node = nodes[below(nodes.length)];
    await node?.kill();
    await sleep(below(2_000));
    await node?.start();
  },
  async 'stop a node for a while'({ nodes }, below) {
    const process = nodes[below(nodes.length)]?.process();
    process?.kill('SIGSTOP');
    await aWhile(below);
    process?.kill('SIGCONT');
  },
  async 'restart PostgreSQL'({ postgres }, below) {
    await postgres.stop('at once');
    await sleep(below(1_000));
    await postgres.start();
  },
  async 'crash PostgreSQL'({ postgres }, below) {
    await postgres.stop('crash');
    await sleep(below(1_000));
    await postgres.start();
  },
  async 'kill the gateway'({ ceph, folder }, below) {
    const pid = gatewayPid(folder);
    process.kill(pid, 'SIGKILL');
    // A killed process exists until its memory is freed.
    while (existsSync(`/proc/${pid}`)) await sleep(10);
    await sleep(below(1_000));
    await ceph.revive();
  },
  async 'stop the gateway for a while'({ folder }, below) {
    const pid = gatewayPid(folder);
    process.kill(pid, 'SIGSTOP');
    await aWhile(below);
    process.kill(pid, 'SIGCONT');
  },
  'object storage errs': ofRequests(60, (below) =>
    oneOf(below, [
      { kind: 'status', status: 503, code: 'SlowDown' },
      { kind: 'status', status: 500, code: 'InternalError' },
      { kind: 'status', status: 429, code: 'TooManyRequests' },
    ]),
  ),
  'object storage resets connections': ofRequests(50, (below) =>
    oneOf<RequestFault>(below, [
      { kind: 'drop' },
      { kind: 'reset', afterBytes: someBytes(below) },
      { kind: 'reset-sent', afterBytes: someBytes(below) },
      { kind: 'lose-answer' },
    ]),
  ),
  'object storage truncates answers': ofRequests(70, (below) => ({ kind: 'cut', afterBytes: someBytes(below) })),
  'object storage stalls': ofRequests(40, (below) =>
    oneOf<RequestFault>(below, [{ kind: 'stall' }, { kind: 'pause', afterBytes: someBytes(below) }]),
  ),
  'object storage answers slowly': ofRequests(80, (below) => ({ kind: 'delay', ms: 200 + below(2_300) })),
  'object storage is away': ofRequests(100, () => ({ kind: 'drop' })),
} as const satisfies Readonly<Record<string, Cause>>;

export type Fault = keyof typeof faults;

/** Faults during which every request must be answered as usual. */
export const harmless: ReadonlySet<Fault> = new Set<Fault>(['kill a node', 'object storage answers slowly']);

/** Faults of the object storage alone, during which the catalogue must be served as usual. */
export const ofStorage: ReadonlySet<Fault> = new Set(
  (Object.keys(faults) as Fault[]).filter((kind) => /object storage|gateway/.test(kind)),
);

function gatewayPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'ceph', 'run', 'rgw.0.pid'), 'utf8'));
}
