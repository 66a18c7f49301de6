/**
 * A JSON text as it was written: keys in their order, including duplicates and `__proto__`, and numbers as their
 * digits, so that displaying it never rounds or reorders anything.
 */
export type JsonTree =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: JsonTree])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'string'; readonly value: string }
  /** `text` is the number as written. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'word'; readonly text: 'true' | 'false' | 'null' };

const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

interface Token {
  readonly mark: string | undefined;
  readonly string: string | undefined;
  readonly number: string | undefined;
  readonly word: string | undefined;
}

interface Reader {
  readonly text: string;
  /** No further item is started after this character. */
  readonly maxLength: number;
  at: number;
}

/**
 * Parses a well-formed JSON text. A text longer than `maxLength` characters is truncated: every open list and object
 * ends there.
 * @throws {SyntaxError} if it is not well-formed as far as it was read
 */
export function readJsonTree(text: string, maxLength: number = Number.POSITIVE_INFINITY): JsonTree {
  const reader = { text, maxLength, at: 0 };
  return value(reader, next(reader));
}

function next(reader: Reader): Token {
  token.lastIndex = reader.at;
  const found = token.exec(reader.text);
  if (!found) throw new SyntaxError(`This is no JSON at character ${reader.at}.`);
  reader.at = token.lastIndex;
  return { mark: found[1], string: found[2], number: found[3], word: found[4] };
}

function value(reader: Reader, first: Token): JsonTree {
  if (first.string !== undefined) return { kind: 'string', value: JSON.parse(first.string) };
  if (first.number !== undefined) return { kind: 'number', text: first.number };
  if (first.word !== undefined) return { kind: 'word', text: first.word as 'true' | 'false' | 'null' };
  if (first.mark === '{') return { kind: 'object', entries: entries(reader) };
  if (first.mark === '[') return { kind: 'array', items: items(reader) };
  throw new SyntaxError(`Unexpected "${first.mark}".`);
}

function items(reader: Reader): JsonTree[] {
  const found: JsonTree[] = [];
  while (reader.at < reader.maxLength) {
    const first = next(reader);
    if (first.mark === ']') break;
    found.push(value(reader, first.mark === ',' ? next(reader) : first));
  }
  return found;
}

function entries(reader: Reader): (readonly [string, JsonTree])[] {
  const found: (readonly [string, JsonTree])[] = [];
  while (reader.at < reader.maxLength) {
    const first = next(reader);
    if (first.mark === '}') break;
    const key = first.mark === ',' ? next(reader) : first;
    next(reader);
    found.push([JSON.parse(key.string ?? ''), value(reader, next(reader))]);
  }
  return found;
}
