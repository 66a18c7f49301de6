import { expect, test } from 'vitest';
import type { Phase } from '#shared/phases.ts';
import { createProgressMeter } from './progress-meter.ts';

test('rates and the remaining time follow the last few seconds', () => {
  let clock = 0;
  const meter = createProgressMeter(() => clock);
  const at = (milliseconds: number, rows: number, phase: Phase = 'reading') => {
    clock = milliseconds;
    return meter({ phase, rows, bytes: rows * 10, fraction: rows / 1000 });
  };
  expect(at(0, 0)).toMatchObject({ rowsPerSecond: null, remainingSeconds: null });
  expect(at(100, 10)).toMatchObject({ rowsPerSecond: null });
  expect(at(1000, 100)).toEqual({
    phase: 'reading',
    rows: 100,
    bytes: 1000,
    fraction: 0.1,
    rowsPerSecond: 100,
    bytesPerSecond: 1000,
    remainingSeconds: 9,
  });
  // Twice as fast from here on: after a while the slow start no longer counts.
  for (let second = 2; second <= 4; second += 1) at(second * 1000, 100 + (second - 1) * 200);
  expect(at(7000, 1000)).toMatchObject({ fraction: 1, remainingSeconds: 0 });
  expect(at(7100, 1, 'writing')).toMatchObject({ rowsPerSecond: null });
});
