import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import { numberJson } from '../json/raw-values.ts';
import type { PxHeader, PxVariable } from './px-header.ts';

/** A text in the data of a PC-Axis file: a cell, or what a row begins with. */
export interface PxText {
  readonly text: string;
  /** The line that it is on, from 1. */
  readonly line: number;
}

/** Texts in quotes and words; spaces, commas and semicolons between them are the same. */
const texts = /\n|"[^"]*"|"|[^\s,;"]+/g;

const maxTextLength = 1 << 16;

/** Cuts the data into texts, piece by piece. */
export class PxCutter {
  #line: number;
  #rest = '';

  /** @param line that the data begin on */
  constructor(line: number) {
    this.#line = line;
  }

  /** @throws {IngestError} `px-cell-unfit` for a quote that is not closed */
  take(piece: string): PxText[] {
    return this.#cut(this.#rest + piece, false);
  }

  end(): PxText[] {
    return this.#cut(this.#rest, true);
  }

  #cut(text: string, isLast: boolean): PxText[] {
    const found: PxText[] = [];
    this.#rest = '';
    for (const { 0: token, index } of text.matchAll(texts)) {
      if (token === '\n') {
        this.#line += 1;
        continue;
      }
      const isOpen = token === '"' || (token[0] !== '"' && index + token.length === text.length);
      if (isOpen && !isLast) {
        this.#rest = text.slice(index);
        if (this.#rest.length > maxTextLength) throw unfit(this.#rest, this.#line);
        break;
      }
      if (token === '"') throw unfit(text.slice(index), this.#line);
      found.push({ text: token[0] === '"' ? token.slice(1, -1) : token, line: this.#line });
      // A text in quotes hardly ever has a line end.
      if (token[0] === '"') this.#line += token.split('\n').length - 1;
    }
    return found;
  }
}

function unfit(text: string, line: number): IngestError {
  return new IngestError(explain('px-cell-unfit', { line, text: text.slice(0, 100) }));
}

const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** The JSON of a cell's value, and of the symbol that stands for it if it is missing. */
export interface PxCell {
  readonly value: string;
  readonly status: string;
}

/** @throws {IngestError} `px-cell-unfit` for what is neither a number nor a symbol */
export function cellOf({ text, line }: PxText, symbols: ReadonlyMap<string, string>): PxCell {
  const written = text.trim();
  if (numberJson(written) === written) return { value: written, status: 'null' };
  const symbol = symbols.get(written);
  if (symbol !== undefined) return { value: 'null', status: JSON.stringify(symbol) };
  if (!number.test(written)) throw unfit(text, line);
  const plain = written
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '');
  return { value: numberJson(plain), status: 'null' };
}

/** Follows the texts of the data from cell to cell. */
export class PxWalk {
  /** The position of the code of each variable, for the last cell. */
  readonly place: number[];
  readonly #sizes: readonly number[];
  /** For each variable of the stub the positions of its keys; none if rows have no keys. */
  readonly #keys: readonly { readonly variable: string; readonly positions: ReadonlyMap<string, number> }[];
  /** Number of cells in a row with keys. */
  readonly #rowCells: number;
  /** Number of all cells; null if rows may be left out. */
  readonly #expected: number | null;
  #cells = 0;
  /** Number of keys and cells of the row so far. */
  #taken = 0;

  constructor({ stub, heading, keys }: PxHeader) {
    const variables = [...stub, ...heading];
    this.#sizes = variables.map(({ codes }) => codes.length);
    this.place = variables.map(() => 0);
    this.#keys = keys === null ? [] : stub.map((variable, at) => keyOf(variable, keys[at] ?? 'labels'));
    this.#rowCells = heading.reduce((product, { codes }) => product * codes.length, 1);
    this.#expected = keys === null ? this.#sizes.reduce((product, size) => product * size, 1) : null;
  }

  /**
   * @returns whether the text is a cell, rather than a key
   * @throws {IngestError} `px-key-unknown`
   */
  take({ text, line }: PxText): boolean {
    const key = this.#keys[this.#taken];
    if (key !== undefined) {
      const position = key.positions.get(text);
      if (position === undefined)
        throw new IngestError(explain('px-key-unknown', { line, key: text.slice(0, 100), variable: key.variable }));
      this.place[this.#taken] = position;
      this.#taken += 1;
      return false;
    }
    if (this.#cells > 0) this.#advance();
    this.#cells += 1;
    if (this.#keys.length > 0) {
      this.#taken += 1;
      if (this.#taken === this.#keys.length + this.#rowCells) this.#taken = 0;
    }
    return true;
  }

  /** @throws {IngestError} `px-cells-unfit` */
  assertWhole(): void {
    const left = this.#taken === 0 ? 0 : this.#rowCells - Math.max(0, this.#taken - this.#keys.length);
    const expected = this.#expected ?? this.#cells + left;
    if (this.#cells !== expected || left > 0)
      throw new IngestError(explain('px-cells-unfit', { cells: this.#cells, expected }));
  }

  #advance(): void {
    for (let at = this.place.length - 1; at >= this.#keys.length; at -= 1) {
      const next = (this.place[at] ?? 0) + 1;
      this.place[at] = next < (this.#sizes[at] ?? 0) ? next : 0;
      if (next < (this.#sizes[at] ?? 0)) return;
    }
  }
}

function keyOf({ name, codes, labels }: PxVariable, kind: 'codes' | 'labels') {
  const keys = kind === 'codes' ? codes : (labels ?? codes);
  return { variable: name, positions: new Map(keys.map((key, at) => [key, at])) };
}
