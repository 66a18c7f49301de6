import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { everyRow } from '#shared/row-query.ts';
import { createBackendCaller } from '#shared/rpc/port-protocol.ts';
import { portText, readPortText } from '#shared/rpc/port-text.ts';
import prepareStore, { copyPreparedStore } from '../../e2e/support/store/prepared-store.ts';
import { percentile, report, show } from '../measure.ts';

/**
 * Pages of rows of the largest sample through the port of a browser tab, alone and beside 200 open tabs, each of which
 * scrolls on every few seconds as a reader does, and the memory of the service. Needs a build (`npm run build`).
 */
const openTabs = 200;
const pauseMs = 5000;
const pages = 200;
/** Between two pages that are measured: together they take as long as each tab needs for some. */
const betweenMs = 50;
const pageRows = 100;
const reference = { connection: 'local', namespace: 'transport', dataset: 'flights' };
const rows = 3_000_000;

prepareStore();
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-bench-tabs-'));
copyPreparedStore(folder);
const [service, address] = await serve();
try {
  const probe = await openTab();
  await pageTimes(probe);
  const quiet = percentile(await pageTimes(probe), 0.95);
  const readers = await Promise.all(Array.from({ length: openTabs }, openTab));
  const done = new AbortController();
  const reading = readers.map((tab) => read(tab, done.signal));
  const busy = percentile(await pageTimes(probe), 0.95);
  done.abort();
  const read200 = (await Promise.all(reading)).reduce((sum, count) => sum + count, 0);
  report({
    name: `Pages of rows in a browser beside ${openTabs} tabs that scroll, p95 / the same alone`,
    measured: busy / quiet,
    unit: '×',
    bound: 3,
    detail: `${show(busy)} and ${show(quiet)} ms; the tabs read ${read200} pages`,
  });
  report({
    name: `Memory of the service with ${openTabs} browser tabs`,
    measured: peakMemory(),
    unit: 'GiB',
    bound: 1.5,
    detail: 'the most at any time',
  });
  for (const tab of [probe, ...readers]) tab.close();
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function serve(): Promise<[ChildProcess, string]> {
  const program = path.resolve(import.meta.dirname, '../../out/cli.cjs');
  const words = ['serve', '--ui', '--port', '0', '--data', folder];
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(createInterface(child.stdout), 'line')) as [string];
  return [child, (JSON.parse(first) as { readonly url: string }).url];
}

interface Tab {
  readPage(): Promise<void>;
  close(): void;
}

/** A tab that has shown the first page, and reads others anywhere in the dataset. */
async function openTab(): Promise<Tab> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}app/port`, { origin: new URL(address).origin });
  const caller = createBackendCaller(
    (message) => socket.send(portText(message)),
    () => {},
  );
  socket.on('message', (data: Buffer) => caller.receive(readPortText(data.toString('utf8'))));
  await once(socket, 'open');
  await caller.call('readDataset', reference);
  const readAt = async (offset: number) => {
    await caller.call('readRows', { reference, query: everyRow, offset, limit: pageRows });
  };
  await readAt(0);
  return {
    readPage: async () => await readAt(Math.floor((Math.random() * rows) / pageRows) * pageRows),
    close: () => socket.close(),
  };
}

async function pageTimes(tab: Tab): Promise<number[]> {
  const times: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    const began = performance.now();
    await tab.readPage();
    times.push(performance.now() - began);
    await pause(betweenMs);
  }
  return times;
}

/** Reads a page now and then. @returns how many */
async function read(tab: Tab, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count += 1) {
    await pause(pauseMs * 2 * Math.random());
    if (signal.aborted) return count;
    await tab.readPage();
  }
}

/** The most memory that the service has had so far, in GiB. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024 ** 2;
}
