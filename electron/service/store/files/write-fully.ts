import { writeSync } from 'node:fs';

/** Writes all of some bytes to an open file; the system may take only a part of them at a time. */
export function writeFully(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
