import { createHash } from 'node:crypto';
import { growingBytes } from './growing-bytes.ts';

const readBytes = 2 ** 20;

/**
 * SHA-256 of a file in hexadecimal, with synchronous calls: for a thread of its own.
 * @param complete as for `growingBytes`
 */
export function readChecksum(path: string, complete: Int32Array | null, onBytes: (bytes: number) => void): string {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const block of growingBytes(path, complete, readBytes)) {
    hash.update(block);
    bytes += block.length;
    onBytes(bytes);
  }
  return hash.digest('hex');
}
