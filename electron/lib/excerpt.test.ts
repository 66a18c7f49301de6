import { expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

it.each([
  ['', ''],
  ['abcd', 'abcd'],
  ['abcde', 'abcd…'],
  ['ab😀', 'ab😀'],
  ['abc😀', 'abc…'],
  ['ab😀e', 'ab😀…'],
])('of %j with at most four letters is %j', (text, expected) => {
  expect(excerpt(text, 4)).toBe(expected);
});
