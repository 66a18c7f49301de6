import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { build } from 'vite';
import { largeCatalogue } from '#shared/testing/large-catalogue.ts';
import { electronRuntime } from '../../build/electron-runtime.ts';
import { percentile, report, show } from '../measure.ts';

/**
 * Typing in the search with 5,000 datasets in 300 namespaces on five connections, and switching between tabs, beside an
 * empty list in React: the time from a key to the frame that shows its effect, as the browser itself measures it (Event
 * Timing). Needs a build (`npm run build`) and a display (`xvfb-run -a node bench/window/catalogue.ts`).
 */
const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-catalogue-'));
const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const [connections, namespaces, datasets] = [5, 60, 1000];
const boundMs = 50;
/** What the browser reports at the least. */
const leastMs = 16;
const words = ['unemployment by district', 'indicator_4321x', 'rents per month', 'hospital beds projections'];
const switches = 60;
const runtime = await electronRuntime(() => {});

const servers: Server[] = [];
try {
  const empty = await timesInEmptyList();
  const { typing, tabs } = await timesInWindow();
  show95('Typing in the search over 5,000 datasets: from a key to its frame, p95', typing, empty);
  show95('Switching between tabs: from a key to its frame, p95', tabs, empty);
} finally {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
}

function show95(name: string, times: readonly number[], empty: readonly number[]): void {
  const line = (one: readonly number[]) =>
    `p50 ${show(percentile(one, 0.5))}, p95 ${show(percentile(one, 0.95))}, longest ${show(Math.max(...one))} ms of ${one.length}`;
  report({
    name,
    measured: percentile(times, 0.95),
    unit: 'ms',
    bound: boundMs,
    detail: `${line(times)}; an empty list in React: ${line(empty)}; drawn by the processor alone`,
  });
}

/** Lets the page collect how long keys take, and returns what was collected since. */
async function keyTimes(page: Page, act: () => Promise<number>): Promise<number[]> {
  await page.evaluate((least) => {
    const times: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') times.push(entry.duration);
    });
    observer.observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
    Reflect.set(globalThis, 'benchKeys', { times, observer });
  }, leastMs);
  const presses = await act();
  await pause(500);
  const seen = await page.evaluate(() => {
    const { times, observer } = Reflect.get(globalThis, 'benchKeys') as {
      times: number[];
      observer: PerformanceObserver;
    };
    observer.disconnect();
    return times;
  });
  // Keys that took less are not reported.
  return [...seen, ...Array.from({ length: Math.max(0, presses - seen.length) }, () => leastMs)];
}

async function typeWords(page: Page): Promise<number> {
  let presses = 0;
  for (const word of words) {
    for (const letter of word) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      await pause(60);
      presses += 1;
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    presses += 2;
  }
  return presses;
}

async function launch(args: readonly string[]): Promise<{ application: ElectronApplication; page: Page }> {
  const known = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const application = await electron.launch({
    executablePath: runtime.program,
    args: [...args, ...flags],
    env: { ...Object.fromEntries(known), LANGUAGE: 'en' },
  });
  const page = await application.firstWindow();
  await page.setViewportSize({ width: 1280, height: 800 });
  return { application, page };
}

/** A field and a list of React without anything in it, in the same Electron: what each key costs at least. */
async function timesInEmptyList(): Promise<number[]> {
  const place = path.join(folder, 'empty');
  await mkdir(place, { recursive: true });
  await writeFile(
    path.join(place, 'page.js'),
    `import { createElement as h, useState } from ${JSON.stringify(path.join(root, 'node_modules/react/index.js'))};
import { createRoot } from ${JSON.stringify(path.join(root, 'node_modules/react-dom/client.js'))};
function List() {
  const [words, setWords] = useState('');
  const found = [].filter((one) => one.includes(words));
  return h('main', null, h('input', { autoFocus: true, value: words, onChange: (event) => setWords(event.target.value) }),
    h('ul', null, found.map((one) => h('li', { key: one }, one))));
}
createRoot(document.querySelector('#root')).render(h(List));`,
  );
  await writeFile(
    path.join(place, 'index.html'),
    '<div id="root"></div><script type="module" src="./page.js"></script>',
  );
  await build({ root: place, base: './', configFile: false, logLevel: 'error', build: { outDir: 'built' } });
  await writeFile(path.join(place, 'package.json'), '{"name":"empty","version":"1.0.0","main":"main.cjs"}');
  await writeFile(
    path.join(place, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadURL(process.env.ALMANAC_BENCH_PAGE));`,
  );
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    readFile(path.join(place, 'built', name)).then(
      (content) => {
        response.setHeader('Content-Type', name.endsWith('.js') ? 'text/javascript' : 'text/html');
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  process.env.ALMANAC_BENCH_PAGE = await listen(server);
  const { application, page } = await launch([place]);
  try {
    await page.locator('input').click();
    return await keyTimes(page, () => typeWords(page));
  } finally {
    await application.close();
  }
}

async function timesInWindow(): Promise<{ typing: number[]; tabs: number[] }> {
  const { application, page } = await launch([root, `--data=${path.join(folder, 'data')}`, '--lang=en-GB']);
  try {
    for (let number = 0; number < connections; number += 1) await connect(page, await startService(number), number);
    await page.keyboard.press('Alt+Home');
    const field = page.getByRole('textbox', { name: 'Find a dataset' });
    await field.fill('table 4999');
    await page.getByRole('button', { name: /table 4999/ }).waitFor({ timeout: 120_000 });
    await field.fill('');
    // The samples are imported meanwhile.
    await page.getByText(/^The samples are being imported/).waitFor({ state: 'hidden', timeout: 240_000 });
    await field.click();
    const typing = await keyTimes(page, () => typeWords(page));
    for (const name of ['Global temperature', 'A week of earthquakes', 'Airports of the United States']) {
      await page.keyboard.press('Alt+Home');
      await field.fill(name);
      await page
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .first()
        .waitFor();
      await field.press('Enter');
      await page.locator('[data-front] [row-index="0"] [role="gridcell"]').first().filter({ hasText: /./ }).waitFor();
    }
    const tabs = await keyTimes(page, async () => {
      for (let press = 0; press < switches; press += 1) {
        await page.keyboard.press('Control+Tab');
        await pause(200);
      }
      return switches;
    });
    return { typing, tabs };
  } finally {
    await application.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    });
    await application.close();
  }
}

async function connect(page: Page, address: string, number: number): Promise<void> {
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByLabel('Name').fill(`Service ${number + 1}`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** A service with its share of the catalogue, which only lists it. */
async function startService(number: number): Promise<string> {
  let base = '';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', base);
    const answer = answerAt(base, number, pathname);
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Vary', 'Accept');
    response.statusCode = answer === null ? 404 : 200;
    response.end(JSON.stringify(answer ?? { detail: 'Not found.' }));
  });
  base = await listen(server);
  return base;
}

function answerAt(base: string, number: number, pathname: string): unknown {
  if (pathname === '/api/') return { versions: [{ url: `${base}api/v1/`, name: 'Version 1', number: 1 }] };
  if (pathname === '/api/v1/') {
    const names = ['datasets', 'groups', 'meta', 'namespaces', 'users', 'queries'];
    return { authentication: [], endpoints: names.map((name) => ({ name, url: `${base}api/v1/${name}/` })) };
  }
  if (pathname === '/api/v1/meta/') return { __status__: '', __email__: '', __copyright__: '', __version__: '1' };
  if (pathname !== '/api/v1/namespaces/') return null;
  const results = largeCatalogue(base, namespaces, datasets, number * datasets);
  return { count: results.length, next: null, previous: null, results };
}

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
