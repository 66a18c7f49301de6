import { constants, cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../electron/service/server.ts';

const samples = path.join(import.meta.dirname, '..', '..', 'out', 'samples');
const prepared = path.join(import.meta.dirname, '..', 'out', 'store');

/** The files of a store. Others in its folder belong to the process that has it open, or to the window. */
const storeFiles = ['catalogue.sqlite', 'catalogue.sqlite-wal', 'rows', 'media'];

/** Loads the samples as a first start does, once for all tests: it takes longer than most of them. */
export default async function prepareStore(): Promise<void> {
  rmSync(prepared, { recursive: true, force: true });
  mkdirSync(prepared, { recursive: true });
  const service = await startService({ dataFolder: prepared, samples });
  await service.whenSamplesLoaded;
  const count = (pattern: string) => globSync(pattern, { cwd: prepared }).length;
  while (count('rows/cache/*/rows/rows.off') < count('rows/versions/*')) await sleep(100);
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
