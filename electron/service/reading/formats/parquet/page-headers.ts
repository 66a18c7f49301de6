import type { FileHandle } from 'node:fs/promises';
import { CompactReader, type Struct } from './compact-protocol.ts';

/** A header is a few bytes, and longer only if a text is the minimum or maximum of its page. */
const headerBytes = [256, 65_536, 2 ** 20];

/** Reads the header of a page, and its length; null if there is none. */
export async function readPageHeader(
  file: FileHandle,
  at: number,
): Promise<{ readonly fields: Struct; readonly bytes: number } | null> {
  for (const size of headerBytes) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at);
    const reader = new CompactReader(buffer.subarray(0, bytesRead));
    try {
      return { fields: reader.struct(), bytes: reader.position };
    } catch {
      // Longer than what was read, or not a header.
    }
  }
  return null;
}
