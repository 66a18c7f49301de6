import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import data from './encodings.json' with { type: 'json' };
import { isOfOneLanguage, singleByteScore } from './single-byte-score.ts';

/** The encoding of a text, and its alternatives. */
export interface DetectedEncoding {
  /** The name in the Encoding Standard. */
  readonly name: string;
  /** Length of the byte order mark; 0 if there is none. */
  readonly mark: number;
  /** Whether another encoding is nearly as likely. */
  readonly unsure: boolean;
  /** Other encodings that decode the bytes to plausible text, the likeliest first. */
  readonly alternatives: readonly string[];
  /** The lines with bytes beyond ASCII that it was judged by, if there were any. */
  readonly lines?: Uint8Array;
}

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const eastAsian: readonly EastAsian[] = ['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'];
/** Encodings of one byte per character; of those that decode to the same text the first is used. */
const { singleByte, old } = data;

/** Number of bytes of lines beyond ASCII that are decoded in every encoding. */
const maxJudgedBytes = 1 << 14;
/** Minimum advantage for certainty. */
const certainLead = 0.12;
/** Fewer characters beyond ASCII are not conclusive. */
const fewCharacters = 6;
/** Few distinct letters, however frequent, require this advantage: ñ in Spanish is ń in Polish. */
const fewLetters = 5;
const certainLeadOfFew = 0.45;
/**
 * With few letters the usual encoding of western text is preferred to a rarer one: names of several languages occur
 * together, and most files with signs alone are of programs on Windows.
 */
const usualBonus = 0.2;
/** With few letters, encodings of systems that are no longer in use are less likely. */
const oldMalus = 0.15;
const maxAlternatives = 8;

/** Detects the encoding of a text from its bytes, the last character of which may be incomplete. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return { name: marked[0], mark: marked[1].length, ...certain };
  const wide = looksLikeUtf16(bytes);
  if (wide !== null) return { name: wide, mark: 0, ...certain };
  if (isUtf8(withoutTornEnd(bytes))) return { name: 'utf-8', mark: 0, ...certain };
  const judged = linesBeyondAscii(bytes);
  const { valid, invalid } = utf8Sequences(bytes);
  const ranked = rank(judged);
  const [first] = ranked;
  const second = ranked.find((one) => one !== first && !(isOldMac(one) && first?.name === 'windows-1251'));
  const others = ranked.slice(1, 1 + maxAlternatives).map(({ name }) => name);
  if (valid > invalid * 2 || first === undefined) {
    return {
      name: 'utf-8',
      mark: 0,
      unsure: true,
      alternatives: ranked.slice(0, maxAlternatives).map(({ name }) => name),
      lines: judged,
    };
  }
  const lead = first.score - (second?.score ?? 0);
  const unsure =
    (second !== undefined && lead < (lettersBeyondAscii(first.text) < fewLetters ? certainLeadOfFew : certainLead)) ||
    first.score < 0.35 ||
    (lettersIn(first.text) || beyondAscii(judged)) < fewCharacters ||
    isOtherLanguage(first, ranked);
  return { name: first.name, mark: 0, unsure, alternatives: others, lines: judged };
}

/**
 * Whether the letters are of no single language in the likeliest encoding, but in one that is not much less likely: a
 * few words of Czech are nearly Italian.
 */
function isOtherLanguage(first: Ranked, ranked: readonly Ranked[]): boolean {
  if (isOfOneLanguage(first.text)) return false;
  const close = ranked.filter(({ score, name }) => first.score - score < certainLeadOfFew && !isEastAsian(name));
  return close.some(({ text }) => isOfOneLanguage(text));
}

const certain = { unsure: false, alternatives: [] } as const;

interface Ranked {
  readonly name: string;
  readonly text: string;
  readonly score: number;
}

