import { expect, test } from 'vitest';
import { differenceOf } from './export-differences.tsx';

test.each([
  [1, 3, 2],
  [0.2, 0.3, 0.1],
  [9007199254740993n, 9007199254740995n, 2n],
  [5, 9007199254740993n, 9007199254740988n],
  [0.5, 9007199254740993n, null],
  [null, 3, null],
  ['1', 2, null],
])('from %s to %s is %s', (before, after, difference) => expect(differenceOf(before, after)).toBe(difference));
