import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const fileIn = (dataFolder: string) => path.join(dataFolder, 'service.address');

/**
 * Leaves word of where the service of a data folder answers, for other programs of the same person; gone with `remove`.
 * After a crash it may be left over: only while the folder's lock is held does it mean anything.
 */
export async function writeRunningAddress(dataFolder: string, url: string): Promise<{ remove: () => Promise<void> }> {
  const file = fileIn(dataFolder);
  await writeFile(file, url, { mode: 0o600 });
  return { remove: () => rm(file, { force: true }) };
}

/** The address that the service of this data folder left word of, or null. */
export async function readRunningAddress(dataFolder: string): Promise<string | null> {
  const text = await readFile(fileIn(dataFolder), 'utf8').catch(() => '');
  return /^http:\/\/\S+\/$/.test(text) ? text : null;
}
