import { expect, it } from 'vitest';
import { unusedName } from './unused-name.ts';

it.each([
  [[], 'unit'],
  [['Unit', 'unit_2'], 'unit'],
  [['unit'], 'unit_2'],
  [['unit', 'unit_2', 'unit_4'], 'unit_3'],
])('besides %j a name is %s', (names, expected) => {
  expect(unusedName('unit', new Set(names))).toBe(expected);
});
