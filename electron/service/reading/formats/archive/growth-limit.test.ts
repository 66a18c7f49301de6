import { expect, test } from 'vitest';
import { assertGrowth, freeGrowthBytes, growthLimitBytes, maxGrowthRatio, maxUnpackedBytes } from './growth-limit.ts';

test.each([
  ['a small file may grow to the free size, whatever the ratio', 1_000, freeGrowthBytes],
  ['a larger one to a multiple of its size', 100 * 2 ** 20, 100 * 2 ** 20 * maxGrowthRatio],
  ['none beyond the largest size', 2 ** 40, maxUnpackedBytes],
])('%s', (_, packedBytes, expected) => {
  expect(growthLimitBytes(packedBytes)).toBe(expected);
  expect(() => assertGrowth(packedBytes, expected)).not.toThrow();
  expect(() => assertGrowth(packedBytes, expected + 1)).toThrow(/The file unpacks to more than [0-9]+ MiB/);
});
