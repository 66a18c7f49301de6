import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '../lib/is-alive.ts';
import { writePrivately } from '../lib/private-files.ts';

/** Each process has a folder named by its id: the contents are of no use to any other. */
export function scratchName(what: string): string {
  return `${what}-${process.pid}-`;
}

/** Creates the folder for data that may be deleted at any time, and removes what ended processes have left in it. */
export async function openScratch(folder: string): Promise<void> {
  writePrivately();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const pid = Number(/^[a-z]+-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
