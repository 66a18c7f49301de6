import { setTimeout as wait } from 'node:timers/promises';
import { median, numbersFrom, percentile, report, show } from '../measure.ts';
import { tableRows } from '../table.ts';
import { read, type ServiceCommand, startBenchService } from './service.ts';

const service = await startBenchService();
const random = numbersFrom(3);
const page = () => `${service.rows}?limit=100&offset=${Math.floor(random() * (tableRows - 100))}`;
for (let offset = 0; offset < tableRows; offset += 10_000) await read(`${service.rows}?limit=10000&offset=${offset}`);

interface Times {
  readonly pages: number[];
  readonly roots: number[];
}

/** A client that requests a page and the discovery, then pauses; the same with and without load. */
async function readWhile(goesOn: (turns: number) => boolean): Promise<Times> {
  const [pages, roots]: [number[], number[]] = [[], []];
  while (goesOn(pages.length)) {
    pages.push((await read(page())).time);
    roots.push((await read(service.root)).time);
    await wait(5);
  }
  return { pages, roots };
}

/** Enough for a stable baseline: its slowest twentieth are 75 pages. */
const quietPages = 1500;
const { pages: quiet } = await readWhile((turns) => turns < quietPages);
await service.state();

for (const [name, command] of [
  ['a sort of texts', { kind: 'sort', column: 'name', descending: true }],
  ['an export', { kind: 'export' }],
] as const satisfies readonly (readonly [string, ServiceCommand])[]) {
  let running = true;
  const work = service.ask(command).finally(() => {
    running = false;
  });
  const { pages, roots } = await readWhile(() => running);
  await work;
  const { stall } = await service.state();
  const busy = percentile(pages, 0.95);
  const detail = `quiet ${show(percentile(quiet, 0.95))} ms, median ${show(median(pages))} ms, ${pages.length} pages`;
  report({ name: `Page during ${name}, p95`, measured: busy, unit: 'ms', bound: 25, detail });
  report({
    name: `Page during ${name} / quiet, p95`,
    measured: busy / percentile(quiet, 0.95),
    unit: '×',
    bound: 3,
    detail,
  });
  report({
    name: `Discovery during ${name}, p99`,
    measured: percentile(roots, 0.99),
    unit: 'ms',
    bound: 50,
    detail: `median ${show(median(roots))} ms`,
  });
  report({
    name: `Longest stall of the event loop during ${name}`,
    measured: stall,
    unit: 'ms',
    bound: 50,
    detail: "in the service's process",
  });
}
await service.stop();
