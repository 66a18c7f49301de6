import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { type Explanation, explain } from '#shared/failures.ts';
import { isDataFileInArchive } from '#shared/file-name.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { IngestError, type Packing } from '../../reading.ts';
import { fileBytes, growthLimiter } from './growth-limit.ts';
import { openZip, type ZipPart } from './zip-file.ts';

export async function packingOf(file: string): Promise<Packing> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead >= 2 && buffer.readUInt16BE(0) === 0x1f8b) return 'gzip';
    if (bytesRead < 4) return 'none';
    if (buffer.readUInt32BE(0) === 0x28b52ffd) return 'zstd';
    // An archive without files begins with its end (APPNOTE 4.3.16).
    return [0x504b0304, 0x504b0506].includes(buffer.readUInt32BE(0)) ? 'zip' : 'none';
  } finally {
    await handle.close();
  }
}

/** How a text is compressed; one in an archive has been unpacked before. */
export async function textPackingOf(path: string): Promise<Exclude<Packing, 'zip'>> {
  const packing = await packingOf(path);
  return packing === 'zip' ? 'none' : packing;
}

/** Names an error of zlib, which is about the file; any other is returned as it is. */
export function asDamagedFile(error: Error & { readonly code?: string }): Error {
  return error.code?.startsWith('Z_') ? new IngestError(explain('file-damaged', { said: error.message })) : error;
}

/** A block of 128 KiB may be packed into four bytes (RFC 8878, 3.1.1.2), so the input is fed in small pieces. */
const zstdStepBytes = 1 << 12;
/** Maximum number of unpacked bytes waiting to be consumed. */
const zstdWaitingBytes = 1 << 22;
const zstdWaitMs = 2;

/** Unpacks Zstandard (RFC 8878) as a stream. */
export function zstdUnpacker(): Transform {
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

/** Unpacks a file to a new file in `scratch`. @throws {IngestError} */
export async function unpackTo(
  scratch: string,
  file: string,
  packing: Exclude<Packing, 'none'>,
  work: LongWork,
): Promise<string> {
  const target = path.join(scratch, `${path.basename(file).slice(0, 80)}.unpacked`);
  const options = work.signal === undefined ? {} : { signal: work.signal };
  if (packing !== 'zip') {
    const source = createReadStream(file, { highWaterMark: 1 << 16 });
    const unpacker = packing === 'zstd' ? zstdUnpacker() : createGunzip();
    const limiter = growthLimiter(fileBytes(file));
    await pipeline([source, unpacker, limiter, reporter(work), createWriteStream(target)], options).catch(
      (error: Error) => {
        throw asDamagedFile(error);
      },
    );
    return target;
  }
  const zip = await openZip(file);
  try {
    await pipeline([await dataPart(zip.parts).read(), reporter(work), createWriteStream(target)], options);
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
    const options = work.signal === undefined ? {} : { signal: work.signal };
    await pipeline([await part.read(), reporter(work), createWriteStream(target)], options);
    return target;
  } finally {
    zip.close();
  }
}

/** Reports how many bytes have passed. */
function reporter(work: LongWork): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      work.onProgress?.({ phase: 'unpacking', rows: 0, bytes, fraction: null });
      done(null, chunk);
    },
  });
}
