import { spaceEnd, stringEnd, valueEnd } from '#shared/json-bytes.ts';

const quote = 0x22;

/**
 * Where the values of an object's own members stand in its text: first byte and the byte behind the last, by name.
 * The text has to be an object whose brackets fit together.
 */
export function objectMembers(text: Buffer): ReadonlyMap<string, readonly [start: number, end: number]> {
  const members = new Map<string, readonly [number, number]>();
  let at = text.indexOf('{') + 1;
  while (at > 0 && at < text.length) {
    const keyStart = text.indexOf(quote, at);
    if (keyStart < 0) break;
    const keyEnd = stringEnd(text, keyStart);
    const colon = text.indexOf(':', keyEnd);
    if (keyEnd < 0 || colon < 0) break;
    const start = spaceEnd(text, colon + 1);
    const end = valueEnd(text, start);
    if (end < 0) break;
    members.set(nameOf(text.subarray(keyStart, keyEnd)), [start, end]);
    at = end + 1;
  }
  return members;
}

function nameOf(key: Buffer): string {
  return String(JSON.parse(key.toString('utf8')));
}
