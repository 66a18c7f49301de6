import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { everyRow, type RowQuery } from '../../shared/row-query.ts';
import { openPlainEngine } from '../files/engine.ts';
import { cachePath, first, openBenchStore, storedPath, unanswered } from '../files/store.ts';
import {
  dropFileCache,
  interleaved,
  median,
  numbersFrom,
  percentile,
  report,
  seconds,
  show,
  skip,
  timed,
} from '../measure.ts';
import { tableRows } from '../table.ts';

const { rows, folder, versions } = await openBenchStore();
const version = first(versions);
const engine = await openPlainEngine();
const file = storedPath(folder, version);
const table = `read_parquet('${file}', file_row_number = true)`;

/** A page deep in the view, which needs the complete index. */
function build(query: RowQuery): Promise<unknown> {
  return rows.open(version).page(query, 2000, 1);
}

interface Build {
  readonly name: string;
  readonly query: Partial<RowQuery>;
  readonly limit: string;
  readonly bound: number;
}

const builds: readonly Build[] = [
  {
    name: 'a float',
    query: { ordering: [{ column: 'price', descending: true }] },
    limit: 'ORDER BY price DESC NULLS LAST, file_row_number',
    bound: 1.5,
  },
  {
    name: 'an integer with gaps',
    query: { ordering: [{ column: 'grp', descending: false }] },
    limit: 'ORDER BY grp NULLS LAST, file_row_number',
    bound: 1.5,
  },
  {
    name: 'a date',
    query: { ordering: [{ column: 'day', descending: false }] },
    limit: 'ORDER BY day NULLS LAST, file_row_number',
    bound: 0.5,
  },
];

for (const { name, query, limit, bound } of builds) {
  const times = await interleaved(3, {
    engine: () => engine.connection.run(`SELECT file_row_number::INTEGER FROM ${table} WHERE id <> -1 ${limit}`),
    ours: () => build(unanswered(query)),
  });
  const detail = `${seconds(median(times.ours))} and ${seconds(median(times.engine))}`;
  report({
    name: `Index of a view ordered by ${name} / the engine's ordering of row ids`,
    measured: median(times.ours) / median(times.engine),
    unit: '×',
    bound,
    detail,
  });
}

for (const [name, order, offset] of [
  ['first', 'day NULLS LAST, file_row_number', 0],
  ['last', 'day DESC NULLS FIRST, file_row_number DESC', tableRows - 1000],
] as const) {
  const query: Partial<RowQuery> = { ordering: [{ column: 'day', descending: false }] };
  const selected = `FROM ${table} WHERE id <> -1`;
  const times = await interleaved(3, {
    // A page contains the number of rows, so the engine must count them too.
    engine: async () => {
      await engine.connection.run(`SELECT count(*) ${selected}`);
      await engine.connection.run(`SELECT * ${selected} ORDER BY ${order} LIMIT 1000`);
    },
    ours: () => rows.open(version).page(unanswered(query), offset, 1000),
  });
  report({
    name: `The ${name} 1,000 rows ordered by a date, before their index / the engine's own, and its count`,
    measured: median(times.ours) / median(times.engine),
    unit: '×',
    bound: 1.5,
    detail: `${seconds(median(times.ours))} and ${seconds(median(times.engine))}`,
  });
}

const text = await timed(() => build(unanswered({ ordering: [{ column: 'name', descending: false }] })));
report({
  name: 'Index of a view ordered by near-distinct texts',
  measured: text / 1000,
  unit: 's',
  bound: 15,
  detail: `${tableRows} rows`,
});

for (const [name, filters, where] of [
  ['price > 50000', [{ column: 'price', lookup: 'gt', value: '50000' }], 'price > 50000'],
  ['note contains "dolor"', [{ column: 'note', lookup: 'contains', value: 'dolor' }], "contains(note, 'dolor')"],
] as const) {
  const times = await interleaved(3, {
    engine: () => engine.connection.run(`SELECT count(*) FROM ${table} WHERE id <> -1 AND ${where}`),
    ours: () => build(unanswered({ filters })),
  });
  const over = median(times.ours) - 2 * median(times.engine);
  const detail = `${seconds(median(times.ours))}, the engine's count ${seconds(median(times.engine))}`;
  report({
    name: `Index of the filter ${name}, in addition to twice its count`,
    measured: over / 1000,
    unit: 's',
    bound: 0.5,
    detail,
  });
}

// Ids ascend, so that those of a range are in one row group, or two.
const within = [
  { column: 'id', lookup: 'gte', value: `${Math.floor(tableRows / 3)}` },
  { column: 'id', lookup: 'lt', value: `${Math.floor(tableRows / 3) + 5000}` },
] as const;
const skipping = await interleaved(3, {
  some: () => build(unanswered({ filters: within })),
  all: () => build(unanswered()),
});
report({
  name: 'Index of a filter by a range of an ascending column / of one that all rows match',
  measured: median(skipping.some) / median(skipping.all),
  unit: '×',
  bound: 0.2,
  detail: `${show(median(skipping.some))} and ${show(median(skipping.all))} ms`,
});

const sorted: RowQuery = { ...everyRow, ordering: [{ column: 'name', descending: true }] };
await build(sorted);
const random = numbersFrom(2);
const page = (limit: number) => rows.open(version).page(sorted, Math.floor(random() * (tableRows - limit)), limit);
for (let round = 0; round < 2000; round += 1) await page(1000);
for (const [limit, bound] of [
  [100, 10],
  [500, 20],
  [1000, 30],
] as const) {
  const times: number[] = [];
  for (let round = 0; round < 300; round += 1) times.push(await timed(() => page(limit)));
  report({
    name: `Page of ${limit} rows of a sorted view, p95`,
    measured: percentile(times, 0.95),
    unit: 'ms',
    bound,
    detail: `median ${show(median(times))} ms`,
  });
}

await measureCold();
const again = await openAgain();
const reopened = await timed(() => again.open(version).page(sorted, 5000, 1));
report({
  name: 'Reopening a stored view, with its first page',
  measured: reopened,
  unit: 'ms',
  bound: 200,
  detail: 'checked by its CRC-32',
});
await again.close();
engine.close();
await rm(join(folder, 'views-made'), { force: true });
await removeMadeViews();

/** Rows all over the file, and their positions in the view, are read from disk with a cold page cache. */
async function measureCold(): Promise<void> {
  const cache = cachePath(folder, version);
  const views = (await readdir(cache)).filter((name) => name.endsWith('.view'));
  const files = [...views, 'rows/rows.bin', 'rows/rows.off'].map((name) => join(cache, name));
  const times: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    if (!(await dropFileCache(files))) return skip('Cold pages', 'needs dd of the GNU coreutils');
    times.push(await timed(() => page(100)));
  }
  report({
    name: 'Page of 100 rows of a sorted view, cold file cache, p95',
    measured: percentile(times, 0.95),
    unit: 'ms',
    bound: 50,
    detail: `median ${show(median(times))} ms, 40 random pages`,
  });
}

/** A folder can have only one open store, so the current one is closed first. */
async function openAgain() {
  await rows.close();
  return (await openBenchStore()).rows;
}

async function removeMadeViews(): Promise<void> {
  const cache = cachePath(folder, version);
  for (const name of await readdir(cache)) if (name.endsWith('.view')) await rm(join(cache, name));
}
