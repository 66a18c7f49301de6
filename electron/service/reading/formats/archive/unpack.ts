import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { type Explanation, explain } from '#shared/failures.ts';
import { isDataFileInArchive } from '#shared/file-name.ts';
import { isWorkbookFormat } from '#shared/source-formats.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { IngestError, type Packing, type ReadingOptions } from '../../reading.ts';
import { bytesAt } from '../file-bytes.ts';
import { holdsShapefile } from '../stated/shapefile.ts';
import { assertGrowth, fileBytes } from './growth-limit.ts';
import { openZip, workbookFormatOf, type ZipPart } from './zip-file.ts';

export async function packingOf(file: string): Promise<Packing> {
  const head = await bytesAt(file, 0, 4);
  if (head.length >= 2 && head.readUInt16BE(0) === 0x1f8b) return 'gzip';
  if (head.length < 4) return 'none';
  if (head.readUInt32BE(0) === 0x28b52ffd) return 'zstd';
  // An archive without files begins with its end (APPNOTE 4.3.16).
  return [0x504b0304, 0x504b0506].includes(head.readUInt32BE(0)) ? 'zip' : 'none';
}

/** Names an error of zlib, which is about the file; any other is returned as it is. */
function asDamagedFile(error: Error & { readonly code?: string }): Error {
  return error.code?.startsWith('Z_') ? new IngestError(explain('file-damaged', { said: error.message })) : error;
}

/** A block of 128 KiB may be packed into four bytes (RFC 8878, 3.1.1.2), so the input is fed in small pieces. */
const zstdStepBytes = 1 << 12;
/** Maximum number of unpacked bytes waiting to be consumed. */
const zstdWaitingBytes = 1 << 22;
const zstdWaitMs = 2;

/** Unpacks Zstandard (RFC 8878) as a stream. */
function zstdUnpacker(): Transform {
  let push: (piece: Uint8Array) => void = () => {};
  const unpacker = new Decompress((piece) => push(piece));
  const unpack = async (chunk: Uint8Array, last: boolean) => {
    try {
      for (let at = 0; at < chunk.length && !transform.destroyed; at += zstdStepBytes) {
        unpacker.push(chunk.subarray(at, at + zstdStepBytes));
        while (transform.readableLength > zstdWaitingBytes && !transform.destroyed) await wait(zstdWaitMs);
      }
      if (last) unpacker.push(new Uint8Array(0), true);
    } catch (error) {
      throw new IngestError(
        explain('file-damaged', { said: error instanceof Error ? error.message : 'it cannot be unpacked' }),
      );
    }
  };
  const transform = new Transform({
    transform: (chunk: Buffer, _encoding, done) => void unpack(chunk, false).then(() => done(), done),
    flush: (done) => void unpack(new Uint8Array(0), true).then(() => done(), done),
  });
  push = (piece) => void transform.push(Buffer.from(piece));
  return transform;
}

/** Extensions of files that only make sense together, in one archive. */
const unsupportedParts: readonly (readonly [name: RegExp, words: () => Explanation])[] = [
  [/\.gdbtable$/i, () => explain('of-geodata', { kind: 'File Geodatabase' })],
  [/\.iwa$/i, () => explain('of-spreadsheet', { format: 'Apple Numbers' })],
];

/** The only data file in an archive. @throws {IngestError} if there is none, or more than one */
export function dataPart(parts: readonly ZipPart[]): ZipPart {
  const visible = parts.filter(({ name }) => !/(^|\/)(__MACOSX\/|\._|\.)/.test(name));
  const named = visible.filter(({ name }) => isDataFileInArchive(name));
  const unsupported = unsupportedParts.find(([name]) => visible.some((part) => name.test(part.name)));
  if (named.length === 0 && unsupported !== undefined) throw new IngestError(unsupported[1]());
  const inner = named.length === 0 ? visible.find(({ name }) => /\.zip$/i.test(name)) : undefined;
  if (inner !== undefined) throw new IngestError(explain('of-archive-in-archive', { name: inner.name }));
  const candidates = named.length > 0 ? named : visible;
  const [only, another] = candidates;
  if (only === undefined) throw new IngestError(explain('archive-empty'));
  if (another === undefined) return only;
  const names = candidates.slice(0, 5).map(({ name }) => name);
  const more = candidates.length > names.length ? ', …' : '';
  throw new IngestError(explain('archive-of-several', { names: `${names.join(', ')}${more}` }));
}

