import { expect, test } from 'vitest';
import { partOf } from './profile-cells.tsx';

test.each([
  [{ x: 0, y: 0 }, { x: 1, y: 1 }, [-10, -5, 10, 5]],
  [{ x: 0.75, y: 0.5 }, { x: 0.25, y: 0 }, [-5, 0, 5, 5]],
  [{ x: 0, y: 1 }, { x: 1 / 3, y: 0.9 }, [-10, -5, -3.333333, -4]],
])('between %j and %j lies %j', (one, other, expected) => {
  expect(partOf([-10, -5, 10, 5], one, other)).toEqual(expected);
});
