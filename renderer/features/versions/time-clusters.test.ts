import { expect, test } from 'vitest';
import { timeClusters } from './time-clusters.ts';

test('what is closer than can be drawn is gathered, and a cluster never grows without end', () => {
  const clusters = timeClusters([0, 3, 9, 12, 30], (x) => x, 10);
  expect(clusters).toEqual([
    { x: 4.5, items: [0, 3, 9] },
    { x: 12, items: [12] },
    { x: 30, items: [30] },
  ]);
  expect(timeClusters([], (x) => x, 10)).toEqual([]);
});
