import { raised } from '../../values/periods.ts';

/** Superscript forms of digits, signs and letters; the compatibility form of the minus is no hyphen. */
const superscripts: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...raised, ...'⁺⁼⁽⁾'].map((high) => [high.normalize('NFKC'), high])),
  '-': '⁻',
};

/**
 * Text whose superscript pieces remain recognisable without formatting: a footnote's number after 1301 is no digit of
 * it, and a square metre is `m²`. Letters become superscript only as marks at the end: `1st` and `2e` are ordinals. Those in brackets are marks as they are.
 */
export class RichText {
  #text = '';
  /** The superscript piece at the end. */
  #high = '';

  /** What has been added so far, superscript pieces like the others. */
  get plain(): string {
    return this.#text + this.#high;
  }

  add(piece: string, isSuperscript: boolean): void {
    if (isSuperscript) this.#high += piece;
    else if (piece !== '') {
      this.#close(/^[\d+()=,\s-]+$/);
      this.#text += piece;
    }
  }

  /** The whole text; a text that is nothing but superscript is plain. */
  toString(): string {
    if (this.#text !== '') this.#close(/^(?:[\d+()=,\s-]|(?<![\p{L}(])[a-pr-z](?!\p{L}))+$/u);
    return this.plain;
  }

  #close(convertible: RegExp): void {
    if (this.#high === '') return;
    const isConverted = convertible.test(this.#high);
    this.#text += isConverted ? [...this.#high].map((letter) => superscripts[letter] ?? letter).join('') : this.#high;
    this.#high = '';
  }
}
