import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { bareName, isDataFile, labelFromFile, slugOf } from '#shared/file-name.ts';
import { CommandFailure } from './run.ts';

/** One file, or one sheet of it, with the dataset that it becomes. */
export interface FileToPublish {
  readonly path: string;
  /** Absent for what is chosen by other words. */
  readonly sheet?: string;
  readonly slug: string;
  readonly label: string;
}

/** The files that are meant, those of folders in the order of their names. @throws {CommandFailure} for a folder without any */
export async function expandFolders(files: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const file of files) {
    const found = await stat(file).catch(() => null);
    if (!found?.isDirectory()) {
      all.push(path.resolve(file));
      continue;
    }
    const names = (await readdir(file)).filter((name) => !name.startsWith('.') && isDataFile(name)).sort();
    if (names.length === 0) throw new CommandFailure(`The folder ${file} holds no files that can be published.`);
    for (const name of names) all.push(path.resolve(file, name));
  }
  return all;
}

/**
 * Names a dataset for each file, or for each sheet of it.
 * @param sheetsOf the sheets of a file that become datasets of their own; null where the file is one
 * @throws {CommandFailure} where a name gives no dataset's name, or two give the same
 */
export async function nameDatasets(
  files: readonly string[],
  sheetsOf: (file: string) => Promise<readonly string[] | null>,
): Promise<FileToPublish[]> {
  const named: FileToPublish[] = [];
  for (const file of files) {
    const sheets = await sheetsOf(file);
    if (sheets === null) named.push({ path: file, slug: slugOf(bareName(file)), label: labelFromFile(file) });
    for (const sheet of sheets ?? []) {
      const name = files.length === 1 ? sheet : `${bareName(file)} ${sheet}`;
      named.push({ path: file, sheet, slug: slugOf(name), label: files.length === 1 ? sheet : name });
    }
  }
  const taken = new Map<string, FileToPublish>();
  for (const one of named) {
    if (one.slug === '') {
      throw new CommandFailure(`${nameOf(one)} gives no name of a dataset; publish it alone, --to NAMESPACE/DATASET.`);
    }
    const other = taken.get(one.slug);
    if (other !== undefined) {
      throw new CommandFailure(
        `${nameOf(other)} and ${nameOf(one)} would both become the dataset ${one.slug}; publish them one by one, --to NAMESPACE/DATASET.`,
      );
    }
    taken.set(one.slug, one);
  }
  return named;
}

/** A file and its sheet, as a person knows them. */
export function nameOf({ path: file, sheet }: FileToPublish): string {
  return sheet === undefined ? path.basename(file) : `${path.basename(file)}, sheet "${sheet}"`;
}
