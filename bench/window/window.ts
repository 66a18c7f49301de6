import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron } from '@playwright/test';
import { electronRuntime } from '../../build/electron-runtime.ts';
import { beginCondition } from '../../e2e/actions/start-condition.ts';
import { startComputed } from '../../e2e/computed/computed-service.ts';
import { percentile, report, show } from '../measure.ts';
import { frameTimes, type Glimpse, glimpse, watchCalls } from './window-watch.ts';

/**
 * The window while a user moves through all of a large table, and pans a map of a million places. Needs a build (`npm
 * run build`) and a display. Arguments select the parts: `rows`, `columns`, `map`; all by default.
 * @see `ALMANAC_BENCH_STEPS` for another number of positions per table than 400
 */
const root = path.resolve(import.meta.dirname, '../..');
const steps = Number(process.env.ALMANAC_BENCH_STEPS ?? 400);
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-window-'));
const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const service = await startComputed();
const runtime = await electronRuntime(() => {});
const application = await electron.launch({
  executablePath: runtime.program,
  args: [root, ...flags, `--data=${folder}`, '--lang=en-GB'],
  env: environment(),
});
const page = await application.firstWindow();
await page.setViewportSize({ width: 1280, height: 800 });
await connect();
await watchCalls(page);
const parts = process.argv.length > 2 ? process.argv.slice(2) : ['rows', 'columns', 'map'];
try {
  if (parts.includes('rows')) {
    await goThrough('3,000,000 rows', ['Transport', 'Flights within the United States, 2001']);
  }
  if (parts.includes('columns')) await goThrough('300 columns', ['Laboratory', 'Computed', 'Three hundred columns']);
  if (parts.includes('map')) await moveMap();
} finally {
  await application.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}

async function connect(): Promise<void> {
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(service.url);
  await dialog.getByLabel('Name').fill('Laboratory');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function open(way: readonly string[]): Promise<void> {
  const line = (name: string) => page.getByRole('treeitem', { name }).last();
  for (const [position, name] of way.slice(0, -1).entries()) {
    await line(name).waitFor({ timeout: 120_000 });
    // Nodes that are already open, or open automatically, are left open.
    const inside = line(way[position + 1] ?? '').waitFor({ timeout: 5000 });
    await inside.catch(() => line(name).click());
  }
  await line(way.at(-1) ?? '').click({ timeout: 120_000 });
}

/** Visits positions from the first row to the last, and measures the cost. */
async function goThrough(name: string, way: readonly string[]): Promise<void> {
  await open(way);
  await page.locator('[row-index="0"] [role="gridcell"]').first().filter({ hasText: /./ }).waitFor({ timeout: 60_000 });
  // The service builds the row file in the background after a dataset is first opened.
  await pause(15_000);
  for (let step = 0; step < 10; step += 1) await glimpse(page, (step * 0.37) % 1);
  const heldBefore = await heldMemory();
  for (let step = 0; step < 10; step += 1) await glimpse(page, (step * 0.37) % 1);
  const before = await rendererMemory(application);
  const memory: number[] = [];
  const seen: Glimpse[] = [];
  for (let step = 0; step <= steps; step += 1) {
    seen.push(await glimpse(page, step / steps));
    if (step % 10 === 0) memory.push(await rendererMemory(application));
  }
  const held = await heldMemory();
  const longest = seen.reduce((one, other) => (one.blank > other.blank ? one : other));
  const beyond = seen.map(({ blank, fetch }) => blank - fetch);
  const peak = Math.max(...memory);
  report({
    name: `${name}: peak memory of the renderer / before`,
    measured: peak / before,
    unit: '×',
    bound: 1.5,
    detail: `${show(before)} MiB before, ${show(peak)} MiB at most, ${show(memory.at(-1) ?? 0)} MiB at the last row`,
  });
  report({
    name: `${name}: memory that the renderer retains at the last row / before`,
    measured: held / heldBefore,
    unit: '×',
    bound: 1.15,
    detail: `${show(heldBefore)} and ${show(held)} MiB, after garbage collection`,
  });
  const halfway = Math.ceil(memory.length / 2);
  const halves = [memory.slice(0, halfway), memory.slice(halfway)].map((half) => Math.max(...half));
  report({
    name: `${name}: peak memory in the second half of the scroll / in the first`,
    measured: (halves[1] ?? 0) / (halves[0] ?? 1),
    unit: '×',
    bound: 1.1,
    detail: `${halves.map((half) => show(half)).join(' and ')} MiB; including garbage that is not yet collected`,
  });
  report({
    name: `${name}: time that cells stay blank in addition to their fetch, p95`,
    measured: percentile(beyond, 0.95),
    unit: 'ms',
    bound: 100,
    detail: `longest blank ${show(longest.blank)} ms with a fetch of ${show(longest.fetch)} ms; most in addition to a fetch ${show(Math.max(...beyond))} ms; ${seen.length} places from first to last`,
  });
}

/** Moves a map of a million places, and one of a single place, in the same way. */
async function moveMap(): Promise<void> {
  await open(['Laboratory', 'Computed', 'A million places']);
  const began = performance.now();
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.getByText('All 1,000,000 rows on the map').waitFor({ timeout: 180_000 });
  const read = performance.now() - began;
  await pause(3000);
  const million = await frameTimes(page, dragAndZoom);
  const memory = await rendererMemory(application);
  await page.getByRole('tab', { name: 'Rows' }).click();
  await beginCondition(page, 'Place');
  await page.getByLabel('West, south, east, north').fill('-31, -1, -29, 1');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.getByText('1 row on the map').waitFor({ timeout: 60_000 });
  await pause(3000);
  const single = await frameTimes(page, dragAndZoom);
  report({
    name: 'Map of 1,000,000 places: time between frames while panning, p95 / the same map with one place',
    measured: percentile(million, 0.95) / percentile(single, 0.95),
    unit: '×',
    bound: 2,
    detail: `p50 ${show(percentile(million, 0.5))} and ${show(percentile(single, 0.5))} ms, p95 ${show(percentile(million, 0.95))} and ${show(percentile(single, 0.95))} ms, longest ${show(Math.max(...million))} and ${show(Math.max(...single))} ms; read in ${show(read / 1000)} s, renderer ${show(memory)} MiB; drawn by the processor alone`,
  });
}

/** Pans the map back and forth and turns the wheel, for some seconds. */
async function dragAndZoom(): Promise<void> {
  const box = await page.getByLabel(/^Map of/).boundingBox();
  if (box === null) throw new Error('There is no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let round = 0; round < 2; round += 1) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 0; step < 12; step += 1) await page.mouse.move(x + 20 * step, y + 6 * step);
    for (let step = 12; step >= 0; step -= 1) await page.mouse.move(x + 20 * step, y + 6 * step);
    await page.mouse.up();
    for (const delta of [-200, -200, 200, 200]) {
      await page.mouse.wheel(0, delta);
      await pause(250);
    }
  }
}

/** Proportional set size of the renderer, in MiB, including uncollected garbage. */
async function rendererMemory(app: ElectronApplication): Promise<number> {
  const pid = await app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  );
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** The same after garbage collection. */
async function heldMemory(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  await pause(1000);
  return rendererMemory(application);
}

function environment(): Record<string, string> {
  const known = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(known), LANGUAGE: 'en' };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
