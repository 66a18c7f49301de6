import type { Explanation } from '../failures.ts';
import type { ValueKind } from './value-kind.ts';

/** How a language writes numbers and plurals. */
export interface NumberWords {
  /** A count in the language's notation. */
  number(amount: number): string;
  /** A change, with its sign. */
  signed(change: number): string;
  /** The form of a word for a count. */
  plural(amount: number, one: string, other: string): string;
}

type Kinds = { readonly [Name in string]: ValueKind };
type Given<Values extends Kinds> = {
  readonly [Name in keyof Values]: Values[Name] extends 'amount' ? number : string;
};

/** The texts of a language for a table of codes: one text per code, which takes exactly its values. */
export type TextsOf<Table extends { readonly [Code in string]: Kinds }> = {
  readonly [Code in keyof Table]: [keyof Table[Code]] extends [never]
    ? string
    : (values: Given<Table[Code]>, f: NumberWords) => string;
};

/** The texts of a language for every code. */
export type ExplanationTexts = { readonly [Code in Explanation['code']]: unknown };

/** Numbers and plurals in a language. @param number formats a count in the reader's locale */
export function numberWords(language: string, number: NumberWords['number']): NumberWords {
  const rules = new Intl.PluralRules(language);
  return {
    number,
    signed(change) {
      const size = Math.abs(change);
      // Locales write three decimals, so a smaller change would be shown as zero.
      return `${change < 0 ? '−' : '+'}${size < 0.001 ? String(size) : number(size)}`;
    },
    plural: (amount, one, other) => (rules.select(amount) === 'one' ? one : other),
  };
}

/** Formats an explanation, and those nested in it, in a language. */
export function explanationText(texts: ExplanationTexts, f: NumberWords, { code, values }: Explanation): string {
  const text = texts[code];
  if (typeof text !== 'function') return String(text);
  const given = Object.entries(values).map(([name, value]) => [name, valueText(texts, f, value)]);
  return text(Object.fromEntries(given), f);
}

function valueText(texts: ExplanationTexts, f: NumberWords, value: unknown): string | number {
  if (Array.isArray(value)) {
    const isLines = value.every((part) => typeof part === 'number');
    return isLines ? value.join(', ') : value.map((part: Explanation) => explanationText(texts, f, part)).join(' ');
  }
  if (typeof value === 'object' && value !== null) return explanationText(texts, f, value as Explanation);
  return typeof value === 'number' ? value : String(value);
}
