import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { scratchName } from '../../../jobs/scratch.ts';
import { systemCodeOf } from '../../../lib/errors/system-error.ts';

/** Whether a file argument stands for standard output. It may be a socket, which cannot be opened by its path. */
export function isStandardOutput(file: string): boolean {
  return file === '-' || path.resolve(file) === '/dev/stdout';
}

/**
 * Prints a file that `write` creates. So standard output gets all of it or nothing, as a file would.
 * @param scratch folder for temporary data
 * @param write is given a path, and returns whether there is a file at it
 */
export async function printFile(
  scratch: string,
  name: string,
  write: (file: string) => Promise<boolean>,
): Promise<void> {
  const folder = await mkdtemp(path.join(scratch, scratchName('output')));
  try {
    const file = path.join(folder, name);
    if (!(await write(file))) return;
    await pipeline(createReadStream(file), process.stdout, { end: false }).catch((error: unknown) => {
      if (!isBrokenPipe(error)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the reader of a pipe has ended, as `head` does once it has enough. */
function isBrokenPipe(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

/** What a command prints after the reader of its output has ended is dropped: it ends as usual, without a message. */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!isBrokenPipe(error)) throw error;
    });
  }
}
