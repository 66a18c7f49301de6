import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresForTest, sharedPostgres } from '../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../catalogue/database/testing/skip-without-postgres.ts';
import { loginsLock } from '../cluster/postgres/login-attempts.ts';
import type { Service } from '../service.ts';
import { openSharedNodes, type SharedNodes } from '../testing/shared-nodes.ts';
import { addUser } from './administer.ts';
import { type LoginThrottle, loginThrottle } from './login-throttle.ts';

const password = 'correct horse battery';

let server: PostgresForTest;
let shared: SharedNodes;

const startNode = (name: string) => shared.start(name);

async function logIn({ url }: Service, username: string, given: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ username, password: given });
  const answer = await fetch(`${url}api/v1/auth/token/obtain/`, { method: 'POST', headers, body });
  if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await answer.body?.cancel();
  return answer.status;
}

/** Tries a wrong password; returns whether it was checked. */
async function isGuessChecked(throttle: LoginThrottle, username: string, address: string): Promise<boolean> {
  const begun = await throttle.begin({ username, address });
  if (begun.kind === 'attempt') await begun.done(true);
  return begun.kind === 'attempt';
}

const ofTwo = <One>(pair: readonly [One, One], at: number): One => pair[at % 2 === 0 ? 0 : 1];

describe.skipIf(skipWithoutPostgres())('Nodes that share a catalogue', () => {
  let nodes: readonly [Service, Service];

  beforeAll(async () => {
    server = await sharedPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    shared = await openSharedNodes(server);
    nodes = [await startNode('a'), await startNode('b')];
    for (const username of ['anna', 'bert']) await addUser(nodes[0].deps.catalogue.records, { username, password });
  });
  afterEach(async () => {
    await shared.close();
  });

  it('count wrong passwords together, also across a restart, and without changing what is cached', async () => {
    const { catalogue } = nodes[0].deps;
    // Until the changes so far are announced.
    let generation = '';
    const isSettled = () => {
      const before = generation;
      generation = catalogue.generation();
      return generation === before && generation.split('.').length === 2;
    };
    await expect.poll(isSettled, { interval: 200 }).toBe(true);
    for (let guess = 0; guess < 5; guess += 1) expect(await logIn(ofTwo(nodes, guess), 'anna', 'wrong')).toBe(400);
    expect(catalogue.generation()).toBe(generation);
    for (const node of nodes) expect(await logIn(node, 'anna', password)).toBe(429);
    await shared.stop(nodes[1]);
    const again = await startNode('b');
    expect(await logIn(again, 'anna', password)).toBe(429);
    // An account without a wrong password is let in meanwhile.
    expect(await logIn(again, 'bert', password)).toBe(200);
    await server.query("update login_attempts set at = at - interval '1 minute'", shared.database);
    expect(await logIn(again, 'anna', password)).toBe(200);
    // What no longer counts is removed.
    expect(await server.query('select name from login_attempts', shared.database)).toEqual([]);
  });

  it('check five of many concurrent guesses in all, and every correct password', async () => {
    const right = Array.from({ length: 40 }, (_, at) => logIn(ofTwo(nodes, at), 'bert', password));
    expect(new Set(await Promise.all(right))).toEqual(new Set([200]));
    const guesses = Array.from({ length: 60 }, (_, at) => logIn(ofTwo(nodes, at), 'anna', `guess ${at}`));
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(55);
  });

  it('limit an address and an account together', async () => {
    const throttles = [
      loginThrottle(nodes[0].deps.catalogue.logins),
      loginThrottle(nodes[1].deps.catalogue.logins),
    ] as const;
    const guesses = async (count: number, origin: (at: number) => readonly [string, string]) => {
      const checked = [];
      for (let at = 0; at < count; at += 1) checked.push(await isGuessChecked(ofTwo(throttles, at), ...origin(at)));
      return checked.filter((isChecked) => isChecked).length;
    };
    expect(await guesses(30, (at) => [`user${at}`, '192.0.2.1'])).toBe(25);
    expect(await guesses(60, (at) => ['anna', `198.51.100.${at}`])).toBe(50);
    // From this computer the account is still reached.
    expect(await guesses(2, () => ['anna', '127.0.0.1'])).toBe(2);
    // Neither names nor addresses are stored as they are.
    const stored = JSON.stringify(await server.query('select * from login_attempts', shared.database));
    expect(stored).not.toMatch(/anna|user1|192\.0|198\.51/);
  });

  it('count an attempt whose node was ended before its outcome as a wrong password', async () => {
    const [a, b] = [loginThrottle(nodes[0].deps.catalogue.logins), loginThrottle(nodes[1].deps.catalogue.logins)];
    const origin = { username: 'anna', address: '192.0.2.1' };
    for (let guess = 0; guess < 5; guess += 1) expect((await a.begin(origin)).kind).toBe('attempt');
    // No outcome came within the time for one.
    await server.query("update login_attempts set at = at - interval '30 seconds'", shared.database);
    const refused = await b.begin(origin);
    expect(refused).toMatchObject({ kind: 'wait' });
    expect(refused.kind === 'wait' && refused.seconds > 25 && refused.seconds <= 30).toBe(true);
  });

  it('leave connections for readers while another node keeps them waiting', async () => {
    const stopped = new pg.Client({ connectionString: server.url(shared.database) });
    await stopped.connect();
    try {
      await stopped.query(`begin; select pg_advisory_xact_lock(${loginsLock})`);
      const waiting = Array.from({ length: 30 }, () => logIn(nodes[0], 'anna', password));
      const isHeldUp = async () =>
        (await server.query("select 1 from pg_locks where locktype = 'advisory' and not granted", shared.database))
          .length;
      await expect.poll(isHeldUp).toBe(1);
      for (let turn = 0; turn < 30; turn += 1)
        expect((await fetch(`${nodes[0].url}api/v1/namespaces/?limit=${turn + 1}`)).status).toBe(200);
      expect(await isHeldUp()).toBe(1);
      await stopped.query('commit');
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
    } finally {
      await stopped.end();
    }
  });

  it('wait for the outcome of an attempt at another node', async () => {
    const [a, b] = [loginThrottle(nodes[0].deps.catalogue.logins), loginThrottle(nodes[1].deps.catalogue.logins)];
    const origin = { username: 'anna', address: '192.0.2.1' };
    const begun = await Promise.all(Array.from({ length: 5 }, () => a.begin(origin)));
    const sixth = b.begin(origin);
    for (const attempt of begun) if (attempt.kind === 'attempt') await attempt.done(false);
    expect((await sixth).kind).toBe('attempt');
  });
});
