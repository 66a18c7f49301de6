import { spaceEnd, stringEnd, valueEnd } from '#shared/text/json-bytes.ts';

const quote = 0x22;

/** A member as written: the bytes of its name with the quotes, and of its value. */
export interface Member {
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
