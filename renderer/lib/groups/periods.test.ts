import { expect, test } from 'vitest';
import { followingPeriod, periodRange } from './periods.ts';

test.each([
  ['2001', '2002'],
  ['2001-Q1', '2001-Q2'],
  ['2001-Q4', '2002-Q1'],
  ['2001-12', '2002-01'],
  ['2001-02-28', '2001-03-01'],
  ['2004-02-28', '2004-02-29'],
  ['2001-12-31T23', '2002-01-01T00'],
  // 2004 and 2020 have 53 weeks (ISO 8601), 2021 has 52.
  ['2004-W53', '2005-W01'],
  ['2020-W53', '2021-W01'],
  ['2021-W52', '2022-W01'],
])('after %s comes %s', (period, following) => {
  expect(followingPeriod(period)).toBe(following);
});

test('a text that is not a period has no following one', () => {
  for (const text of ['', 'abc', '01', '2001-13-99', '9999-12-31']) expect(followingPeriod(text)).toBeNull();
});

test.each([
  ['2001', ['2001', '2002']],
  ['2001-Q4', ['2001-10', '2002-01']],
  ['2001-01', ['2001-01', '2001-02']],
  ['2001-W01', ['2001-01-01', '2001-01-08']],
  ['2001-01-31', ['2001-01-31', '2001-02-01']],
  ['2001-01-31T23', ['2001-01-31T23', '2001-02-01T00']],
])('%s holds the texts from %j on', (period, range) => {
  expect(periodRange(period)).toEqual(range);
});
