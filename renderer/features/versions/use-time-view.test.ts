import { expect, test } from 'vitest';
import { timeClusters, timeTicks, zoomed } from './use-time-view.ts';

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
  expect(timeClusters([0, 3, 9, 12, 30], (x) => x, 10)).toEqual([[0, 3, 9], [12], [30]]);
  expect(timeClusters([], (x) => x, 10)).toEqual([]);
});

const at = (text: string) => Date.parse(text);

test.each([
  ['1970-01-01T00:00Z', '2020-05-01T00:00Z', 6, ['1970', '1980', '1990', '2000', '2010', '2020']],
  ['2020-01-15T00:00Z', '2020-12-31T00:00Z', 5, ['2020-04', '2020-07', '2020-10']],
  ['2020-02-27T12:00Z', '2020-03-02T12:00Z', 6, ['2020-02-28', '2020-02-29', '2020-03-01', '2020-03-02']],
  ['2020-01-01T10:20Z', '2020-01-01T13:10Z', 4, ['2020-01-01T11:00', '2020-01-01T12:00', '2020-01-01T13:00']],
])('%s to %s, at most %i', (from, to, most, expected) => {
  const marks = timeTicks(at(from), at(to), most).map((tick) => {
    const length = { year: 4, month: 7, day: 10, hour: 16, minute: 16 }[tick.unit];
    return new Date(tick.at).toISOString().slice(0, length);
  });
  expect(marks).toEqual(expected);
});

test('an empty time range has no ticks', () => {
  expect(timeTicks(5, 5, 4)).toEqual([]);
});
