import { maxJsonDepth } from './json-depth.ts';

/** The error in a JSON text, by message code. */
export type JsonFault =
  | 'json-value-expected'
  | 'json-name-expected'
  | 'json-colon-expected'
  | 'json-comma-expected'
  | 'json-bracket-mismatch'
  | 'json-number-malformed'
  | 'json-word-unknown'
  | 'json-escape-unknown'
  | 'json-half-character'
  | 'json-control-character'
  | 'json-not-utf8'
  | 'behind-the-list'
  | 'text-incomplete'
  | 'text-empty'
  | 'nested-too-deep'
  | 'record-too-long';

/** Where a text stops being JSON: offsets in bytes from the start of the text, `line` from 1. */
export class JsonTextError extends Error {
  readonly fault: JsonFault;
  readonly offset: number;
  readonly line: number;
  /** Offset of the first byte of the line. */
  readonly lineStart: number;

  constructor(fault: JsonFault, place: { readonly offset: number; readonly line: number; readonly lineStart: number }) {
    super(fault);
    this.name = 'JsonTextError';
    this.fault = fault;
    this.offset = place.offset;
    this.line = place.line;
    this.lineStart = place.lineStart;
  }
}

export type JsonKind = 'object' | 'list' | 'string' | 'number' | 'word';

/** Callbacks for the parts of a text; `at` are positions in the last piece. A top-level value has depth 0. */
export interface JsonEvents {
  onStart(depth: number, kind: JsonKind, at: number): void;
  /** `end` is the position after the value. */
  onEnd(depth: number, kind: JsonKind, end: number): void;
  /** The name of the value that follows, which has this depth. */
  onName?(depth: number, name: string): void;
}

export interface ScanOptions {
  /** Values deeper than this are checked but not reported. */
  readonly watchDepth: number;
  /** Several values may follow one another, as in JSON lines and JSON text sequences (RFC 8142). */
  readonly several?: boolean;
  /** Bytes before the text that are not JSON. */
  readonly preamble?: number;
  /** Characters that may follow the text, such as those that close a call. */
  readonly trailer?: string;
}

const value = 0;
const valueOrEnd = 1;
const nameOrEnd = 2;
const name = 3;
const colon = 4;
const commaOrEnd = 5;
const done = 6;
const inString = 7;
const inEscape = 8;
const inUnicode = 9;
const inNumber = 10;
const inWord = 11;

/** States of a number (RFC 8259, 6); those from {@link numberEnds} on may be its last. */
const afterMinus = 0;
const afterPoint = 1;
const afterExponent = 2;
const afterExponentSign = 3;
const numberEnds = 4;
const afterZero = 4;
const inInteger = 5;
const inFraction = 6;
const inExponent = 7;

const objectLevel = 1;
const listLevel = 2;

/** `NaN` and infinities are written by Python, R and JavaScript tools although JSON does not have them. */
const words: Readonly<Record<number, string>> = {
  116: 'true',
  102: 'false',
  110: 'null',
  78: 'NaN',
  73: 'Infinity',
};
const infinity = 'Infinity';

/**
 * Validates a JSON text (RFC 8259) of any size that arrives in pieces, and reports the values at its outer levels. Only
 * the names at these levels are held in memory. UTF-8 validation is left to the caller.
 */
export class JsonScanner {
  readonly #events: JsonEvents;
  readonly #options: ScanOptions;
  readonly #levels = new Uint8Array(maxJsonDepth + 1);
  #depth = 0;
  #state = value;
  #line = 1;
  #lineStart = 0;
  /** Bytes before the current piece. */
  #base = 0;
  #number = afterMinus;
  #word = '';
  #wordAt = 0;
  #unicode = 0;
  #unicodeDigits = 0;
  /** A high surrogate was escaped, and the low one must follow. */
  #half = false;
  #isName = false;
  #nameParts: Buffer[] = [];

  constructor(options: ScanOptions, events: JsonEvents) {
    this.#options = options;
    this.#events = events;
  }

  get line(): number {
    return this.#line;
  }

  /** @throws {JsonTextError} */
  feed(piece: Buffer): void {
    const start = this.#skipPreamble(piece);
    this.#scan(piece, start);
    this.#base += piece.length;
  }