/** Encodings by the plausibility of the text they decode to; of equal texts only the first. */
function rank(bytes: Buffer): Ranked[] {
  const few = Math.min(1, fewCharacters / Math.max(1, beyondAscii(bytes)));
  const prior = (name: string) => few * (name === 'windows-1252' ? usualBonus : old.includes(name) ? -oldMalus : 0);
  const found = [...singleByte, ...eastAsian].flatMap((name): Ranked[] => {
    const text = iconv.decode(bytes, name);
    if (!isText(text)) return [];
    const score = isEastAsian(name) ? eastAsianScore(bytes, text, name) : singleByteScore(text);
    return score === null ? [] : [{ name, text, score: score + prior(name) }];
  });
  const different = found.filter(({ text }, at) => found.findIndex((other) => other.text === text) === at);
  return different.sort((one, other) => other.score - one.score);
}

/**
 * Whether an encoding is the Cyrillic one of old Macs. Its lower-case letters are those of windows-1251, so that it
 * always scores similarly: it is an alternative only if it scores better.
 */
function isOldMac({ name }: Ranked): boolean {
  return name === 'maccyrillic';
}

function isEastAsian(name: string): name is EastAsian {
  return eastAsian.some((one) => one === name);
}

/** The character that DOS appends to the last line (Ctrl-Z). */
const endOfText = String.fromCharCode(26);

/** Whether a text has no replacement, control or private use characters and no box drawings. */
function isText(text: string): boolean {
  return !/[\ufffd\ue000-\uf8ff\u2500-\u259f]|(?![\t\n\f\r])\p{Cc}/u.test(text.replaceAll(endOfText, ''));
}

/** Whole lines with bytes beyond ASCII: the others are not informative. */
function linesBeyondAscii(bytes: Uint8Array): Buffer {
  const lines: Uint8Array[] = [];
  let length = 0;
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found + 1;
    const line = bytes.subarray(start, end);
    // The last line may end within a character.
    const whole = found !== -1 || start === 0 ? line : line.subarray(0, 0);
    if (whole.some((byte) => byte >= 0x80)) {
      lines.push(whole);
      length += whole.length;
    }
    start = end;
  }
  if (lines.length === 0) lines.push(bytes.subarray(Math.max(0, bytes.length - maxJudgedBytes)));
  if (length <= maxJudgedBytes) return Buffer.concat(lines);
  // From everywhere in the bytes, not only their beginning.
  const every = Math.ceil(length / maxJudgedBytes);
  return Buffer.concat(lines.filter((_, at) => ((at * 2_654_435_761) >>> 7) % every === 0));
}

function beyondAscii(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
}

/** Letters beyond ASCII: signs beside them are alike in many encodings, and prove little. */
function lettersIn(text: string): number {
  return text.match(/(?![\0-\x7f])\p{L}/gu)?.length ?? 0;
}

function lettersBeyondAscii(text: string): number {
  return new Set(text.match(/[^\0-\x7f]/gu)).size;
}

/** Multi-byte sequences that are valid UTF-8, and bytes that are not. */
function utf8Sequences(bytes: Uint8Array): { readonly valid: number; readonly invalid: number } {
  let valid = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    const sequence = bytes.subarray(at, at + length);
    if (lead >= 0xc2 && sequence.length === length && isUtf8(sequence)) {
      valid += 1;
      at += length - 1;
    } else invalid += 1;
  }
  return { valid, invalid };
}

/** A piece of UTF-8 may end within a character. */
function withoutTornEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
    if (byte < 0x80) return bytes;
  }
  return bytes;
}

/** Line ends and delimiters of UTF-16 have a zero byte, whatever the language; letters of other encodings do not. */
function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, 1 << 16) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const enough = length / 2 / 20;
  if (odd > enough && even * 4 < odd) return endsLines(bytes, length, 1) ? 'utf-16le' : null;
  return even > enough && odd * 4 < even && endsLines(bytes, length, 0) ? 'utf-16be' : null;
}

/** Whether line ends, if there are any, are characters of two bytes. @param zero which of the two is zero */
function endsLines(bytes: Uint8Array, length: number, zero: 0 | 1): boolean {
  const isEnd = (byte: number | undefined) => byte === 0x0a || byte === 0x0d;
  let seen = false;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at + zero] === 0 && isEnd(bytes[at + 1 - zero])) return true;
    seen ||= isEnd(bytes[at]) || isEnd(bytes[at + 1]);
  }
  return !seen;
}

