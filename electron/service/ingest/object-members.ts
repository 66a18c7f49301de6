const quote = 0x22;
const backslash = 0x5c;

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
    const keyEnd = endOfString(text, keyStart);
    const start = text.indexOf(':', keyEnd) + 1;
    if (start === 0) break;
    const end = endOfValue(text, start);
    members.set(nameOf(text.subarray(keyStart, keyEnd)), [start, end]);
    at = end + 1;
  }
  return members;
}

function nameOf(key: Buffer): string {
  return String(JSON.parse(key.toString('utf8')));
}

/** The byte behind the closing quote of the string that opens at `start`. */
function endOfString(text: Buffer, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at + 1;
}

/** The comma or bracket behind the value that begins at `start`. */
function endOfValue(text: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const byte = text[at] ?? 0;
    if (byte === quote) {
      at = endOfString(text, at);
      continue;
    }
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (byte === 0x2c && depth === 0) return at;
    at += 1;
  }
  return at;
}
