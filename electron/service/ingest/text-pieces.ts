import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { zstdUnpacker } from './archive/unpack.ts';
import type { Dialect } from './open-delimited.ts';

const pieceBytes = 1 << 18;

/** The bytes of a text file, unpacked, piece by piece. */
export function textPieces(path: string, compression: Dialect['compression']): AsyncIterable<Buffer> {
  const bytes = createReadStream(path, { highWaterMark: pieceBytes });
  if (compression === 'none') return bytes;
  // The failure reaches the reader of what is unpacked.
  return pipeline(bytes, compression === 'gzip' ? createGunzip() : zstdUnpacker(), () => {});
}

/** The first bytes of a text file, unpacked: at most `maxBytes` and a piece more. */
export async function readBeginning(
  path: string,
  compression: Dialect['compression'],
  maxBytes: number,
  signal?: AbortSignal,
): Promise<{ readonly bytes: Buffer; readonly whole: boolean }> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const piece of textPieces(path, compression)) {
    signal?.throwIfAborted();
    parts.push(piece);
    length += piece.length;
    if (length > maxBytes) return { bytes: Buffer.concat(parts), whole: false };
  }
  return { bytes: Buffer.concat(parts), whole: true };
}
