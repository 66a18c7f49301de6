import { join } from 'node:path';
import type { StoredVersion } from '../../electron/service/files/stored-version.ts';
import { startService } from '../../electron/service/service.ts';
import { openPlainEngine, parquetFormat } from '../files/engine.ts';
import { published, storedPath } from '../files/store.ts';
import { interleaved, median, medianRatio, percentile, report, seconds, timed } from '../measure.ts';
import { cacheFolder, tableRows } from '../table.ts';

/** Facts with a key that names one of 100,000 areas, in the order of their ids. */
const areas = 100_000;
const engine = await openPlainEngine('384MB');
const folder = join(cacheFolder, `recipes-${tableRows}`);
const service = await startService({ dataFolder: folder, samples: null, prepareRows: false });
const { rows } = service.deps;

function publishedTable(slug: string, sql: string): Promise<StoredVersion> {
  return published(service, slug, async () => {
    const path = join(cacheFolder, `${slug}-${tableRows}.parquet`);
    await engine.connection.run(`COPY (${sql}) TO '${path}' (${parquetFormat})`);
    return { path, format: 'parquet' };
  });
}

const facts = await publishedTable(
  'facts',
  `SELECT i AS id, 'K' || (hash(i) % ${areas}) AS key, 1990 + i % 35 AS year, (hash(i * 7) % 1000000) / 100 AS value FROM range(${tableRows}) AS t(i)`,
);
const places = await publishedTable(
  'areas',
  `SELECT 'K' || i AS key, 'Region ' || (i % 100) AS region, (1 + hash(i) % 100000)::BIGINT AS people FROM range(${areas}) AS t(i)`,
);
const store = join(folder, 'rows');
const inputs = [
  { name: 'bench/facts', version: facts },
  { name: 'bench/areas', version: places },
];
const join10 = 'SELECT f.id, f.key, f.year, f.value, a.region, a.people FROM FACTS AS f JOIN AREAS AS a USING (key)';
const ours = join10.replace('FACTS', '"bench/facts"').replace('AREAS', '"bench/areas"');
const theirs = join10
  .replace('FACTS', `read_parquet('${storedPath(store, facts)}')`)
  .replace('AREAS', `read_parquet('${storedPath(store, places)}')`);

let made = 0;
async function publish(sql: string, limitMs = 600_000): Promise<void> {
  made += 1;
  await rows.check(sql, {});
  const statement = { sql, inputs, geometries: [], maxRows: null, limitMs };
  await rows.remove((await rows.derive(`made-${made}-${process.pid}`, statement, {})).key);
}
const target = join(cacheFolder, `copy-${process.pid}.parquet`);
const copy = (order: string) => engine.connection.run(`COPY (${theirs}${order}) TO '${target}' (${parquetFormat})`);

// Every result has a total order, which the engine has to sort for as well: its joins keep no order.
const inOrder = await interleaved(3, { engine: () => copy(''), ours: () => publish(ours) });
report({
  name: 'Publishing a join with 100,000 rows / the engine’s COPY in no order',
  measured: medianRatio(inOrder.ours, inOrder.engine),
  unit: '×',
  bound: 1.3,
  detail: `${seconds(median(inOrder.ours))} and ${seconds(median(inOrder.engine))}`,
});
const shuffled = await interleaved(3, {
  engine: () => copy(' ORDER BY key, id'),
  ours: () => publish(ours.replace('f.id, f.key', 'f.key, f.id')),
});
report({
  name: 'Publishing a join with 100,000 rows / the engine’s COPY in the same order',
  measured: medianRatio(shuffled.ours, shuffled.engine),
  unit: '×',
  bound: 1.3,
  detail: `${seconds(median(shuffled.ours))} and ${seconds(median(shuffled.engine))}`,
});

const page = { filters: [], ordering: [], search: '', fields: null, version: null };
const pageTime = () => timed(() => rows.open(facts).page(page, Math.floor(Math.random() * tableRows), 100));
const pages = async (until: () => boolean) => {
  const times: number[] = [];
  while (!until() || times.length < 100) times.push(await pageTime());
  return percentile(times, 0.95);
};
const quiet = await pages(() => true);
let ended = false;
const running = publish(ours).finally(() => {
  ended = true;
});
const busy = await pages(() => ended);
await running;
report({
  name: 'Page of 100 rows while a recipe runs / while none does, p95',
  measured: busy / quiet,
  unit: '×',
  bound: 3,
  detail: `${busy.toFixed(2)} and ${quiet.toFixed(2)} ms`,
});

/** Both directions, because the second answer to the same question is kept. */
const reportTimes: number[] = [];
for (const [left, right] of [
  ['facts', 'areas'],
  ['areas', 'facts'],
]) {
  const body = JSON.stringify({ left: `bench/${left}`, right: `bench/${right}`, on: [['key', 'key']] });
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body };
  reportTimes.push(await timed(async () => (await fetch(`${service.url}api/v1/sql/join-report/`, request)).json()));
}
report({
  name: 'Join report',
  measured: median(reportTimes),
  unit: 'ms',
  bound: 1_000,
  detail: reportTimes.map(seconds).join(' and '),
});
engine.close();
await service.close();
