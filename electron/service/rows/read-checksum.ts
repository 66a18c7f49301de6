import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const readBytes = 2 ** 20;

/** Milliseconds to wait for more of a file that is still being written. */
const patience = 20;

/**
 * SHA-256 of a file in hexadecimal, with synchronous calls: for a thread of its own.
 * @param complete one number that becomes other than 0 when the file, which is only ever added to, is whole; left out
 * for a file that is
 */
export function readChecksum(path: string, complete: Int32Array | null, onBytes: (bytes: number) => void): string {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(readBytes);
  const file = openWhenThere(path, complete);
  try {
    for (let bytes = 0; ; ) {
      // Asked before reading: what is read after the file was whole is the rest of it.
      const whole = isComplete(complete);
      const read = readSync(file, block, 0, readBytes, null);
      if (read === 0 && whole) return hash.digest('hex');
      if (read === 0) waitFor(complete);
      hash.update(block.subarray(0, read));
      bytes += read;
      onBytes(bytes);
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
  if (complete !== null) Atomics.wait(complete, 0, 0, patience);
}
