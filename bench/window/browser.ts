import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { chromiumProgram } from '../../build/browsers.ts';
import prepareStore, { copyPreparedStore } from '../../e2e/support/store/prepared-store.ts';
import { median, report, show } from '../measure.ts';

/**
 * The window in Chromium at 20 Mbit/s and 40 ms: from a link until rows of the largest sample are on the screen, beside
 * the page that the service itself makes of them, and from a click on another dataset until its rows are. Needs a build
 * (`npm run build`) and Chromium.
 */
const root = path.resolve(import.meta.dirname, '../..');
const runs = Number(process.env.ALMANAC_BENCH_RUNS ?? 5);
const link = { latency: 40, downloadThroughput: 20e6 / 8, uploadThroughput: 20e6 / 8 };
const executablePath = chromiumProgram();
if (executablePath === null) throw new Error('There is no Chromium here');

prepareStore();
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-bench-browser-'));
copyPreparedStore(folder);
const [service, address] = await serve();
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
try {
  const window = await visits('app/?namespace=transport&dataset=flights', '[row-index="0"] [col-id="c0"]');
  const pages = await visits('api/v1/namespaces/transport/datasets/flights/data/', 'table td');
  const line = (ms: readonly number[]) => `${show(Math.min(...ms))} to ${show(Math.max(...ms))} s of ${ms.length}`;
  report({
    name: 'First visit of the window in a browser at 20 Mbit/s and 40 ms: rows of 3,000,000 on the screen',
    measured: median(window.seconds),
    unit: 's',
    bound: 2,
    detail: `${line(window.seconds)}; the plain page of the service: ${show(median(pages.seconds))} s`,
  });
  report({
    name: 'Bytes of that visit',
    measured: median(window.megabytes),
    unit: 'MB',
    bound: 1.5,
    detail: `the plain page of the service: ${show(median(pages.megabytes))} MB`,
  });
  const clicks = await switches();
  report({
    name: 'A click on another dataset there: its rows on the screen',
    measured: median(clicks),
    unit: 'ms',
    bound: 300,
    detail: `${show(Math.min(...clicks))} to ${show(Math.max(...clicks))} ms of ${clicks.length}`,
  });
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function serve(): Promise<[ChildProcess, string]> {
  const program = path.join(root, 'out', 'cli.cjs');
  const words = ['serve', '--ui', '--port', '0', '--data', folder];
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(createInterface(child.stdout), 'line')) as [string];
  return [child, (JSON.parse(first) as { readonly url: string }).url];
}

/** A page of a browser that has never been there, behind the slow link, which counts what it receives. */
async function slowPage(): Promise<{ readonly page: Page; readonly received: () => number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  session.on('Network.webSocketFrameReceived', ({ response }) => (bytes += response.payloadData.length));
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...link });
  return { page, received: () => bytes };
}

async function visits(path: string, selector: string) {
  const seconds: number[] = [];
  const megabytes: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { page, received } = await slowPage();
    const began = performance.now();
    await page.goto(address + path, { waitUntil: 'commit' });
    await page.locator(selector).first().filter({ hasText: /\S/ }).waitFor();
    seconds.push((performance.now() - began) / 1000);
    megabytes.push(received() / 1e6);
    await page.context().close();
  }
  return { seconds, megabytes };
}

/** From clicks on datasets in the catalogue until a cell of their first row is drawn, in milliseconds. */
async function switches(): Promise<number[]> {
  const { page } = await slowPage();
  await page.goto(`${address}app/?namespace=transport&dataset=flights`);
  const branch = page.getByRole('treeitem', { name: 'Transport', exact: true });
  await branch.click();
  const times: number[] = [];
  for (const name of ['Airports of the United States', 'Bird strikes']) {
    await page.getByRole('treeitem', { name }).first().waitFor();
    const ms = await page.evaluate(async (label) => {
      const line = [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')].find((one) =>
        one.textContent?.includes(label),
      );
      const began = performance.now();
      line?.click();
      const isThere = () => {
        const cell = document.querySelector('[data-front] [row-index="0"] [col-id="c0"]');
        return (cell?.textContent ?? '') !== '' && document.querySelector('[data-front] h2')?.textContent === label;
      };
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - began;
    }, name);
    times.push(ms);
  }
  return times;
}
