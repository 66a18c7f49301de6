import { expect, test } from 'vitest';
import { timeClusters } from './time-clusters.ts';

test('times too close to be drawn separately are clustered, and a cluster has limited width', () => {
  const clusters = timeClusters([0, 3, 9, 12, 30], (x) => x, 10);
  expect(clusters).toEqual([
    { x: 4.5, items: [0, 3, 9] },
    { x: 12, items: [12] },
    { x: 30, items: [30] },
  ]);
  expect(timeClusters([], (x) => x, 10)).toEqual([]);
});
