import { createHash } from 'node:crypto';
import { growingBytes } from './growing-bytes.ts';

const readBytes = 2 ** 20;

/** Enough for a terabyte in a working day, and little compared to the speed of a disk. */
const gentleBytesPerSecond = 40 * 2 ** 20;

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * SHA-256 of a file in hexadecimal. Synchronous: for a worker thread.
 * `complete` is as for `growingBytes`; `gently` reads at most {@link gentleBytesPerSecond}.
 */
export function readChecksum(
  { from, complete, gently = false }: { from: string; complete: Int32Array | null; gently?: boolean },
  onBytes: (bytes: number) => void,
): string {
  const hash = createHash('sha256');
  let bytes = 0;
  const begun = performance.now();
  for (const block of growingBytes(from, complete, readBytes)) {
    hash.update(block);
    bytes += block.length;
    onBytes(bytes);
    const aheadMs = gently ? (bytes / gentleBytesPerSecond) * 1000 - (performance.now() - begun) : 0;
    if (aheadMs > 1) Atomics.wait(never, 0, 0, aheadMs);
  }
  return hash.digest('hex');
}
