import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Milliseconds until pipes are created before they are requested: the first rows are displayed by then. */
const creationDelayMs = 2000;

/**
 * A few named pipes. A system program creates them, and starting a program stops this whole process for a tenth of a
 * millisecond per megabyte of its memory, so it is done only once, and early.
 */
export class NamedPipes {
  readonly #paths: readonly string[];
  #making: NodeJS.Timeout | null = null;
  #made: Promise<string[]> | null = null;

  /** @param folder of this process only, emptied by its owner */
  constructor(folder: string, count: number) {
    this.#paths = Array.from({ length: count }, (_, at) => join(folder, `pipe-${at}`));
  }

  /** Creates the pipes in advance, but not immediately. */
  makeLater(): void {
    this.#making ??= setTimeout(() => void this.#free(), creationDelayMs).unref();
  }

  /** Takes an unused pipe; null if there is none. */
  async take(): Promise<string | null> {
    return (await this.#free()).pop() ?? null;
  }

  /** A pipe that is still open somewhere, and may still contain data, is never reused. */
  async giveBack(path: string): Promise<void> {
    if (isDeserted(path)) (await this.#free()).push(path);
  }

  /** Removes the pipes: programs that walk through folders may wait forever for the content of a pipe. */
  async close(): Promise<void> {
    if (this.#making !== null) clearTimeout(this.#making);
    if (this.#made === null) return;
    (await this.#made).length = 0;
    for (const path of this.#paths) await rm(path, { force: true });
  }

  #free(): Promise<string[]> {
    this.#made ??= makePipes(this.#paths);
    return this.#made;
  }
}

async function makePipes(paths: readonly string[]): Promise<string[]> {
  if (process.platform === 'win32') return [];
  return promisify(execFile)('mkfifo', ['-m', '600', ...paths]).then(
    () => [...paths],
    () => [],
  );
}

/** Reading a pipe without a writer ends immediately; any other has nothing to read yet. */
function isDeserted(path: string): boolean {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return readSync(file, Buffer.alloc(1)) === 0;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
