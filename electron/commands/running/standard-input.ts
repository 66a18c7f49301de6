import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openScratch, scratchName } from '../../jobs/scratch.ts';
import { isOpenedInPlace } from '../../lib/user-file.ts';

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
