/**
 * Runs a node of an earlier source tree and one of this tree on one PostgreSQL, as an upgrade without downtime does:
 *
 *     git worktree add --detach /tmp/earlier COMMIT && ln -s "$PWD/node_modules" /tmp/earlier/node_modules
 *     npm run qa -- two-releases /tmp/earlier
 *
 * Fails if a request to the earlier node fails while the later one starts and migrates, or if one does not see what the other
 * writes. Prints whether the earlier program starts again on the schema of this one.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../build/paths.ts';
import { startPostgres, testPassword } from '../../electron/service/catalogue/database/testing/postgres-server.ts';
import { labCommand } from '../lab-command.ts';
import { Program, type Served } from '../program.ts';

const [earlierTree = ''] = labCommand('two-releases')
  .argument('<tree>', 'source tree of the earlier program')
  .parse().args;

const password = 'A long password of words 1';
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-two-releases-'));
const postgres = await startPostgres();
const database = await postgres.createDatabase();
const passwordFile = path.join(folder, 'password');
writeFileSync(passwordFile, testPassword);
const catalogue = ['--catalogue', postgres.url(database, null), '--catalogue-password-file', passwordFile];
const served: Served[] = [];

function programOf(tree: string, name: string): Program {
  const home = path.join(folder, name);
  mkdirSync(home);
  return new Program(path.resolve(tree), home);
}

async function serve(program: Program): Promise<Served> {
  const node = await program.serve(catalogue);
  served.push(node);
  return node;
}

async function schema(): Promise<string> {
  return JSON.stringify(await postgres.query('select * from catalogue_version', database));
}

let token = '';
async function ask(node: Served, address: string, method = 'GET', body?: object): Promise<[number, string]> {
  const answer = await fetch(node.url + address, {
    method,
    headers: { Authorization: `Token ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return [answer.status, await answer.text()];
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 30_000; !(await isSo()); await sleep(50))
    assert.ok(performance.now() < end, `${what} did not become true`);
}

async function obtain(node: Served, given: string): Promise<number> {
  return (await ask(node, 'api/v1/auth/token/obtain/', 'POST', { username: 'staff', password: given }))[0];
}

/** Publishes a version at one node, and waits for it at another. */
async function publish(from: Served, seenAt: Served): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob(['a,b\n1,2\n']), 'rows.csv');
  const headers = { Authorization: `Token ${token}` };
  const sent = await fetch(`${from.url}api/v1/namespaces/n/datasets/d/versions/`, { method: 'POST', headers, body });
  assert.equal(sent.status, 202, await sent.text());
  const version = new URL(sent.headers.get('location') ?? '').pathname.slice(1);
  await until('a published version', async () => (await ask(seenAt, `${version}report/`))[1].includes('"ready"'));
  assert.equal((await ask(seenAt, version))[0], 200);
}

try {
  const earlier = programOf(earlierTree, 'earlier');
  const old = await serve(earlier);
  await earlier.run(['user', 'add', 'staff', '--staff', '--data', earlier.data], { input: `${password}\n` });
  token = (await earlier.run(['user', 'token', 'staff', '--data', earlier.data])).trim();
  assert.equal((await ask(old, 'api/v1/namespaces/', 'POST', { slug: 'n', label: 'N' }))[0], 201);
  assert.equal((await ask(old, 'api/v1/namespaces/n/datasets/', 'POST', { slug: 'd', label: 'D' }))[0], 201);
  await publish(old, old);
  console.log(`schema of the earlier program: ${await schema()}`);

  const dataset = 'api/v1/namespaces/n/datasets/d/';
  const counts = { read: 0, written: 0 };
  let isStarted = false;
  const load = (async () => {
    while (!isStarted) {
      for (const address of [dataset, `${dataset}data/`, 'api/v1/namespaces/', 'health']) {
        assert.equal((await ask(old, address))[0], 200, address);
        counts.read += 1;
      }
      assert.equal((await ask(old, dataset, 'PATCH', { label: `D ${counts.written}` }))[0], 200);
      counts.written += 1;
    }
  })();
  const later = await serve(programOf(root, 'later'));
  await sleep(2_000);
  isStarted = true;
  await load;
  console.log(
    `while this program started: ${counts.read} reads and ${counts.written} writes at the earlier one, none failed`,
  );
  console.log(`schema of this program: ${await schema()}`);

  for (const [writer, reader, label] of [
    [old, later, 'by the earlier one'],
    [later, old, 'by the later one'],
  ] as const) {
    assert.equal((await ask(writer, dataset, 'PATCH', { label }))[0], 200);
    await until(`what was written ${label}`, async () => (await ask(reader, dataset))[1].includes(label));
    await publish(writer, reader);
    assert.equal((await ask(writer, 'api/v1/namespaces/', 'POST', { slug: 'gone', label }))[0], 201);
    await until('a namespace', async () => (await ask(reader, 'api/v1/namespaces/gone/'))[0] === 200);
    assert.equal((await ask(reader, 'api/v1/namespaces/gone/', 'DELETE'))[0], 204);
    await until('its end', async () => (await ask(writer, 'api/v1/namespaces/gone/'))[0] === 404);
    assert.equal(await obtain(writer, password), 200);
    assert.equal(await obtain(writer, 'wrong'), 400);
  }
  const living = await postgres.query<{ knows: string }>('select knows from nodes order by started', database);
  console.log(`nodes side by side know ${living.map(({ knows }) => knows).join(' and ')} migrations`);

  await old.stop();
  const again = await serve(earlier).then(
    async (node) => `it starts again, and answers ${(await ask(node, dataset))[0]}`,
    (error: Error) => `it does not start again: ${error.message}`,
  );
  console.log(`the earlier program on the schema of this one: ${again}`);
  assert.equal((await ask(later, dataset))[0], 200);
} finally {
  for (const node of served) await node.stop();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
