import type { Explanation } from '../failures.ts';

/** The texts of a language for every code, in ICU MessageFormat. */
export type ExplanationTexts = Readonly<Record<Explanation['code'], string>>;

type FormatCode = (code: Explanation['code'], values: Readonly<Record<string, string | number>>) => string;

/** Formats an explanation, and those nested in it, in a language. */
export function explanationText(format: FormatCode, { code, values }: Explanation): string {
  const given = Object.entries(values).map(([name, value]) => [name, valueText(format, value)]);
  return format(code, Object.fromEntries(given));
}

function valueText(format: FormatCode, value: unknown): string | number {
  if (Array.isArray(value)) {
    const isLines = value.every((part) => typeof part === 'number');
    return isLines ? value.join(', ') : value.map((part: Explanation) => explanationText(format, part)).join(' ');
  }
  if (typeof value === 'object' && value !== null) return explanationText(format, value as Explanation);
  return typeof value === 'number' ? value : String(value);
}
