import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { everyRow, type RowQuery } from '../../shared/row-query.ts';
import { interleaved, median, report, seconds, timed } from '../measure.ts';
import { cacheFolder, tableColumns } from '../table.ts';
import { openPlainEngine } from './engine.ts';
import { first, openBenchStore, storedPath } from './store.ts';

const { rows, folder, versions } = await openBenchStore();
const version = first(versions);
const engine = await openPlainEngine();
const file = storedPath(folder, version);
const raw = join(cacheFolder, 'raw.out');
const ours = join(cacheFolder, 'ours.out');
const query: RowQuery = {
  ...everyRow,
  filters: [{ column: 'grp', lookup: 'lt', value: '300' }],
  ordering: [{ column: 'price', descending: false }],
};
const fields = tableColumns.filter(({ type }) => type !== 'geometry').map(({ name }) => name);
const selected = `SELECT ${fields.join(', ')} FROM read_parquet('${file}', file_row_number = true) WHERE grp < 300 ORDER BY price ASC NULLS LAST, file_row_number`;
const rounds = 5;

for (const [format, options] of [
  ['csv', 'FORMAT csv, HEADER true'],
  ['ndjson', 'FORMAT json'],
] as const) {
  const times = await interleaved(
    rounds,
    {
      engine: () => engine.connection.run(`COPY (${selected}) TO '${raw}' (${options})`),
      ours: () => rows.open(version).exportTo({ ...query, fields }, format, ours, { onProgress: () => {} }),
    },
    removeTargets,
  );
  const detail = `${seconds(median(times.ours))} and ${seconds(median(times.engine))}, flushed to disk, with SHA-256`;
  report({
    name: `Export to ${format} with filter and order / the same COPY`,
    measured: median(times.ours) / median(times.engine),
    unit: '×',
    bound: 1.15,
    detail,
  });
}
const cancelled = new AbortController();
const target = join(cacheFolder, 'cancelled.csv');
const exporting = rows
  .open(version)
  .exportTo(query, 'csv', target, { signal: cancelled.signal })
  .then(
    () => true,
    () => false,
  );
setTimeout(() => cancelled.abort(), 1000);
await new Promise((resolve) => cancelled.signal.addEventListener('abort', resolve, { once: true }));
const answered = await timed(() => exporting);
const isLeft = existsSync(target) || existsSync(`${target}.part`);
report({
  name: 'Time to cancel an export',
  measured: answered / 1000,
  unit: 's',
  bound: 1,
  detail: (await exporting) ? 'it had ended before' : isLeft ? 'A FILE IS LEFT' : 'no file is left',
});

const times = await interleaved(3, {
  copy: () => rows.open(version).exportTo(everyRow, 'parquet', ours, {}),
  csv: () =>
    engine.connection.run(`COPY (FROM read_parquet('${file}')) TO '${raw}' (FORMAT parquet, COMPRESSION zstd)`),
});
report({
  name: 'Parquet of a whole version / rewriting it',
  measured: median(times.copy) / median(times.csv),
  unit: '×',
  bound: 0.5,
  detail: `${seconds(median(times.copy))}, a copy of the stored file`,
});
await removeTargets();
engine.close();
await rows.close();

/** Both write new files, because freeing the blocks of an existing file takes time too. */
async function removeTargets(): Promise<void> {
  for (const path of [raw, ours]) await rm(path, { force: true });
}
