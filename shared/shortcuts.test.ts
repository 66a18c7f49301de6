import { expect, test } from 'vitest';
import { accelerator, fixedKeys, initialKeysOf, keysOf, menuCommands, shortcuts } from './shortcuts.ts';

test('no keys have two commands', () => {
  const fixed = new Set<string>(Object.values(fixedKeys));
  const keys = Object.values(shortcuts).map((each) => each.toLowerCase());
  expect(Object.values(shortcuts).filter((each) => fixed.has(each))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

test('keys have the same names in native menus and in the window', () => {
  expect(accelerator('mod+shift+F')).toBe('CmdOrCtrl+Shift+F');
  expect(accelerator('ctrl+Tab')).toBe('Ctrl+Tab');
  expect(accelerator('F1')).toBe('F1');
  expect([initialKeysOf('settings'), initialKeysOf('licences')]).toEqual(['mod+,', undefined]);
  expect(menuCommands.filter((command) => initialKeysOf(command) === undefined)).toEqual([
    'follow',
    'followed',
    'new-namespace',
    'add-connection',
    'edit-dataset',
    'undo-removal',
    'release-notes',
    'report-problem',
    'licences',
  ]);
});

test('a command has the keys that the user chose, and loses those given to another', () => {
  const changed = { jobs: 'mod+F', cite: 'mod+shift+K' };
  expect(['jobs', 'search', 'cite', 'export', 'licences'].map((command) => keysOf(command, changed))).toEqual([
    'mod+F',
    undefined,
    'mod+shift+K',
    'mod+E',
    undefined,
  ]);
});
