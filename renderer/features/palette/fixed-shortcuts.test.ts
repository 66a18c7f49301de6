import { expect, test } from 'vitest';
import english from '#shared/locales/en.json' with { type: 'json' };
import { fixedKeys } from '#shared/shortcuts.ts';
import fixedShortcuts from './fixed-shortcuts.json' with { type: 'json' };

const texts = new Set(
  Object.entries(english).flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`)),
);

test('the keys that cannot be changed are there, and have texts', () => {
  const lines = fixedShortcuts.flatMap((group) => group.lines);
  const named = [...fixedShortcuts.map(({ title }) => title), ...lines.map(([text = '']) => text)];
  expect(named.filter((text) => !texts.has(text))).toEqual([]);
  expect(lines.filter(([, name = '']) => !(name in fixedKeys))).toEqual([]);
});
