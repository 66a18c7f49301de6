import { spaceEnd, stringEnd, valueEnd } from '#shared/text/json-bytes.ts';

/** A value as written in the text. */
export type Raw = Buffer;

/** How a missing value is written. */
export const missing: Raw = Buffer.from('null');

/** A table with its values as written, so that no number loses a digit. */
export interface RawTable {
  readonly names: readonly string[];
  readonly rows: Iterable<readonly (Raw | undefined)[]>;
}

/** The items of a list, each as written. The text must be a list with balanced brackets. */
export function listItems(list: Raw): Raw[] {
  const items: Raw[] = [];
  let at = spaceEnd(list, list.indexOf('[') + 1);
  while (at < list.length && list[at] !== 0x5d) {
    const end = valueEnd(list, at);
    if (end < 0) break;
    items.push(list.subarray(at, end));
    at = spaceEnd(list, end);
    if (list[at] === 0x2c) at = spaceEnd(list, at + 1);
  }
  return items;
}

/** The members of an object, each as written; none for any other value. */
export function membersOf(object: Raw | undefined): Map<string, Raw> {
  if (object === undefined || object[0] !== 0x7b) return new Map();
  return new Map([...objectMembers(object)].map(([name, [start, end]]) => [name, object.subarray(start, end)]));
}

/** The content of a JSON string; any other value as written. */
export function textOf(value: Raw | undefined): string {
  const text = value?.toString('utf8') ?? 'null';
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

/** A number as JSON writes it (RFC 8259, 6). */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** The JSON of the number in a text as written, or of the text itself if it is not a number. */
export function numberJson(text: string): string {
  return jsonNumber.test(text) ? text : JSON.stringify(text);
}

/** The JSON of each text: a number if all of them are years. */
export function yearsOrTexts(texts: readonly string[]): readonly string[] {
  const areYears = texts.every((text) => /^[12]\d{3}$/.test(text));
  return areYears ? texts : texts.map((text) => JSON.stringify(text));
}

const quote = 0x22;

/** A member as written: the bytes of its name with the quotes, and of its value. */
interface Member {
  readonly name: string;
  readonly key: readonly [start: number, end: number];
  readonly value: readonly [start: number, end: number];
}

/** The own members of an object in text order; the text must be an object with balanced brackets. */
export function* eachMember(text: Buffer): Generator<Member> {
  let at = text.indexOf('{') + 1;
  while (at > 0 && at < text.length) {
    const keyStart = text.indexOf(quote, at);
    if (keyStart < 0) return;
    const keyEnd = stringEnd(text, keyStart);
    const colon = text.indexOf(':', keyEnd);
    if (keyEnd < 0 || colon < 0) return;
    const start = spaceEnd(text, colon + 1);
    const end = valueEnd(text, start);
    if (end < 0) return;
    yield { name: nameOf(text.subarray(keyStart, keyEnd)), key: [keyStart, keyEnd], value: [start, end] };
    at = end + 1;
  }
}

/**
 * The range of the values of an object's own members in its text: first byte and the byte after the last, by name; of
 * repeated names, the last.
 */
export function objectMembers(text: Buffer): ReadonlyMap<string, readonly [start: number, end: number]> {
  const members = new Map<string, readonly [number, number]>();
  for (const { name, value } of eachMember(text)) members.set(name, value);
  return members;
}

function nameOf(key: Buffer): string {
  return String(JSON.parse(key.toString('utf8')));
}
