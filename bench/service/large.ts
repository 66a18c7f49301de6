import { fork } from 'node:child_process';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredVersion } from '../../electron/service/files/stored-version.ts';
import { startService } from '../../electron/service/service.ts';
import { everyRow, type RowQuery, rowQueryToParameters } from '../../shared/row-query.ts';
import { openPlainEngine } from '../files/engine.ts';
import { cachePath, published, rowsAddress, storedPath, unanswered } from '../files/store.ts';
import { interleaved, median, numbersFrom, percentile, report, residentMemory, seconds, show } from '../measure.ts';
import { cacheFolder, largeFile } from '../table.ts';
import { answerOf, read } from './service.ts';

/**
 * A hundred million rows of six columns (`ALMANAC_BENCH_ROWS` for fewer): first pages and indexes of orders against the
 * engine's own, pages against those of a million rows, memory and disk. The service has its own process, as in the
 * product, so that its memory is measured without the engine that it is compared to. The arguments `orders` and `pages`
 * measure only these; `orders grp day` only those by these columns.
 */
const largeRows = Number(process.env.ALMANAC_BENCH_ROWS ?? 100_000_000);
const smallRows = Math.min(1_000_000, largeRows);

const sizes = { large: largeRows, small: smallRows } as const;
type Size = keyof typeof sizes;

type Command =
  | {
      readonly kind: 'page';
      readonly size: Size;
      readonly query: RowQuery;
      readonly offset: number;
      readonly limit: number;
      readonly countLater: boolean;
    }
  /** Reads the same bytes as a page of these rows, with nothing but the reads. */
  | { readonly kind: 'bare'; readonly size: Size; readonly numbers: readonly number[] }
  | { readonly kind: 'numbers'; readonly size: Size; readonly query: RowQuery; readonly offset: number }
  | { readonly kind: 'memory' }
  | { readonly kind: 'stop' };

interface Started {
  /** The folder of the row store. */
  readonly folder: string;
  /** The addresses of the rows of both datasets. */
  readonly addresses: Readonly<Record<Size, string>>;
  readonly versions: Readonly<Record<Size, StoredVersion>>;
}

/** Rows of the pages that both sizes are compared by. */
const pageRows = 100;

function rowPaths(folder: string, version: StoredVersion) {
  const rows = join(cachePath(folder, version), 'rows');
  return { rows: join(rows, 'rows.bin'), offsets: join(rows, 'rows.off') };
}

/** Milliseconds of reading some rows of a row file, those that follow each other at once; their offsets are read before. */
function bareReads(paths: ReturnType<typeof rowPaths>, numbers: readonly number[]): number {
  const [rows, offsets] = [openSync(paths.rows, 'r'), openSync(paths.offsets, 'r')];
  try {
    const spans: [start: number, end: number][] = [];
    const entry = new Float64Array(2);
    for (const number of numbers) {
      readSync(offsets, entry, 0, 16, number * 8);
      const [start = 0, end = 0] = entry;
      const last = spans[spans.length - 1];
      if (last !== undefined && last[1] === start) last[1] = end;
      else spans.push([start, end]);
    }
    const target = Buffer.allocUnsafe(Math.max(...spans.map(([start, end]) => end - start)));
    const began = performance.now();
    for (const [start, end] of spans) readSync(rows, target, 0, end - start, start);
    return performance.now() - began;
  } finally {
    for (const file of [rows, offsets]) closeSync(file);
  }
}

/** The process of the service, filled at the first run. */
async function serve(): Promise<void> {
  const dataFolder = join(cacheFolder, `large-${largeRows}`);
  const folder = join(dataFolder, 'rows');
  const service = await startService({ dataFolder });
  const { rows } = service.deps;
  const fill = (size: Size) =>
    published(service, size, async () => ({ path: await largeFile(sizes[size]), format: 'parquet' }));
  const versions = { large: await fill('large'), small: await fill('small') };
  const addresses = { large: rowsAddress(service, 'large'), small: rowsAddress(service, 'small') };
  const answer = async (command: Command): Promise<unknown> => {
    if (command.kind === 'memory') return residentMemory();
    if (command.kind === 'bare') return bareReads(rowPaths(folder, versions[command.size]), command.numbers);
    if (command.kind === 'numbers') {
      const { size, query, offset } = command;
      const { json } = await rows.open(versions[size]).page({ ...query, fields: ['id'] }, offset, pageRows);
      // Ids are consecutive from 0.
      return (JSON.parse(`[${json.toString('utf8')}]`) as { id: number }[]).map(({ id }) => id);
    }
    if (command.kind === 'page') {
      const { size, query, offset, limit, countLater } = command;
      const began = performance.now();
      await rows.open(versions[size]).page(query, offset, limit, { countLater });
      return performance.now() - began;
    }
    await service.close();
    return process.exit(0);
  };
  process.on('disconnect', () => process.exit(0));
  process.on('message', ({ id, command }: { id: number; command: Command }) => {
    void answer(command).then((result) => process.send?.({ id, answer: result }));
  });
  process.send?.({ id: 0, answer: { folder, versions, addresses } satisfies Started });
}

