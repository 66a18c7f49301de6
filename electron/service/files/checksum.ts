import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { runFilePass } from '../work/file-pass.ts';
import { growingBytes } from './growing-bytes.ts';

const pieceBytes = 2 ** 20;

/** A file of at least this size is read in a worker thread; smaller ones take less time than starting one. */
const threadBytes = 16 * 2 ** 20;

/** SHA-256 of a file in hexadecimal. @param gently at a limited rate, to leave the disk to other work */
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
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    hash.update(piece);
    bytes += piece.length;
    onBytes(bytes);
  }
  return hash.digest('hex');
}

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
