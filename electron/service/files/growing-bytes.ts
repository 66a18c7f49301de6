import { closeSync, openSync, readSync } from 'node:fs';

/** Milliseconds to wait for more of a file that is still being written. */
const pollMs = 20;

/**
 * Yields a file sequentially in blocks of at most `blockBytes`, each of which is valid only until the next.
 * Synchronous: for a worker thread.
 * @param complete one number that becomes non-zero when the file, which only grows and may not exist yet, is complete;
 * null for a complete file
 */
export function* growingBytes(path: string, complete: Int32Array | null, blockBytes: number): Generator<Buffer> {
  const block = Buffer.allocUnsafeSlow(blockBytes);
  const file = openWhenThere(path, complete);
  try {
    for (;;) {
      // Checked before reading: a read after the file was complete returns the rest of it.
      const whole = isComplete(complete);
      const read = readSync(file, block, 0, blockBytes, null);
      if (read > 0) yield block.subarray(0, read);
      else if (whole) return;
      else waitFor(complete);
    }
  } finally {
    closeSync(file);
  }
}

function openWhenThere(path: string, complete: Int32Array | null): number {
  for (;;) {
    const whole = isComplete(complete);
    try {
      return openSync(path, 'r');
    } catch (error) {
      if (whole || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      waitFor(complete);
    }
  }
}

function isComplete(complete: Int32Array | null): boolean {
  return complete === null || Atomics.load(complete, 0) !== 0;
}

function waitFor(complete: Int32Array | null): void {
  if (complete !== null) Atomics.wait(complete, 0, 0, pollMs);
}
