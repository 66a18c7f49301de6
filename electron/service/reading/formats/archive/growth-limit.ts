import { statSync } from 'node:fs';
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
function growthError(packedBytes: number): IngestError {
  const limit = Math.round(growthLimitBytes(packedBytes) / 2 ** 20);
  return new IngestError(explain('unpacks-to-too-much', { limit, ratio: maxGrowthRatio }));
}

/** @throws {IngestError} */
export function assertGrowth(packedBytes: number, unpackedBytes: number): void {
  if (unpackedBytes > growthLimitBytes(packedBytes)) throw growthError(packedBytes);
}

export function fileBytes(path: string): number {
  return statSync(path).size;
}
