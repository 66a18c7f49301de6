import { isLiteralElement, isPoundElement, type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it, test } from 'vitest';
import { allTexts } from '../testing/all-texts.ts';
import { textFormatter } from './text-formatter.ts';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Values that a text takes, by name and kind; the backend's English words may stand elsewhere. */
function valuesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    const branches = 'options' in element ? Object.values(element.options) : [];
    const kind = 'options' in element || 'style' in element ? 'number' : 'text';
    return [`${element.value}: ${kind}`, ...branches.flatMap(({ value }) => valuesIn(value))];
  });
}

/** Every text of a language by its whole key. */
function textsOf(language: Texts): Map<string, string> {
  const groups = Object.entries(language);
  return new Map(
    groups.flatMap(([group, members]) =>
      Object.entries(members).map(([name, text]) => [`${group}.${name}`, text] as const),
    ),
  );
}

/** The values of each text; fails if a text is not valid. */
function valuesOf(language: keyof typeof allTexts): Map<string, string> {
  const parsed = [...textsOf(allTexts[language])].map(([key, text]) => {
    const elements = parse(text, { ignoreTag: true });
    return [
      key,
      [...new Set(valuesIn(elements))]
        .filter((value) => value !== 'message: text')
        .sort()
        .join(),
    ] as const;
  });
  return new Map(parsed);
}

const english = valuesOf('en');

test.each(['de', 'es', 'fr', 'it'] as const)(
  'every text in %s takes the values that the English one takes',
  (language) => {
    const other = valuesOf(language);
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
    const differing = [...english].filter(([key, values]) => other.get(key) !== values);
    expect(differing.map(([key, values]) => `${key}: ${values} | ${other.get(key)}`)).toEqual([]);
  },
);

describe.each(['en', 'de', 'es', 'fr', 'it'] as const)('in %s', (language) => {
  it('no text is empty', () => {
    const empty = [...textsOf(allTexts[language])].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it('the menu, which is shown as it is written, takes no values', () => {
    const format = textFormatter(language, String);
    const { menu } = allTexts[language];
    expect(Object.values(menu).map((text) => format(text, {}))).toEqual(Object.values(menu));
  });
});
