import { expect, test } from 'vitest';
import { inRange, rangeBetween, rangeSize } from './use-cell-selection.ts';

test('two cells span a range in either order', () => {
  const range = rangeBetween({ row: 5, column: 1 }, { row: 2, column: 3 });
  expect([range, rangeSize(range)]).toEqual([
    { top: 2, bottom: 5, left: 1, right: 3 },
    { rows: 4, columns: 3 },
  ]);
  expect([
    inRange(range, { row: 2, column: 1 }),
    inRange(range, { row: 5, column: 3 }),
    inRange(range, { row: 6, column: 3 }),
    inRange(range, { row: 3, column: 0 }),
  ]).toEqual([true, true, false, false]);
});
