import { readUnpacked } from '../../formats/archive/read-unpacked.ts';
import type { Dialect } from '../../formats/layouts.ts';

/** The first bytes of a text file, unpacked: at most `maxBytes` and one more piece. */
export async function readBeginning(
  path: string,
  compression: Dialect['compression'],
  maxBytes: number,
  signal?: AbortSignal,
): Promise<{ readonly bytes: Buffer; readonly whole: boolean }> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const piece of readUnpacked(path, compression)) {
    signal?.throwIfAborted();
    parts.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > maxBytes) return { bytes: Buffer.concat(parts), whole: false };
  }
  return { bytes: Buffer.concat(parts), whole: true };
}
