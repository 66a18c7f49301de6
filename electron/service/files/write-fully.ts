import { writeSync } from 'node:fs';

/**
 * Writes all of some bytes to an open file; the system may take only a part of them at a time.
 * @param position where in the file; by default after what was written before
 */
export function writeFully(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}