function startStore() {
  const child = fork(import.meta.filename, ['store'], { env: { ...process.env, UV_THREADPOOL_SIZE: '16' } });
  let last = 0;
  const ask = (command: Command) => {
    last += 1;
    const answer = answerOf(child, last);
    child.send({ id: last, command });
    return answer;
  };
  return {
    started: answerOf(child, 0) as Promise<Started>,
    /** Milliseconds of a page within the store. */
    page: (size: Size, query: RowQuery, offset: number, limit: number, countLater = false) =>
      ask({ kind: 'page', size, query, offset, limit, countLater }) as Promise<number>,
    /** Numbers of the rows of a page. */
    numbers: (size: Size, query: RowQuery, offset: number) =>
      ask({ kind: 'numbers', size, query, offset }) as Promise<readonly number[]>,
    /** Milliseconds of reading rows with nothing but a read for each, or one for all if they are consecutive. */
    bare: (size: Size, numbers: readonly number[]) => ask({ kind: 'bare', size, numbers }) as Promise<number>,
    memory: () => ask({ kind: 'memory' }) as Promise<ReturnType<typeof residentMemory>>,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.send({ id: -1, command: { kind: 'stop' } });
      }),
  };
}

interface Order {
  readonly column: string;
  readonly name: string;
  /** Maximum time of the index in proportion to the engine's ordering of row numbers. */
  readonly bound: number;
}

const orders: readonly Order[] = [
  { column: 'price', name: 'price (10 million distinct)', bound: 1.15 },
  { column: 'grp', name: 'grp (1,000 distinct)', bound: 1.15 },
  { column: 'day', name: 'day (9,000 distinct)', bound: 0.5 },
  { column: 'name', name: 'name (100,000 distinct)', bound: 0.5 },
];

type Store = ReturnType<typeof startStore>;

async function measureOrders(store: Store, columns: readonly string[]): Promise<void> {
  const { folder, versions } = await store.started;
  const engine = await openPlainEngine('576MiB');
  const table = `read_parquet('${storedPath(folder, versions.large)}', file_row_number = true)`;
  const rounds = largeRows > 20_000_000 ? 1 : 3;
  const run = (sql: string) => engine.connection.run(sql);
  const measured = orders.filter(({ column }) => columns.length === 0 || columns.includes(column));
  for (const { column, name, bound } of measured) {
    const query = () => unanswered({ ordering: [{ column, descending: false }] });
    const order = `ORDER BY ${column} NULLS LAST, file_row_number`;
    const middle = (asked: RowQuery) => store.page('large', asked, Math.floor(largeRows / 2), 1);
    let last = query();
    const early = await interleaved(3, {
      // A page states the number of rows, so the engine counts them too.
      engine: async () => {
        await run(`SELECT count(*) FROM ${table} WHERE id <> -1`);
        await run(`SELECT * FROM ${table} WHERE id <> -1 ${order} LIMIT 1000`);
      },
      ours: () => {
        last = query();
        return store.page('large', last, 0, 1000);
      },
    });
    // Its index is built in the background, and would slow the next ones down.
    await middle(last);
    const detail = `${seconds(median(early.ours))} and ${seconds(median(early.engine))}`;
    report({
      name: `First 1,000 rows by ${name} / the engine's own, and its count`,
      measured: median(early.ours) / median(early.engine),
      unit: '×',
      bound: 1.5,
      detail,
    });
    report({ name: `First 1,000 rows by ${name}`, measured: median(early.ours) / 1000, unit: 's', bound: 3, detail });
    const whole = await interleaved(rounds, {
      engine: () => run(`SELECT file_row_number::INTEGER FROM ${table} WHERE id <> -1 ${order}`),
      // A page in the middle, which only the index has.
      ours: () => middle(query()),
    });
    report({
      name: `Index by ${name} / the engine's ordering of row numbers`,
      measured: median(whole.ours) / median(whole.engine),
      unit: '×',
      bound,
      detail: `${seconds(median(whole.ours))} and ${seconds(median(whole.engine))}`,
    });
  }
  engine.close();
}

async function measureSearch(store: Store): Promise<void> {
  // A tenth of the rows; each with a filter that no run has used yet.
  const search = () => unanswered({ search: 'name 01' });
  const found: { readonly first: number; readonly counted: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const counted = await store.page('large', search(), 0, 100);
    found.push({ counted, first: await store.page('large', search(), 0, 100, true) });
    // The rest of this search is read in the background, and would slow the next one down.
    await store.page('large', search(), 0, 100);
  }
  const [first, counted] = [median(found.map((one) => one.first)), median(found.map((one) => one.counted))];
  report({
    name: 'First 100 matches of a search / the same with their number',
    measured: first / counted,
    unit: '×',
    bound: 0.1,
    detail: `${show(first)} ms and ${seconds(counted)}`,
  });
}

