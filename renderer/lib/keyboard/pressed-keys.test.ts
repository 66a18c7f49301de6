import { expect, test } from 'vitest';
import { type FixedKey, fixedKeys, keysOf, shortcuts } from '#shared/shortcuts.ts';
import { assignKeys, isPressed, isShortcut, pressedKeys, readShortcuts, refusalOf } from './pressed-keys.ts';

function press(key: string, ...modifiers: readonly ('ctrl' | 'meta' | 'shift' | 'alt')[]) {
  return {
    key,
    ctrlKey: modifiers.includes('ctrl'),
    metaKey: modifiers.includes('meta'),
    shiftKey: modifiers.includes('shift'),
    altKey: modifiers.includes('alt'),
  };
}

test.each([
  ['firstRow', press('Home', 'ctrl'), true],
  ['firstRow', press('Home', 'meta'), true],
  ['firstRow', press('Home'), false],
  ['firstRow', press('Home', 'ctrl', 'alt'), false],
  ['copyCells', press('c', 'ctrl'), true],
  ['copyCells', press('C', 'ctrl', 'shift'), false],
  ['toggleDetails', press(' '), true],
  ['moveTab', press('ArrowRight', 'ctrl', 'shift'), true],
  ['moveTab', press('ArrowUp', 'ctrl', 'shift'), false],
  ['showTab', press('ArrowRight'), true],
] as const)('%s', (name, event, expected) => {
  expect(isPressed(event, name)).toBe(expected);
});

test('no shortcut has two meanings in the same part of the window', () => {
  const grid: FixedKey[] = [
    'firstRow',
    'lastRow',
    'extendSelection',
    'selectAll',
    'copyCells',
    'toggleDetails',
    'sortMore',
  ];
  const tabs: FixedKey[] = ['showTab', 'moveTab', 'closeTab'];
  for (const place of [grid, tabs]) expect(new Set(place.map((name) => fixedKeys[name])).size).toBe(place.length);
});

test.each([
  [press('f', 'ctrl'), false, 'mod+F'],
  [press('F', 'ctrl', 'shift'), false, 'mod+shift+F'],
  [press('f', 'meta'), true, 'mod+F'],
  [press('f', 'ctrl', 'meta'), true, 'ctrl+mod+F'],
  [press('f', 'meta'), false, 'meta+F'],
  [press('Tab', 'ctrl', 'shift'), false, 'ctrl+shift+Tab'],
  [press('Tab', 'ctrl'), true, 'ctrl+Tab'],
  [press('+', 'ctrl'), false, 'mod+Plus'],
  [press(' ', 'alt'), false, 'alt+Space'],
  [press('ß', 'ctrl'), false, 'mod+ß'],
  [press('ü', 'ctrl'), false, 'mod+Ü'],
  [press('F12'), false, 'F12'],
  [press('Control', 'ctrl'), false, null],
  [press('Dead'), false, null],
  [press('AudioVolumeUp'), false, null],
] as const)('%j, on a Mac: %s, is written as %s', (event, onMac, keys) => {
  expect(pressedKeys(event, onMac)).toBe(keys);
});

test.each([
  ['mod+K', null],
  ['mod+Ü', null],
  ['F7', null],
  ['mod+shift+F7', null],
  ['alt+Home', null],
  ['ctrl+shift+Tab', null],
  ['K', 'character'],
  ['shift+K', 'character'],
  ['alt+K', 'character'],
  ['mod+alt+K', 'character'],
  ['mod+Home', 'moving'],
  ['alt+Tab', 'moving'],
  ['mod+Enter', 'moving'],
  ['mod+Q', 'system'],
  ['alt+F4', 'system'],
  ['meta+K', 'system'],
  ['ctrl+K', 'system'],
] as const)('%s is refused as %s', (keys, refusal) => {
  expect(refusalOf(keys, false)).toBe(refusal);
  expect(refusalOf(keys, true)).toBe(refusal);
});

test('only a Mac hides windows with Command+H', () => {
  expect([refusalOf('mod+H', true), refusalOf('mod+H', false)]).toEqual(['system', null]);
});

test('the initial keys of all commands are shortcuts, fixed and misspelt ones are not', () => {
  const initial = Object.values(shortcuts);
  expect(initial.filter((keys) => !isShortcut(keys, true) || !isShortcut(keys, false))).toEqual([]);
  const others = ['mod+Z', 'F3', 'mod+k', 'shift+mod+K', 'mod+mod+K', 'mod+', 'mod+Foo', 'hyper+F7', 'F', ''];
  expect(others.filter((keys) => isShortcut(keys, false))).toEqual([]);
});

test('what is no shortcut, or stored twice, falls back to the initial keys', () => {
  const stored = { jobs: 'mod+shift+J', cite: 'mod+shift+J', search: 'mod+Q', help: 7, export: 'mod+Z', palette: 'F7' };
  expect(readShortcuts(stored, false)).toEqual({ jobs: 'mod+shift+J', palette: 'F7' });
  for (const damaged of [undefined, null, 'mod+K', 12, ['K']]) expect(readShortcuts(damaged, false)).toEqual({});
});

test('keys are taken from the command that has them, and returned with its initial ones', () => {
  const taken = assignKeys({}, 'jobs', 'mod+F');
  expect(taken).toEqual({ jobs: 'mod+F' });
  expect(keysOf('search', taken)).toBeUndefined();
  expect(assignKeys(taken, 'search', 'mod+J')).toEqual({ jobs: 'mod+F', search: 'mod+J' });
  expect(assignKeys(taken, 'cite', 'mod+F')).toEqual({ cite: 'mod+F' });
  // Either of them gets its initial keys back, and so does the other.
  expect(assignKeys(taken, 'search', 'mod+F')).toEqual({});
  expect(assignKeys(taken, 'jobs', 'mod+J')).toEqual({});
  expect(assignKeys({ cite: 'F7' }, 'cite', undefined)).toEqual({});
});
