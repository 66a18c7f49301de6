import { expect, test } from 'vitest';
import { keyNames, keyWords, type WordedKey } from './key-names.ts';

const german: Partial<Record<WordedKey, string>> = { ctrl: 'Strg', shift: 'Umschalt', home: 'Pos1', end: 'Ende' };
const wordOf = (key: WordedKey) => german[key] ?? '?';

test.each([
  ['mod+shift+T', false, ['Strg', 'Umschalt', 'T']],
  ['mod+shift+T', true, ['⌘', '⇧', 'T']],
  ['ArrowLeft ArrowRight Home End', false, ['← → Pos1 Ende']],
  ['mod+End', true, ['⌘', '↘']],
  ['F1', false, ['F1']],
  ['mod+Plus', false, ['Strg', '+']],
  ['ctrl+Tab', true, ['⌃', '⇥']],
  ['meta+E', false, ['Win', 'E']],
] as const)('%s, on a Mac: %s, is printed as %j', (keys, mac, printed) => {
  expect(keyNames(keys, mac, wordOf)).toEqual(printed);
});

test('keys are also found by plain words', () => {
  expect([keyWords('mod+shift+F', false), keyWords('mod+F', true), keyWords('alt+Home', true)]).toEqual([
    'ctrl+shift+F',
    'cmd+F',
    'option+Home',
  ]);
});
