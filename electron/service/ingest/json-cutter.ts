import { say } from '#shared/sentences/say.ts';
import { maxJsonDepth } from './json-depth.ts';

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const newline = 0x0a;
const carriageReturn = 0x0d;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === newline || byte === carriageReturn || byte === 0x09;
}

/** A JSON text whose brackets do not fit together; `line` is 1-based. */
export class JsonCutError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.name = 'JsonCutError';
    this.line = line;
  }
}

/** Longest record in bytes. */
const longestRecord = 16 * 2 ** 20;

/**
 * Cuts a JSON text of any size into its records without understanding them: the items of its top-level list, or of
 * the list `features` of its top-level object. A text that is neither is one record, or one a line.
 * Only one record is held at a time.
 */
export class JsonCutter {
  readonly #onRecord: (record: Buffer, line: number) => void;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  /** Depth at which records are items; -1 until the list is found. */
  #recordDepth = -1;
  #record: Buffer[] = [];
  #recordBytes = 0;
  #recordLine = 1;
  #top: 'nothing' | 'list' | 'features' | 'values' = 'nothing';
  #key = '';
  #keyBytes: number[] | null = null;
  readonly #features: boolean;

  constructor(features: boolean, onRecord: (record: Buffer, line: number) => void) {
    this.#features = features;
    this.#onRecord = onRecord;
  }

  /** True when the records are the features of a collection (or one feature by itself). */
  get features(): boolean {
    return this.#features;
  }

  feed(chunk: Buffer): void {
    let start = this.#recordDepth >= 0 && this.#recordBytes > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === newline) this.#line += 1;
      if (this.#inString) {
        this.#continueString(byte);
        continue;
      }
      if (isSpace(byte)) continue;
      if (this.#top === 'nothing') this.#begin(byte);
      else if (this.#depth === 0 && this.#top !== 'values') {
        throw new JsonCutError(this.#line, say('behind-the-list'));
      }
      if (this.#recordDepth === this.#depth && (byte === comma || byte === closeBracket)) {
        if (start >= 0) this.#finish(chunk.subarray(start, at));
        start = -1;
        if (byte === comma) continue;
      } else if (this.#recordDepth === this.#depth && start < 0) {
        start = at;
        this.#recordLine = this.#line;
        this.#recordBytes = 1;
      }
      this.#structure(byte);
      if (this.#top === 'values' && this.#depth === 0 && (byte === closeBrace || byte === closeBracket)) {
        this.#finish(chunk.subarray(Math.max(0, start), at + 1));
        start = -1;
      }
    }
    if (start >= 0) this.#keep(chunk.subarray(start));
  }

  #begin(byte: number): void {
    if (byte === 0xef || byte === 0xbb || byte === 0xbf) return;
    if (byte === openBracket) {
      this.#top = 'list';
      this.#recordDepth = 1;
      return;
    }
    if (byte !== openBrace) throw new JsonCutError(this.#line, say('neither-list-nor-object'));
    this.#top = this.#features ? 'features' : 'values';
    if (this.#top === 'values') this.#recordDepth = 0;
  }

  #continueString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) {
      this.#inString = false;
      if (this.#keyBytes) this.#key = Buffer.from(this.#keyBytes).toString('utf8');
      this.#keyBytes = null;
      return;
    }
    if (this.#keyBytes && this.#keyBytes.length < 32) this.#keyBytes.push(byte);
  }

  #structure(byte: number): void {
    switch (byte) {
      case quote:
        this.#inString = true;
        if (this.#top === 'features' && this.#depth === 1) this.#keyBytes = [];
        return;
      case openBrace:
      case openBracket:
        if (
          this.#top === 'features' &&
          this.#recordDepth < 0 &&
          this.#depth === 1 &&
          byte === openBracket &&
          this.#key === 'features'
        ) {
          this.#recordDepth = 2;
        }
        this.#depth += 1;
        if (this.#depth > maxJsonDepth)
          throw new JsonCutError(this.#line, say('nested-too-deep', { limit: maxJsonDepth }));
        return;
      case closeBrace:
      case closeBracket:
        this.#depth -= 1;
        if (this.#depth < 0) throw new JsonCutError(this.#line, say('bracket-not-opened'));
        if (this.#recordDepth > this.#depth && this.#top !== 'values') this.#recordDepth = -2;
        return;
      case comma:
      case colon:
        return;
      default:
    }
  }

  #keep(part: Buffer): void {
    this.#record.push(Buffer.from(part));
    this.#recordBytes += part.length;
    if (this.#recordBytes > longestRecord) throw new JsonCutError(this.#recordLine, 'A record is longer than 16 MiB.');
  }

  #finish(last: Buffer): void {
    const record = this.#record.length === 0 ? last : Buffer.concat([...this.#record, last]);
    this.#record = [];
    this.#recordBytes = 0;
    this.#onRecord(record, this.#recordLine);
  }

  /** Says that the text is at its end. @throws {JsonCutError} when it is cut off */
  end(): void {
    if (this.#depth !== 0 || this.#inString || this.#recordBytes > 0)
      throw new JsonCutError(this.#line, say('text-incomplete'));
    if (this.#top === 'nothing') throw new JsonCutError(this.#line, say('text-empty'));
  }
}
