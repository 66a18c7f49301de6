import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Yields a file sequentially in blocks of at most `blockBytes`, each of which is valid only until the next.
 * Synchronous: for a worker thread.
 */
export function* fileBlocks(path: string, blockBytes: number): Generator<Buffer> {
  const block = Buffer.allocUnsafeSlow(blockBytes);
  const file = openSync(path, 'r');
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(file, block, 0, blockBytes, null);
      if (read > 0) yield block.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}
