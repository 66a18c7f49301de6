import { median, medianRatio, numbersFrom, percentile, report, show } from '../measure.ts';
import { tableRows } from '../table.ts';
import { withDjango } from './django.ts';
import { read, readInTurn, startBenchService, throughput } from './service.ts';

const service = await startBenchService();
const random = numbersFrom(1);
const page = (limit: number, offset: number) => `${service.rows}?limit=${limit}&offset=${offset}`;
const anywhere = (limit: number) => Math.floor(random() * (tableRows - limit));

/** Reads the whole row file once through its pages, so that it is in the page cache. */
async function warm(): Promise<void> {
  for (let offset = 0; offset < tableRows; offset += 10_000) await read(page(10_000, offset));
}

async function latency(): Promise<number> {
  let hundred = 0;
  for (const [limit, bound] of [
    [100, 5],
    [500, 8],
    [1000, 15],
  ] as const) {
    const times = await readInTurn(300, () => page(limit, anywhere(limit)));
    if (limit === 100) hundred = median(times);
    const detail = `median ${show(median(times))} ms, 300 random offsets`;
    report({
      name: `Page of ${limit} rows over HTTP, p95`,
      measured: percentile(times, 0.95),
      unit: 'ms',
      bound,
      detail,
    });
  }
  return hundred;
}

async function depth(): Promise<void> {
  const first: number[] = [];
  const last: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    first.push((await read(page(100, 0))).time);
    last.push((await read(page(100, tableRows - 10_000))).time);
  }
  const detail = `${show(median(last))} ms and ${show(median(first))} ms`;
  report({
    name: "Page at the table's end / at its beginning",
    measured: median(last) / median(first),
    unit: '×',
    bound: 1.5,
    detail,
  });
}

async function engineRoute(ours: number): Promise<void> {
  const times = await readInTurn(40, () => `${service.bare}/engine?limit=100&offset=${anywhere(100)}`);
  const detail = `${show(median(times))} ms and ${show(ours)} ms`;
  report({
    name: "The engine's own rows over HTTP / our page of 100",
    measured: median(times) / ours,
    unit: '×',
    bound: 10,
    least: true,
    detail,
  });
}

/** Pages and ready buffers in turn, with the processor time that each takes of the service's process. */
async function compareWithReady() {
  const routes = {
    ours: () => page(100, anywhere(100)),
    ready: () => `${service.bare}/ready`,
  } as const;
  const found = {
    ours: { rates: [] as number[], processor: [] as number[] },
    ready: { rates: [] as number[], processor: [] as number[] },
  };
  for (let round = 0; round < 7; round += 1) {
    for (const name of ['ready', 'ours'] as const) {
      const before = (await service.state()).processor;
      const { perSecond, done } = await throughput(16, 1500, routes[name]);
      found[name].rates.push(perSecond);
      found[name].processor.push(((await service.state()).processor - before) / done);
    }
  }
  return found;
}

async function manyReaders(): Promise<void> {
  const empty = await throughput(16, 3000, () => `${service.bare}/empty`);
  const { ours, ready } = await compareWithReady();
  const engine = await throughput(16, 5000, () => `${service.bare}/engine?limit=100&offset=${anywhere(100)}`);
  const perSecond = median(ours.rates);
  const rates = `${show(perSecond)}/s, empty ${show(empty.perSecond)}/s, ready buffer ${show(median(ready.rates))}/s, engine ${show(engine.perSecond)}/s`;
  report({
    name: 'Pages per second with 16 readers / an empty route',
    measured: perSecond / empty.perSecond,
    unit: '×',
    bound: 0.2,
    least: true,
    detail: rates,
  });
  report({
    name: 'Pages per second with 16 readers / a route that sends a ready buffer',
    measured: 1 / medianRatio(ready.rates, ours.rates),
    unit: '×',
    bound: 0.5,
    least: true,
    detail: `${rates}; processor time of the service ${show(median(ours.processor) * 1000)} and ${show(median(ready.processor) * 1000)} µs`,
  });
  report({
    name: "Pages per second with 16 readers / the engine's own rows",
    measured: perSecond / engine.perSecond,
    unit: '×',
    bound: 15,
    least: true,
    detail: rates,
  });
  const many = await throughput(64, 5000, () => page(100, anywhere(100)));
  report({
    name: 'Failed requests with 64 readers',
    measured: many.failed,
    unit: 'requests',
    bound: 0,
    detail: `${show(many.perSecond)}/s`,
  });
}

async function memory(): Promise<void> {
  const before = (await service.state()).memory.now;
  await readInTurn(10_000, () => page(100, anywhere(100)));
  const { memory: after, stall } = await service.state();
  report({
    name: 'Memory that 10,000 random pages add',
    measured: after.now - before,
    unit: 'MiB',
    bound: 300,
    detail: `${show(before)} MiB before`,
  });
  report({
    name: 'Longest stall of the event loop during these',
    measured: stall,
    unit: 'ms',
    bound: 50,
    detail: '10,000 pages of 100 rows',
  });
}

await warm();
if (process.argv[2] === 'readers') {
  await manyReaders();
} else {
  const ours = await latency();
  await depth();
  await engineRoute(ours);
  await manyReaders();
  await memory();
  await withDjango(async (peers) => {
    for (const { name, rows, bound } of peers) {
      const mine: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < 20; round += 1) {
        const offset = anywhere(100);
        theirs.push((await read(`${rows}?limit=100&offset=${offset}&format=json`)).time);
        mine.push((await read(page(100, offset))).time);
      }
      const detail = `${show(median(theirs))} ms and ${show(median(mine))} ms`;
      report({
        name: `${name} / our page of 100`,
        measured: median(theirs) / median(mine),
        unit: '×',
        bound,
        least: true,
        detail,
      });
    }
  });
}
await service.stop();
