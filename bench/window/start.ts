import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { emptyProgram } from './empty-program.ts';

/**
 * Start and memory of the packaged application with its last dataset open, compared with an empty window of the same
 * packaged Electron, alternating in one run; then the load of each when idle. A start ends when the rows are in the
 * grid, where they can be clicked and copied (checked in every frame, because a locator polls less and less often);
 * that of the empty window when its text is there. Needs `npm run qa -- package` (or `npm run package`) before it, and a
 * display.
 * @see `ALMANAC_BENCH_RUNS` for another number of starts than five each
 */
const tested = path.resolve(import.meta.dirname, '../..', 'out', 'package', 'tested');
const runs = Number(process.env.ALMANAC_BENCH_RUNS ?? 5);
/** How long idle CPU use is measured. */
const idleSeconds = 30;
const dataset = 'Flights within the United States, 2001';
if (!existsSync(tested)) throw new Error(`There is no packed program in ${tested}: npm run qa -- package makes it`);

const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const work = mkdtempSync(path.join(tmpdir(), 'almanac-start-'));
const empty = await emptyProgram(tested, path.join(work, 'empty'));
const folder = path.join(work, 'data');

interface Measured {
  /** Milliseconds from the start of the process until the content is there. */
  readonly live: number;
  /** Proportional set size of all its processes, in MiB. */
  readonly memory: number;
  /** Share of one processor that all its processes use while idle; 0 if not measured. */
  readonly idle: number;
}

async function measure(
  program: string,
  words: readonly string[],
  drawn: (page: Page) => Promise<unknown>,
  untilIdle: boolean,
): Promise<Measured> {
  const started = performance.now();
  const application = await electron.launch({
    executablePath: program,
    args: [...flags, ...words],
    env: environment(),
  });
  const page = await application.firstWindow();
  await drawn(page);
  const live = performance.now() - started;
  await pause(10_000);
  const memory = memoryOf(await processesOf(application));
  const idle = untilIdle ? await idleWork(application) : 0;
  await application.close();
  return { live, memory, idle };
}

/** Garbage of the start is collected for a minute and longer; the process is not idle before. */
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
    untilIdle,
  );
const window = (untilIdle = false) =>
  measure(
    empty,
    [`--user-data-dir=${path.join(work, 'window')}`],
    (page) => page.waitForFunction(() => document.querySelector('p')?.textContent === 'empty'),
    untilIdle,
  );

await prepare();
const results: { almanac: Measured; empty: Measured }[] = [];
for (let run = 0; run < runs; run += 1) results.push({ empty: await window(), almanac: await almanac() });
const idle = { empty: (await window(true)).idle, almanac: (await almanac(true)).idle };
rmSync(work, { recursive: true, force: true });
report();

/** Loads the samples, opens the dataset, and quits, to measure the start of a returning user. */
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
  // Row files are built in the background after a dataset is first opened, and tabs are saved a moment later.
  await pause(20_000);
  await application.close();
}

function report(): void {
  const middle = (value: (result: (typeof results)[number]) => number) =>
    results.map(value).toSorted((one, other) => one - other)[Math.floor(results.length / 2)] ?? 0;
  const memory = { almanac: middle((one) => one.almanac.memory), empty: middle((one) => one.empty.memory) };
  const allowed = 1.3 * memory.empty + 150;
  console.log(`median of ${results.length} starts each, alternating`);
  const [ours, others] = [middle((one) => one.almanac.live), middle((one) => one.empty.live)];
  const all = results.map((one) => one.almanac.live.toFixed(0)).join(' ');
  const ratio = (ours / others).toFixed(2);
  console.log(
    `start to rows in the grid: ${ours.toFixed(0)} ms (${all}), empty window ${others.toFixed(0)} ms, ratio ${ratio}`,
  );
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

/** Processor time of all threads in nanoseconds: ticks of 10 ms miss threads that run only briefly. */
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
