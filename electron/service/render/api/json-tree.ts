/**
 * A JSON text as it was written: keys in their order, also doubled ones and `__proto__`, and numbers as their own digits,
 * so that showing it never rounds or reorders anything.
 */
export type JsonTree =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: JsonTree])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'string'; readonly value: string }
  /** `text` is the number as written. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'word'; readonly text: 'true' | 'false' | 'null' };

const token = /[\s]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

interface Token {
  readonly mark: string | undefined;
  readonly string: string | undefined;
  readonly number: string | undefined;
  readonly word: string | undefined;
}

function* tokens(text: string): Generator<Token, never> {
  token.lastIndex = 0;
  for (let at = 0; ; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) throw new SyntaxError(`This is no JSON at character ${at}.`);
    yield { mark: found[1], string: found[2], number: found[3], word: found[4] };
  }
}

/** Reads a JSON text that is known to be well-formed. @throws {SyntaxError} where it is not */
export function readJsonTree(text: string): JsonTree {
  const source = tokens(text);
  return value(source, source.next().value);
}

function value(source: Generator<Token, never>, first: Token): JsonTree {
  if (first.string !== undefined) return { kind: 'string', value: JSON.parse(first.string) };
  if (first.number !== undefined) return { kind: 'number', text: first.number };
  if (first.word !== undefined) return { kind: 'word', text: first.word as 'true' | 'false' | 'null' };
  if (first.mark === '{') return { kind: 'object', entries: entries(source) };
  if (first.mark === '[') return { kind: 'array', items: items(source) };
  throw new SyntaxError(`Unexpected "${first.mark}".`);
}

function items(source: Generator<Token, never>): JsonTree[] {
  const found: JsonTree[] = [];
  for (let next = source.next().value; next.mark !== ']'; next = source.next().value) {
    found.push(value(source, next.mark === ',' ? source.next().value : next));
  }
  return found;
}

function entries(source: Generator<Token, never>): (readonly [string, JsonTree])[] {
  const found: (readonly [string, JsonTree])[] = [];
  for (let next = source.next().value; next.mark !== '}'; next = source.next().value) {
    const key = next.mark === ',' ? source.next().value : next;
    source.next();
    found.push([JSON.parse(key.string ?? ''), value(source, source.next().value)]);
  }
  return found;
}
