import { statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../../store/row-store.ts';

/** Up to so many unpacked bytes any ratio passes: tables that repeat themselves are packed very well. */
export const freeGrowthBytes = 2 ** 29;
/** Beyond that a file may not unpack to more than so many times its size. */
export const maxGrowthRatio = 100;
/** More unpacked bytes than this are refused, whatever the ratio. */
export const maxUnpackedBytes = 256 * 2 ** 30;

/** The most bytes that so many packed bytes may unpack to. */
export function growthLimitBytes(packedBytes: number): number {
  return Math.min(maxUnpackedBytes, Math.max(freeGrowthBytes, packedBytes * maxGrowthRatio));
}

/** What is wrong with a file that unpacks to more than it may. */
export function growthError(packedBytes: number): IngestError {
  const limit = Math.round(growthLimitBytes(packedBytes) / 2 ** 20);
  return new IngestError(explain('unpacks-to-too-much', { limit, ratio: maxGrowthRatio }));
}

/** @throws {IngestError} */
export function assertGrowth(packedBytes: number, unpackedBytes: number): void {
  if (unpackedBytes > growthLimitBytes(packedBytes)) throw growthError(packedBytes);
}

/** Passes on what was unpacked from a file, as long as that is not more than it may be. */
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
