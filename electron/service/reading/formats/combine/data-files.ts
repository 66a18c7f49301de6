import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDataFile } from '#shared/file-name.ts';

/** Natural order: `part 2` precedes `part 10`. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts paths in natural order, deterministically. */
export function compareNames(one: string, other: string): number {
  return byName.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

/** Whether a file or entry is a data file, and neither hidden nor a lock file. */
export function isVisibleData(name: string): boolean {
  const parts = name.split('/');
  const last = parts.at(-1) ?? '';
  const hidden = parts.some((part) => part.startsWith('.') || part === '__MACOSX') || last.startsWith('~$');
  return !hidden && isDataFile(last);
}

/**
 * The data files directly in a folder, absolute and in natural order: no hidden files, sub-folders or special files;
 * links are followed.
 */
export async function dataFilesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(isVisibleData);
  const files: string[] = [];
  for (const name of names.sort(compareNames)) {
    const file = path.resolve(folder, name);
    // A broken link cannot be published.
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) files.push(file);
  }
  return files;
}
