import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { enableCompileCache } from '../../electron/lib/compile-cache.ts';
import type { StoredVersion } from '../../electron/service/files/stored-version.ts';
import { openRowStore } from '../../electron/service/opening/open-row-store.ts';
import {
  interleaved,
  median,
  medianRatio,
  report,
  resetPeak,
  residentMemory,
  seconds,
  skip,
  timed,
} from '../measure.ts';
import { has, type Psql, withPostgres } from '../peers.ts';
import { cacheFolder, tableFile, tableRows } from '../table.ts';
import { csvReader, openPlainEngine, parquetFormat } from './engine.ts';

const run = promisify(execFile);
// As the application and its command line do.
enableCompileCache(join(cacheFolder, 'code'));
const csv = await tableFile('csv');
const folder = join(cacheFolder, 'ingest');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const rounds = 5;

/** Reports why a peer cannot run; the others are still measured. */
async function measureImports(psql: Psql | null): Promise<number> {
  const engine = await openPlainEngine();
  const rows = await openRowStore(join(folder, 'store'), { prepareAlways: false });
  const withSqlite = await has('sqlite3');
  if (!withSqlite) skip('SQLite .import', 'apt-get install sqlite3');
  const kept: StoredVersion[] = [];
  let number = 0;
  let peak = 0;
  const imports = {
    engine: () =>
      engine.connection.run(`COPY (FROM ${csvReader(csv)}) TO '${join(folder, 'raw.parquet')}' (${parquetFormat})`),
    ours: async () => {
      await resetPeak();
      number += 1;
      kept.push(await rows.ingest(`v${number}`, { path: csv, format: 'csv' }, {}, { onProgress: () => {} }));
    },
    rowFile: async () => {
      const version = kept.at(-1);
      if (version) await rows.open(version).prepare({});
      peak = Math.max(peak, residentMemory().peak);
    },
    sqlite: () => (withSqlite ? importIntoSqlite() : null),
    postgres: () => (psql ? importIntoPostgres(psql) : null),
  };
  const times = await interleaved(rounds, imports, async () => {
    // Making room for the next version is not part of an import.
    for (const old of kept.splice(0, kept.length - 1)) await rows.remove(old.key);
  });
  await rows.close();
  engine.close();
  reportImports(times, peak);
  if (withSqlite) reportPeer('SQLite .import', times.sqlite, times.ours, 2.5);
  if (psql) reportPeer('PostgreSQL COPY', times.postgres, times.ours, 1.2);
  return median(times.ours);
}

function reportImports(times: Readonly<Record<'engine' | 'ours' | 'rowFile', number[]>>, peak: number): void {
  const [raw, ours, rowFile] = [median(times.engine), median(times.ours), median(times.rowFile)];
  const detail = `ours ${seconds(ours)}, COPY ${seconds(raw)}, row file ${seconds(rowFile)}`;
  report({
    name: "Import of CSV to the stored version / the engine's COPY",
    measured: medianRatio(times.ours, times.engine),
    unit: '×',
    bound: 1.25,
    detail,
  });
  report({
    name: "Import with row file / the engine's COPY",
    measured: medianRatio(
      times.ours.map((time, round) => time + (times.rowFile[round] ?? Number.NaN)),
      times.engine,
    ),
    unit: '×',
    bound: 2.2,
    detail,
  });
  report({
    name: 'Peak resident memory of importing CSV',
    measured: peak,
    unit: 'MiB',
    bound: 1024,
    detail: 'engine and ours in one process',
  });
}

function reportPeer(name: string, theirs: readonly number[], ours: readonly number[], bound: number): void {
  const detail = `${seconds(median(theirs))} and ${seconds(median(ours))}`;
  report({
    name: `${name} / our import`,
    measured: medianRatio(theirs, ours),
    unit: '×',
    bound,
    least: true,
    detail,
  });
}

async function importIntoSqlite(): Promise<void> {
  const file = join(folder, 'peer.sqlite');
  await rm(file, { force: true });
  const columns =
    'id INTEGER, grp INTEGER, big INTEGER, price REAL, ratio REAL, code TEXT, name TEXT, note TEXT, day TEXT, point TEXT';
  await run('sqlite3', [file, `CREATE TABLE t(${columns})`, '.mode csv', `.import --skip 1 ${csv} t`]);
}

async function importIntoPostgres(psql: Psql): Promise<void> {
  const columns =
    'id bigint, grp bigint, big bigint, price float8, ratio float8, code text, name text, note text, day text, point text';
  await psql(`DROP TABLE IF EXISTS imported; CREATE TABLE imported(${columns})`);
  await psql(`\\copy imported FROM '${csv}' WITH (FORMAT csv, HEADER true)`);
}

async function measureHopeless(ours: number): Promise<void> {
  const bad = join(folder, 'hopeless.csv');
  await writeFile(bad, `a,b\n${'x,1\n'.repeat(5_000_000)}`);
  const rows = await openRowStore(join(folder, 'store'));
  const requested = { path: bad, format: 'csv', columns: [{ source: 'a', type: 'integer' }] } as const;
  const time = await timed(() => rows.ingest('hopeless', requested, {}, {}).catch(() => {}));
  await rows.close();
  report({
    name: 'Aborting after 5 million invalid rows',
    measured: time / 1000,
    unit: 's',
    bound: 3,
    detail: `an import takes ${seconds(ours)}`,
  });
}

/** Formats that are split into records first, or read line by line, must stay within their memory limit too. */
async function measureMemory(format: 'ndjson' | 'geojson'): Promise<void> {
  const rows = Math.min(tableRows, 2_000_000);
  const path = await tableFile(format, rows);
  const store = await openRowStore(join(folder, 'store'), { prepareAlways: false });
  await resetPeak();
  const time = await timed(() => store.ingest(`memory-${format}`, { path, format }, {}, {}));
  const { peak } = residentMemory();
  await store.close();
  report({
    name: `Peak resident memory of importing ${format}`,
    measured: peak,
    unit: 'MiB',
    bound: 1024,
    detail: `${rows} rows in ${seconds(time)}`,
  });
}

const ours = await withPostgres(measureImports);
await measureHopeless(ours);
await measureMemory('ndjson');
await measureMemory('geojson');
await rm(folder, { recursive: true, force: true });
