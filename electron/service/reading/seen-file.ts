import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { explain } from '#shared/failures.ts';
import { IngestError, type Plan, type SeenFile } from './reading.ts';

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

/** What a file is now that is about to be read. @throws {IngestError} if it cannot be read */
export async function readableFile(path: string): Promise<SeenFile> {
  const now = await seenFile(path).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new IngestError(
      code === 'ENOENT' ? explain('file-not-there') : explain('file-unreadable', { said: code ?? message }),
    );
  });
  if (now === null) throw new IngestError(explain('no-file'));
  return now;
}

/** @throws {IngestError} if a file was something else when it was seen */
export function assertSame(seen: SeenFile | null, now: SeenFile | null): void {
  if (seen === null || (seen.bytes === now?.bytes && seen.modified === now.modified && seen.head === now.head)) return;
  throw new IngestError(explain('file-changed'));
}

/** @throws {IngestError} if a file has changed since its reading was planned */
export async function assertUnchanged({ path, decided: { seen, layout } }: Plan): Promise<void> {
  // A file that cannot be opened is left to its reader, who says why.
  const now = seen === null ? undefined : await seenFile(path).catch(() => undefined);
  if (now !== undefined) assertSame(seen, now);
  for (const part of layout.kind === 'combined' ? layout.parts : []) await assertUnchanged(part);
}
