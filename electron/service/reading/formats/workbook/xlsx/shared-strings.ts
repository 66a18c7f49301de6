import { explain } from '#shared/failures.ts';
import { IngestError } from '../../../reading.ts';
import type { ZipPart } from '../../archive/zip-file.ts';
import { readXml } from '../xml-events.ts';

/** A surrogate that is not one of a pair. */
const halfCharacter = /\p{Surrogate}/u;

/**
 * Characters that XML cannot contain are written as `_x0000_` (ECMA-376 part 1, 22.9.2.19).
 * @throws {IngestError} for an unpaired surrogate, which no text can contain
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  const whole = text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  if (halfCharacter.test(whole)) throw new IngestError(explain('workbook-half-character'));
  return whole;
}

/** Maximum memory of a workbook's texts; those of a sheet full of texts take about half of it. */
const maxTextBytes = 256 * 2 ** 20;
const maxTexts = 2 ** 26;

/** The texts that the cells of a workbook refer to by index. */
export interface SharedStrings {
  /** The text at an index; null for an index that does not exist. */
  at(number: number): string | null;
}

/**
 * Reads the texts that the cells of a workbook refer to by index. Runs of rich text are joined; phonetic hints are
 * dropped. They are stored as bytes, which take less memory than as many small strings.
 * @throws {IngestError} if they are too large to store
 */
export async function readSharedStrings(part: ZipPart | undefined): Promise<SharedStrings> {
  const kept = new StoredTexts();
  if (part === undefined) return kept;
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await readXml(await part.read(), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
    },
    text(piece) {
      if (!inText) return;
      text += piece;
      if (text.length > maxTextBytes) throw tooLarge();
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') kept.add(unescapeText(text));
    },
  });
  return kept;
}

function tooLarge(): IngestError {
  return new IngestError(explain('workbook-texts-too-large', { limit: maxTextBytes / 2 ** 20 }));
}

/** Concatenated texts in a few large pieces of memory. */
class StoredTexts implements SharedStrings {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #length = 0;
  #ends = new Uint32Array(1 << 10);
  #count = 0;

  add(text: string): void {
    const needed = this.#length + Buffer.byteLength(text);
    if (needed > maxTextBytes || this.#count === maxTexts) throw tooLarge();
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count] = this.#length;
    this.#count += 1;
  }

  at(number: number): string | null {
    const end = number < this.#count ? this.#ends[number] : undefined;
    return end === undefined ? null : this.#bytes.toString('utf8', this.#ends[number - 1] ?? 0, end);
  }
}
