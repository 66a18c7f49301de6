import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { numberFactsSql } from '../electron/service/rows/profile-sql.ts';
import { everyRow, type RowQuery } from '../shared/row-query.ts';
import { openPlainEngine } from './engine.ts';
import { interleaved, median, report, residentMemory, seconds, show, timed } from './measure.ts';
import { cachePath, first, openBenchStore, storedPath } from './store.ts';

const { rows, folder, versions } = await openBenchStore();
const [version, later] = [first(versions), first(versions, 1)];
const engine = await openPlainEngine();
const file = storedPath(folder, version);

let salt = 0;
/** A query that selects everything, and of which nothing is known. */
function fresh(): RowQuery {
  salt += 1;
  return { ...everyRow, filters: [{ column: 'id', lookup: 'ne', value: `${-salt}` }] };
}

const rowsOf = { from: `read_parquet('${file}')`, values: [] };
const outline = await timed(() => rows.outline(version));
report({
  name: 'First numbers of all columns',
  measured: outline,
  unit: 'ms',
  bound: 100,
  detail: 'from the statistics of the stored file',
});

const counted = await interleaved(5, {
  engine: () => engine.connection.run(`SELECT count(price + 0) FROM read_parquet('${file}')`),
  basic: () =>
    engine.connection.run(`SELECT count(*), count(price + 0), min(price + 0), max(price + 0) FROM ${rowsOf.from}`),
  facts: () => engine.connection.run(numberFactsSql(rowsOf, 'price', true)),
  ours: () => rows.profile(version, fresh(), 'price', {}),
});
const [scan, basic] = [median(counted.engine), median(counted.basic)];
const [facts, whole] = [median(counted.facts), median(counted.ours)];
report({
  name: 'Count, missing, least and most of a column / a counting scan',
  measured: basic / scan,
  unit: '×',
  bound: 1.5,
  detail: `${show(basic)} ms and ${show(scan)} ms`,
});
report({
  name: 'With distinct and quartiles / a counting scan',
  measured: facts / scan,
  unit: '×',
  bound: 4,
  detail: `${show(facts)} ms; the whole profile with histogram and frequent values ${show(whole)} ms`,
});

const hash = `hash(${['grp', 'big', 'price', 'ratio', 'code', 'name', 'note', 'day', 'ST_AsWKB(point)'].join(', ')})`;
const side = (path: string) =>
  `(SELECT id, file_row_number AS r, ${hash} AS h FROM read_parquet('${path}', file_row_number = true))`;
const join_ = `SELECT id, a.r, b.r FROM ${side(file)} a FULL JOIN ${side(storedPath(folder, later))} b USING (id) WHERE a.h IS DISTINCT FROM b.h`;
let found = '';
const compared = await interleaved(2, {
  engine: () => engine.connection.run(join_),
  ours: async () => {
    await forgetDiffs();
    const { added, removed, changed } = await rows.diff(version, later, ['id'], {});
    found = `${added} added, ${removed} removed, ${changed} changed`;
  },
});
const detail = `${seconds(median(compared.ours))} and ${seconds(median(compared.engine))}; ${found}`;
report({
  name: 'Comparing two versions by key / the hash full join',
  measured: median(compared.ours) / median(compared.engine),
  unit: '×',
  bound: 1.2,
  detail,
});
report({
  name: 'Highest resident memory of profiling and comparing',
  measured: residentMemory().peak,
  unit: 'MiB',
  bound: 1536,
  detail: 'engine and ours in one process',
});
engine.close();
await rows.close();

async function forgetDiffs(): Promise<void> {
  const cache = cachePath(folder, later);
  for (const name of await readdir(cache)) if (name.endsWith('.diff')) await rm(join(cache, name), { recursive: true });
}
