import iconv from 'iconv-lite';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';

const replacement = '\ufffd';
const highSurrogate = /[\ud800-\udbff]$/;
const loneSurrogate = /\p{Surrogate}/u;

/** The line of the first bytes that are not a character, and their number. */
export interface LostCharacters {
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
