import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type RowExport, writeRows } from '../operations/export/write-rows.ts';
import type { RowStore } from '../store/row-store.ts';

/** Folder below the data folder where files wait while they are sent. */
const downloadFolder = 'downloads';

/** The client that requests a file, and the signal of its cancellation. */
interface ExportWork {
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** Removes what earlier runs left of files that were being sent. */
export async function clearDownloads(dataFolder: string): Promise<void> {
  await rm(path.join(dataFolder, downloadFolder), { recursive: true, force: true });
}

/**
 * Exports to a file and gives its bytes as a stream; the file goes when the stream is closed. The file is whole before
 * its first byte is sent: what fails fails with a status, never as a file that ends early.
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
