import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { electronRuntime } from '../../build/electron-runtime.ts';
import { followLink } from '../../e2e/actions/input/clipboard.ts';
import { formatOpenLink } from '../../shared/open-link.ts';
import { openPlainEngine } from '../files/engine.ts';
import { median, medianRatio, percentile, report, seconds, show, timed } from '../measure.ts';
import { publishedTable, tableLabel } from './statistics-data.ts';

/**
 * Charts in the window over the benchmarks' table: the first one, a brush, and the memory of eight. Needs a build
 * (`npm run build`) and a display.
 * @see `ALMANAC_BENCH_RUNS` for another number of first charts than five
 */
const root = path.resolve(import.meta.dirname, '../..');
const runs = Number(process.env.ALMANAC_BENCH_RUNS ?? 5);
const library = readFileSync(path.join(root, 'node_modules/echarts/dist/echarts.min.js'), 'utf8');
/** Questions that were asked so far. */
let requested = 0;
/** Charts beside the one that is brushed, and the keys of the statements of their joint groups. */
const others = [
  ['Chart of big', 'big - big % 500000000000'],
  ['Chart of grp', 'floor(grp / 50) * 50'],
  ['Chart of price', 'floor(price / 5000) * 5000'],
  ['Chart of ratio', 'floor(ratio / 0.05) * 0.05'],
] as const;
const { folder, parquet } = await publishedTable();
const engine = await openPlainEngine();
const table = `read_parquet('${parquet}')`;
const runtime = await electronRuntime(() => {});
const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const application = await electron.launch({
  executablePath: runtime.program,
  args: [root, ...flags, `--data=${folder}`, '--lang=en-GB'],
  env: environment(),
});
const page = await application.firstWindow();
await page.setViewportSize({ width: 1600, height: 1000 });
try {
  await page.getByRole('treeitem', { name: 'bench' }).waitFor({ timeout: 60_000 });
  await pause(20_000);
  await watchQuestions(page);
  await firstCharts();
  await brush();
  await memory();
} finally {
  await application.close();
  engine.close();
}

/** Opens the table with a condition that leaves nothing out and that no run has used yet, so that nothing is known of it. */
async function openUnanswered(): Promise<string> {
  requested += 1;
  const condition = `-${Date.now()}${requested}`;
  const view = [['id__ne', condition] as [string, string]];
  await followLink(application, formatOpenLink({ service: null, namespace: 'bench', dataset: 'table', view }));
  await page
    .getByRole('tab', { name: new RegExp(tableLabel) })
    .last()
    .waitFor();
  await page.locator('[row-index="0"] [role="gridcell"]').first().filter({ hasText: /./ }).waitFor({ timeout: 60_000 });
  // Whatever the rows still prepare must not be met by what is measured.
  await pause(3000);
  return condition;
}

/** From the click on the tab of the charts until the first one is drawn, in milliseconds. */
async function drawFirst(): Promise<number> {
  await page.getByRole('tab', { name: 'Charts', exact: true }).click({ trial: true });
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const find = async (selector: string, text: RegExp) => {
      for (;;) {
        const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) =>
          text.test(one.getAttribute('aria-label') ?? one.textContent ?? ''),
        );
        if (found !== undefined) return found;
        await frame();
      }
    };
    const began = performance.now();
    (await find('[role="tab"]', /^Charts$/)).click();
    (await find('[data-front] aside button', /^Chart of code$/)).click();
    while (document.querySelector('[aria-roledescription="chart"] canvas') === null) await frame();
    await frame();
    return performance.now() - began;
  });
}

/** The library by itself: read, run, and one chart without a value drawn with it. In milliseconds. */
async function drawEmpty(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const draw = `;(async () => {
    const element = document.createElement('div');
    element.style.cssText = 'position:fixed;left:0;top:0;width:900px;height:600px;opacity:0';
    document.body.append(element);
    const chart = globalThis.echarts.init(element);
    chart.setOption({ xAxis: { type: 'category', data: [] }, yAxis: {}, series: [{ type: 'bar', data: [] }] });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    chart.dispose();
    element.remove();
  })()`;
  // The page's policy lets no text be run as code, other than by the debugger.
  const took = await timed(() => session.send('Runtime.evaluate', { expression: library + draw, awaitPromise: true }));
  await session.detach();
  return took;
}

async function firstCharts(): Promise<void> {
  const [drawn, least]: [number[], number[]] = [[], []];
  for (let round = 0; round <= runs; round += 1) {
    const condition = await openUnanswered();
    const ours = await drawFirst();
    const statement = await timed(() =>
      engine.connection.run(
        `SELECT code, count(*) AS n FROM ${table} WHERE id <> ${condition} GROUP BY code ORDER BY n DESC, code LIMIT 20000`,
      ),
    );
    const empty = await drawEmpty();
    await page.keyboard.press('Control+W');
    // The first round loads what later ones have.
    if (round === 0) continue;
    drawn.push(ours);
    least.push(statement + empty);
  }
  report({
    name: 'First chart drawn / its statement and an empty chart of the same library',
    measured: medianRatio(drawn, least),
    unit: '×',
    bound: 1.5,
    detail: `${seconds(median(drawn))} and ${seconds(median(least))}; 20,000 groups of ${runs} questions not asked before`,
  });
}

