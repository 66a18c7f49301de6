import { expect, test } from 'vitest';
import { edgeSpeed } from './drag-select.ts';

test.each([
  [100, 0],
  [50, 0],
  [150, 0],
  [47, -300],
  [153, 300],
  [-10_000, -3600],
  [10_000, 3600],
])('a pointer at %d between 50 and 150 scrolls by %d pixels a second', (place, speed) => {
  expect(edgeSpeed(place, 50, 150)).toBe(speed);
});
