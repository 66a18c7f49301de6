import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { IngestError, type Plan, type PlannedEncoding } from '../../reading.ts';
import type { DetectedEncoding } from './detect-encoding.ts';
import { damagedTextError, findInvalidText } from './file-encoding.ts';

export interface Utf8Text {
  readonly path: string;
  readonly note: Explanation | null;
}

/** Returns a text file in UTF-8, the only encoding that the engine reads: the file itself, or a copy in `scratch`. */
export async function toUtf8(
  path: string,
  encoding: PlannedEncoding,
  scratch: string,
  work: LongWork,
): Promise<Utf8Text> {
  return isUtf8Name(encoding.name) ? { path, note: null } : decoded(path, encoding, scratch, work);
}

/** The encoding to read a text in: the one that the user states, or else the detected one. */
export function plannedEncoding(
  stated: string | undefined,
  { name, unsure, alternatives: [second] }: DetectedEncoding,
): PlannedEncoding {
  if (stated !== undefined) return { name: stated, isStated: true };
  const isNamed = unsure && second !== undefined && !isUtf8Name(name);
  return { name, isStated: false, ...(isNamed ? { second } : {}) };
}

/**
 * Returns a text in UTF-8 after the engine has failed to read it: a text assumed to be UTF-8 may turn out not to be.
 * @throws {IngestError} if only some lines are invalid
 */
export async function againToUtf8(
  { encoding }: Pick<Plan['decided'], 'encoding'>,
  text: Utf8Text,
  scratch: string,
  work: LongWork,
): Promise<Utf8Text> {
  if (text.note !== null) return text;
  const invalid = await findInvalidText(text.path, work);
  if (invalid === null) return text;
  if (encoding.isStated) return decoded(text.path, { ...encoding, name: 'utf-8' }, scratch, work);
  if (invalid.encoding === null) throw damagedTextError(invalid);
  return decoded(text.path, plannedEncoding(undefined, invalid.encoding), scratch, work);
}

async function decoded(
  from: string,
  { name: encoding, isStated, second }: PlannedEncoding,
  scratch: string,
  work: LongWork,
): Promise<Utf8Text> {
  assertEncoding(encoding);
  const path = join(scratch, 'utf8.csv');
  const decoding = new TextDecoding(encoding);
  await pipeline(
    piecesIn(decoding, from, encoding, !isStated),
    createWriteStream(path),
    given({ signal: work.signal }),
  );
  const { lost } = decoding;
  const plain =
    second === undefined ? explain('read-as', { encoding }) : explain('read-as-unsure', { encoding, second });
  const note = lost === null ? plain : explain('read-as-replaced', { ...lost, encoding });
  return { path, note };
}

/** @throws {IngestError} for the name of no encoding */
export function assertEncoding(encoding: string): void {
  if (!iconv.encodingExists(encoding)) throw new IngestError(explain('encoding-unknown', { encoding }));
}

/** Whether text in this encoding is valid UTF-8 unchanged. */
export function isUtf8Name(encoding: string): boolean {
  return /^(utf-?8|us-?ascii|ascii)$/i.test(encoding);
}

/** The pieces of a text in UTF-8. @param strict fail for bytes that are not characters, as in a guessed encoding */
async function* piecesIn(
  decoding: TextDecoding,
  from: string,
  encoding: string,
  strict: boolean,
): AsyncGenerator<Buffer> {
  const checked = (bytes: Buffer) => {
    const { lost } = decoding;
    if (!strict || lost === null) return bytes;
    // The encoding of a byte order mark is not a guess.
    throw /^utf/i.test(encoding)
      ? lostCharactersError(lost, encoding)
      : new IngestError(explain('encoding-not-whole', { encoding }));
  };
  for await (const piece of createReadStream(from, { highWaterMark: 1 << 20 })) yield checked(decoding.write(piece));
  yield checked(decoding.end());
}

const replacement = '\ufffd';
const highSurrogate = /[\ud800-\udbff]$/;
const loneSurrogate = /\p{Surrogate}/u;

/** The line of the first bytes that are not a character, and their number. */
interface LostCharacters {
  readonly count: number;
  /** The number of the line, from 1. */
  readonly line: number;
}

/** Decodes a text piece by piece, and finds bytes that are not characters of its encoding. */
export class TextDecoding {
  readonly #decoder: ReturnType<typeof iconv.getDecoder>;
  /** The first half of a character whose second half is in the next piece. */
  #half = '';
  #line = 1;
  #lost: LostCharacters | null = null;

  constructor(encoding: string) {
    this.#decoder = iconv.getDecoder(encoding);
  }

  /** The characters lost so far; null if there are none. U+FFFD in the text itself counts as lost too. */
  get lost(): LostCharacters | null {
    return this.#lost;
  }

  write(piece: Buffer): Buffer {
    return this.#encoded(this.#half + this.#decoder.write(piece), false);
  }

  end(): Buffer {
    return this.#encoded(this.#half + (this.#decoder.end() ?? ''), true);
  }

  #encoded(text: string, atEnd: boolean): Buffer {
    this.#half = atEnd ? '' : (highSurrogate.exec(text)?.[0] ?? '');
    const whole = text.slice(0, text.length - this.#half.length);
    const bytes = Buffer.from(whole, 'utf8');
    if (whole.includes(replacement) || loneSurrogate.test(whole)) this.#count(bytes.toString('utf8'));
    else this.#line += linesIn(whole);
    return bytes;
  }

  #count(text: string): void {
    const parts = text.split(replacement);
    const line = this.#lost?.line ?? this.#line + linesIn(parts[0] ?? '');
    this.#lost = { count: (this.#lost?.count ?? 0) + parts.length - 1, line };
    this.#line += linesIn(text);
  }
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

export function lostCharactersError({ line }: LostCharacters, encoding: string): IngestError {
  return new IngestError(explain('bytes-no-characters', { line, encoding }));
}
