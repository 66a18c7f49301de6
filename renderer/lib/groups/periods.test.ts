import { expect, test } from 'vitest';
import { fillPeriods, followingPeriod, isoPeriod, periodRange } from './periods.ts';

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

test.each([
  ['2001', '2001'],
  ['2001Q3', '2001-Q3'],
  ['2001 Q3', '2001-Q3'],
  ['2001-Q3', '2001-Q3'],
  ['2001M07', '2001-07'],
  ['2001 JUL', '2001-07'],
  ['2001W05', '2001-W05'],
  ['2001-07-31', '2001-07-31'],
  ['2001Q5', null],
  ['2001M13', null],
  ['July', null],
])('%s is the period %s', (text, period) => {
  expect(isoPeriod(text)).toBe(period);
});

test('the periods of a series are filled in the steps in which they are published', () => {
  const plain = { column: 'year', function: null, step: 0 } as const;
  expect(fillPeriods(plain, [1990, 1995, 2005], true)).toEqual([1990, 1995, 2000, 2005]);
  expect(fillPeriods(plain, [1990, 1992])).toEqual([1990, 1991, 1992]);
  expect(fillPeriods(plain, ['2001M11', '2002M01'], true)).toEqual(['2001M11', '2002M01']);
  expect(fillPeriods(plain, ['2001M10', '2001M11', '2002M01'], true)).toEqual([
    '2001M10',
    '2001M11',
    '2001-12',
    '2002M01',
  ]);
  // The 5th and 6th of January 2019 were a weekend.
  const days = ['2019-01-03', '2019-01-04', '2019-01-07', '2019-01-09'];
  expect(fillPeriods({ ...plain, function: 'Day' }, days, true)).toEqual(days.toSpliced(3, 0, '2019-01-08'));
  expect(fillPeriods(plain, ['b', 'd'], true)).toEqual(['b', 'd']);
});
