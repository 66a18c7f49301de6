import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Dialect } from './open-delimited.ts';

/**
 * The 1-based lines that stand at positions of a text file; lines end with a line feed, or with a carriage return
 * where no line feed follows.
 * @param positions in bytes of the uncompressed text, ascending
 */
export async function lineNumbers(
  path: string,
  compression: Dialect['compression'],
  positions: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const lines: number[] = [];
  let line = 1;
  let before = 0;
  let afterReturn = false;
  for await (const chunk of textOf(path, compression)) {
    signal?.throwIfAborted();
    const bytes = chunk as Buffer;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (afterReturn && byte !== 0x0a) line += 1;
      while (lines.length < positions.length && (positions[lines.length] ?? 0) <= before + at) lines.push(line);
      if (byte === 0x0a) line += 1;
      afterReturn = byte === 0x0d;
    }
    before += bytes.length;
    if (lines.length === positions.length) break;
  }
  while (lines.length < positions.length) lines.push(line);
  return lines;
}

function textOf(path: string, compression: Dialect['compression']) {
  const bytes = createReadStream(path, { highWaterMark: 1 << 18 });
  return compression === 'gzip' ? bytes.pipe(createGunzip()) : bytes;
}
