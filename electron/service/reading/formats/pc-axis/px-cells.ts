import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import { numberJson } from '../json/tables/raw-values.ts';

/** A text in the data of a PC-Axis file: a cell, or what a row begins with. */
export interface PxText {
  readonly text: string;
  /** The line that it is on, from 1. */
  readonly line: number;
}

/** Texts in quotes and words; spaces, commas and semicolons between them are the same. */
const texts = /\n|"[^"]*"|"|[^\s,;"]+/g;

/** Maximum length of a text, in characters. */
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
