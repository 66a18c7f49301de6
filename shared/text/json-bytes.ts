// Scans the bytes of a JSON text without parsing it.

/** Whether a byte is white space between the parts of a JSON text (RFC 8259, 2). */
function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Where white space starting at `at` ends. */
export function spaceEnd(json: Uint8Array, at: number): number {
  let end = at;
  while (end < json.length && isSpace(json[end] ?? 0)) end += 1;
  return end;
}

/** Where the string with its opening quote at `at` ends, after its closing quote; -1 if it does not end. */
export function stringEnd(json: Uint8Array, at: number): number {
  for (let end = at + 1; end < json.length; end += 1) {
    const byte = json[end];
    if (byte === 0x22) return end + 1;
    if (byte === 0x5c) end += 1;
  }
  return -1;
}

const opening: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d]);

/** Where the value starting at `at` ends; -1 if it does not end. Validating it is left to a parser. */
export function valueEnd(json: Uint8Array, at: number): number {
  let depth = 0;
  let end = at;
  while (end < json.length) {
    const byte = json[end] ?? 0;
    if (depth === 0 && end > at && (byte === 0x2c || byte <= 0x20 || closing.has(byte))) return end;
    if (byte === 0x22) {
      end = stringEnd(json, end);
      if (end < 0 || depth === 0) return end;
      continue;
    }
    end += 1;
    if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) {
      depth -= 1;
      if (depth === 0) return end;
      if (depth < 0) return -1;
    }
  }
  return depth === 0 ? end : -1;
}
