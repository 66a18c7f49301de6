import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { RowExport } from '../../operations/export/write-rows.ts';
import type { RowStore } from '../../rows/row-store.ts';

/** Folder below the data folder for files that are being sent. */
const downloadFolder = 'downloads';

/** The client that requests a file, and the signal of its cancellation. */
interface ExportWork {
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** Removes files that earlier runs left behind while sending. */
export async function clearDownloads(dataFolder: string): Promise<void> {
  await rm(path.join(dataFolder, downloadFolder), { recursive: true, force: true });
}

/**
 * Exports to a file and returns its content as a stream; the file is removed when the stream is closed. The file is
 * complete before its first byte is sent, so a failure is reported by a status, never by a truncated file.
 */
export async function exportedStream(
  rows: RowStore,
  dataFolder: string,
  order: RowExport,
  work: ExportWork,
): Promise<{ readonly stream: Readable; readonly bytes: number }> {
  const folder = path.join(dataFolder, downloadFolder);
  await mkdir(folder, { recursive: true });
  const target = path.join(folder, randomBytes(12).toString('hex'));
  const remove = async () => await rm(target, { force: true });
  try {
    const { writeRows } = await import('../../operations/export/write-rows.ts');
    await writeRows(rows, order, target, work);
    const { size } = await stat(target);
    const stream = createReadStream(target);
    stream.once('close', () => void remove().catch(() => {}));
    return { stream, bytes: size };
  } catch (error) {
    await remove();
    throw error;
  }
}
