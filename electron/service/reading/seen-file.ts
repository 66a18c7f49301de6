import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { explain } from '#shared/failures.ts';
import type { SeenFile } from '#shared/rpc/source-file.ts';
import { IngestError, type Source } from './reading.ts';

/** Bytes at the beginning of a file that its checksum covers. */
const headBytes = 2 ** 16;

/** What a file is now, to recognise a change later; null for a folder. @throws as `open` */
export async function seenFile(path: string): Promise<SeenFile | null> {
  const file = await open(path, 'r');
  try {
    const found = await file.stat();
    if (!found.isFile()) return null;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex');
    return { bytes: found.size, modified: found.mtimeMs, head };
  } finally {
    await file.close();
  }
}

/** @throws {IngestError} if a file was something else when it was seen */
export function assertSame(seen: SeenFile | undefined, now: SeenFile | null | undefined): void {
  if (seen === undefined) return;
  if (seen.bytes === now?.bytes && seen.modified === now.modified && seen.head === now.head) return;
  throw new IngestError(explain('file-changed'));
}

/** @throws {IngestError} if a file of a source has changed since its options were decided */
export async function assertUnchanged({ path, seen, parts = [] }: Source): Promise<void> {
  // A file that cannot be opened is left to its reader, who says why.
  const now = seen === undefined ? undefined : await seenFile(path).catch(() => undefined);
  if (now !== undefined) assertSame(seen, now);
  for (const part of parts) await assertUnchanged(part);
}
