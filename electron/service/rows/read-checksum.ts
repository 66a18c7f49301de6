import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const readBytes = 2 ** 20;

/** SHA-256 of a file in hexadecimal, with synchronous calls: for a thread of its own. */
export function readChecksum(path: string, onBytes: (bytes: number) => void): string {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(readBytes);
  const file = openSync(path, 'r');
  try {
    for (let bytes = 0; ; ) {
      const read = readSync(file, block, 0, readBytes, null);
      if (read === 0) return hash.digest('hex');
      hash.update(block.subarray(0, read));
      bytes += read;
      onBytes(bytes);
    }
  } finally {
    closeSync(file);
  }
}
