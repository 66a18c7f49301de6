import { expect, it, test } from 'vitest';
import { textFormatter } from './text-formatter.ts';

const format = textFormatter('en', (value) => `<${value}>`);

test.each([
  ['{n, plural, one {# row} other {# rows}}', { n: 1 }, '<1> row'],
  ['{n, plural, one {# row} other {# rows}}', { n: 0.5 }, '<0.5> rows'],
  ['{n, plural, =0 {none} one {one} other {{n, number} of {name}}}', { n: 0 }, 'none'],
  ['{n, plural, =0 {none} one {one} other {{n, number} of {name}}}', { n: 2, name: 'x' }, '<2> of x'],
  ['{n, number}', { n: 12345678901234567890n }, '<12345678901234567890>'],
  ['{n} {flag} {nothing}', { n: 1234, flag: true, nothing: undefined }, '1234 true '],
  ["<b> it's '{n}' #", { n: 1 }, "<b> it's {n} #"],
])('%s is formatted with %o', (text, values, expected) => {
  expect(format(text, values)).toBe(expected);
});

test.each([
  [3, '+<3>'],
  [-0.5, '−<0.5>'],
  [0.0004, '+0.0004'],
])('a change of %d has its sign', (change, expected) => {
  expect(format('{change, number, ::sign-always}', { change })).toBe(expected);
});

it('values that look like texts are shown as they are', () => {
  for (const value of ['{n}', '{n, plural, other {x}}', "'{'", '<b>', '#', '$t(a.b)']) {
    expect(format('{value} {n, number}', { value, n: 1 })).toBe(`${value} <1>`);
  }
});

it('French has the plural of all others for whole millions', () => {
  const french = textFormatter('fr', String);
  const text = '{n, plural, one {# ligne} other {# lignes}}';
  expect([0, 1.5, 2, 1_000_000].map((n) => french(text, { n }))).toEqual([
    '0 ligne',
    '1.5 ligne',
    '2 lignes',
    '1000000 lignes',
  ]);
});
