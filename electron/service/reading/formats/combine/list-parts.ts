import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { isDataFile } from '#shared/file-name.ts';
import { IngestError } from '../../reading.ts';
import { assertGrowth, fileBytes } from '../archive/growth-limit.ts';
import { packingOf } from '../archive/unpack.ts';
import { openZip } from '../archive/zip-file.ts';

/** One of several files that become one table. */
export interface Part {
  readonly path: string;
  /** Name of the file within the archive at `path`; absent if `path` is the file. */
  readonly entry?: string;
  /** The name shown to the user. */
  readonly name: string;
  readonly bytes: number;
}

/** Maximum number of files that become one table. */
const maxParts = 10_000;

export interface Parts {
  readonly parts: readonly Part[];
  readonly empty: readonly string[];
}

/**
 * The files that become one table, in natural order: those given, or all data files of the folder or archive at `from`.
 * @throws {IngestError} if there are none, or too many
 */
export async function listParts(from: string, files: readonly string[]): Promise<Parts> {
  const all = files.length > 0 ? await ofFiles(files) : await ofFolderOrArchive(from);
  if (all.length > maxParts)
    throw new IngestError(explain('too-many-to-combine', { count: all.length, limit: maxParts }));
  const sorted = all.sort((one, other) => compareNames(one.name, other.name) || compareNames(one.path, other.path));
  const parts = sorted.filter(({ bytes }) => bytes > 0);
  if (parts.length === 0) throw new IngestError(explain('folder-without-data', { folder: path.basename(from) }));
  return { parts, empty: sorted.filter(({ bytes }) => bytes === 0).map(({ name }) => name) };
}

async function ofFiles(files: readonly string[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const file of new Set(files)) {
    const name = path.basename(file);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) {
      const said = found === null ? explain('file-not-there') : explain('no-file');
      throw new IngestError(explain('in-file', { file: name, said }));
    }
    parts.push({ path: file, name, bytes: found.size });
  }
  return parts;
}

async function ofFolderOrArchive(from: string): Promise<Part[]> {
  const found = await stat(from).catch(() => null);
  if (found === null) throw new IngestError(explain('file-not-there'));
  if (found.isDirectory()) return ofFiles(await dataFilesIn(from));
  // A workbook is also an archive, but of the parts of one table.
  const isArchive = found.isFile() && !/\.(?:xls[xmb]|o[dt]s)$/i.test(from) && (await packingOf(from)) === 'zip';
  return isArchive ? ofArchive(from) : ofFiles([from]);
}

async function ofArchive(archive: string): Promise<Part[]> {
  const zip = await openZip(archive);
  try {
    const data = zip.parts.filter(({ name }) => isVisibleData(name));
    // Entries of an archive may overlap: each may be within its limit while their total is far beyond it.
    assertGrowth(
      fileBytes(archive),
      data.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    const names = new Set<string>();
    for (const { name } of data) {
      if (names.has(name)) throw new IngestError(explain('archive-name-twice', { name }));
      names.add(name);
    }
    return data.map(({ name, bytes }) => ({ path: archive, entry: name, name, bytes }));
  } finally {
    zip.close();
  }
}

/** Natural order: `part 2` precedes `part 10`. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts paths in natural order, deterministically. */
function compareNames(one: string, other: string): number {
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
