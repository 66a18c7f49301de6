import { hostname } from 'node:os';
import type { Nodes } from '../../catalogue/database/catalogue.ts';
import { livingNodesSql, nodeTimeoutSeconds } from '../../catalogue/database/dialect.ts';
import type { PostgresConnections } from './connections.ts';
import { postgresMigrations } from './schema.ts';

const heartbeatMs = 5_000;
const timeoutMs = nodeTimeoutSeconds * 1000;

export function openNodes(connections: PostgresConnections, node: string): Nodes {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let beating: Promise<void> = Promise.resolve();
  let isJoined = false;
  let beatAt = Number.NEGATIVE_INFINITY;
  /** Since when this node's heartbeats have had no gap. */
  let beatsSince = Number.NEGATIVE_INFINITY;

  /** Records a heartbeat. A node that counted as ended, after a long stop, starts anew as the youngest. */
  async function recordHeartbeat(): Promise<void> {
    await connections.ask(
      `insert into nodes (id, name, knows, started, seen) values ($1, $2, $3, now(), now())
       on conflict (id) do update set knows = excluded.knows, seen = now(), started =
         case when nodes.seen > now() - make_interval(secs => ${nodeTimeoutSeconds}) then nodes.started else now() end`,
      [node, `${hostname()} ${process.pid}`, postgresMigrations.length],
    );
  }

  /** Removes the nodes that have ended; of several nodes, one removes each. @returns whether there were any */
  async function removeEnded(): Promise<boolean> {
    const removed = await connections.ask(
      `delete from nodes where id in (select id from nodes where not ${livingNodesSql} for update skip locked) returning id`,
    );
    return removed.length > 0;
  }

  async function beat(onEnded: () => Promise<void>): Promise<void> {
    await recordHeartbeat();
    const now = performance.now();
    if (now - beatAt > timeoutMs) beatsSince = now;
    beatAt = now;
    // If heartbeats of this node failed, those of others may have failed too: they get the time to record one.
    if (now - beatsSince > timeoutMs && (await removeEnded())) await onEnded();
  }

  function schedule(onEnded: () => Promise<void>, report: (error: unknown) => void): void {
    if (!isJoined) return;
    // A node that joins again has one heartbeat all the same.
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      beating = beat(onEnded)
        .catch(report)
        .finally(() => schedule(onEnded, report));
    }, heartbeatMs).unref();
  }

  return {
    async join(onEnded, report) {
      // The data folder is locked: an earlier process of this node has ended, however recent its heartbeat.
      await connections.ask('delete from nodes where id = $1', [node]);
      await removeEnded();
      await onEnded();
      isJoined = true;
      await beat(onEnded);
      schedule(onEnded, report);
    },
    async leave() {
      // Commands that work through a node have its id as well.
      if (!isJoined) return;
      isJoined = false;
      if (timer !== null) clearTimeout(timer);
      await beating;
      // If PostgreSQL is away, the node counts as ended soon.
      await connections.ask('delete from nodes where id = $1', [node]).catch(() => {});
    },
  };
}
