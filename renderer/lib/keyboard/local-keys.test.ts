import { expect, test } from 'vitest';
import { isPressed, type LocalKey, localKeys } from './local-keys.ts';

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
  const grid: LocalKey[] = [
    'firstRow',
    'lastRow',
    'extendSelection',
    'selectAll',
    'copyCells',
    'toggleDetails',
    'sortMore',
  ];
  const tabs: LocalKey[] = ['showTab', 'moveTab', 'closeTab'];
  for (const place of [grid, tabs]) expect(new Set(place.map((name) => localKeys[name])).size).toBe(place.length);
});
