import { describe, expect, it } from 'vitest';
import { type ExplanationCode, explanationValues } from '../failures.ts';
import { allTexts } from '../testing/all-texts.ts';
import { type FormatText, textFormatter } from './text-formatter.ts';

const codes = Object.keys(explanationValues) as ExplanationCode[];
const languages = ['en', 'de', 'fr', 'es', 'it'] as const;

const formats = Object.fromEntries(
  languages.map((language) => [language, textFormatter(language, (value) => `#${value}#`)]),
) as Record<(typeof languages)[number], FormatText>;

/** A text with values that cannot stand in it otherwise, and how each of them is shown. */
function said(language: (typeof languages)[number], code: ExplanationCode, amount: number) {
  const values = Object.entries(explanationValues[code]).map(
    ([name, example], at) =>
      [name, typeof example === 'number' ? (amount === 1 ? 1 : amount + at) : `‹${name}›`] as const,
  );
  // One thing may be said without its number.
  const named = values.filter(([, value]) => typeof value === 'string' || value > 1);
  const shown = named.map(([, value]) => (typeof value === 'number' ? `#${value}#` : value));
  return { text: formats[language](allTexts[language].explanations[code], Object.fromEntries(values)), shown };
}

describe.each(languages)('in %s', (language) => {
  it('every code has a text of its own', () => {
    expect(Object.keys(allTexts[language].explanations).sort()).toEqual([...codes].sort());
    expect(codes.filter((code) => said(language, code, 5).text.trim() === '')).toEqual([]);
  });

  it('every value of a code is in its text, of one thing and of several', () => {
    const lost = codes.flatMap((code) =>
      [1, 5].flatMap((amount) => {
        const { text, shown } = said(language, code, amount);
        return shown.filter((value) => !text.includes(value)).map((value) => `${code}: ${value}`);
      }),
    );
    expect(lost).toEqual([]);
  });

  it('no text shows a value that was not given', () => {
    expect(codes.filter((code) => /undefined|[{}]|\[object/.test(said(language, code, 5).text))).toEqual([]);
  });
});

it('a number of things has its plural in every language', () => {
  const ends = (language: (typeof languages)[number], code: ExplanationCode) =>
    [1, 2].map((amount) => said(language, code, amount).text.replaceAll(/#\d+#/g, '#'));
  for (const language of languages) {
    for (const code of ['busy-seconds', 'fewer-requests-seconds', 'host-budget-spent', 'quiet-too-long'] as const) {
      const [one, several] = ends(language, code);
      expect(one).not.toBe(several);
    }
  }
});
