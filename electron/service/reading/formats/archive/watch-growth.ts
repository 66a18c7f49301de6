import { runFilePass } from '../../../work/file-pass.ts';
import { IngestError, type Plan, type ReadingOptions, throwIngestError } from '../../reading.ts';
import { fileBytes, freeGrowthBytes } from './growth-limit.ts';
import type { unpackedBytes } from './read-unpacked.ts';
import { packingOf } from './unpack.ts';

/** Maximum compression ratio of gzip (RFC 1951). */
const gzipRatio = 1032;

/**
 * Measures the unpacked size of a file while the engine, which has no limit, reads it: in a concurrent thread, so that
 * a harmless file is not delayed. Files that we unpack ourselves are limited there.
 * @throws {IngestError} if that exceeds the file's limit
 */
export async function watchGrowth(file: ReadingOptions & Partial<Plan>, signal: AbortSignal): Promise<void> {
  const { path, format, entry } = file;
  const layout = file.decided?.layout;
  if (layout?.kind === 'combined') {
    for (const part of layout.parts) await watchGrowth(part, signal);
    return;
  }
  // The content of an archive is measured when it is extracted.
  if (entry !== undefined) return;
  if (format !== 'csv' && format !== 'ndjson') return;
  // A missing file is reported by whatever reads it.
  const packing = await packingOf(path).catch(() => 'none' as const);
  if (packing !== 'gzip' && packing !== 'zstd') return;
  if (packing === 'gzip' && fileBytes(path) * gzipRatio <= freeGrowthBytes) return;
  try {
    await runFilePass<typeof unpackedBytes>('measure', { from: path, packing }, signal).catch(throwIngestError);
  } catch (error) {
    // Other damage is reported by the engine; an abort only means that the engine is done.
    if (error instanceof IngestError) throw error;
  }
}
