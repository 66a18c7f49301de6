import type { Field } from './scan-records.ts';

const number = 1;
const geometry = 2;

/** Where the first value of a column is. */
const inExamined = 1;
const below = 2;

/**
 * The possible kinds of a value, by its first byte that is not a space: a number, a date (`Jan 2020`, `Q1 2020`) or a
 * geometry. `\xe2` begins the minus sign of typeset tables.
 */
const kindsOfFirst = Uint8Array.from({ length: 256 }, (_, code) => {
  const first = String.fromCharCode(code);
  return (
    ('0123456789+-.,\xe2jJfFmMaAsSoOnNdDqQ'.includes(first) ? number : 0) |
    ('sSpPlLmMgG0{'.includes(first) ? geometry : 0)
  );
});

/**
 * Finds columns that are certainly text: some value begins neither like a number nor like a geometry. Only the records
 * that are examined for types count or, for a column without values there, those below them: later values that
 * contradict the first ones are reported when they are read.
 */
export class PossibleKinds {
  readonly #kinds: Uint8Array;
  readonly #seen: Uint8Array;
  readonly #missing: ReadonlySet<string>;
  readonly #examined: number;
  #records = 0;

  /**
   * @param missing texts that mean a missing value
   * @param examined number of records that are examined for types
   */
  constructor(columns: number, missing: readonly string[], examined: number) {
    this.#examined = examined;
    this.#kinds = new Uint8Array(columns).fill(number | geometry);
    this.#seen = new Uint8Array(columns);
    this.#missing = new Set(missing.map((mark) => Buffer.from(mark, 'utf8').toString('latin1')));
  }

  take(fields: readonly Field[]): void {
    this.#records += 1;
    const isBelow = this.#records > this.#examined;
    for (let column = 0; column < fields.length; column += 1) {
      if (isBelow && this.#seen[column] === inExamined) continue;
      const text = fields[column]?.text ?? '';
      if (text === '' || this.#missing.has(text)) continue;
      this.#seen[column] = isBelow ? below : inExamined;
      this.#kinds[column] = (this.#kinds[column] ?? 0) & (kindsOfFirst[firstOf(text)] ?? 0);
    }
  }

  /** Whether a column may contain numbers or geometries. One without any value is text. */
  mayBeOtherThanText(column: number): boolean {
    return this.#seen[column] !== 0 && this.#kinds[column] !== 0;
  }
}

/** The code of the first character that is not a space; that of a digit if there is none, which excludes nothing. */
function firstOf(text: string): number {
  let at = 0;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at < text.length ? text.charCodeAt(at) : 0x30;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
