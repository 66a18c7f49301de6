import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDataFile } from '#shared/file-name.ts';

/** As a person sorts names: `part 2` stands before `part 10`. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders paths as a person sorts names; the same names always in the same order. */
export function compareNames(one: string, other: string): number {
  return byName.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

/** Whether a file or entry is one of data, and neither hidden nor put there by a program beside one that is open. */
export function isVisibleData(name: string): boolean {
  const parts = name.split('/');
  const last = parts.at(-1) ?? '';
  const hidden = parts.some((part) => part.startsWith('.') || part === '__MACOSX') || last.startsWith('~$');
  return !hidden && isDataFile(last);
}

/**
 * The data files that stand directly in a folder, absolute and in the order of their names: no hidden files, no
 * sub-folders, nothing that is no file; links count as what they lead to.
 */
export async function dataFilesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(isVisibleData);
  const files: string[] = [];
  for (const name of names.sort(compareNames)) {
    const file = path.resolve(folder, name);
    // A link that leads nowhere is nothing to publish.
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) files.push(file);
  }
  return files;
}
