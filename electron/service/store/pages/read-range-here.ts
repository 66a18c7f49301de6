import { shapeFrom } from './page-assembly.ts';
import type { PageRequest } from './page-request.ts';
import { closeRowFile, openRowFile } from './row-file/row-file.ts';
import { readRange } from './row-reading.ts';

/**
 * Reads a short page on this thread: the first page of a start takes less than a millisecond, and another thread would
 * not be ready yet. The files are closed again immediately, so that they can be removed at any time.
 * @throws {DamagedCacheError}
 */
export async function readRangeHere({
  file,
  from,
  to,
  shape,
}: Extract<PageRequest, { kind: 'range' }>): Promise<ArrayBuffer> {
  const { rows, offsets } = openRowFile(file, false);
  try {
    return new Uint8Array(readRange(rows, offsets, from, to, shapeFrom(shape))).buffer;
  } finally {
    closeRowFile({ rows, offsets });
  }
}