async function measurePages(store: Store): Promise<void> {
  const { folder, versions, addresses } = await store.started;
  for (const size of ['small', 'large'] as const) await warm(rowPaths(folder, versions[size]));
  const random = numbersFrom(5);
  const kinds: Readonly<Record<string, RowQuery>> = {
    plain: everyRow,
    sorted: { ...everyRow, ordering: [{ column: 'name', descending: true }] },
    filtered: { ...everyRow, filters: [{ column: 'grp', lookup: 'lt', value: '500' }] },
  };
  for (const [kind, query] of Object.entries(kinds)) {
    for (const size of ['small', 'large'] as const) await store.page(size, query, Math.floor(sizes[size] / 4), 1);
    const places = Array.from({ length: 400 }, () => random() / 2.1);
    const offset = (share: number, size: Size) => Math.floor(share * sizes[size]);
    // Of other pages: none finds what the other has just read in the processor's cache.
    const others: Record<Size, (readonly number[])[]> = { large: [], small: [] };
    for (const share of places) {
      const other = (share + 0.23) % 0.47;
      for (const size of ['small', 'large'] as const)
        others[size].push(await store.numbers(size, query, offset(other, size)));
    }
    const pages: Record<Size, number[]> = { large: [], small: [] };
    const bare: Record<Size, number[]> = { large: [], small: [] };
    const http: Record<Size, number[]> = { large: [], small: [] };
    const page = (size: Size, share: number) => store.page(size, query, offset(share, size), pageRows);
    const request = async (size: Size, share: number) => {
      const parameters = [
        ...rowQueryToParameters(query),
        ['limit', `${pageRows}`],
        ['offset', `${offset(share, size)}`],
      ];
      return (await read(`${addresses[size]}?${new URLSearchParams(parameters)}`)).time;
    };
    // The first round has other pages, and is not counted: threads start, and tables are loaded.
    for (const share of places) {
      for (const size of ['small', 'large'] as const) {
        await page(size, (share + 0.01) / 1.1);
        await request(size, (share + 0.02) / 1.1);
      }
    }
    for (const [at, share] of places.entries()) {
      for (const size of ['small', 'large'] as const) {
        pages[size].push(await page(size, share));
        http[size].push(await request(size, (share + 0.11) % 0.47));
        bare[size].push(await store.bare(size, others[size][at] ?? []));
      }
    }
    const p95 = (times: readonly number[]) => percentile(times, 0.95);
    const of = `of 100 rows of ${largeRows.toLocaleString('en')}, ${kind}`;
    const figure = (name: string, times: Record<Size, readonly number[]>, more = '') =>
      report({
        name: `${name} / of ${smallRows.toLocaleString('en')}, p95`,
        measured: p95(times.large) / p95(times.small),
        unit: '×',
        bound: 1.3,
        detail: `${show(p95(times.large))} and ${show(p95(times.small))} ms, median ${show(median(times.large))} and ${show(median(times.small))} ms${more}`,
      });
    figure(`Page ${of}, over HTTP`, http);
    const limit = `; bare reads of such rows p95 ${show(p95(bare.large))} and ${show(p95(bare.small))} ms, median ${show(median(bare.large))} and ${show(median(bare.small))} ms`;
    figure(`The store's part of a page ${of}`, pages, limit);
  }
}

async function measure([part, ...columns]: readonly string[]): Promise<void> {
  const store = startStore();
  const { folder, versions } = await store.started;
  if (part !== 'pages') {
    await measureOrders(store, columns);
    if (columns.length === 0) await measureSearch(store);
  }
  if (part !== 'orders') await measurePages(store);
  const { peak } = await store.memory();
  report({
    name: 'Peak resident memory of the store, filling included if it was filled now',
    measured: peak,
    unit: 'MiB',
    bound: 1024,
    detail: `${largeRows.toLocaleString('en')} rows`,
  });
  const cache = cachePath(folder, versions.large);
  const views = (await readdir(cache)).filter((name) => name.endsWith('.view'));
  const sizeOf = async (path: string) => (await stat(path)).size;
  const parquet = await sizeOf(storedPath(folder, versions.large));
  const rowFile = (await sizeOf(join(cache, 'rows', 'rows.bin'))) + (await sizeOf(join(cache, 'rows', 'rows.off')));
  const used = (await folderBytes(join(folder, 'versions', versions.large.key))) + (await folderBytes(cache));
  report({
    name: 'Disk / (Parquet + row file + 4 bytes per row and view)',
    measured: used / (parquet + rowFile + 4 * largeRows * views.length),
    unit: '×',
    bound: 1.3,
    detail: `${show(used / 2 ** 30)} GiB: Parquet ${show(parquet / 2 ** 30)}, row file ${show(rowFile / 2 ** 30)}, ${views.length} views`,
  });
  await store.stop();
  for (const name of views) await rm(join(cache, name), { force: true });
}

/** Reads a row file once from front to back, so that it is in the page cache. */
async function warm(paths: ReturnType<typeof rowPaths>): Promise<void> {
  for (const path of Object.values(paths)) {
    const stream = createReadStream(path, { highWaterMark: 2 ** 20 });
    for await (const piece of stream) void piece;
  }
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(files.map((entry) => stat(join(entry.parentPath, entry.name))));
  return found.reduce((sum, { size }) => sum + size, 0);
}

if (process.argv[2] === 'store') await serve();
else await measure(process.argv.slice(2));
