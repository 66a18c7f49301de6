import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const fileIn = (dataFolder: string) => path.join(dataFolder, 'service.address');
const wishIn = (dataFolder: string) => path.join(dataFolder, 'service.wanted');

/**
 * Leaves word of where the service of a data folder answers, for other programs of the same person; gone with `remove`.
 * After a crash it may be left over: only while the folder's lock is held does it mean anything.
 */
export async function writeRunningAddress(dataFolder: string, url: string): Promise<{ remove: () => Promise<void> }> {
  const file = fileIn(dataFolder);
  await writeFile(file, url, { mode: 0o600 });
  return { remove: () => rm(file, { force: true }) };
}

/** Takes back the word of a service that is no more, and what was asked of it; for whoever has the folder now. */
export async function forgetRunningAddress(dataFolder: string): Promise<void> {
  await Promise.all([rm(fileIn(dataFolder), { force: true }), rm(wishIn(dataFolder), { force: true })]);
}

/** Asks whoever has a data folder, and does not answer by HTTP, to begin to do so. */
export async function wishForAddress(dataFolder: string): Promise<void> {
  await writeFile(wishIn(dataFolder), '', { mode: 0o600 });
}

/** Takes the wish back once it is fulfilled. */
export async function withdrawWish(dataFolder: string): Promise<void> {
  await rm(wishIn(dataFolder), { force: true });
}

/** Milliseconds between two looks for a wish. */
const look = 200;

/** Calls back once when somebody asks for an answer; gives the function that ends the looking. */
export function onAddressWished(dataFolder: string, listener: () => void): () => void {
  const looking = setInterval(() => {
    if (!existsSync(wishIn(dataFolder))) return;
    clearInterval(looking);
    listener();
  }, look).unref();
  return () => clearInterval(looking);
}

/** The address that the service of this data folder left word of, or null. */
export async function readRunningAddress(dataFolder: string): Promise<string | null> {
  const text = await readFile(fileIn(dataFolder), 'utf8').catch(() => '');
  return /^http:\/\/\S+\/$/.test(text) ? text : null;
}
