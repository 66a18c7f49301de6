import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { emptyProgram } from './empty-program.ts';

/**
 * Start and memory of the packed application with its last dataset open, against an empty window of the same packed
 * Electron, alternating in one run; then what each of the two works once it has come to rest. Of a start two moments are
 * told: when the first frame with anything on it was presented, by the browser's own account (of Almanac the picture of
 * its rows as they were left, and no other frame; of the empty window its text), and when the rows themselves are in the
 * grid, where they can be clicked and copied (looked at with every frame: waiting for a locator looks less and less often).
 * Almanac is started in two ways: as it is from the third start on, and as it is where a start looks for a graphics
 * processor, as all do where the computer has one.
 * Needs `npm run test:package` (or `npm run package`) before it, and a display.
 * @see `ALMANAC_BENCH_RUNS` for another number of starts than five each
 */
const tested = path.resolve(import.meta.dirname, '..', 'out', 'package', 'tested');
const runs = Number(process.env.ALMANAC_BENCH_RUNS ?? 5);
/** How long idle work is added up. */
const idleSeconds = 30;
const dataset = 'Flights within the United States, 2001';
if (!existsSync(tested)) throw new Error(`There is no packed program in ${tested}: npm run test:package makes it`);

const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const work = mkdtempSync(path.join(tmpdir(), 'almanac-start-'));
const empty = await emptyProgram(tested, path.join(work, 'empty'));
const folder = path.join(work, 'data');

interface Measured {
  /** From the start of the process until something is on the screen. */
  readonly painted: number;
  /** The same until what is shown is the program's own. */
  readonly live: number;
  /** Proportional set size of all its processes, in MiB. */
  readonly memory: number;
  /** Share of one processor that all its processes use when nobody does anything; 0 where it was not waited for. */
  readonly idle: number;
}

async function measure(
  program: string,
  words: readonly string[],
  drawn: (page: Page) => Promise<unknown>,
  firstFrame: FirstFrame,
  untilIdle: boolean,
): Promise<Measured> {
  const begun = Date.now();
  const started = performance.now();
  const application = await electron.launch({
    executablePath: program,
    args: [...flags, ...words],
    env: environment(),
  });
  const page = await application.firstWindow();
  await drawn(page);
  const live = performance.now() - started;
  const painted = (await presentedAt(page, firstFrame)) - begun;
  await pause(10_000);
  const memory = memoryOf(await processesOf(application));
  const idle = untilIdle ? await idleWork(application) : 0;
  await application.close();
  return { painted, live, memory, idle };
}

/** An entry of the browser's account of what it painted: `paint` or `element`, and what it is called there. */
interface FirstFrame {
  readonly type: string;
  readonly name: string;
}

/** When a frame was presented, in milliseconds of the clock. Fails where there was none. */
async function presentedAt(page: Page, first: FirstFrame): Promise<number> {
  return await page.evaluate(
    ({ type, name }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`Nothing is known of a frame with ${name}`)), 5000);
        const isIt = (entry: PerformanceEntry) => entry.name === name || Reflect.get(entry, 'identifier') === name;
        new PerformanceObserver((list) => {
          const entry = list.getEntries().find(isIt);
          const at = entry === undefined ? 0 : Number(Reflect.get(entry, 'renderTime') ?? entry.startTime);
          if (at > 0) resolve(performance.timeOrigin + at);
        }).observe({ type, buffered: true });
      }),
    first,
  );
}

/** What was allocated at the start is collected for a minute and longer; that is no idling yet. */
async function idleWork(application: ElectronApplication): Promise<number> {
  await pause(90_000);
  const pids = await processesOf(application);
  const before = workOf(pids);
  await pause(idleSeconds * 1000);
  return (workOf(pids) - before) / 1e9 / idleSeconds;
}

const almanac = (untilIdle = false) =>
  measure(
    path.join(tested, 'almanac-window'),
    [`--data=${folder}`, '--lang=en-GB'],
    (page) =>
      page.waitForFunction(
        () => {
          const cell = document.querySelector('[row-index="0"] [role="gridcell"]:not(.rows-number)');
          return cell !== null && cell.textContent !== '' && cell.checkVisibility({ visibilityProperty: true });
        },
        undefined,
        { timeout: 60_000 },
      ),
    { type: 'element', name: 'kept-picture' },
    untilIdle,
  );
