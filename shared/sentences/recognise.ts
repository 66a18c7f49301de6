import { type SentenceKind, sentences } from './say.ts';

/** A sentence of the backend's and its values, as texts. */
export interface Recognised {
  readonly kind: SentenceKind;
  readonly values: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly kind: SentenceKind;
  readonly form: RegExp;
  readonly names: readonly string[];
}

const value = /\{\{(\w+)\}\}/g;

function patternOf(kind: SentenceKind): Pattern {
  const text: string = sentences[kind];
  const names = [...text.matchAll(value)].map(([, name = '']) => name);
  const literal = text.split(value).filter((_, place) => place % 2 === 0);
  const escaped = literal.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { kind, names, form: new RegExp(`^${escaped.join('(.+?)')}$`, 's') };
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
  for (const { kind, form, names } of allPatterns()) {
    const found = form.exec(text);
    if (found === null) continue;
    return { kind, values: Object.fromEntries(names.map((name, place) => [name, found[place + 1] ?? ''])) };
  }
  return null;
}

/**
 * Knows sentences of the backend's again, one or several in a row.
 * @returns null where any part of the text is none of them
 */
export function recognise(text: string): readonly Recognised[] | null {
  const whole = single(text);
  if (whole !== null) return [whole];
  for (const { index } of text.matchAll(/(?<=[.!?”"]) /g)) {
    const first = single(text.slice(0, index));
    const rest = first === null ? null : recognise(text.slice(index + 1));
    if (first !== null && rest !== null) return [first, ...rest];
  }
  return null;
}
