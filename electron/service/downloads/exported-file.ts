import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Column } from '#shared/api/column.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { writeWorkbook } from '../render/xlsx/write-workbook.ts';
import type { RowStore, StoredVersion } from '../rows/row-store.ts';
import type { DownloadFormat } from './download-formats.ts';

/** Folder below the data folder where files wait while they are sent. */
const downloadFolder = 'downloads';

/** What is to be exported. */
export interface ExportOrder {
  readonly version: StoredVersion;
  readonly query: RowQuery;
  readonly columns: readonly Column[];
  readonly format: DownloadFormat;
}

/** Who asks for a file, and when nobody waits for it any more. */
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
  order: ExportOrder,
  work: ExportWork,
): Promise<{ readonly stream: Readable; readonly bytes: number }> {
  const folder = path.join(dataFolder, downloadFolder);
  await mkdir(folder, { recursive: true });
  const target = path.join(folder, randomBytes(12).toString('hex'));
  const remove = async () => await rm(target, { force: true });
  try {
    await exportFile(rows, order, target, work);
    const { size } = await stat(target);
    const stream = createReadStream(target);
    stream.once('close', () => void remove().catch(() => {}));
    return { stream, bytes: size };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function exportFile(rows: RowStore, order: ExportOrder, target: string, work: ExportWork): Promise<void> {
  const { version, query, columns, format } = order;
  if (format !== 'xlsx') {
    await rows.exportTo(version, query, format, target, work);
    return;
  }
  const lines = `${target}.ndjson`;
  try {
    await rows.exportTo(version, query, 'ndjson', lines, work);
    await writeWorkbook(lines, columns, target, work.signal);
  } finally {
    await rm(lines, { force: true });
  }
}
