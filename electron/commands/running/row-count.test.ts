import { expect, test } from 'vitest';
import { rowCount } from './row-count.ts';

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [1204, '1,204 rows'],
])('%d rows are formatted with their unit', (rows, words) => {
  expect(rowCount(rows)).toBe(words);
});
