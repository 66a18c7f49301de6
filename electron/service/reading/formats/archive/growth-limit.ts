import { statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';

/** Up to this number of unpacked bytes any ratio is accepted: repetitive tables compress very well. */
export const freeGrowthBytes = 2 ** 29;
/** Maximum compression ratio beyond that. */
export const maxGrowthRatio = 100;
/** Maximum number of unpacked bytes, whatever the ratio. */
export const maxUnpackedBytes = 256 * 2 ** 30;

/** The maximum unpacked size for a packed size. */
export function growthLimitBytes(packedBytes: number): number {
  return Math.min(maxUnpackedBytes, Math.max(freeGrowthBytes, packedBytes * maxGrowthRatio));
}

/** The error for a file that exceeds its unpacked size limit. */
export function growthError(packedBytes: number): IngestError {
  const limit = Math.round(growthLimitBytes(packedBytes) / 2 ** 20);
  return new IngestError(explain('unpacks-to-too-much', { limit, ratio: maxGrowthRatio }));
}

/** @throws {IngestError} */
export function assertGrowth(packedBytes: number, unpackedBytes: number): void {
  if (unpackedBytes > growthLimitBytes(packedBytes)) throw growthError(packedBytes);
}

/** Passes on unpacked bytes up to the limit. */
export function growthLimiter(packedBytes: number): Transform {
  const limit = growthLimitBytes(packedBytes);
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) done(growthError(packedBytes));
      else done(null, chunk);
    },
  });
}

export function fileBytes(path: string): number {
  return statSync(path).size;
}
