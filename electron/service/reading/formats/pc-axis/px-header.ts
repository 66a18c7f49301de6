import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';

/** A dimension of a PC-Axis table. */
export interface PxVariable {
  readonly name: string;
  readonly codes: readonly string[];
  /** The labels of the codes; null if they are the codes themselves. */
  readonly labels: readonly string[] | null;
  /** Whether its codes are periods. */
  readonly isTime: boolean;
}

/** What stands before the cells of a PC-Axis table. */
export interface PxHeader {
  /** The title of the table; empty if there is none. */
  readonly title: string;
  /** Dimensions of the rows; the last of all dimensions runs fastest. */
  readonly stub: readonly PxVariable[];
  readonly heading: readonly PxVariable[];
  /** The units of the codes of a variable, if they differ; its name, and a unit for each code. */
  readonly units: { readonly variable: string; readonly ofCodes: readonly string[] } | null;
  /** The unit of all cells; empty if it is not stated. */
  readonly unit: string;
  /** What the table shows for a missing value, by how the file writes it. */
  readonly symbols: ReadonlyMap<string, string>;
  /** What each row begins with, for each variable of the stub: the other rows are left out. Null if it has all rows. */
  readonly keys: readonly ('codes' | 'labels')[] | null;
}

const language = String.raw`(?:\[[\w-]{1,20}\])?`;
const firstKeyword = new RegExp(String.raw`^\ufeff?\s*[A-Z][A-Z0-9-]{2,40}${language} ?=`);
const tableKeyword = new RegExp(String.raw`(?:^|;)[ \t]{0,20}(?:STUB|HEADING)${language}[ \t]{0,20}=`, 'm');

/** Whether a text begins as a PC-Axis file: one of two keywords is mandatory (SCB, "PC-Axis file format"). */
export function isPx(beginning: string): boolean {
  return firstKeyword.test(beginning) && tableKeyword.test(beginning);
}

/** The encoding that a file states (`CODEPAGE`); null if it does not. */
export function codePageOf(beginning: string): string | null {
  return /(?:^|;)[ \t]{0,20}CODEPAGE[ \t]{0,20}=[ \t]{0,20}"([^"]{1,40})"/im.exec(beginning)?.[1]?.trim() ?? null;
}

/** Maximum length of everything before the cells, in characters. */
const maxHeaderLength = 64 * 2 ** 20;

/** Takes in a text piece by piece until its cells begin. */
export class PxHeaderReader {
  readonly #keywords = new Map<string, string[]>();
  /** The statement that has not ended. */
  #text = '';
  /** Where the first `=` outside quotes of the statement is; 0 if there was none. */
  #equals = 0;
  /** The position to which the text was examined. */
  #at = 0;
  #isQuoted = false;
  #line = 1;

