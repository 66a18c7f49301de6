import type { Quoting } from '../layouts.ts';
export type RecordProblem = 'quote' | 'length';

export interface ScannedRecord {
  /** 1-based line of the file on which the record begins. */
  readonly line: number;
  /** The record without its line end. */
  readonly text: string;
  /** Number of its fields; 0 for an empty line. */
  readonly fields: number;
  readonly problem: RecordProblem | null;
  /** Whether other readers may interpret it differently. */
  readonly loose: boolean;
}

export interface Field {
  readonly text: string;
  readonly quoted: boolean;
}

/** A text as a byte string. */
export function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The text that a byte string is. */
export function textOfBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The text that a byte string is. A text remains as it is: beyond ASCII it is hardly ever valid UTF-8. */
export function plainText(text: string): string {
  if (!/[^\0-\x7f]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  const decoded = textOfBytes(text);
  return decoded.includes('\ufffd') ? text : decoded;
}

/** Maximum length of a record, in bytes. */
export const maxRecordBytes = 8 * 2 ** 20;

/** The byte order mark of UTF-8, as a byte string. */
export const byteOrderMark = '\xef\xbb\xbf';

/**
 * Cuts a delimited text (RFC 4180 and its relatives) into records, piece by piece. A record with an unclosed quote is
 * one line with a problem, and reading continues on the next line, so that nothing after it is swallowed.
 */
export class RecordScanner {
  readonly #quoting: Quoting;
  #rest = '';
  #line = 1;
  #begun = false;

  constructor(quoting: Quoting) {
    this.#quoting = quoting;
  }

  *feed(piece: string): Generator<ScannedRecord> {
    this.#rest += piece;
    yield* this.#take(false);
  }

  /** The remaining records at the end of the text. */
  *end(): Generator<ScannedRecord> {
    yield* this.#take(true);
  }

  *#take(last: boolean): Generator<ScannedRecord> {
    if (!this.#begun && this.#rest.length < 2 * byteOrderMark.length && !last) return;
    const text = this.#rest;
    let at = 0;
    // Programs that add a byte order mark to a text that already has one write two.
    while (!this.#begun && text.startsWith(byteOrderMark, at)) at += byteOrderMark.length;
    this.#begun = true;
    const walk = new FieldWalk(text, this.#quoting, last);
    while (at < text.length) {
      if (this.#isAfterLineFeed(text, at)) {
        at += 1;
        continue;
      }
      const found = walk.record(at);
      if (found === null) break;
      yield { line: this.#line, ...found.record };
      this.#line += found.lines;
      at = found.next;
    }
    this.#rest = text.slice(at);
  }

  /** Whether a carriage return belongs to the line feed before it: some systems write the two in that order. */
  #isAfterLineFeed(text: string, at: number): boolean {
    return this.#quoting.newline === '\n' && text[at] === '\r' && at + 1 < text.length && text[at + 1] !== '\n';
  }
}

/** Whether a record is the header again, of a file with a byte order mark that was appended to the first one. */
export function isAppendedHeader(text: string, header: string): boolean {
  return text.startsWith(byteOrderMark) && text.replaceAll(byteOrderMark, '') === header;
}

interface FoundRecord {
  readonly record: Omit<ScannedRecord, 'line'>;
  readonly next: number;
  readonly lines: number;
}

/** Scans one piece of text; search results are cached, so that it stays linear. */
class FieldWalk {
  readonly #text: string;
  readonly #quoting: Quoting;
  readonly #last: boolean;
  #newline = -2;
  #delimiter = -2;
  #quote = -2;
  /** Search results at the beginning of a record with quotes. */
  #delimiterBefore = -2;
  #quoteBefore = -2;

  constructor(text: string, quoting: Quoting, last: boolean) {
    this.#text = text;
    this.#quoting = quoting;
    this.#last = last;
  }

  /** The record that begins at a position; null while its end is not available. */
  record(at: number): FoundRecord | null {
    const newline = this.#nextNewline(at);
    if (newline === this.#text.length && !this.#last) {
      return this.#text.length - at > maxRecordBytes ? this.#line(at, newline, 'length') : null;
    }
    const { quote, escaping } = this.#quoting;
    if (quote === '' && escaping !== '') return this.#escapedRecord(at, newline);
    if (quote === '' || this.#nextQuote(at) >= newline) return this.#line(at, newline, null);
    return this.#quotedRecord(at, newline);
  }

  /** A record without quotes, in which delimiters and line ends after an escape are part of the values. */
  #escapedRecord(start: number, firstNewline: number): FoundRecord | null {
    const { delimiter, escaping, newline } = this.#quoting;
    let fields = 1;
    let at = start;
    while (at < this.#text.length && this.#text[at] !== newline) {
      if (this.#text.startsWith(escaping, at)) at += escapedLength(this.#text, at, escaping);
      else if (this.#text.startsWith(delimiter, at)) {
        fields += 1;
        at += delimiter.length;
      } else at += 1;
    }
    if (at >= this.#text.length && !this.#last) {
      return this.#text.length - start > maxRecordBytes ? this.#line(start, firstNewline, 'length') : null;
    }
    const end = Math.min(at, this.#text.length);
    const found = this.#whole(start, end, fields, true);
    return found.record.text === '' ? this.#line(start, end, null) : found;
  }

  #quotedRecord(start: number, firstNewline: number): FoundRecord | null {
    const { delimiter, quote, newline } = this.#quoting;
    this.#delimiterBefore = this.#delimiter;
    this.#quoteBefore = this.#quote;
    let at = start;
    let fields = 0;
    let loose = false;
    let opened = false;
    for (;;) {
      fields += 1;
      const padded = this.#text[at] === ' ' ? this.#paddedQuote(at) : at;
      loose ||= padded !== at;
      at = padded;
      if (!this.#text.startsWith(quote, at)) {
        const end = this.#nextNewline(at);
        const next = this.#nextDelimiter(at);
        const inner = this.#strayQuotes(at, Math.min(next, end));
        if (inner === 'closing' && opened) return this.#line(start, firstNewline, 'quote');
        opened ||= inner === 'opening';
        if (next < end) {
          at = next + delimiter.length;
          continue;
        }
        if (end === this.#text.length && !this.#last) return this.#wait(start, firstNewline);
        return this.#whole(start, end, fields, loose);
      }
      const closed = this.#closing(at + quote.length);
      if (closed === null) return this.#wait(start, firstNewline);
      loose ||= closed.mixedEscapes;
      at = closed.next;
      while (this.#text[at] === ' ' && delimiter !== ' ') {
        at += 1;
        loose = true;
      }
      if (this.#text.startsWith(delimiter, at)) {
        at += delimiter.length;
        continue;
      }
      let end = at;
      while (newline === '\n' && this.#text[end] === '\r') end += 1;
      if (end === this.#text.length) {
        if (!this.#last) return this.#wait(start, firstNewline);
        return this.#whole(start, end, fields, loose);
      }
      if (this.#text[end] === newline) return this.#whole(start, end, fields, loose);
      return this.#line(start, firstNewline, 'quote');
    }
  }

  /** What an unpaired quote in an unquoted field looks like: `952"with, comma"` lacks a delimiter. */
  #strayQuotes(at: number, end: number): 'opening' | 'closing' | null {
    if (this.#nextQuote(at) >= end) return null;
    const field = this.#textTo(at, end).trimEnd();
    const { quote } = this.#quoting;
    if (field.split(quote).length % 2 === 1) return null;
    return field.endsWith(quote) ? 'closing' : 'opening';
  }

  /** The position of the quote that opens a field after spaces; `at` if the field is not quoted as a whole. */
  #paddedQuote(at: number): number {
    const { delimiter, quote, newline } = this.#quoting;
    const opening = quoteAfterSpaces(this.#text, at, this.#quoting);
    if (opening === at) return at;
    const closed = this.#closing(opening + quote.length);
    let end = closed === null ? this.#text.length : closed.next;
    while (this.#text[end] === ' ') end += 1;
    const ends = this.#text.startsWith(delimiter, end) || this.#text[end] === newline || this.#text[end] === '\r';
    const inLine = closed !== null && end <= this.#nextNewline(opening);
    // The search for the closing quote has gone beyond the next record.
    this.#quote = -2;
    return inLine && (ends || end === this.#text.length) ? opening : at;
  }

  /** More text may complete the record, unless there is none or the record is already too long. */
  #wait(start: number, firstNewline: number): FoundRecord | null {
    if (!this.#last && this.#text.length - start <= maxRecordBytes) return null;
    return this.#line(start, firstNewline, 'quote');
  }

  /** The position after the quote that closes a field; null if there is none. */
  #closing(from: number): { next: number; mixedEscapes: boolean } | null {
    const { quote, escaping } = this.#quoting;
    let at = from;
    let mixedEscapes = false;
    for (;;) {
      const found = this.#nextQuote(at);
      if (found === this.#text.length) return null;
      const escaped = escapeBetween(this.#text, at, found, this.#quoting);
      if (escaped !== null) {
        at = escaped + escaping.length + 1;
        continue;
      }
      if (!this.#text.startsWith(quote, found + quote.length)) return { next: found + quote.length, mixedEscapes };
      mixedEscapes ||= escaping !== quote;
      at = found + 2 * quote.length;
    }
  }

  #line(start: number, newline: number, problem: RecordProblem | null): FoundRecord {
    if (problem === 'quote') {
      // The search for the end of the quotes has gone further.
      this.#newline = newline;
      this.#delimiter = this.#delimiterBefore;
      this.#quote = this.#quoteBefore;
    }
    const text = this.#textTo(start, newline);
    const { delimiter } = this.#quoting;
    let fields = text === '' ? 0 : 1;
    for (
      let at = this.#nextDelimiter(start);
      at < start + text.length;
      at = this.#nextDelimiter(at + delimiter.length)
    ) {
      fields += 1;
    }
    return { record: { text, fields, problem, loose: false }, next: newline + 1, lines: 1 };
  }

  #whole(start: number, end: number, fields: number, loose: boolean): FoundRecord {
    const text = this.#textTo(start, end);
    let lines = 1;
    const { newline } = this.#quoting;
    for (let at = text.indexOf(newline); at !== -1; at = text.indexOf(newline, at + 1)) lines += 1;
    return { record: { text, fields, problem: null, loose }, next: end + 1, lines };
  }

  #textTo(start: number, end: number): string {
    let until = end;
    while (until > start && this.#text[until - 1] === '\r') until -= 1;
    return this.#text.slice(start, until);
  }

  #nextNewline(at: number): number {
    if (this.#newline < at) this.#newline = this.#find(this.#quoting.newline, at);
    return this.#newline;
  }

  #nextDelimiter(at: number): number {
    if (this.#delimiter < at) this.#delimiter = this.#find(this.#quoting.delimiter, at);
    return this.#delimiter;
  }

  #nextQuote(at: number): number {
    if (this.#quote < at) this.#quote = this.#find(this.#quoting.quote, at);
    return this.#quote;
  }

  /** The next position of a text; the end of the piece if there is none. */
  #find(requested: string, at: number): number {
    const found = this.#text.indexOf(requested, at);
    return found === -1 ? this.#text.length : found;
  }
}

/** The position of a quote after spaces at the beginning of a field; the beginning if there is none. */
function quoteAfterSpaces(text: string, at: number, { delimiter, quote }: Quoting): number {
  if (quote === '' || delimiter === ' ') return at;
  let opening = at;
  while (text[opening] === ' ') opening += 1;
  return text.startsWith(quote, opening) ? opening : at;
}

/** A field that is quoted as a whole after spaces: `1, "a, b"`, as people write lists. */
function paddedField(text: string, at: number, quoting: Quoting): { text: string; next: number } | null {
  const opening = quoteAfterSpaces(text, at, quoting);
  if (opening === at) return null;
  const closed = unquoted(text, opening + quoting.quote.length, quoting);
  let end = closed.next;
  while (text[end] === ' ') end += 1;
  const ends = end === text.length || text.startsWith(quoting.delimiter, end);
  return ends && closed.next <= text.length && !closed.text.includes(quoting.newline) ? closed : null;
}

/** Length of an escape with what it escapes: a carriage return belongs to the line feed after it. */
function escapedLength(text: string, at: number, escaping: string): number {
  return escaping.length + (text.startsWith('\r\n', at + escaping.length) ? 2 : 1);
}

/** The fields of a record without quotes, in which an escape makes the next character a part of the value. */
function escapedFields(text: string, { delimiter, escaping, newline }: Quoting): Field[] {
  const fields: Field[] = [];
  let value = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith(delimiter, at)) {
      fields.push({ text: value, quoted: false });
      value = '';
      at += delimiter.length;
      continue;
    }
    const length = text.startsWith(escaping, at) ? escapedLength(text, at, escaping) : 1;
    const escaped = length === 1 ? '' : text.slice(at + escaping.length, at + length);
    // Before anything else, as in `\N`, it is a character of the value.
    const isEscape = [delimiter[0], escaping, '"', newline, '\r\n'].includes(escaped);
    value += isEscape ? escaped : text.slice(at, at + length);
    at += length;
  }
  return [...fields, { text: value, quoted: false }];
}

/** `="01001"`: a formula that keeps Excel from reading a text as a number. */
const forcedText = /^="([^"]*)"$/;

/** Whether a record may have a text that is written as a formula. */
export function mayForceText(text: string, { delimiter }: Quoting): boolean {
  return ['="', '"=""'].some((mark) => text.startsWith(mark) || text.includes(delimiter + mark));
}

/** The fields of a record without problems. An empty line has none. A formula that is a text is this text. */
export function fieldsOf(text: string, quoting: Quoting): Field[] {
  const { delimiter, quote, escaping } = quoting;
  if (text === '') return [];
  if (quote === '' && escaping !== '') return escapedFields(text, quoting);
  const fields: Field[] = [];
  let at = 0;
  for (;;) {
    const isQuoted = quote !== '' && text.startsWith(quote, at);
    const closed = isQuoted ? unquoted(text, at + quote.length, quoting) : paddedField(text, at, quoting);
    if (closed !== null) {
      fields.push({ text: closed.text.replace(forcedText, '$1'), quoted: true });
      at = text.indexOf(delimiter, closed.next);
    } else {
      const next = text.indexOf(delimiter, at);
      const value = text.slice(at, next === -1 ? text.length : next);
      const forced = value.startsWith('="') ? forcedText.exec(value)?.[1] : undefined;
      fields.push({ text: forced ?? value, quoted: forced !== undefined });
      at = next;
    }
    if (at === -1) return fields;
    at += delimiter.length;
  }
}

/** The first line of a text that names its delimiter for Excel. */
export const delimiterLine = /^"?sep=([^\r\n"])"?$/i;

/** A line around a table: its cells between bars, unless its delimiters are those of a sentence. */
export function lineText(line: string, quoting: Quoting): string {
  const cells = fieldsOf(line, quoting);
  const present = cells.slice(0, 1 + cells.findLastIndex(({ text }) => text.trim() !== ''));
  const isSentence = present.slice(1).every(({ text, quoted }) => !quoted && text.startsWith(' '));
  const between = isSentence || /^ +$/.test(quoting.delimiter) ? quoting.delimiter : ' │ ';
  return present.map(({ text }) => textOfBytes(text)).join(between);
}

/** The position of the first escape before a quote; null if there is none, or the quote itself is doubled. */
function escapeBetween(text: string, from: number, found: number, { quote, escaping }: Quoting): number | null {
  if (escaping === quote || escaping === '') return null;
  const escaped = text.slice(from, found).indexOf(escaping);
  return escaped === -1 ? null : from + escaped;
}

function unquoted(text: string, from: number, quoting: Quoting): { text: string; next: number } {
  const { quote, escaping, delimiter, newline } = quoting;
  const parts: string[] = [];
  let at = from;
  let found = -1;
  for (;;) {
    if (found < at) found = text.indexOf(quote, at);
    if (found === -1) found = text.length;
    const escaped = escapeBetween(text, at, found, quoting);
    if (escaped !== null) {
      const kept = escaped + escaping.length;
      const next = text.slice(kept, kept + 1);
      // Before anything else, as in `\N`, it is a character of the value.
      parts.push(text.slice(at, [quote, escaping, delimiter, newline].includes(next) ? escaped : kept), next);
      at = kept + 1;
      continue;
    }
    parts.push(text.slice(at, found));
    if (!text.startsWith(quote, found + quote.length)) return { text: parts.join(''), next: found + quote.length };
    parts.push(quote);
    at = found + 2 * quote.length;
  }
}
