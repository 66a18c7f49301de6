import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusyError } from '../work/fair-turns.ts';
import { ConnectionPool, type Engine, openEngine } from './engine.ts';
import { runNow } from './run-statement.ts';

/** Work that runs until it is stopped. */
function heldWork() {
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => held, end: () => end() };
}

const one = { maxRunning: 1, maxRunningPerCaller: 1, maxRunningOfManyCallers: 1 };

describe('a pool of connections', () => {
  let instance: DuckDBInstance;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
  });
  afterAll(() => instance.closeSync());

  it('serves waiting callers in turn, and refuses any beyond the limit', async () => {
    const pool = new ConnectionPool(instance, { alone: runNow, amongOthers: runNow }, { ...one, maxWaiting: 2 });
    const first = heldWork();
    const served: string[] = [];
    const working = pool.use({}, first.work);
    const waiting = ['second', 'third'].map((name) => pool.use({}, async () => served.push(name)));
    await expect(pool.use({}, async () => served.push('fourth'))).rejects.toBeInstanceOf(BusyError);
    expect(served).toEqual([]);
    first.end();
    await Promise.all([working, ...waiting]);
    expect(served).toEqual(['second', 'third']);
    expect(await pool.use({}, (session) => session.row('SELECT 7'))).toEqual([7]);
    pool.close();
  });

  it('releases the turn of a caller who cancels or fails', async () => {
    const pool = new ConnectionPool(instance, { alone: runNow, amongOthers: runNow }, { ...one, maxWaiting: 1 });
    const first = heldWork();
    const working = pool.use({}, first.work);
    const stop = new AbortController();
    const reason = new Error('Enough.');
    const waiting = pool.use({ signal: stop.signal }, async () => 'never');
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    const next = pool.use({}, (session) => session.row('SELECT no_such_thing'));
    const refused = expect(next).rejects.toThrow('no_such_thing');
    first.end();
    await working;
    await refused;
    expect(await pool.use({}, (session) => session.row('SELECT 7'))).toEqual([7]);
    pool.close();
  });
});

describe('the engine', () => {
  const endless = 'SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE (a.range * b.range) % 7 = 3';
  let folder: string;
  let engine: Engine;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-engine-'));
    engine = await openEngine({ memoryBytes: 256 * 2 ** 20, threads: 2, spillFolder: folder, functions: {} });
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers short statements while more long ones are requested than can run at once', async () => {
    const stop = new AbortController();
    const reason = new Error('Enough.');
    const long = Array.from({ length: 6 }, () =>
      engine.long({ signal: stop.signal }, (session) => session.row(endless)),
    );
    const ended = Promise.allSettled(long);
    for (let at = 0; at < 20; at += 1) {
      expect(await engine.short({}, (session) => session.row(`SELECT ${at}`))).toEqual([at]);
    }
    stop.abort(reason);
    for (const outcome of await ended) expect(outcome).toEqual({ status: 'rejected', reason });
    expect(await engine.long({}, (session) => session.row('SELECT 7'))).toEqual([7]);
  });

  it('starts the first long work of a caller while another caller uses all regular connections', async () => {
    const stop = new AbortController();
    // The connections must be the bottleneck, not the engine's threads, which get little time on a busy machine.
    const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
    const busy = ['first', 'second', 'third'].flatMap((caller) =>
      Array.from({ length: 10 }, () => engine.long({ signal: stop.signal, caller }, () => stopped)),
    );
    const ended = Promise.allSettled(busy);
    expect(await engine.long({ caller: 'other' }, (session) => session.row('SELECT 7'))).toEqual([7]);
    // Imports and preparation have connections of their own.
    expect(await engine.import({}, (session) => session.row('SELECT 8'))).toEqual([8]);
    expect(await engine.upkeep({}, (session) => session.row('SELECT 9'))).toEqual([9]);
    stop.abort(new Error('Enough.'));
    await ended;
  });

  it('makes progress with a statement of a caller while others run endless statements', async () => {
    for (let round = 0; round < 3; round += 1) {
      const stop = new AbortController();
      const busy = ['first', 'second', 'third'].flatMap((caller) =>
        Array.from({ length: 2 }, () =>
          engine.long({ signal: stop.signal, caller }, (session) => session.row(endless)),
        ),
      );
      const ended = Promise.allSettled(busy);
      expect(await engine.long({ caller: 'other' }, (session) => session.row('SELECT 7'))).toEqual([7]);
      stop.abort(new Error('Enough.'));
      await ended;
    }
  });
});
