import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { allOf } from '../../lib/all-of.ts';
import { syncFile } from '../../lib/durable-file.ts';
import { runFilePass } from '../work/file-pass.ts';
import { fileBlocks } from './file-blocks.ts';

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
  if (size >= threadBytes) return runFilePass<typeof readChecksum>('checksum', { from: path, gently }, signal, onBytes);
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

/** Makes a finished file durable. @returns its SHA-256 in hexadecimal */
export async function sealFile(
  path: string,
  signal: AbortSignal | undefined,
  onBytes?: (bytes: number) => void,
): Promise<string> {
  const [checksum] = await allOf([checksumOf(path, signal, onBytes), syncFile(path)]);
  return checksum;
}

const readBytes = 2 ** 20;

/** Enough for a terabyte in a working day, and little compared to the speed of a disk. */
const gentleBytesPerSecond = 40 * 2 ** 20;

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * SHA-256 of a file in hexadecimal. Synchronous: for a worker thread.
 * `gently` reads at most {@link gentleBytesPerSecond}.
 */
export function readChecksum(
  { from, gently = false }: { readonly from: string; readonly gently?: boolean },
  onBytes: (bytes: number) => void,
): string {
  const hash = createHash('sha256');
  let bytes = 0;
  const begun = performance.now();
  for (const block of fileBlocks(from, readBytes)) {
    hash.update(block);
    bytes += block.length;
    onBytes(bytes);
    const aheadMs = gently ? (bytes / gentleBytesPerSecond) * 1000 - (performance.now() - begun) : 0;
    if (aheadMs > 1) Atomics.wait(never, 0, 0, aheadMs);
  }
  return hash.digest('hex');
}