/** Encodings in which characters beyond ASCII take two bytes. */
type EastAsian = 'shift_jis' | 'euc-jp' | 'euc-kr' | 'gb18030' | 'big5';

type Class = 'kana' | 'first' | 'second' | 'sign' | 'half' | 'rare';

/** The weight of characters of a class: the standards' first and second levels are by frequency of use. */
const weights: Readonly<Record<EastAsian, Readonly<Record<Class, number>>>> = data.weights;

/** Characters found in nearly every table of their country. */
const frequent: Readonly<Record<EastAsian, string>> = data.frequent;

/** The disadvantage of a text in which no two characters are adjacent. */
const loneCharacters = 0.6;

/**
 * How plausible a text is in an encoding.
 * @param text the same bytes, decoded
 * @returns up to about 1; null if nothing is beyond ASCII
 */
function eastAsianScore(bytes: Uint8Array, text: string, encoding: EastAsian): number | null {
  let sum = 0;
  let characters = 0;
  let kana = 0;
  let end = -1;
  let isRun = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const [kind, length] = classOf(encoding, lead, bytes[at + 1] ?? 0);
    characters += 1;
    sum += weights[encoding][kind];
    if (kind === 'kana') kana += 1;
    isRun ||= end === at;
    end = at + length;
    at += length - 1;
  }
  if (characters === 0) return null;
  let common = 0;
  for (const character of text) if (frequent[encoding].includes(character)) common += 1;
  // A long Japanese text contains kana.
  const without = characters > 500 && kana === 0 && (encoding === 'shift_jis' || encoding === 'euc-jp') ? 0.1 : 0;
  // Words have more than one of them: `°C` is one in another encoding.
  return (sum + 0.15 * common) / characters - without - (isRun ? 0 : loneCharacters);
}

function classOf(encoding: EastAsian, lead: number, trail: number): readonly [Class, number] {
  switch (encoding) {
    case 'shift_jis':
      return shiftJis(lead, trail);
    case 'euc-jp':
      if (lead === 0x8e) return ['half', 2];
      if (lead === 0x8f) return ['rare', 3];
      return [euc(lead, [0xb0, 0xcf], [0xd0, 0xf4]), 2];
    case 'euc-kr':
      if (lead < 0xa1 || trail < 0xa1) return ['rare', 2];
      return [euc(lead, [0xb0, 0xc8], [0xca, 0xfd]), 2];
    case 'gb18030':
      if (trail >= 0x30 && trail <= 0x39) return ['rare', 4];
      if (lead < 0xa1 || trail < 0xa1) return ['rare', 2];
      return [euc(lead, [0xb0, 0xd7], [0xd8, 0xf7]), 2];
    case 'big5':
      if (lead >= 0xa4 && lead <= 0xc6) return ['first', 2];
      if (lead >= 0xc9 && lead <= 0xf9) return ['second', 2];
      return [lead >= 0xa1 && lead <= 0xa3 ? 'sign' : 'rare', 2];
  }
}

function shiftJis(lead: number, trail: number): readonly [Class, number] {
  if (lead >= 0xa1 && lead <= 0xdf) return ['half', 1];
  if (lead === 0x81) return ['sign', 2];
  if ((lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96)) return ['kana', 2];
  if (lead === 0x82) return ['sign', 2];
  if (lead >= 0x88 && lead <= 0x98) return ['first', 2];
  return [lead >= 0x99 && lead <= 0xea ? 'second' : 'rare', 2];
}

function euc(lead: number, first: readonly [number, number], second: readonly [number, number]): Class {
  if (lead === 0xa4 || lead === 0xa5) return 'kana';
  if (lead >= first[0] && lead <= first[1]) return 'first';
  if (lead >= second[0] && lead <= second[1]) return 'second';
  return lead < 0xb0 ? 'sign' : 'rare';
}
