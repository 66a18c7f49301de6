import { expect, test } from 'vitest';
import { messages } from './all.ts';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names of the values that a text takes, each once and in order; the backend's English words may stand elsewhere. */
function valuesIn(text: string): string[] {
  const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '');
  return [...new Set(names.filter((name) => name !== 'message'))].sort();
}

/** Every text of a language by its whole key; plural forms of one text stand under one key. */
function textsOf(language: Texts): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [group, members] of Object.entries(language)) {
    for (const [name, text] of Object.entries(members)) {
      const key = `${group}.${name.replace(/_(one|many|other)$/, '')}`;
      texts.set(key, [...(texts.get(key) ?? []), text]);
    }
  }
  return texts;
}

const english = textsOf(messages.en);

test.each(['de', 'es', 'fr', 'it'] as const)(
  'every text in %s takes the values that the English one takes',
  (language) => {
    const other = textsOf(messages[language]);
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
    const differing = [...english].filter(([key, texts]) => {
      const expected = valuesIn(texts.join(' ')).join();
      return valuesIn((other.get(key) ?? []).join(' ')).join() !== expected;
    });
    expect(differing.map(([key]) => key)).toEqual([]);
  },
);

test.each(['en', 'de', 'es', 'fr', 'it'] as const)('no text in %s is empty', (language) => {
  const empty = [...textsOf(messages[language])].filter(([, texts]) => texts.some((text) => text.trim() === ''));
  expect(empty).toEqual([]);
});
