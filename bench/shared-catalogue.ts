import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres, testPassword } from '../electron/service/catalogue/database/testing/postgres-server.ts';
import { fill, type Tokens } from '../electron/service/conformance/testing/fixtures.ts';
import { startService } from '../electron/service/service.ts';
import { median, percentile, report, show } from './measure.ts';

// A service with its catalogue in a file against others whose catalogue is in PostgreSQL.

interface Node {
  readonly url: string;
  readonly tokens: Tokens | null;
  readonly child: ChildProcess;
  /** Processor time of its process in milliseconds. */
  cpu(): Promise<number>;
}

/** In the process of a service: serves a folder until it is disconnected. */
async function serve(dataFolder: string, url: string, passwordFile: string, isFirst: boolean): Promise<void> {
  const service = await startService({ dataFolder, catalogue: url === '' ? null : { url, passwordFile } });
  const tokens = isFirst ? await fill(service) : null;
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
  process.once('disconnect', () => void service.close().then(() => process.exit()));
  process.send?.({ url: service.url, tokens });
}

async function startNode(...words: readonly string[]): Promise<Node> {
  const child = fork(import.meta.filename, ['serve', ...words]);
  const [ready] = (await once(child, 'message')) as [Pick<Node, 'url' | 'tokens'>];
  return {
    ...ready,
    child,
    async cpu() {
      const answer = once(child, 'message');
      child.send('cpu');
      return ((await answer) as [number])[0];
    },
  };
}

const rowsPath = 'api/v1/namespaces/city/datasets/population/data/?limit=5';

async function ask(node: Node, address: string, token: string, method = 'GET', json?: unknown): Promise<string> {
  const answer = await fetch(node.url + address, {
    method,
    headers: { Authorization: `Token ${token}`, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status}`);
  return await answer.text();
}

async function compare(folder: string): Promise<void> {
  const server = await startPostgres({ fsync: 'on', full_page_writes: 'on' });
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, testPassword);
  const address = server.url(await server.createDatabase(), null);
  const file = await startNode(path.join(folder, 'file'), '', passwordFile, 'first');
  const first = await startNode(path.join(folder, 'first'), address, passwordFile, 'first');
  const second = await startNode(path.join(folder, 'second'), address, passwordFile, '');
  const staffOf = ({ tokens }: Node) => tokens?.staff ?? first.tokens?.staff ?? '';
  try {
    const pages = 400;
    const cost = async (node: Node) => {
      const before = await node.cpu();
      for (let page = 0; page < pages; page += 1) await ask(node, rowsPath, staffOf(node));
      return ((await node.cpu()) - before) / pages;
    };
    for (const node of [file, first]) await cost(node);
    const [inFile, onServer]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < 7; turn += 1) {
      inFile.push(await cost(file));
      onServer.push(await cost(first));
    }
    report({
      name: 'Processor time of a warm page, PostgreSQL / file',
      measured: median(onServer.map((ms, turn) => ms / (inFile[turn] ?? Number.NaN))),
      unit: '×',
      bound: 1.2,
      detail: `${show(median(onServer))} and ${show(median(inFile))} ms of the service's process`,
    });
    const create = async (node: Node, number: number) => {
      const began = performance.now();
      await ask(node, 'api/v1/namespaces/', staffOf(node), 'POST', {
        label: `N ${number}`,
        slug: `n-${number}`,
        published: true,
      });
      return performance.now() - began;
    };
    const [fileWrites, serverWrites]: [number[], number[]] = [[], []];
    for (let number = 0; number < 60; number += 1) {
      fileWrites.push(await create(file, number));
      serverWrites.push(await create(first, number));
    }
    report({
      name: 'Creating a namespace, PostgreSQL / file',
      measured: median(serverWrites) / median(fileWrites),
      unit: '×',
      bound: 2,
      detail: `${show(median(serverWrites))} and ${show(median(fileWrites))} ms`,
    });
    const delays: number[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      await ask(first, 'api/v1/namespaces/n-1/', staffOf(first), 'PATCH', { label: `Turn ${turn}` });
      const began = performance.now();
      while (!(await ask(second, 'api/v1/namespaces/n-1/', staffOf(first))).includes(`"Turn ${turn}"`));
      delays.push(performance.now() - began);
    }
    report({
      name: 'A change until another node answers with it, p99',
      measured: percentile(delays, 0.99),
      unit: 'ms',
      bound: 1000,
      detail: `median ${show(median(delays))} ms, which is that of one request`,
    });
  } finally {
    for (const { child } of [file, first, second]) {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    }
    await server.close();
  }
}

const [, , role, dataFolder = '', url = '', passwordFile = '', position = ''] = process.argv;
if (role === 'serve') await serve(dataFolder, url, passwordFile, position === 'first');
else {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-shared-'));
  await compare(folder).finally(() => rm(folder, { recursive: true, force: true }));
}
