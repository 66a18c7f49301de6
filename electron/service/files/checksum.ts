import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { runFilePass } from '../work/file-pass.ts';
import type { readChecksum } from './read-checksum.ts';

const pieceBytes = 2 ** 20;

/** A file of at least this size is read in a worker thread; smaller ones take less time than starting one. */
const threadBytes = 16 * 2 ** 20;

/**
 * SHA-256 of a file in hexadecimal.
 * @param gently at a limited rate, to leave the disk to other work
 */
export async function checksumOf(
  path: string,
  signal?: AbortSignal,
  onBytes: (bytes: number) => void = () => {},
  gently = false,
): Promise<string> {
  const { size } = await stat(path);
  if (size >= threadBytes)
    return runFilePass<typeof readChecksum>('checksum', { from: path, complete: null, gently }, signal, onBytes);
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  // Two alternating buffers: one is filled while the other is hashed.
  let filling = Buffer.allocUnsafeSlow(pieceBytes);
  let taken = Buffer.allocUnsafeSlow(pieceBytes);
  let bytes = 0;
  let reading = file.read(filling, 0, pieceBytes);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      signal?.throwIfAborted();
      if (bytesRead === 0) break;
      [filling, taken] = [taken, filling];
      reading = file.read(filling, 0, pieceBytes);
      hash.update(taken.subarray(0, bytesRead));
      bytes += bytesRead;
      onBytes(bytes);
    }
  } finally {
    await reading.catch(() => undefined);
    await file.close();
  }
  return hash.digest('hex');
}