async function brush(): Promise<void> {
  await openUnanswered();
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  await addChart('Chart of day');
  await charts(1);
  for (const [at, [name]] of others.entries()) {
    await addChart(name);
    await charts(at + 2);
  }
  await page.locator('[aria-roledescription="chart"]').first().scrollIntoViewIfNeeded();
  const box = await page.locator('[aria-roledescription="chart"]').first().boundingBox();
  if (box === null) throw new Error('The chart is not drawn');
  const y = box.y + box.height / 2;
  await clearQuestions(page);
  const began = performance.now();
  await page.mouse.move(box.x + box.width * 0.3, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.35, y, { steps: 3 });
  await page.waitForFunction((count) => questions().filter(({ ended }) => ended > 0).length >= count, others.length);
  const joint = await page.evaluate(() => {
    const done = questions();
    return Math.max(...done.map(({ ended }) => ended)) - Math.min(...done.map(({ began: from }) => from));
  });
  const until = performance.now() - began;
  const statements = await timed(async () => {
    for (const [, key] of others) {
      await engine.connection.run(
        `SELECT left(day, 4) AS y, ${key} AS k, count(*) FROM ${table} WHERE id <> -1 GROUP BY y, k ORDER BY y, k`,
      );
    }
  });
  report({
    name: 'Brush: joint groups of four charts / the four statements',
    measured: joint / statements,
    unit: '×',
    bound: 1.5,
    detail: `${seconds(joint)} and ${seconds(statements)}; ${seconds(until)} from the press of the button`,
  });
  await pause(1000);
  await clearQuestions(page);
  const moves = await moveTimes([box.x, box.x + box.width], y);
  const sent = await page.evaluate(() => questions().length);
  await page.mouse.up();
  report({
    name: 'A move of the brush until all charts show it, p95',
    measured: percentile(moves, 0.95),
    unit: 'ms',
    bound: 16,
    detail: `${show(median(moves))} ms at the median, longest ${show(Math.max(...moves))} ms; ${moves.length} moves over four charts`,
  });
  report({
    name: 'Requests while the pointer moves',
    measured: sent,
    unit: 'requests',
    bound: 0,
    detail: 'calls for groups during the same moves',
  });
  await page.keyboard.press('Control+W');
}

/**
 * Moves the pressed pointer to and fro, and gives the milliseconds from each move until the charts are drawn. Moves within
 * a category, which select nothing else, are not counted.
 */
function moveTimes([left, right]: readonly [number, number], y: number): Promise<number[]> {
  return page.evaluate(
    async ([from = 0, to = 0, height = 0]) => {
      const chart = document.querySelector('[aria-roledescription="chart"]');
      if (chart === null) throw new Error('There is no chart');
      const times: number[] = [];
      const turn = () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      const selection = () => document.querySelector('[data-front] section[aria-live]')?.textContent;
      for (let step = 0; times.length < 240; step += 1) {
        const before = selection();
        const began = await new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
        const x = from + (to - from) * (0.5 + 0.4 * Math.sin(step / 9));
        chart.dispatchEvent(
          new PointerEvent('pointermove', { bubbles: true, pointerId: 1, clientX: x, clientY: height, buttons: 1 }),
        );
        // What React puts off comes in a turn of its own.
        await turn();
        await turn();
        const took = performance.now() - began;
        if (selection() !== before) times.push(took);
      }
      return times;
    },
    [left, right, y],
  );
}

async function memory(): Promise<void> {
  await openUnanswered();
  await pause(5000);
  const grid = await heldMemory();
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  const names = ['day', 'grp', 'price', 'ratio', 'code', 'big', 'id', 'point'];
  for (const [at, name] of names.entries()) {
    await addChart(`Chart of ${name}`);
    await charts(at + 1);
  }
  await pause(5000);
  const held = await heldMemory();
  report({
    name: 'Memory of the renderer with eight charts above that with a grid',
    measured: held - grid,
    unit: 'MiB',
    bound: 150,
    detail: `${show(held)} and ${show(grid)} MiB, after garbage collection`,
  });
}

/** Chooses a column from the list of all of them: a few are suggested beside it, too. */
async function addChart(name: string): Promise<void> {
  await page.getByRole('region', { name: 'Columns' }).getByRole('button', { name, exact: true }).click();
}

/** Waits until so many charts are drawn. */
async function charts(count: number): Promise<void> {
  await page.waitForFunction(
    (requested) =>
      document.querySelectorAll('[aria-roledescription="chart"]:has(canvas)').length >= requested &&
      document.querySelector('[data-outdated], [role="tabpanel"] [role="status"]') === null,
    count,
    { timeout: 120_000 },
  );
}

/** Proportional set size of the renderer in MiB, after garbage collection. */
async function heldMemory(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  await pause(1000);
  const pid = await rendererOf(application);
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
}

function rendererOf(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);
}

/** A question for groups that the window has asked: when, and when it was answered; 0 before that. */
interface Question {
  readonly id: number;
  readonly began: number;
  ended: number;
}

declare function questions(): Question[];

/** Makes the page note when it asks for groups and when they come. */
async function watchQuestions(window: Page): Promise<void> {
  await window.evaluate(() => {
    const asking: Question[] = [];
    Reflect.set(globalThis, 'questions', () => asking);
    const seen = new WeakSet<MessagePort>();
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: never[]) {
      const call = message as { kind?: string; id: number; name?: string } | null;
      if (call?.kind === 'call' && call.name === 'readGroups') {
        asking.push({ id: call.id, began: performance.now(), ended: 0 });
        if (!seen.has(this)) {
          seen.add(this);
          this.addEventListener('message', ({ data }: MessageEvent<{ kind?: string; id: number }>) => {
            const known = asking.find((each) => each.id === data.id && each.ended === 0);
            if (data.kind === 'result' && known !== undefined) known.ended = performance.now();
          });
        }
      }
      post.call(this, message, ...rest);
    } as typeof post;
  });
}

async function clearQuestions(window: Page): Promise<void> {
  await window.evaluate(() => questions().splice(0));
}

function environment(): Record<string, string> {
  const known = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(known), LANGUAGE: 'en' };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
