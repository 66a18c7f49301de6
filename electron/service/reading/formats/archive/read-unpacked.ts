import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Packing } from '../../reading.ts';
import { fileBytes, growthLimiter } from './growth-limit.ts';
import { asDamagedFile, zstdUnpacker } from './unpack.ts';

/**
 * The unpacked bytes of a file; ZIP archives are passed through. The stream fails with an `IngestError` if they
 * exceed the file's unpacked size limit, or cannot be unpacked.
 */
export function readUnpacked(path: string, packing: Packing, highWaterMark = 1 << 18): Readable {
  const bytes = createReadStream(path, { highWaterMark });
  if (packing === 'none' || packing === 'zip') return bytes;
  const unpacker = packing === 'gzip' ? createGunzip() : zstdUnpacker();
  const limiter = growthLimiter(fileBytes(path));
  // A pipeline through all of them would pass on the unpacker's own error, which says nothing to a user.
  bytes.once('error', (error) => limiter.destroy(error));
  unpacker.once('error', (error) => limiter.destroy(asDamagedFile(error)));
  limiter.once('close', () => {
    bytes.destroy();
    unpacker.destroy();
  });
  return bytes.pipe(unpacker).pipe(limiter);
}

/**
 * The number of bytes a file unpacks to.
 * @throws {IngestError} as the stream of {@link readUnpacked}
 */
export async function unpackedBytes({ from, packing }: { from: string; packing: Packing }): Promise<number> {
  let bytes = 0;
  for await (const piece of readUnpacked(from, packing)) bytes += (piece as Buffer).length;
  return bytes;
}
