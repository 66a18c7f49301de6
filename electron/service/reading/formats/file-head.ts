import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { explain } from '#shared/failures.ts';
import type { SourceFormat } from '#shared/rpc/source-file.ts';
import type { WorkbookFormat } from '#shared/workbook-format.ts';
import { IngestError, type Packing } from '../reading.ts';
import { readUnpacked } from './archive/read-unpacked.ts';
import { dataPart, packingOf } from './archive/unpack.ts';
import { openZip, workbookFormatOf } from './archive/zip-file.ts';

/** Maximum bytes of a beginning, unpacked. */
export const headBytes = 1 << 18;

/** The first bytes of a file, unpacked. */
export interface FileHead {
  readonly packing: Packing;
  readonly bytes: Buffer;
  /** Whether that is all of it. */
  readonly whole: boolean;
  /** The name of the file, or of the one inside an archive. */
  readonly name: string;
  /** The format of a workbook, which consists of several files itself. */
  readonly workbook?: WorkbookFormat;
}

/** Reads that many bytes and ignores the rest; packed data cut off there are expected. */
async function take(stream: Readable, most: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > most) break;
  }
  stream.destroy();
  return { bytes: Buffer.concat(pieces).subarray(0, most), whole: length <= most };
}

/** @throws {IngestError} if there is nothing to read */
export async function readHead(file: string): Promise<FileHead> {
  const packing = await packingOf(file);
  const name = path.basename(file);
  if (packing !== 'zip') {
    const head = await take(readUnpacked(file, packing, 1 << 16), headBytes).catch((error: Error) => {
      throw new IngestError(explain('not-unpacked', { said: error.message }));
    });
    if (head.bytes.length === 0 && !/\.(ndjson|jsonl)(\.\w+)?$/i.test(name))
      throw new IngestError(explain('file-empty'));
    return { packing, name, ...head };
  }
  const zip = await openZip(file);
  try {
    const workbook = workbookFormatOf(zip.parts);
    if (workbook !== null) return { packing: 'none', name, bytes: Buffer.from('PK\x03\x04'), whole: false, workbook };
    const part = dataPart(zip.parts);
    return { packing, name: part.name, ...(await take(await part.read(), headBytes)) };
  } finally {
    zip.close();
  }
}

/** The end of the last complete record: at a line end outside quotes. */
function lastRecordEnd(text: string, quote: string): number {
  let end = -1;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === quote) quoted = !quoted;
    else if (!quoted && (character === '\n' || (character === '\r' && text[at + 1] !== '\n'))) end = at + 1;
  }
  // A literal quote (5'10") makes the count wrong: any line end is better than none then.
  return end > 0 ? end : text.lastIndexOf('\n') + 1;
}

/**
 * Writes a text's beginning to a file that is read like the whole, in UTF-8 and unpacked. For delimited text only
 * complete records are written; for JSON everything, whose incomplete parts the reader skips.
 */
export async function writeHead(
  head: FileHead,
  format: Exclude<SourceFormat, 'parquet' | 'px' | WorkbookFormat>,
  encoding: string,
  quote: string,
  target: string,
): Promise<void> {
  if (!iconv.encodingExists(encoding)) throw new IngestError(explain('encoding-unknown', { encoding }));
  // Always decoded, so that the byte order mark is removed.
  const text = iconv.decode(head.bytes, encoding);
  if (head.whole) await writeFile(target, text);
  else if (format === 'csv') {
    const end = lastRecordEnd(text, quote);
    await writeFile(target, end > 0 ? text.slice(0, end) : text);
  } else await writeFile(target, text);
}
