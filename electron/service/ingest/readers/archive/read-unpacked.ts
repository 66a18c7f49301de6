import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Packing } from '../../../store/row-store.ts';
import { fileBytes, growthLimiter } from './growth-limit.ts';
import { zstdUnpacker } from './unpack.ts';

/**
 * The unpacked bytes of a file; ZIP archives are passed through. The stream fails with an {@link IngestError} if they
 * exceed the file's unpacked size limit.
 */
export function readUnpacked(path: string, packing: Packing, highWaterMark = 1 << 18): Readable {
  const bytes = createReadStream(path, { highWaterMark });
  if (packing === 'none' || packing === 'zip') return bytes;
  const unpacker = packing === 'gzip' ? createGunzip() : zstdUnpacker();
  // The last of them reports errors.
  return pipeline([bytes, unpacker, growthLimiter(fileBytes(path))], () => undefined) as unknown as Readable;
}
