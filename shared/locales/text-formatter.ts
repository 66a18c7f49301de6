import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { type Formats, type Formatters, formatToParts } from 'intl-messageformat';

type FormatNumber = (value: number | bigint) => string;

/** Puts values into a text in ICU MessageFormat. Values are never read as such texts themselves. */
export type FormatText = (text: string, values: Readonly<Record<string, unknown>>) => string;

/** What none of the plain texts contains, which are most. */
const syntax = /['{}]/;

/** Texts name no formats of their own. */
const formats: Formats = { number: {}, date: {}, time: {} };

/**
 * Formats the texts of a language. `{n, number}` and `#` are a number, `{n, number, ::sign-always}` a change.
 * @param language decides on plurals
 * @param formatNumber formats counts, and the size of changes
 */
export function textFormatter(language: string, formatNumber: FormatNumber): FormatText {
  const formatters = formattersOf(language, formatNumber);
  const parsed = new Map<string, MessageFormatElement[]>();
  return (text, values) => {
    if (!syntax.test(text)) return text;
    let elements = parsed.get(text);
    if (elements === undefined) {
      elements = parse(text, { ignoreTag: true });
      parsed.set(text, elements);
    }
    // Not by the class of the library: it looks up the supported locales, which takes longer than the rest.
    const parts = formatToParts(elements, language, formatters, formats, { ...values });
    return parts.map(({ value }) => String(value)).join('');
  };
}

function formattersOf(language: string, formatNumber: FormatNumber): Formatters {
  let plurals: Intl.PluralRules | undefined;
  const format = { format: formatNumber };
  const signedFormat = { format: (change: number) => signed(change, formatNumber) };
  return {
    // The library calls nothing else of these.
    getNumberFormat: (_, options) =>
      (options?.signDisplay === 'always' ? signedFormat : format) as unknown as Intl.NumberFormat,
    getPluralRules: () => {
      plurals ??= new Intl.PluralRules(language);
      return plurals;
    },
    getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  };
}

function signed(change: number, formatNumber: FormatNumber): string {
  const size = Math.abs(change);
  // Locales write three decimals, so a smaller change would be shown as zero.
  return `${change < 0 ? '−' : '+'}${size < 0.001 ? String(size) : formatNumber(size)}`;
}
