import { constants, cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../electron/service/server.ts';

const samples = path.join(import.meta.dirname, '..', '..', 'out', 'samples');
const prepared = path.join(import.meta.dirname, '..', 'out', 'store');

/** The files of a store. Others in its folder belong to the process that has it open, or to the window. */
const storeFiles = ['catalogue.sqlite', 'catalogue.sqlite-wal', 'rows', 'media'];

/** Milliseconds in which the row files of the samples are built, also on a busy machine. */
const timeoutMs = 240_000;

/**
 * Loads the samples as a first start does, once for all tests: it takes longer than most of them.
 * @throws if there are no samples, or their row files are not built in time: each test would fail for another reason
 */
export default async function prepareStore(): Promise<void> {
  rmSync(prepared, { recursive: true, force: true });
  mkdirSync(prepared, { recursive: true });
  const service = await startService({ dataFolder: prepared, samples });
  await service.whenSamplesLoaded;
  const count = (pattern: string) => globSync(pattern, { cwd: prepared }).length;
  const versions = count('rows/versions/*');
  if (versions === 0) throw new Error(`There are no samples in ${samples}: npm run build makes them`);
  for (const end = Date.now() + timeoutMs; count('rows/cache/*/rows/rows.off') < versions; await sleep(100)) {
    if (Date.now() > end) throw new Error(`The row files of the samples were not built within ${timeoutMs / 1000} s`);
  }
  await service.close();
}

/** Copies the store with the samples into a folder without a store. */
export function copyPreparedStore(folder: string): void {
  if (storeFiles.some((name) => existsSync(path.join(folder, name)))) return;
  for (const name of storeFiles) {
    const from = path.join(prepared, name);
    if (!existsSync(from)) continue;
    cpSync(from, path.join(folder, name), { recursive: true, mode: constants.COPYFILE_FICLONE });
  }
}
