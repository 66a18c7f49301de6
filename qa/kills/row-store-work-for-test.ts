import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredVersion } from '../../electron/service/files/stored-version.ts';
import { openRowStore } from '../../electron/service/opening/open-row-store.ts';
import { everyRow } from '../../shared/row-query.ts';

/** Ingests, sorts and exports endlessly until it is killed. Completed work is recorded beside the store. */
const [folder = '', source = ''] = process.argv.slice(2);
const rows = await openRowStore(join(folder, 'store'));
const done = (await readdir(folder)).filter((name) => name.startsWith('done-')).length;
for (let number = done; ; number += 1) {
  process.send?.('begun');
  const key = `v${number}-${process.pid}`;
  const version: StoredVersion = await rows.ingest(key, { path: source, format: 'csv' }, {}, {});
  await writeFile(join(folder, `done-${key}.json`), JSON.stringify(version));
  await rows.open(version).prepare({});
  await rows.open(version).page({ ...everyRow, ordering: [{ column: 'name', descending: true }] }, 2000, 1);
  await rows.open(version).exportTo(everyRow, 'csv', join(folder, 'export.csv'), {});
}
