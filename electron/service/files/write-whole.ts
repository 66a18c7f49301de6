import type { FileHandle } from 'node:fs/promises';

/** Writes a whole chunk, at a position or after the last one; a single call may write less. */
export async function writeWhole(handle: FileHandle, piece: Buffer, at: number | null = null): Promise<void> {
  for (let written = 0; written < piece.length; ) {
    const place = at === null ? null : at + written;
    written += (await handle.write(piece, written, piece.length - written, place)).bytesWritten;
  }
}