/**
 * The bytes of a file that may be compressed with gzip or zstd.
 * @throws {IngestError} if it cannot be unpacked, or exceeds its unpacked size limit
 */
export async function* unpackedPieces(file: string, packing: Exclude<Packing, 'zip'>): AsyncGenerator<Buffer> {
  const bytes = createReadStream(file, { highWaterMark: pieceBytes });
  if (packing === 'none') return yield* bytes;
  const unpacker = packing === 'gzip' ? createGunzip({ chunkSize: pieceBytes }) : zstdUnpacker();
  bytes.once('error', (error) => unpacker.destroy(error));
  const packedBytes = fileBytes(file);
  let length = 0;
  try {
    for await (const piece of bytes.pipe(unpacker)) {
      length += (piece as Buffer).length;
      assertGrowth(packedBytes, length);
      yield piece as Buffer;
    }
  } catch (error) {
    throw asDamagedFile(error as Error);
  } finally {
    bytes.destroy();
    unpacker.destroy();
  }
}

const pieceBytes = 1 << 16;

/** What decides whether a file has to be unpacked before it is read. */
type PackedFile = Pick<ReadingOptions, 'path' | 'format'>;

/** The path of a file that its reader can read: one that is compressed, or in an archive, is unpacked into `scratch`. */
export async function unpackedPath(file: PackedFile, scratch: string, work: LongWork): Promise<string> {
  const packing = await unpackedFirst(file);
  return packing === 'none' ? file.path : unpackTo(scratch, file.path, packing, work);
}

/** How a file is compressed, if it has to be unpacked; otherwise `none`. */
export async function unpackedFirst({ path: file, format = 'csv' }: PackedFile): Promise<Packing> {
  const packing = await packingOf(file);
  const mayBeOne = packing === 'zip' && (isWorkbookFormat(format) || format === 'shp');
  return mayBeOne && (await consistsOfParts(file)) ? 'none' : packing;
}

/** Whether the files of an archive are the parts of a workbook, or of Shapefiles. */
async function consistsOfParts(archive: string): Promise<boolean> {
  const zip = await openZip(archive);
  try {
    return workbookFormatOf(zip.parts) !== null || holdsShapefile(zip.parts);
  } finally {
    zip.close();
  }
}

/** Unpacks a file to a new file in `scratch`. @throws {IngestError} */
export async function unpackTo(
  scratch: string,
  file: string,
  packing: Exclude<Packing, 'none'>,
  work: LongWork,
): Promise<string> {
  const target = path.join(scratch, `${path.basename(file).slice(0, 80)}.unpacked`);
  if (packing !== 'zip') {
    await writePieces(unpackedPieces(file, packing), target, work);
    return target;
  }
  const zip = await openZip(file);
  try {
    await writePieces(await dataPart(zip.parts).read(), target, work);
    return target;
  } finally {
    zip.close();
  }
}

/** Writes one of the files of an archive to its own folder in `scratch`, under its own name. @throws {IngestError} */
export async function unpackEntry(scratch: string, archive: string, name: string, work: LongWork): Promise<string> {
  const folder = path.join(scratch, 'entry');
  await mkdir(folder, { recursive: true });
  const target = path.join(folder, path.posix.basename(name).slice(-80));
  const zip = await openZip(archive);
  try {
    const part = zip.find(name);
    if (part === undefined) throw new IngestError(explain('archive-no-entry', { name }));
    await writePieces(await part.read(), target, work);
    return target;
  } finally {
    zip.close();
  }
}

/** Writes pieces to a new file, and reports how many bytes have passed. */
async function writePieces(pieces: AsyncIterable<Buffer>, target: string, work: LongWork): Promise<void> {
  let bytes = 0;
  const reported = async function* () {
    for await (const piece of pieces) {
      bytes += piece.length;
      work.onProgress?.({ phase: 'unpacking', rows: 0, bytes, fraction: null });
      yield piece;
    }
  };
  await pipeline(reported(), createWriteStream(target), work.signal === undefined ? {} : { signal: work.signal });
}
