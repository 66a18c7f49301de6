import { lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../lib/durable-file.ts';
import { catalogueFile } from './catalogue/database/catalogue-file.ts';

/** Folder in the data folder for unreferenced files: one folder per day, removed after a week. */
export const leftoversFolder = 'leftovers';

/** How long leftovers are retained, in days, so that a damaged or missing catalogue never costs a file. */
const retentionDays = 7;

const dayMs = 24 * 3600 * 1000;

/**
 * Moves a file or folder, named by its path in the data folder, into the dated folder of leftovers. Missing ones are
 * ignored; earlier ones with the same name are preserved.
 */
export async function setAside(dataFolder: string, name: string, now = new Date()): Promise<void> {
  const from = path.join(dataFolder, name);
  const date = await notBefore(dataFolder, now);
  const day = path.join(dataFolder, leftoversFolder, date.toISOString().slice(0, 10));
  let to = path.join(day, name);
  for (let copy = 2; await exists(to); copy += 1) to = path.join(day, `${name}.${copy}`);
  await mkdir(path.dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  await syncFolder(path.dirname(to));
}

/** A reset clock must not make leftovers a week old: the day is never earlier than the catalogue's last write. */
async function notBefore(dataFolder: string, now: Date): Promise<Date> {
  const catalogue = await stat(path.join(dataFolder, catalogueFile)).catch(() => null);
  return catalogue !== null && catalogue.mtime > now ? catalogue.mtime : now;
}

/** Removes the dated folders of leftovers whose retention has ended. */
export async function clearOldLeftovers(dataFolder: string, now = new Date()): Promise<void> {
  const folder = path.join(dataFolder, leftoversFolder);
  const days = await readdir(folder).catch(() => []);
  for (const day of days) {
    const age = now.getTime() - Date.parse(day);
    if (/^\d{4}-\d{2}-\d{2}$/.test(day) && age > (retentionDays + 1) * dayMs)
      await rm(path.join(folder, day), { recursive: true, force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return await lstat(file).then(
    () => true,
    () => false,
  );
}
