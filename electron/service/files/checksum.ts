import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { runFilePass } from '../work/file-pass.ts';
import type { readChecksum } from './read-checksum.ts';

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