  /** Signals the end of the text. @throws {JsonTextError} if it is incomplete */
  end(): void {
    if (this.#state === inNumber && this.#depth === 0) this.#endNumber(0);
    if (this.#state === value && this.#depth === 0) throw this.#error('text-empty', 0);
    if (this.#state !== done) throw this.#error('text-incomplete', 0);
  }

  #skipPreamble(piece: Buffer): number {
    const { preamble = 0 } = this.#options;
    const from = Math.min(piece.length, Math.max(0, preamble - this.#base));
    for (let at = 0; at < from; at += 1) if (piece[at] === 0x0a) this.#newLine(at);
    return from;
  }

  #newLine(at: number): void {
    this.#line += 1;
    this.#lineStart = this.#base + at + 1;
  }

  #error(fault: JsonFault, at: number): JsonTextError {
    return new JsonTextError(fault, { offset: this.#base + at, line: this.#line, lineStart: this.#lineStart });
  }

  #scan(piece: Buffer, start: number): void {
    const { length } = piece;
    let at = start;
    let nameStart = this.#isName ? start : -1;
    while (at < length) {
      const byte = piece[at] ?? 0;
      switch (this.#state) {
        case inString: {
          let next = at;
          let inner = byte;
          if (this.#half && inner !== 0x5c) throw this.#error('json-half-character', at);
          while (inner !== 0x22 && inner !== 0x5c && inner >= 0x20) {
            next += 1;
            inner = piece[next] ?? 0;
          }
          at = next;
          if (at === length) break;
          if (inner < 0x20) throw this.#error('json-control-character', at);
          if (inner === 0x5c) this.#state = inEscape;
          else {
            if (this.#isName) this.#endName(piece, nameStart, at);
            else this.#endValue('string', at + 1);
            nameStart = -1;
          }
          at += 1;
          break;
        }
        case inEscape:
          if (this.#half && byte !== 0x75) throw this.#error('json-half-character', at);
          if (byte === 0x75) {
            this.#state = inUnicode;
            this.#unicode = 0;
            this.#unicodeDigits = 0;
          } else if ('"\\/bfnrt'.includes(String.fromCharCode(byte))) this.#state = inString;
          else throw this.#error('json-escape-unknown', at);
          at += 1;
          break;
        case inUnicode:
          this.#unicodeDigit(byte, at);
          at += 1;
          break;
        case inNumber:
          if (this.#numberByte(byte, at)) at += 1;
          else this.#endNumber(at);
          break;
        case inWord:
          if (byte !== this.#word.charCodeAt(this.#wordAt)) throw this.#error('json-word-unknown', at);
          this.#wordAt += 1;
          at += 1;
          if (this.#wordAt === this.#word.length) this.#endValue('word', at);
          break;
        default:
          if (byte === 0x0a) this.#newLine(at);
          else if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) {
            this.#structure(byte, at);
            if (this.#isName) nameStart = at + 1;
          }
          at += 1;
      }
    }
    if (this.#isName) this.#nameParts.push(Buffer.from(piece.subarray(nameStart)));
  }

  #structure(byte: number, at: number): void {
    switch (this.#state) {
      case valueOrEnd:
        if (byte === 0x5d) this.#close(byte, at);
        else this.#beginValue(byte, at);
        return;
      case value:
        this.#beginValue(byte, at);
        return;
      case nameOrEnd:
      case name:
        if (byte === 0x7d && this.#state === nameOrEnd) {
          this.#close(byte, at);
          return;
        }
        if (byte !== 0x22) throw this.#error('json-name-expected', at);
        this.#state = inString;
        this.#isName = true;
        return;
      case colon:
        if (byte !== 0x3a) throw this.#error('json-colon-expected', at);
        this.#state = value;
        return;
      case commaOrEnd:
        if (byte !== 0x2c) this.#close(byte, at);
        else this.#state = this.#levels[this.#depth] === objectLevel ? name : value;
        return;
      default:
        this.#behind(byte, at);
    }
  }

  #behind(byte: number, at: number): void {
    const { several, trailer = '' } = this.#options;
    if (several === true) {
      this.#beginValue(byte, at);
      return;
    }
    if (trailer.includes(String.fromCharCode(byte))) return;
    throw this.#error('behind-the-list', at);
  }

  #beginValue(byte: number, at: number): void {
    // A record separator precedes each text of a sequence.
    if (byte === 0x1e && this.#depth === 0 && this.#options.several === true) return;
    if (byte === 0x7b || byte === 0x5b) {
      this.#open(byte, at);
      return;
    }
    if (byte === 0x22) {
      this.#report('string', at);
      this.#state = inString;
      return;
    }
    if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      this.#report('number', at);
      this.#state = inNumber;
      this.#number = byte === 0x2d ? afterMinus : byte === 0x30 ? afterZero : inInteger;
      return;
    }
    const word = words[byte];
    if (word === undefined) {
      const letter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
      throw this.#error(letter ? 'json-word-unknown' : 'json-value-expected', at);
    }
    this.#report('word', at);
    this.#state = inWord;
    this.#word = word;
    this.#wordAt = 1;
  }

  #report(kind: JsonKind, at: number): void {
    if (this.#depth <= this.#options.watchDepth) this.#events.onStart(this.#depth, kind, at);
  }

  #open(byte: number, at: number): void {
    const isObject = byte === 0x7b;
    this.#report(isObject ? 'object' : 'list', at);
    if (this.#depth === maxJsonDepth) throw this.#error('nested-too-deep', at);
    this.#depth += 1;
    this.#levels[this.#depth] = isObject ? objectLevel : listLevel;
    this.#state = isObject ? nameOrEnd : valueOrEnd;
  }

  #close(byte: number, at: number): void {
    const level = this.#levels[this.#depth];
    if (byte !== 0x7d && byte !== 0x5d) throw this.#error('json-comma-expected', at);
    if ((byte === 0x7d) !== (level === objectLevel)) throw this.#error('json-bracket-mismatch', at);
    this.#depth -= 1;
    this.#endValue(level === objectLevel ? 'object' : 'list', at + 1);
  }

  #endValue(kind: JsonKind, end: number): void {
    this.#state = this.#depth === 0 ? done : commaOrEnd;
    if (this.#depth <= this.#options.watchDepth) this.#events.onEnd(this.#depth, kind, end);
  }

  #endName(piece: Buffer, start: number, at: number): void {
    this.#isName = false;
    this.#state = colon;
    const parts = this.#nameParts;
    this.#nameParts = [];
    if (this.#depth > this.#options.watchDepth || this.#events.onName === undefined) return;
    const text = Buffer.concat([...parts, piece.subarray(start, at)]).toString('utf8');
    this.#events.onName(this.#depth, text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text);
  }

  #unicodeDigit(byte: number, at: number): void {
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) throw this.#error('json-escape-unknown', at);
    this.#unicode = this.#unicode * 16 + digit;
    this.#unicodeDigits += 1;
    if (this.#unicodeDigits < 4) return;
    const isFirst = this.#unicode >= 0xd800 && this.#unicode < 0xdc00;
    const isSecond = this.#unicode >= 0xdc00 && this.#unicode < 0xe000;
    if (isSecond !== this.#half) throw this.#error('json-half-character', at);
    this.#half = isFirst;
    this.#state = inString;
  }

  #numberByte(byte: number, at: number): boolean {
    const digit = byte >= 0x30 && byte <= 0x39;
    switch (this.#number) {
      case afterMinus:
        if (byte === 0x49) {
          this.#state = inWord;
          this.#word = infinity;
          this.#wordAt = 1;
          return true;
        }
        if (!digit) throw this.#error('json-number-malformed', at);
        this.#number = byte === 0x30 ? afterZero : inInteger;
        return true;
      case afterZero:
      case inInteger:
        if (digit && this.#number === inInteger) return true;
        if (digit) throw this.#error('json-number-malformed', at);
        if (byte === 0x2e) this.#number = afterPoint;
        else if (byte === 0x65 || byte === 0x45) this.#number = afterExponent;
        else return false;
        return true;
      case afterPoint:
      case inFraction:
        if (digit) this.#number = inFraction;
        else if (this.#number === afterPoint) throw this.#error('json-number-malformed', at);
        else if (byte === 0x65 || byte === 0x45) this.#number = afterExponent;
        else return false;
        return true;
      case afterExponent:
        if (byte === 0x2b || byte === 0x2d) this.#number = afterExponentSign;
        else if (digit) this.#number = inExponent;
        else throw this.#error('json-number-malformed', at);
        return true;
      case afterExponentSign:
        if (!digit) throw this.#error('json-number-malformed', at);
        this.#number = inExponent;
        return true;
      default:
        return digit;
    }
  }

  #endNumber(at: number): void {
    if (this.#number < numberEnds) throw this.#error('json-number-malformed', at);
    this.#endValue('number', at);
  }
}
