import type { DataColumn } from '../data-column.ts';
import { formatUnitName } from '../format/format.ts';
import unitWords from './unit-words.json';

/** What the numbers of a column are counted in. */
export type Unit =
  /** A unit that has a name in every language (ECMA-402, 6.6.2). */
  | { readonly kind: 'measured'; readonly unit: string }
  /** An ISO 4217 code. */
  | { readonly kind: 'currency'; readonly code: string }
  /** As the publisher writes it. */
  | { readonly kind: 'symbol'; readonly text: string };

type Named = readonly [words: RegExp, make: (text: string) => Unit];

/** By the words of the languages of the window, as patterns: singular and plural, with their symbols. */
const known: readonly Named[] = [
  ...Object.entries(unitWords.measured).map(([unit, words]) => named(words, () => ({ kind: 'measured', unit }))),
  ...Object.entries(unitWords.currencies).map(([code, words]) => named(words, () => ({ kind: 'currency', code }))),
  named(unitWords.symbols, (text) => ({ kind: 'symbol', text: lowerFirst(text) })),
];

/** An English word as it stands within a title: descriptions begin with it. */
function lowerFirst(text: string): string {
  return /^(?:Persons?|People|Inhabitants|Tonnes?|Knots?|Thousands?|Millions?|Billions?)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

function named(words: string, make: Named[1]): Named {
  return [new RegExp(`^(?:${words})$`, 'iu'), make];
}

function unitNamed(text: string): Unit | null {
  const trimmed = text.trim();
  const found = known.find(([words]) => words.test(trimmed));
  return found?.[1](trimmed) ?? null;
}

const inBrackets = /[([]([^()[\]]{1,24})[)\]]/gu;
const after = /\b(?:in|en) ([^.,;:()]+)/giu;

/** The unit of a column: in brackets behind its name, or as its description says, "in millimetres"; null if none. */
export function unitOf({ name, label, description, type }: DataColumn): Unit | null {
  if (type !== 'integer' && type !== 'float') return null;
  for (const text of [label, name, description]) {
    for (const [, inner = ''] of text.matchAll(inBrackets)) {
      const unit = unitNamed(inner);
      if (unit !== null) return unit;
    }
  }
  for (const [, words = ''] of description.matchAll(after)) {
    const unit = firstWords(words);
    if (unit !== null) return unit;
  }
  return firstWords(description) ?? currencyIn(name);
}

function currencyIn(name: string): Unit | null {
  return /[$€£]/.test(name) ? unitNamed(/[$€£]/.exec(name)?.[0] ?? '') : null;
}

/** The longest of the first words that name a unit. */
function firstWords(text: string): Unit | null {
  const words = text.trim().split(/\s+/u).slice(0, 4);
  for (let count = words.length; count > 0; count -= 1) {
    const given = words
      .slice(0, count)
      .join(' ')
      .replace(/[.,;:]$/u, '');
    // "Area in m" has a unit, "A measure of" has none.
    const unit = given.length > 1 || given === '%' ? unitNamed(given) : null;
    if (unit !== null) return unit;
  }
  return null;
}

/** A unit in words, "minutes", or in short, "min". */
export function unitText(unit: Unit, locale: string, length: 'long' | 'short'): string {
  if (unit.kind === 'symbol') return unit.text;
  return formatUnitName(unit.kind === 'currency' ? { currency: unit.code } : { unit: unit.unit }, locale, length);
}

/** The label of a column, without a unit in brackets. */
export function labelWithoutUnit(column: DataColumn): string {
  const label = column.label || column.name;
  const start = Math.max(label.lastIndexOf('('), label.lastIndexOf('['));
  const isUnit = start > 0 && /[)\]]$/.test(label) && unitNamed(label.slice(start + 1, -1)) !== null;
  return isUnit ? label.slice(0, start).trimEnd() : label;
}