  /**
   * @returns the text after `DATA=`, and the line that it begins on; null until it has come
   * @throws {IngestError} `px-no-data` if it does not come
   */
  take(piece: string): { readonly rest: string; readonly line: number } | null {
    this.#text += piece;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text[this.#at];
      if (sign === '\n') this.#line += 1;
      if (sign === '"') this.#isQuoted = !this.#isQuoted;
      if (this.#isQuoted) continue;
      if (sign === '=' && this.#equals === 0) {
        this.#equals = this.#at;
        if (this.#keyword() === 'DATA') return { rest: this.#text.slice(this.#at + 1), line: this.#line };
      } else if (sign === ';') this.#endStatement();
    }
    if (this.#text.length > maxHeaderLength) throw new IngestError(explain('px-no-data'));
    return null;
  }

  /** @throws {IngestError} if the dimensions are not described or inconsistent */
  header(): PxHeader {
    const [stub, heading] = ['STUB', 'HEADING'].map((keyword) =>
      this.#list(keyword).map((name) => this.#variable(name)),
    );
    const variables = [...(stub ?? []), ...(heading ?? [])];
    const names = new Set<string>();
    for (const { name } of variables) {
      if (names.has(name)) throw new IngestError(explain('px-variable-repeated', { variable: name }));
      names.add(name);
    }
    if (variables.length === 0) throw new IngestError(explain('px-no-variables'));
    const contents = variables.find(({ name }) => name === this.#list('CONTVARIABLE')[0]);
    const unit = this.#unit();
    const ofCodes = contents?.codes.map((code, at) => this.#unit(contents.labels?.[at] ?? code) || unit) ?? [];
    const isOne = new Set(ofCodes).size <= 1;
    const keys = (stub ?? []).map(({ name }) => this.#list(`KEYS(${name})`)[0]);
    return {
      title: titleKeywords.map((keyword) => (this.#list(keyword)[0] ?? '').trim()).find((text) => text !== '') ?? '',
      stub: stub ?? [],
      heading: heading ?? [],
      units: isOne || contents === undefined ? null : { variable: contents.name, ofCodes },
      unit: (isOne ? ofCodes[0] : undefined) ?? unit,
      symbols: this.#symbols(),
      keys: keys.every((key) => key === undefined)
        ? null
        : keys.map((key) => (key?.toUpperCase() === 'CODES' ? 'codes' : 'labels')),
    };
  }

  /** The keyword with its subkeys, without a language; null if it is in another language than the file's main one. */
  #keyword(): string | null {
    const written = this.#text.slice(0, this.#equals);
    const open = written.indexOf('(');
    const keyword = (open < 0 ? written : written.slice(0, open)).trim();
    if (!/^[a-z][\w-]*$/i.test(keyword)) return null;
    const subkeys = open < 0 ? '' : `(${textsOf(written.slice(open + 1, written.lastIndexOf(')'))).join()})`;
    return keyword.toUpperCase() + subkeys;
  }

  #endStatement(): void {
    const keyword = this.#equals === 0 ? null : this.#keyword();
    const value = this.#text.slice(this.#equals + 1, this.#at);
    if (keyword !== null && usedKeywords.test(keyword)) this.#keywords.set(keyword, textsOf(value));
    this.#text = this.#text.slice(this.#at + 1);
    this.#at = -1;
    this.#equals = 0;
  }

  #list(keyword: string): readonly string[] {
    return this.#keywords.get(keyword) ?? [];
  }

  #unit(value?: string): string {
    return (this.#list(value === undefined ? 'UNITS' : `UNITS(${value})`)[0] ?? '').trim();
  }

  #variable(name: string): PxVariable {
    const stated = this.#list(`CODES(${name})`);
    const labels = this.#list(`VALUES(${name})`);
    const codes = stated.length === 0 ? labels : stated;
    if (codes.length === 0) throw new IngestError(explain('px-values-missing', { variable: name }));
    if (labels.length > 0 && labels.length !== codes.length) {
      const counts = { variable: name, codes: codes.length, values: labels.length };
      throw new IngestError(explain('px-codes-unfit', counts));
    }
    const isSame = labels.every((label, at) => label === codes[at]);
    return { name, codes, labels: isSame ? null : labels, isTime: this.#keywords.has(`TIMEVAL(${name})`) };
  }

  /** What symbols mean: one to six dots, seven for a sum of them, and a dash for nothing. */
  #symbols(): Map<string, string> {
    const symbols = new Map<string, string>();
    const add = (written: string, keyword: string) => symbols.set(written, this.#list(keyword)[0] || written);
    for (let dots = 1; dots <= 6; dots += 1) add('.'.repeat(dots), `DATASYMBOL${dots}`);
    add('.......', 'DATASYMBOLSUM');
    add('-', 'DATASYMBOLNIL');
    return symbols;
  }
}

/** A title of a file's own, one that a program makes of the variables, and what the table is about. */
const titleKeywords = ['DESCRIPTION', 'TITLE', 'CONTENTS'];
const usedKeywords =
  /^(?:DESCRIPTION|TITLE|CONTENTS|STUB|HEADING|CONTVARIABLE|DATASYMBOL\w+|UNITS|(?:VALUES|CODES|TIMEVAL|UNITS|KEYS)\([\s\S]*\))$/;

/** Texts in quotes or words, separated by commas; the parts of a text that is cut follow each other without one. */
function textsOf(list: string): string[] {
  const texts: string[] = [];
  let isCut = false;
  for (const [token, quoted] of list.matchAll(/"([^"]*)"|,|[^",\s]+/g)) {
    if (token === ',') isCut = false;
    else if (isCut) texts.push((texts.pop() ?? '') + (quoted ?? token));
    else texts.push(quoted ?? token);
    if (token !== ',') isCut = true;
  }
  return texts;
}
