import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CatalogueUnavailableError } from '../../catalogue/database/store-problem.ts';
import { type OwnPostgres, startPostgres } from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { PostgresLeases } from './leases.ts';

let server: OwnPostgres;
let database = '';
const opened: PostgresLeases[] = [];
const holders: ChildProcess[] = [];

function openNode(): PostgresLeases {
  const node = `node-${opened.length}`;
  const leases = new PostgresLeases({ url: server.url(database), label: 'test', node });
  opened.push(leases);
  return leases;
}

/** A node in a process of its own, which prints what happens to its lease of this name. */
async function startHolder(name: string): Promise<{ readonly child: ChildProcess; readonly printed: () => string }> {
  const url = new URL(server.url(database));
  // Sooner than usual, for a process that is stopped at once.
  url.searchParams.set('options', '-c idle_in_transaction_session_timeout=4000');
  const script = path.join(import.meta.dirname, '../../catalogue/database/testing/lease-holder-for-test.ts');
  const child = spawn(process.execPath, [script, url.href, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(child);
  let text = '';
  child.stdout?.on('data', (piece) => {
    text += piece;
  });
  await expect.poll(() => text).toBe('taken\n');
  return { child, printed: () => text };
}

describe.skipIf(skipWithoutPostgres())('leases in PostgreSQL, as time passes and nodes end', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    database = await server.createDatabase();
  });
  afterEach(async () => {
    for (const holder of holders.splice(0)) holder.kill('SIGKILL');
    for (const leases of opened.splice(0)) await leases.close();
  });

  it('outlast the transaction that they were taken in, so that none is open for long', async () => {
    const [a, b] = [openNode(), openNode()];
    const lease = await a.tryTake('one');
    const begun = async () => {
      const [row] = await server.query<{ begun: string }>(
        `select xact_start::text as begun from pg_stat_activity where datname = '${database}' and state = 'idle in transaction'`,
      );
      return row?.begun ?? null;
    };
    const first = await begun();
    expect(first).not.toBeNull();
    await expect.poll(async () => ((await begun()) ?? first) !== first).toBe(true);
    expect(await b.tryTake('one')).toBeNull();
    expect(lease?.lost.aborted).toBe(false);
  });

  it('of a killed process end at once', async () => {
    const { child } = await startHolder('one');
    const own = openNode();
    expect(await own.tryTake('one')).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => own.tryTake('one').then((lease) => lease !== null)).toBe(true);
  });

  it('of a stopped process end, and it notices when it is resumed', async () => {
    const { child, printed } = await startHolder('one');
    child.kill('SIGSTOP');
    const own = openNode();
    await expect.poll(() => own.tryTake('one').then((lease) => lease !== null)).toBe(true);
    expect(printed()).toBe('taken\n');
    child.kill('SIGCONT');
    await expect.poll(printed).toBe('taken\nlost\n');
    expect(await openNode().tryTake('one')).toBeNull();
  });

  it('are lost when PostgreSQL restarts, and can then be taken again', async () => {
    const own = openNode();
    const lease = await own.tryTake('one');
    await server.stop('crash');
    try {
      await expect.poll(() => lease?.lost.aborted).toBe(true);
      await expect(own.tryTake('one')).rejects.toThrow(CatalogueUnavailableError);
    } finally {
      await server.start();
    }
    await lease?.release();
    expect(await own.tryTake('one')).not.toBeNull();
    expect(await openNode().tryTake('one')).toBeNull();
  });
});
