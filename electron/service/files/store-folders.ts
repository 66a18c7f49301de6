import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VersionKey } from './stored-version.ts';

export interface StoreFolders {
  /** One folder per version, which is always complete. */
  readonly versions: string;
  /** Row files, views and comparisons, all of which can be rebuilt. */
  readonly cache: string;
  /** Unfinished files; emptied at every start. */
  readonly unfinished: string;
  /** Data that the engine spills to disk; emptied at every start. */
  readonly spill: string;
}

/** Creates the folders of a store and removes what a crash left behind. */
export async function openFolders(root: string): Promise<StoreFolders> {
  const folders: StoreFolders = {
    versions: join(root, 'versions'),
    cache: join(root, 'cache'),
    unfinished: join(root, 'unfinished'),
    spill: join(root, 'spill'),
  };
  for (const folder of [folders.unfinished, folders.spill]) await rm(folder, { recursive: true, force: true });
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  return folders;
}

/** Converts a key to a path segment; the only place that does. */
export function versionFolder(parent: string, key: VersionKey): string {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(key)) throw new Error(`Not a version key: ${JSON.stringify(key)}.`);
  return join(parent, key);
}
