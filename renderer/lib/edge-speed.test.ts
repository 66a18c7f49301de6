import { expect, test } from 'vitest';
import { edgeSpeed } from './edge-speed.ts';

test.each([
  [100, 0],
  [50, 0],
  [150, 0],
  [47, -5],
  [153, 5],
  [-10_000, -60],
  [10_000, 60],
])('a pointer at %d between 50 and 150 scrolls by %d', (place, speed) => {
  expect(edgeSpeed(place, 50, 150)).toBe(speed);
});
