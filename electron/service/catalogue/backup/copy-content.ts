import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const pieceBytes = 2 ** 20;

/** Opens a file without following a link or waiting for a pipe. @throws for anything but a plain file */
export async function openPlain(file: string): Promise<{ readonly handle: FileHandle; readonly bytes: number }> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw Object.assign(new Error(`${file} is not a plain file.`), { code: 'ENOENT' });
    return { handle, bytes: stats.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A range of an open file. */
export interface Stretch {
  readonly handle: FileHandle;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Reads a range of a file.
 * @param write called with each chunk, which is only valid until it resolves
 * @returns the SHA-256 of what was read, which is less than requested if the file ends before
 */
export async function copyContent(
  { handle, offset, bytes }: Stretch,
  write: (piece: Buffer) => Promise<unknown>,
  {
    signal,
    onBytes = () => {},
  }: { readonly signal?: AbortSignal | undefined; readonly onBytes?: (bytes: number) => void },
): Promise<string> {
  const hash = createHash('sha256');
  const memory = Buffer.allocUnsafeSlow(Math.max(1, Math.min(pieceBytes, bytes)));
  for (let read = 0; read < bytes; ) {
    signal?.throwIfAborted();
    const { bytesRead } = await handle.read(memory, 0, Math.min(memory.length, bytes - read), offset + read);
    if (bytesRead === 0) break;
    const piece = memory.subarray(0, bytesRead);
    hash.update(piece);
    await write(piece);
    read += bytesRead;
    onBytes(bytesRead);
  }
  return hash.digest('hex');
}
