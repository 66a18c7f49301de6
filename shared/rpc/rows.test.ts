import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { Rows } from './rows.ts';

it.each([[[]], [[[]]], [[['a', 1, null], [true]]]])('accepts rows: %j', (rows) => {
  expect(Value.Check(Rows, rows)).toBe(true);
});

it.each([[null], ['ab'], [{ length: 0 }], [['a']], [[['a'], null]], [[{ 0: 'a' }]]])('refuses %j', (value) => {
  expect(Value.Check(Rows, value)).toBe(false);
});
