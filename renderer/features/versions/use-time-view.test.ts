import { expect, test } from 'vitest';
import { timeClusters, zoomed } from './use-time-view.ts';

const whole = { from: 0, to: 10_000_000 };

test('the time under the pointer keeps its position', () => {
  expect(zoomed(whole, 2_500_000, 0.5, whole)).toEqual({ from: 1_250_000, to: 6_250_000 });
});

test('zooming out ends at the whole range', () => {
  expect(zoomed({ from: 1_250_000, to: 6_250_000 }, 3_000_000, 2, whole)).toBeNull();
});

test('zooming in ends at a minute', () => {
  expect(zoomed({ from: 0, to: 60_000 }, 30_000, 0.5, whole)).toEqual({ from: 0, to: 60_000 });
});

test('times too close to be drawn separately are clustered, and a cluster has limited width', () => {
  const clusters = timeClusters([0, 3, 9, 12, 30], (x) => x, 10);
  expect(clusters).toEqual([
    { x: 4.5, items: [0, 3, 9] },
    { x: 12, items: [12] },
    { x: 30, items: [30] },
  ]);
  expect(timeClusters([], (x) => x, 10)).toEqual([]);
});
