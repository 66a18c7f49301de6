import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bareName, labelFromFile, slugOf } from '#shared/file-name.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { rangeText } from '#shared/text/sheet-range.ts';
import { openScratch, scratchName } from '../../jobs/scratch.ts';
import { isOpenedInPlace } from '../../lib/user-file.ts';
import { UsageFailure } from './run.ts';

/** Files to read, with copies of those that can be read only once. */
export interface ReadableFiles {
  readonly files: readonly string[];
  /** The argument that a file stands for, for messages. */
  argumentOf(file: string): string;
  /** Removes the copies. */
  close(): Promise<void>;
}

/** Whether a file argument stands for standard input. It may be a socket, which cannot be opened by its path. */
function isStandardInput(file: string): boolean {
  return file === '-' || path.resolve(file) === '/dev/stdin';
}

/** Whether an argument is standard input or a pipe, which can be read only once and has no name of its own. */
export async function isPiped(file: string): Promise<boolean> {
  return isStandardInput(file) || (await isOpenedInPlace(file));
}

/**
 * Copies standard input (`-`) and pipes, such as those of `<(command)`, to files: a file is read several times.
 * @param scratch folder for temporary data
 */
export async function readableFiles(named: readonly string[], scratch: string): Promise<ReadableFiles> {
  const folders: string[] = [];
  const copies = new Map<string, string>();
  const close = async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  const copy = async (file: string): Promise<string> => {
    if (!(await isPiped(file))) return file;
    await openScratch(scratch);
    const folder = await mkdtemp(path.join(scratch, scratchName('input')));
    folders.push(folder);
    const copied = path.join(folder, isStandardInput(file) ? 'standard-input' : path.basename(file));
    copies.set(copied, file);
    await pipeline(isStandardInput(file) ? process.stdin : createReadStream(file), createWriteStream(copied));
    return copied;
  };
  try {
    const files: string[] = [];
    for (const file of named) files.push(await copy(file));
    return { files, argumentOf: (file) => copies.get(file) ?? file, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A part of a file that becomes a dataset: a file of an archive, a sheet of a workbook, or one of several tables. */
export type FilePart = Pick<FileOptions, 'entry' | 'sheet' | 'range'>;

/** A file, or a part of it, with the dataset that it becomes. */
export interface FileToPublish {
  readonly path: string;
  /** The part of the file; missing if the whole file is one dataset. */
  readonly part?: FilePart;
  readonly slug: string;
  readonly label: string;
}

/** The named files, and those in named folders sorted by name. @throws {JobError} for a folder without any */
export async function filesOf(named: readonly string[]): Promise<string[]> {
  const { expandFolders } = await import('../../jobs/publish/data-files.ts');
  return await expandFolders(named);
}

/**
 * Names a dataset for each file, or for each part of it.
 * @param partsOf the parts of a file that become datasets of their own; null if the file is a single one
 * @throws {CommandFailure} if a name does not yield a slug, or two yield the same
 */
export async function nameDatasets(
  files: readonly string[],
  partsOf: (file: string) => Promise<readonly FilePart[] | null>,
): Promise<FileToPublish[]> {
  const named: FileToPublish[] = [];
  for (const file of files) {
    const parts = await partsOf(file);
    if (parts === null) named.push({ path: file, slug: slugOf(bareName(file)), label: labelFromFile(file) });
    for (const part of parts ?? []) {
      const { entry, sheet, range } = part;
      const row = range && (range.columns === undefined ? String(range.first) : rangeText(range));
      const own = [entry === undefined ? undefined : labelFromFile(entry), sheet, row];
      const isNamed = entry !== undefined || sheet !== undefined;
      const names = files.length === 1 && isNamed ? own : [bareName(file), ...own];
      const label = names.filter((name) => name !== undefined).join(' ');
      named.push({ path: file, part, slug: slugOf(label), label });
    }
  }
  const taken = new Map<string, FileToPublish>();
  for (const one of named) {
    if (one.slug === '') {
      throw new UsageFailure(
        `${nameOf(one)} does not yield a dataset name; publish it on its own with --to NAMESPACE/DATASET.`,
      );
    }
    const other = taken.get(one.slug);
    if (other !== undefined) {
      throw new UsageFailure(
        `${nameOf(other)} and ${nameOf(one)} would both become the dataset ${one.slug}; publish them one at a time with --to NAMESPACE/DATASET.`,
      );
    }
    taken.set(one.slug, one);
  }
  return named;
}

/** A file and the part of it, for messages. */
export function nameOf({ path: file, part = {} }: FileToPublish): string {
  const { entry, sheet, range } = part;
  const name = entry === undefined ? path.basename(file) : `${entry} in ${path.basename(file)}`;
  const ofSheet = sheet === undefined ? name : `${name}, sheet "${sheet}"`;
  return range === undefined ? ofSheet : `${ofSheet}, rows ${rangeText(range)}`;
}
