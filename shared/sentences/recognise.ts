import { type SentenceKind, sentences } from './say.ts';

/** A sentence of the backend's and its values, as texts. */
export interface Recognised {
  readonly kind: SentenceKind;
  readonly values: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly kind: SentenceKind;
  /** What stands between the values, and before and after them. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

const value = /\{\{(\w+)\}\}/g;

function patternOf(kind: SentenceKind): Pattern {
  const text: string = sentences[kind];
  const names = [...text.matchAll(value)].map(([, name = '']) => name);
  const literal = text.split(value).filter((_, place) => place % 2 === 0);
  return { kind, names, literals: literal };
}

/** The values of a sentence, each as short as can be but never empty; null where the text is another sentence. */
function valuesIn(text: string, literals: readonly string[]): string[] | null {
  const [first = '', ...others] = literals;
  const last = others.pop();
  if (last === undefined) return text === first ? [] : null;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const end = text.length - last.length;
  const values: string[] = [];
  let from = first.length;
  for (const literal of others) {
    const at = text.indexOf(literal, from + 1);
    if (at < 0) return null;
    values.push(text.slice(from, at));
    from = at + literal.length;
  }
  return from < end ? [...values, text.slice(from, end)] : null;
}

let patterns: readonly Pattern[] | null = null;

/** Those with the most words of their own first: what fits them fits shorter ones too. */
function allPatterns(): readonly Pattern[] {
  const kinds = Object.keys(sentences) as SentenceKind[];
  const own = (kind: SentenceKind) => sentences[kind].replaceAll(value, '').length;
  patterns ??= kinds.sort((one, other) => own(other) - own(one)).map(patternOf);
  return patterns;
}

function single(text: string): Recognised | null {
  for (const { kind, literals, names } of allPatterns()) {
    const found = valuesIn(text, literals);
    if (found === null) continue;
    return { kind, values: Object.fromEntries(names.map((name, place) => [name, found[place] ?? ''])) };
  }
  return null;
}

/** Characters of the longest text that is looked through; the backend says less at once. */
const longest = 4000;

/**
 * Knows sentences of the backend's again, one or several in a row.
 * @returns null where any part of the text is none of them
 */
export function recognise(text: string): readonly Recognised[] | null {
  if (text.length > longest) return null;
  const starts = [...text.matchAll(/(?<=[.!?”"]) /g)].map(({ index }) => index + 1);
  // What others say is in here too: each rest is looked at once, whatever they make of it.
  const known = new Map<number, readonly Recognised[] | null>();
  const from = (start: number): readonly Recognised[] | null => {
    const found = known.get(start);
    if (found !== undefined) return found;
    const read = readFrom(start);
    known.set(start, read);
    return read;
  };
  const readFrom = (start: number): readonly Recognised[] | null => {
    const whole = single(text.slice(start));
    if (whole !== null) return [whole];
    for (const next of starts) {
      if (next <= start) continue;
      const first = single(text.slice(start, next - 1));
      const rest = first === null ? null : from(next);
      if (first !== null && rest !== null) return [first, ...rest];
    }
    return null;
  };
  return from(0);
}
