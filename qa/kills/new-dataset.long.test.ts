import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandLine, type StartedChild, TestChildren } from '../../electron/commands/testing/child-processes.ts';
import { addUser, issueToken } from '../../electron/service/accounts/administer.ts';
import { type Service, startService } from '../../electron/service/service.ts';

/**
 * A moment of publishing at which a process is killed: before a request reaches the service or after it was answered,
 * and which process it is.
 */
interface Moment {
  readonly request: 'POST namespaces' | 'POST datasets' | 'GET version';
  readonly when: 'before' | 'after';
  readonly dies: 'command' | 'service';
}

const requests = ['POST namespaces', 'POST datasets', 'GET version'] as const;
const moments: readonly Moment[] = requests.flatMap((request) =>
  (['before', 'after'] as const).flatMap((when) =>
    (['command', 'service'] as const).map((dies) => ({ request, when, dies })),
  ),
);
let home: string;
let data: string;
let token: string;
const children = new TestChildren();

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-kill-new-'));
  data = path.join(home, 'data');
  const lines = Array.from({ length: 100_000 }, (_, row) => `${row},text ${row}`);
  await writeFile(path.join(home, 'rows.csv'), `a,b\n${lines.join('\n')}\n`);
  const service = await startService({ dataFolder: data });
  const { records } = service.deps.catalogue;
  await addUser(records, { username: 'anna', password: 'correct horse battery', isStaff: true });
  token = await issueToken(records, 'anna');
  await service.close();
});
afterEach(async () => {
  await children.endAll();
  await rm(home, { recursive: true, force: true });
});

function start(words: readonly string[]): StartedChild {
  return children.start(commandLine, words, { cwd: home, env: { PUBLISH_TOKEN: token } });
}

function publish(service: string) {
  const to = ['--to', 'fresh/rows', '--service', service, '--token-env', 'PUBLISH_TOKEN'];
  return start(['publish', 'rows.csv', ...to, '--data', path.join(home, 'own')]);
}

function requestOf({ method, url = '' }: IncomingMessage): string {
  const { pathname } = new URL(url, 'http://x/');
  return `${method} ${/\/version\/\d+\/$/.test(pathname) ? 'version' : (pathname.split('/').at(-2) ?? '')}`;
}

/** A proxy that calls back at the first matching request, which is then never answered. */
async function openWay(service: string, moment: Moment, kill: () => void): Promise<{ url: string; server: Server }> {
  let killed = false;
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const isMoment = requestOf(incoming) === moment.request && !killed;
    if (isMoment && moment.when === 'before') {
      killed = true;
      kill();
      return;
    }
    const { authorization = '', 'content-type': type } = incoming.headers;
    const answer = await fetch(new URL(incoming.url ?? '/', service), {
      method: incoming.method ?? 'GET',
      headers: { Authorization: authorization, ...(type === undefined ? {} : { 'Content-Type': type }) },
      ...(pieces.length > 0 ? { body: Buffer.concat(pieces) } : {}),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (isMoment) {
      killed = true;
      kill();
      return;
    }
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' });
    outgoing.end(body);
  }
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

/** Nothing without rows is left, neither in the catalogue nor in the folder. */
async function checkWhatIsLeft(service: Service): Promise<void> {
  const { records } = service.deps.catalogue;
  const importing = () => records.selectFrom('versions').select('id').where('state', '=', 'importing').execute();
  await expect.poll(importing, { timeout: 60_000 }).toEqual([]);
  const datasets = await records.selectFrom('datasets').select(['id', 'slug', 'provisional']).execute();
  const versions = await records.selectFrom('versions').select('dataset_id').execute();
  const withRows = new Set(versions.map((version) => version.dataset_id));
  expect(datasets.filter(({ id, provisional }) => !withRows.has(id) || provisional === 1)).toEqual([]);
  // A provisional namespace is not visible yet, and is removed by a restart.
  const filled = new Set(
    (await records.selectFrom('datasets').select('namespace_id').execute()).map((one) => one.namespace_id),
  );
  const namespaces = await records.selectFrom('namespaces').select(['id', 'slug', 'provisional']).execute();
  expect(namespaces.filter(({ id, provisional }) => !filled.has(id) && provisional === 0)).toEqual([]);
  const listed = (await (
    await fetch(`${service.url}api/v1/namespaces/`, { headers: { Authorization: `Token ${token}` } })
  ).json()) as { results: { slug: string; datasets: unknown[] }[] };
  expect(listed.results.filter((namespace) => namespace.datasets.length === 0)).toEqual([]);
  await expect.poll(() => readdir(path.join(data, 'uploads')).catch(() => []), { timeout: 30_000 }).toEqual([]);
}

test.each(moments)(
  'no dataset without rows when the $dies is killed $when the answer to $request',
  async (moment) => {
    const served = moment.dies === 'service' ? start(['serve', '--data', data, '--port', '0']) : null;
    if (served !== null) await expect.poll(() => served.output.out, { timeout: 120_000 }).toContain('"ready":true');
    const own = served === null ? await startService({ dataFolder: data }) : null;
    const url = own?.url ?? (JSON.parse(served?.output.out.split('\n')[0] ?? '') as { url: string }).url;
    const command: { current: StartedChild | null } = { current: null };
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    const way = await openWay(url, moment, () => {
      (served?.child ?? command.current?.child)?.kill('SIGKILL');
      isOver();
    });
    try {
      command.current = publish(way.url);
      await Promise.race([over, command.current.ended]);
      await over;
      way.server.closeAllConnections();
      await (served ?? command.current).ended;
      // A command whose service has ended would keep retrying.
      if (served !== null) command.current.child.kill('SIGTERM');
      await command.current.ended;
    } finally {
      way.server.closeAllConnections();
      way.server.close();
    }
    const service = own ?? (await startService({ dataFolder: data }));
    try {
      await checkWhatIsLeft(service);
      const again = publish(service.url);
      expect([(await again.ended).code, again.output.error.includes('almanac:')]).toEqual([0, false]);
      await checkWhatIsLeft(service);
      const rows = await fetch(`${service.url}api/v1/namespaces/fresh/datasets/rows/data/?limit=1`);
      expect([rows.status, ((await rows.json()) as { count: number }).count]).toEqual([200, 100_000]);
    } finally {
      await service.close();
    }
  },
  480_000,
);
