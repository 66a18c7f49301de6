import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import chardet from 'chardet';
import iconv from 'iconv-lite';
import { say } from '#shared/sentences/say.ts';
import { IngestError, type LongWork, type Source } from '../rows/row-store.ts';
import { readUnpacked } from './archive/read-unpacked.ts';
import type { Dialect } from './open-delimited.ts';
import { encodingOf } from './preview/text-encoding.ts';
import { readBeginning } from './text-pieces.ts';

export interface Utf8Text {
  readonly path: string;
  readonly compression: Dialect['compression'];
  readonly note: string | null;
}

/** Bytes that the encoding is guessed from. */
const probeBytes = 1 << 20;

/** Gives a text file in UTF-8, which is the only encoding that the engine reads: the file itself, or a copy in `scratch`. */
export async function toUtf8(
  source: Source,
  compression: Dialect['compression'],
  scratch: string,
  work: LongWork,
): Promise<Utf8Text> {
  const encoding = source.encoding ?? (compression === 'none' ? await guessEncoding(source.path) : 'utf-8');
  if (isUtf8Name(encoding)) return { path: source.path, compression, note: null };
  if (!iconv.encodingExists(encoding)) throw new IngestError(say('encoding-unknown', { encoding }));
  if (compression === 'zstd') throw new IngestError(say('zstd-text'));
  const path = join(scratch, 'utf8.csv');
  await pipeline(
    [readUnpacked(source.path, compression, 1 << 20), decoding(encoding), createWriteStream(path)],
    work.signal ? { signal: work.signal } : {},
  );
  return { path, compression: 'none', note: say('read-as', { encoding }) };
}

/** The encoding of a text in words: `utf-8` for everything that is it already. @throws {IngestError} where it is unknown */
export async function textEncodingOf(source: Source, compression: Dialect['compression']): Promise<string> {
  const encoding = source.encoding ?? (await detectEncoding(source.path, compression));
  if (isUtf8Name(encoding)) return 'utf-8';
  if (!iconv.encodingExists(encoding)) throw new IngestError(say('encoding-unknown', { encoding }));
  return encoding;
}

async function detectEncoding(path: string, compression: Dialect['compression']): Promise<string> {
  const { bytes } = await readBeginning(path, compression, probeBytes);
  return encodingOf(bytes).name;
}

/** Whether text in this encoding is UTF-8 as it is. */
export function isUtf8Name(encoding: string): boolean {
  return /^(utf-?8|us-?ascii|ascii)$/i.test(encoding);
}

/** Valid UTF-8 is UTF-8; only other bytes are guessed at. */
async function guessEncoding(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(probeBytes), 0, probeBytes, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
    return isUtf8(bytes) ? 'utf-8' : (chardet.detect(bytes) ?? 'windows-1252');
  } finally {
    await file.close();
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function decoding(encoding: string): Transform {
  const decoder = iconv.getDecoder(encoding);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(decoder.write(chunk), 'utf8'));
    },
    flush(done) {
      done(null, Buffer.from(decoder.end() ?? '', 'utf8'));
    },
  });
}
