import { expect, test } from 'vitest';
import { logTicks } from './value-axis.ts';

test.each([
  [
    [3, 900],
    [2, 5, 10, 20, 50, 100, 200, 500, 1000],
  ],
  [
    [200, 800],
    [200, 300, 500, 700, 1000],
  ],
  [
    [0.004, 30_000],
    [0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000],
  ],
  [
    [1, 1e12],
    [1, 100, 10_000, 1e6, 1e8, 1e10, 1e12],
  ],
  [[7], [7, 10]],
  [[10], [10, 20]],
  [[-5, 0], null],
])('%j has the marks %j', (values, ticks) => expect(logTicks(values)).toEqual(ticks));
