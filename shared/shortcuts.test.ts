import { expect, test } from 'vitest';
import { accelerator, keysOf, menuCommands, shortcuts } from './shortcuts.ts';

test('no keys have two commands', () => {
  const keys = Object.values(shortcuts).map((each) => each.toLowerCase());
  expect(new Set(keys).size).toBe(keys.length);
});

test('keys have the same names in native menus and in the window', () => {
  expect(accelerator('mod+shift+F')).toBe('CmdOrCtrl+Shift+F');
  expect(accelerator('ctrl+Tab')).toBe('Ctrl+Tab');
  expect(accelerator('F1')).toBe('F1');
  expect([keysOf('settings'), keysOf('licences')]).toEqual(['mod+,', undefined]);
  expect(menuCommands.filter((command) => keysOf(command) === undefined)).toEqual([
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
