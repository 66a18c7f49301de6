import { describe, expect, it } from 'vitest';
import { codeListOf, codesAtLevel, codesUnder, isValidIn, levelsOf } from './code-list.ts';
import { periodDays } from './period-days.ts';
import { statedCodes } from './stated-codes.ts';
import { periodColumn, UnlistedCount } from './unlisted-codes.ts';

const list = (...rows: (readonly [code: string, parent: string | null])[]) =>
  codeListOf(rows.map(([code, parent]) => ({ code, label: code.toUpperCase(), parent })));

describe('A code list', () => {
  it('is sorted by its order, and the first row of a code decides', () => {
    const codes = codeListOf([
      { code: 3, label: 'three', order: null },
      { code: 2, label: 'two', order: 20 },
      { code: 1, label: null, order: '5' },
      { code: 2, label: 'again', order: 30 },
      { code: null, label: 'nothing', order: 1 },
    ]);
    expect([...codes.values()].map(({ code, label }) => [code, label])).toEqual([
      ['1', '1'],
      ['2', 'two'],
      ['3', 'three'],
    ]);
  });

  it('has all codes below one, and those above at a level', () => {
    const tree = list(['bav', 'de'], ['de', null], ['munich', 'bav'], ['fr', 'unknown'], ['ber', 'de']);
    expect(codesUnder(tree, 'de')).toEqual(['de', 'bav', 'ber', 'munich']);
    expect(codesUnder(tree, 'nowhere')).toEqual(['nowhere']);
    expect(Object.fromEntries(levelsOf(tree))).toEqual({ de: 1, fr: 1, bav: 2, ber: 2, munich: 3 });
    expect(Object.fromEntries(codesAtLevel(tree, 2))).toEqual({ bav: 'bav', ber: 'ber', munich: 'bav' });
    expect(codesAtLevel(tree, 4).size).toBe(0);
  });

  it('breaks circles of parents', () => {
    const circle = list(['a', 'b'], ['b', 'c'], ['c', 'a'], ['d', 'a'], ['self', 'self'], ['e', 'd']);
    expect([...circle.values()].map(({ code, parent }) => `${code} ${parent}`)).toEqual([
      'a null',
      'b null',
      'c null',
      'd a',
      'self null',
      'e d',
    ]);
    expect(codesUnder(circle, 'a')).toEqual(['a', 'd', 'e']);
  });

  it('takes a chain of any length', () => {
    const chain = list(...Array.from({ length: 50_000 }, (_, at) => [`${at}`, at === 0 ? null : `${at - 1}`] as const));
    expect(codesUnder(chain, '0')).toHaveLength(50_000);
    expect(codesAtLevel(chain, 40_000).get('49999')).toBe('39999');
  });

  it('knows when a code is valid', () => {
    const [code] = codeListOf([
      { code: 'x', label: 'x', valid_from: '1990', valid_to: '1999-06' },
      { code: 'x', label: 'x', valid_from: '2010-02-01', valid_to: null },
    ]).values();
    const valid = (period: string | null) => code !== undefined && isValidIn(code, period);
    expect(
      ['1989', '1990-W01', '1999-Q2', '1999-Q3', '1999-07-01', '2010-01', '2010', '2030-01-01T10:00'].map(valid),
    ).toEqual([false, true, true, false, false, false, true, true]);
    expect([null, 'spring', '99'].map(valid)).toEqual([true, true, true]);
  });
});

it('Stated codes have a label, and each is there once', () => {
  const labels = [
    ['a', 'A'],
    ['', 'nothing'],
    ['b', ''],
    ['a', 'again'],
    ['c', 'C'],
    ['d', 'D'],
  ] as const;
  const parents = new Map([
    ['a', 'a'],
    ['c', 'a'],
    ['d', ''],
  ]);
  expect(statedCodes('x', labels, parents)).toEqual({
    column: 'x',
    codes: [
      { code: 'a', label: 'A' },
      { code: 'c', label: 'C', parent: 'a' },
      { code: 'd', label: 'D' },
    ],
  });
});

it('Values in no list are counted, the most frequent first', () => {
  const unlisted = new UnlistedCount(codeListOf([{ code: 'a', label: 'A', valid_to: '2000' }]));
  unlisted.add(null, null);
  unlisted.add('', null);
  unlisted.add('a', '1999');
  unlisted.add('x', null);
  unlisted.add('a', '2001', 2);
  unlisted.add('x', '1999', 4);
  expect(unlisted.found).toEqual([
    { value: 'x', rows: 5, listed: false },
    { value: 'a', rows: 2, listed: true },
  ]);
  expect(unlisted.named).toEqual({ count: 2, values: ['x', 'a'] });
});

it('The period of a row is in a column of dates, or of years by its name, if a code has dates', () => {
  const dated = codeListOf([
    { code: 'a', label: 'A' },
    { code: 'b', label: 'B', valid_from: '1990' },
  ]);
  const columns = [
    { name: 'zeit', type: 'char' },
    { name: 'Year', type: 'integer' },
    { name: 'at', type: 'char', moment: 'time' },
    { name: 'day', type: 'char', moment: 'date' },
  ] as const;
  expect(periodColumn(dated, columns, 'x')).toBe('day');
  expect(periodColumn(dated, columns.slice(0, 3), 'zeit')).toBe('Year');
  expect(periodColumn(dated, columns.slice(2, 3), 'x')).toBeNull();
  expect(periodColumn(codeListOf([{ code: 'a', label: 'A' }]), columns, 'x')).toBeNull();
});

it.each([
  ['2024', '2024-01-01', '2024-12-31'],
  ['2024-Q1', '2024-01-01', '2024-03-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2020-W53', '2020-12-28', '2021-01-03'],
  ['2024-05-06', '2024-05-06', '2024-05-06'],
  ['2024-05-06T07:08:09Z', '2024-05-06', '2024-05-06'],
])('The period %s is from %s to %s', (text, first, last) => {
  expect(periodDays(text)).toEqual({ first, last });
});

it.each(['', '24', '2024-Q5', '2024-5', 'May 2024'])('%j is no period', (text) => {
  expect(periodDays(text)).toBeNull();
});
