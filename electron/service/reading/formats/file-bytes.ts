import { open } from 'node:fs/promises';

/** Some bytes of a file; fewer if it ends before. @param from position of the first */
export async function bytesAt(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The first bytes of a file, and whether they are all. */
export async function readBeginning(path: string, maxBytes: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const bytes = await bytesAt(path, 0, maxBytes + 1);
  return { bytes: bytes.subarray(0, maxBytes), whole: bytes.length <= maxBytes };
}
