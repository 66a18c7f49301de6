import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import type { ColumnChunk } from './column-chunks.ts';
import { readPageHeader } from './page-headers.ts';

/** Field ids of a page header (parquet.thrift, PageHeader). */
const compressedBytes = 3;
const checksum = 4;
const pieceBytes = 2 ** 20;

/**
 * Verifies pages against the checksums of their writer, which the engine ignores. A column whose first page has none is
 * not read.
 * @throws {IngestError} if a page differs from what was written
 */
export async function checkPages(
  file: FileHandle,
  chunks: readonly ColumnChunk[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const chunk of chunks) {
    let at = chunk.start;
    const end = chunk.start + chunk.bytes;
    while (at < end) {
      signal?.throwIfAborted();
      const page = await readPageHeader(file, at);
      const length = page?.fields.get(compressedBytes)?.value;
      const written = page?.fields.get(checksum)?.value;
      // Anything that is not a page is reported by the engine.
      if (page === null || typeof length !== 'number' || length < 0 || typeof written !== 'number') break;
      const start = at + page.bytes;
      if ((await checksumOf(file, start, length)) !== written >>> 0) {
        throw new IngestError(explain('parquet-page-damaged', { column: chunk.column }));
      }
      at = start + length;
    }
  }
}

async function checksumOf(file: FileHandle, start: number, length: number): Promise<number> {
  const piece = Buffer.alloc(Math.min(length, pieceBytes));
  let sum = 0;
  for (let at = 0; at < length; at += piece.length) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, length - at), start + at);
    sum = crc32(piece.subarray(0, bytesRead), sum);
  }
  return sum;
}
