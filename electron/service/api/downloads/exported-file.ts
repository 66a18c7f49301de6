import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { exportMediaTypes } from '#shared/source-formats.ts';
import type { ServiceDeps } from '../../deps.ts';
import type { FileFormat, RowExport } from '../../operations/export/write-rows.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { type Exchange, workOf } from '../plugins/exchange.ts';
import { browsable, type Rendering } from '../plugins/negotiation.ts';
import type { Answer } from '../resources/resource.ts';

/** Folder below the data folder for files that are being sent. */
const downloadFolder = 'downloads';

/** Removes files that earlier runs left behind while sending. */
export async function clearDownloads(dataFolder: string): Promise<void> {
  await rm(path.join(dataFolder, downloadFolder), { recursive: true, force: true });
}

/**
 * Exports to a file and returns its content as a stream; the file is removed when the stream is closed. The file is
 * complete before its first byte is sent, so a failure is reported by a status, never by a truncated file.
 */
async function exportedStream(
  rows: RowStore,
  dataFolder: string,
  order: RowExport,
  work: ReturnType<typeof workOf>,
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

/** A buffer, because Fastify would add a charset to an empty text. */
export const noBytes = Buffer.alloc(0);

/** An exported file, complete before its first byte is sent; with `HEAD` only its headers. */
export async function exportedAnswer(
  { rows, dataFolder }: Pick<ServiceDeps, 'rows' | 'dataFolder'>,
  exchange: Exchange,
  order: RowExport,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { stream, bytes } = await exportedStream(rows, dataFolder, order, workOf(exchange));
  const all = { ...headers, 'Content-Length': String(bytes) };
  if (exchange.request.method !== 'HEAD') return { kind: 'body', body: stream, headers: all };
  // Only the finished file shows its length, and that it can be created.
  stream.destroy();
  return { kind: 'body', body: noBytes, headers: all };
}

/** The representations of a download; the HTML page only if requested by name. */
export const downloadRenderings: readonly Rendering[] = [
  ...Object.entries(exportMediaTypes).map(([format, mediaType]) => ({ format, mediaType })),
  browsable,
];

/** Whether a representation is one of the file formats. */
export function isDownloadFormat(format: string): format is FileFormat {
  return Object.hasOwn(exportMediaTypes, format);
}

/** The headers of a file that is downloaded under this name, without its extension. */
export function fileHeaders(name: string, format: FileFormat) {
  const type = exportMediaTypes[format];
  return {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'X-Content-Type-Options': 'nosniff',
  };
}
