import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '1 sec'],
  [0.4, '1 sec'],
  [45.4, '45 sec'],
  [119, '119 sec'],
  [120, '2 min'],
  [750, '13 min'],
  [7199, '120 min'],
  [7200, '2 hr'],
  [200_000, '2 days'],
])('%d seconds are about %s', (seconds, text) => {
  expect(formatDuration(seconds, 'en')).toBe(text);
});

test('the unit names are those of the locale', () => {
  expect(formatDuration(300, 'de')).toBe('5 Min.');
});
