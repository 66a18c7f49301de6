import { globSync, readFileSync } from 'node:fs';
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

/** The program's text, without tests and messages. */
function programText(): string {
  const files = globSync(['renderer/**/*.{ts,tsx}', 'shared/**/*.ts']).filter((file) => !/\.test\.|locales/.test(file));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

/** Makes a pattern of a key with placeholders, such as `tour.${target}Title`. */
function keyPattern(template: string): RegExp {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.-]/g, '\\$&'));
  return new RegExp(`^${fixed.join('(.+)')}$`);
}

test('every text is used', () => {
  const program = programText();
  const written = new Set(program.match(/(?<=['"`])\w+\.[\w-]+(?=['"`])/g));
  const words = new Set(program.match(/[\w-]+/g));
  const patterns = (program.match(/(?<=`)\w+\.[^`\s]*\$\{[^`\n]*(?=`)/g) ?? []).map(keyPattern);
  // What stands for a placeholder is a word of the program itself.
  const isMade = (key: string) =>
    patterns.some((pattern) =>
      pattern
        .exec(key)
        ?.slice(1)
        .every((word) => words.has(word)),
    );
  expect([...english.keys()].filter((key) => !written.has(key) && !isMade(key))).toEqual([]);
});
