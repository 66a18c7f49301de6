import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Packing } from '../../../store/row-store.ts';
import { fileBytes, growthLimiter } from './growth-limit.ts';
import { zstdUnpacker } from './unpack.ts';

/**
 * The bytes of a file, unpacked; of a ZIP archive as they are. The stream fails with an {@link IngestError} when they
 * become more than the file may unpack to.
 */
export function readUnpacked(path: string, packing: Packing, highWaterMark = 1 << 18): Readable {
  const bytes = createReadStream(path, { highWaterMark });
  if (packing === 'none' || packing === 'zip') return bytes;
  const unpacker = packing === 'gzip' ? createGunzip() : zstdUnpacker();
  // What goes wrong is reported by the last of them.
  return pipeline([bytes, unpacker, growthLimiter(fileBytes(path))], () => undefined) as unknown as Readable;
}
