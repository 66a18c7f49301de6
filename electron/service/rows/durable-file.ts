import { createHash } from 'node:crypto';
import { open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runFileTask } from '../ingest/file-task.ts';

/** Makes sure that a file's content is on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes sure that the names in a folder are on the disk; systems that cannot open a folder do that by themselves. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EISDIR' && code !== 'EPERM' && code !== 'EACCES' && code !== 'EINVAL') throw error;
  }
}

/** Gives a finished file or folder its final name, durably. */
export async function publish(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

const pieceBytes = 2 ** 20;

/** From this size on a file is read in a thread of its own; smaller ones are read before one has started. */
const threadBytes = 16 * 2 ** 20;

/**
 * SHA-256 of a file in hexadecimal.
 * @param gently at a pace that leaves the disk to others
 */
export async function checksumOf(
  path: string,
  signal?: AbortSignal,
  onBytes: (bytes: number) => void = () => {},
  gently = false,
): Promise<string> {
  const { size } = await stat(path);
  if (size >= threadBytes)
    return runFileTask({ kind: 'checksum', from: path, complete: null, gently }, signal, onBytes);
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  // The same two pieces of memory all the way: one is filled while the other is taken in.
  let filling = Buffer.allocUnsafeSlow(pieceBytes);
  let taken = Buffer.allocUnsafeSlow(pieceBytes);
  let bytes = 0;
  let reading = file.read(filling, 0, pieceBytes);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      signal?.throwIfAborted();
      if (bytesRead === 0) break;
      [filling, taken] = [taken, filling];
      reading = file.read(filling, 0, pieceBytes);
      hash.update(taken.subarray(0, bytesRead));
      bytes += bytesRead;
      onBytes(bytes);
    }
  } finally {
    await reading.catch(() => undefined);
    await file.close();
  }
  return hash.digest('hex');
}
