import { expect, it } from 'vitest';
import { quietUntil } from './news-queue.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute);

it.each([
  ['22:00', '07:00', at(1, 21, 59), null],
  ['22:00', '07:00', at(1, 22), at(2, 7)],
  ['22:00', '07:00', at(2, 6, 59), at(2, 7)],
  ['22:00', '07:00', at(2, 7), null],
  ['09:30', '12:00', at(1, 10), at(1, 12)],
  ['09:30', '12:00', at(1, 9, 29), null],
  ['00:00', '00:00', at(1, 3), null],
])('from %s to %s is quiet at %s until %s', (from, to, now, until) => {
  expect(quietUntil({ from, to }, now)).toBe(until === null ? null : until.getTime());
});

it('is never quiet without quiet hours', () => {
  expect(quietUntil(null, at(1, 3))).toBeNull();
});
