import type { Explanation } from '../failures.ts';
import type { ValueKind } from './value-kind.ts';

/** What a language does with numbers. */
export interface NumberWords {
  /** A number of things as the language writes it. */
  number(amount: number): string;
  /** The form of a word that goes with a number of things. */
  plural(amount: number, one: string, other: string): string;
}

type Kinds = { readonly [Name in string]: ValueKind };
type Given<Values extends Kinds> = {
  readonly [Name in keyof Values]: Values[Name] extends 'amount' ? number : string;
};

/** The texts of a language for a table of codes: a text for each code, which takes its values and no others. */
export type TextsOf<Table extends { readonly [Code in string]: Kinds }> = {
  readonly [Code in keyof Table]: [keyof Table[Code]] extends [never]
    ? string
    : (values: Given<Table[Code]>, f: NumberWords) => string;
};

/** The texts of a language for every code. */
export type ExplanationTexts = { readonly [Code in Explanation['code']]: unknown };

/** Words for numbers in a language. @param locale the reader's way to write numbers */
export function numberWords(language: string, number: NumberWords['number']): NumberWords {
  const rules = new Intl.PluralRules(language);
  return { number, plural: (amount, one, other) => (rules.select(amount) === 'one' ? one : other) };
}

/** Says an explanation, and those within it, in a language. */
export function explanationText(texts: ExplanationTexts, f: NumberWords, { code, values }: Explanation): string {
  const text = texts[code];
  if (typeof text !== 'function') return String(text);
  const given = Object.entries(values).map(([name, value]) => [name, valueText(texts, f, value)]);
  return text(Object.fromEntries(given), f);
}

function valueText(texts: ExplanationTexts, f: NumberWords, value: unknown): string | number {
  if (Array.isArray(value)) return value.map((part: Explanation) => explanationText(texts, f, part)).join(' ');
  if (typeof value === 'object' && value !== null) return explanationText(texts, f, value as Explanation);
  return typeof value === 'number' ? value : String(value);
}
