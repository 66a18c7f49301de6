import { expect, test } from 'vitest';
import { keyNames } from './key-names.ts';

test('keys have the names of the platform', () => {
  expect([keyNames('mod+shift+T', false), keyNames('mod+shift+T', true), keyNames('F1', false)]).toEqual([
    ['Ctrl', 'Shift', 'T'],
    ['⌘', '⇧', 'T'],
    ['F1'],
  ]);
});
