import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresForTest, sharedPostgres } from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { takeLease } from '../../rows/version-files/leases.ts';
import { PostgresLeases } from './leases.ts';

let server: PostgresForTest;
let database = '';
const opened: PostgresLeases[] = [];

function openNode(): PostgresLeases {
  const node = `node-${opened.length}`;
  const leases = new PostgresLeases({ url: server.url(database), label: 'test', node, patience: 60 });
  opened.push(leases);
  return leases;
}

describe.skipIf(skipWithoutPostgres())('leases in PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    database = await server.createDatabase();
  });
  afterEach(async () => {
    for (const leases of opened.splice(0)) await leases.close();
  });

  it('are held by one node until it releases them', async () => {
    const [a, b] = [openNode(), openNode()];
    const lease = await a.tryTake('one');
    expect(await b.tryTake('one')).toBeNull();
    const other = await b.tryTake('another');
    expect(other).not.toBeNull();
    expect(await a.tryTake('another')).toBeNull();
    await lease?.release();
    await lease?.release();
    expect(await b.tryTake('one')).not.toBeNull();
    expect(await a.tryTake('one')).toBeNull();
    expect(lease?.lost.aborted).toBe(false);
  });

  it('of hundreds of names are held on one connection of each node', async () => {
    const [a, b] = [openNode(), openNode()];
    const names = Array.from({ length: 300 }, (_, at) => `name ${at}`);
    const taken = await Promise.all(names.flatMap((name) => [a.tryTake(name), b.tryTake(name)]));
    expect(taken.filter((lease) => lease !== null)).toHaveLength(names.length);
    const [connections] = await server.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = '${database}'`,
    );
    expect(connections?.count).toBe('2');
  });

  it('are waited for', async () => {
    const [a, b] = [openNode(), openNode()];
    const lease = await a.tryTake('one');
    const order: string[] = [];
    const waiting = takeLease(b, 'one', undefined).then(() => order.push('taken'));
    const impatient = takeLease(b, 'one', AbortSignal.timeout(100));
    await expect(impatient).rejects.toThrow(/timeout/);
    order.push('released');
    await lease?.release();
    await waiting;
    expect(order).toEqual(['released', 'taken']);
  });

  it('are taken on a new connection if the last one was lost unnoticed', async () => {
    const own = openNode();
    await (await own.tryTake('one'))?.release();
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    const [again, other] = await Promise.all([own.tryTake('one'), own.tryTake('another')]);
    expect([again, other]).not.toContain(null);
    await sleep(0);
    expect([again?.lost.aborted, other?.lost.aborted]).toEqual([false, false]);
  });
});
