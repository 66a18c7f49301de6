import { expect, it } from 'vitest';
import { hasOffset, instantOf } from './instant.ts';

it.each([
  ['2020-03-29T01:30:00+01:00', '2020-03-29T00:30:00Z'],
  ['2020-03-29T01:30', '2020-03-29T01:30:00Z'],
  ['2020-03-29T01:30 01:00', '2020-03-29T00:30Z'],
  ['2020-03-28T20:00:00-0430', '2020-03-29T00:30Z'],
  ['2020-03-29T05+05', null],
  ['2020-03-29T24:00:00Z', '2020-03-30T00:00Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00Z'],
  ['0000-01-01T00:00+14:00', '0000-01-01T00:00:00.0+14'],
])('%s is the same instant as %s', (one, other) =>
  expect(instantOf(one)).toBe(other === null ? null : instantOf(other)),
);

it('is exact to the nanosecond', () => {
  expect(instantOf('1970-01-01T00:00:00.000000001Z')).toBe(1n);
  expect(instantOf('1969-12-31T23:59:59.999999999Z')).toBe(-1n);
});

it.each(['', '2020-03-29', '2021-02-29T00:00Z', '2020-03-29T24:01Z', '2020-03-29T10:60Z', '2020-03-29T10:00:61Z', 'x'])(
  '%s is no instant',
  (text) => expect(instantOf(text)).toBeNull(),
);

it('has an offset or not', () => {
  expect(['2020-03-29T10:00Z', '2020-03-29T10:00-03', '2020-03-29T10:00'].map(hasOffset)).toEqual([true, true, false]);
});
