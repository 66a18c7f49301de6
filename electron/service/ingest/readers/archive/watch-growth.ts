import { IngestError, type Source } from '../../../store/row-store.ts';
import { runFileTask } from '../../file-task.ts';
import { fileBytes, freeGrowthBytes } from './growth-limit.ts';
import { packingOf } from './unpack.ts';

/** Gzip (RFC 1951) cannot unpack to more than so many times its size. */
const gzipRatio = 1032;

/**
 * Measures what a file unpacks to while the engine reads it, which has no limit of its own: in a thread beside it, so
 * that an honest file is not kept waiting. Files that we unpack ourselves are limited where that is done.
 * @throws {IngestError} when that is more than the file may unpack to
 */
export async function watchGrowth({ path, format, parts, entry }: Source, signal: AbortSignal): Promise<void> {
  if (parts !== undefined) {
    for (const part of parts) await watchGrowth(part, signal);
    return;
  }
  // What is packed within an archive is measured as it is taken out of that.
  if (entry !== undefined) return;
  if (format !== 'csv' && format !== 'ndjson') return;
  // That a file is not there is reported by whatever reads it.
  const packing = await packingOf(path).catch(() => 'none' as const);
  if (packing !== 'gzip' && packing !== 'zstd') return;
  if (packing === 'gzip' && fileBytes(path) * gzipRatio <= freeGrowthBytes) return;
  try {
    await runFileTask({ kind: 'measure', from: path, packing }, signal);
  } catch (error) {
    // Other damage is reported by the engine; an abort only says that the engine is done.
    if (error instanceof IngestError) throw error;
  }
}
