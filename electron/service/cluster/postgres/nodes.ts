import { hostname } from 'node:os';
import type { Nodes } from '../../catalogue/database/catalogue.ts';
import { livingNodesSql, nodeTimeoutSeconds } from '../../catalogue/database/dialect.ts';
import type { PostgresConnections } from './connections.ts';
import { postgresMigrations } from './schema.ts';

const heartbeatMs = 5_000;
const timeoutMs = nodeTimeoutSeconds * 1000;

export class PostgresNodes implements Nodes {
  readonly #connections: PostgresConnections;
  readonly #node: string;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #beating: Promise<void> = Promise.resolve();
  #isJoined = false;
  #beatAt = Number.NEGATIVE_INFINITY;
  /** Since when this node's heartbeats have had no gap. */
  #beatsSince = Number.NEGATIVE_INFINITY;

  constructor(connections: PostgresConnections, node: string) {
    this.#connections = connections;
    this.#node = node;
  }

  async join(onEnded: () => Promise<void>, report: (error: unknown) => void): Promise<void> {
    // The data folder is locked: an earlier process of this node has ended, however recent its heartbeat.
    await this.#remove();
    await this.#removeEnded();
    await onEnded();
    this.#isJoined = true;
    await this.#beat(onEnded);
    this.#schedule(onEnded, report);
  }

  async leave(): Promise<void> {
    // Commands that work through a node have its id as well.
    if (!this.#isJoined) return;
    this.#isJoined = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#beating;
    // If PostgreSQL is away, the node counts as ended soon.
    await this.#remove().catch(() => {});
  }

  async #remove(): Promise<void> {
    await this.#connections.ask('delete from nodes where id = $1', [this.#node]);
  }

  /** Removes the nodes that have ended; of several nodes, one removes each. @returns whether there were any */
  async #removeEnded(): Promise<boolean> {
    const removed = await this.#connections.ask(
      `delete from nodes where id in (select id from nodes where not ${livingNodesSql} for update skip locked) returning id`,
    );
    return removed.length > 0;
  }

  async #beat(onEnded: () => Promise<void>): Promise<void> {
    // A node that counted as ended, after a long stop, starts anew as the youngest.
    await this.#connections.ask(
      `insert into nodes (id, name, knows, started, seen) values ($1, $2, $3, now(), now())
       on conflict (id) do update set knows = excluded.knows, seen = now(), started =
         case when nodes.seen > now() - make_interval(secs => ${nodeTimeoutSeconds}) then nodes.started else now() end`,
      [this.#node, `${hostname()} ${process.pid}`, postgresMigrations.length],
    );
    const now = performance.now();
    if (now - this.#beatAt > timeoutMs) this.#beatsSince = now;
    this.#beatAt = now;
    // If heartbeats of this node failed, those of others may have failed too: they get the time to record one.
    if (now - this.#beatsSince > timeoutMs && (await this.#removeEnded())) await onEnded();
  }

  #schedule(onEnded: () => Promise<void>, report: (error: unknown) => void): void {
    if (!this.#isJoined) return;
    // A node that joins again has one heartbeat all the same.
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat(onEnded)
        .catch(report)
        .finally(() => this.#schedule(onEnded, report));
    }, heartbeatMs).unref();
  }
}
