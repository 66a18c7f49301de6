import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { readUnpacked } from '../../formats/archive/read-unpacked.ts';
import type { Dialect } from '../../formats/delimited/dialect.ts';
import { IngestError, type Source } from '../../reading.ts';
import { lostCharactersError, TextDecoding } from './decode-text.ts';
import type { DetectedEncoding } from './detect-encoding.ts';
import { damagedTextError, detectFileEncoding, findInvalidText } from './file-encoding.ts';

export interface Utf8Text {
  readonly path: string;
  readonly compression: Dialect['compression'];
  readonly note: Explanation | null;
}

/** Returns a text file in UTF-8, the only encoding that the engine reads: the file itself, or a copy in `scratch`. */
export async function toUtf8(
  source: Source,
  compression: Dialect['compression'],
  scratch: string,
  work: LongWork,
): Promise<Utf8Text> {
  const known = source.encoding === undefined ? guessOf(await detectFileEncoding(source.path, compression)) : source;
  const { encoding = 'utf-8' } = known;
  if (isUtf8Name(encoding)) return { path: source.path, compression, note: null };
  return decoded({ ...source, ...known }, encoding, compression, scratch, work);
}

/** A detected encoding as a source states it. */
export function guessOf({ name, unsure, alternatives: [second] }: DetectedEncoding) {
  const isNamed = unsure && second !== undefined && !isUtf8Name(name);
  return { encoding: name, encodingGuessed: true, ...(isNamed ? { encodingSecond: second } : {}) };
}

/**
 * Returns a text in UTF-8 after the engine has failed to read it: a text assumed to be UTF-8 may turn out not to be.
 * @throws {IngestError} if only some lines are invalid
 */
export async function againToUtf8(source: Source, text: Utf8Text, scratch: string, work: LongWork): Promise<Utf8Text> {
  if (text.note !== null) return text;
  const invalid = await findInvalidText(text.path, text.compression, work);
  if (invalid === null) return text;
  if (isEncodingStated(source)) return decoded(source, 'utf-8', text.compression, scratch, work);
  if (invalid.encoding === null) throw damagedTextError(invalid);
  return decoded({ ...source, ...guessOf(invalid.encoding) }, invalid.encoding.name, text.compression, scratch, work);
}

/** Whether the user chose the encoding, so that it applies even if characters are lost. */
export function isEncodingStated({ encoding, encodingGuessed }: Source): boolean {
  return encoding !== undefined && encodingGuessed !== true;
}

async function decoded(
  source: Source,
  encoding: string,
  compression: Dialect['compression'],
  scratch: string,
  work: LongWork,
): Promise<Utf8Text> {
  if (!iconv.encodingExists(encoding)) throw new IngestError(explain('encoding-unknown', { encoding }));
  if (compression === 'zstd') throw new IngestError(explain('zstd-text'));
  const path = join(scratch, 'utf8.csv');
  const decoding = new TextDecoding(encoding);
  const strict = !isEncodingStated(source);
  await pipeline(
    [readUnpacked(source.path, compression, 1 << 20), transformOf(decoding, encoding, strict), createWriteStream(path)],
    work.signal ? { signal: work.signal } : {},
  );
  const { lost } = decoding;
  const { encodingSecond: second } = source;
  const plain =
    second === undefined ? explain('read-as', { encoding }) : explain('read-as-unsure', { encoding, second });
  const note = lost === null ? plain : explain('read-as-replaced', { ...lost, encoding });
  return { path, compression: 'none', note };
}

/** The canonical name of a text's encoding: `utf-8` for all compatible ones. @throws {IngestError} if it is unknown */
export async function textEncodingOf(source: Source, compression: Dialect['compression']): Promise<string> {
  const encoding = source.encoding ?? (await detectFileEncoding(source.path, compression)).name;
  if (isUtf8Name(encoding)) return 'utf-8';
  if (!iconv.encodingExists(encoding)) throw new IngestError(explain('encoding-unknown', { encoding }));
  return encoding;
}

/** Whether text in this encoding is valid UTF-8 unchanged. */
export function isUtf8Name(encoding: string): boolean {
  return /^(utf-?8|us-?ascii|ascii)$/i.test(encoding);
}

/** @param strict fail for bytes that are not characters, as in an encoding that was only guessed */
function transformOf(decoding: TextDecoding, encoding: string, strict: boolean): Transform {
  const checked = (bytes: Buffer) => {
    const { lost } = decoding;
    if (!strict || lost === null) return bytes;
    // The encoding of a byte order mark is not a guess.
    throw /^utf/i.test(encoding)
      ? lostCharactersError(lost, encoding)
      : new IngestError(explain('encoding-not-whole', { encoding }));
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      settle(done, () => checked(decoding.write(chunk)));
    },
    flush(done) {
      settle(done, () => checked(decoding.end()));
    },
  });
}

function settle(done: (error: Error | null, bytes?: Buffer) => void, make: () => Buffer): void {
  let bytes: Buffer;
  try {
    bytes = make();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, bytes);
}