/** The same where the start looks for a graphics processor. */
function almanacThatLooks(): Promise<Measured> {
  const file = path.join(folder, 'config', 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...settings, graphics: { ...settings.graphics, looked: '' } }));
  return almanac();
}
const window = (untilIdle = false) =>
  measure(
    empty,
    [`--user-data-dir=${path.join(work, 'window')}`],
    (page) => page.waitForFunction(() => document.querySelector('p')?.textContent === 'empty'),
    { type: 'paint', name: 'first-contentful-paint' },
    untilIdle,
  );

await prepare();
// One more start looks for a graphics processor.
await almanac();
const results: { almanac: Measured; looking: Measured; empty: Measured }[] = [];
for (let run = 0; run < runs; run += 1) {
  const empty = await window();
  // By turns, as what was started just before leaves its files in memory.
  const looked = run % 2 === 0 ? await almanacThatLooks() : null;
  const known = await almanac();
  results.push({ empty, almanac: known, looking: looked ?? (await almanacThatLooks()) });
}
const idle = { empty: (await window(true)).idle, almanac: (await almanac(true)).idle };
rmSync(work, { recursive: true, force: true });
report();

/** Loads the samples, opens the dataset, and ends: what is measured is the start of somebody who comes back. */
async function prepare(): Promise<void> {
  const words = [...flags, `--data=${folder}`, '--lang=en-GB'];
  const application = await electron.launch({
    executablePath: path.join(tested, 'almanac-window'),
    args: words,
    env: environment(),
  });
  const page = await application.firstWindow();
  await page.getByRole('treeitem', { name: 'Transport', exact: true }).click({ timeout: 120_000 });
  await page.getByRole('treeitem', { name: dataset }).click({ timeout: 120_000 });
  await page.getByRole('status').filter({ hasText: '3,000,000 rows' }).first().waitFor({ timeout: 120_000 });
  // Row files are made in the background after a dataset was first opened, and tabs are kept a moment later.
  await pause(20_000);
  await application.close();
}

function report(): void {
  const middle = (value: (result: (typeof results)[number]) => number) =>
    results.map(value).toSorted((one, other) => one - other)[Math.floor(results.length / 2)] ?? 0;
  const moments = [
    { told: 'picture of the rows as they were left on the screen', at: (one: Measured) => one.painted },
    { told: 'rows in the grid', at: (one: Measured) => one.live },
  ];
  const ways = [
    { way: 'a start', of: (result: (typeof results)[number]) => result.almanac },
    { way: 'a start that looks for a graphics processor', of: (result: (typeof results)[number]) => result.looking },
  ];
  const memory = { almanac: middle((one) => one.almanac.memory), empty: middle((one) => one.empty.memory) };
  const allowed = 1.3 * memory.empty + 150;
  console.log(`median of ${results.length} starts each, alternating`);
  for (const { way, of } of ways) {
    for (const { told, at } of moments) {
      const [ours, empty] = [middle((one) => at(of(one))), middle((one) => at(one.empty))];
      const all = results.map((one) => at(of(one)).toFixed(0)).join(' ');
      const ratio = (ours / empty).toFixed(2);
      console.log(
        `${way} to ${told}: ${ours.toFixed(0)} ms (${all}), empty window ${empty.toFixed(0)} ms, ratio ${ratio}`,
      );
    }
  }
  console.log(
    `memory: ${memory.almanac.toFixed(0)} MiB, empty window ${memory.empty.toFixed(0)} MiB, allowed ${allowed.toFixed(0)} MiB`,
  );
  const share = (one: number) => `${(100 * one).toFixed(2)} %`;
  console.log(`idle, over ${idleSeconds} s: ${share(idle.almanac)} of a processor, empty window ${share(idle.empty)}`);
}

async function processesOf(application: ElectronApplication): Promise<number[]> {
  const known = await application.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid));
  return known.filter((pid) => existsSync(`/proc/${pid}`));
}

function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Processor time of all threads in nanoseconds: ticks of a hundredth of a second miss what wakes up and sleeps again. */
function workOf(pids: readonly number[]): number {
  let sum = 0;
  for (const pid of pids) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    }
  }
  return sum;
}

function environment(): Record<string, string> {
  const known = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(known), LANGUAGE: 'en' };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
