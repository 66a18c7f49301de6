import { expect, test } from 'vitest';
import { describingRows } from './units-row.ts';

const below = [
  ['Ulm', '126000', '118.7', '12'],
  ['Bonn', '331000', '141.1', null],
  ['Gera', '93000', '152.2', '8'],
];

test.each([
  [['', 'persons', 'km²', '%']],
  [[null, '[n]', '(km2)', '[%]']],
  [['-', 'EUR/m²', 'kg/ha', '°C']],
  [[null, 'Einwohner', null, 'Mio. t']],
  [['Einheit', 'tsd EUR', 'm s-1', 'mg/l']],
] as const)('%j is a row of units', (row) => {
  expect(describingRows([row, ...below])).toBe(1);
});

test.each([
  [['Jena', '1', '2', '3']],
  [['Jena', 'n.a.', 'km²', '%']],
  [['Jena', null, null, null]],
  [[null, null, null, null]],
  [['Total', '', '', '']],
  [['Unit', '1000', 'km2', '']],
  [['Jena', 'unknown', 'unknown', 'x']],
] as const)('%j is a record', (row) => {
  expect(describingRows([row, ...below])).toBe(0);
});

test('a column of units is data, and too few records are inconclusive', () => {
  const rows = [
    ['kg', 'wheat'],
    ['t', 'rye'],
    ['kg', 'oats'],
  ];
  expect(describingRows(rows)).toBe(0);
  expect(
    describingRows([
      ['', 'km'],
      ['Ulm', '1'],
    ]),
  ).toBe(0);
});

const surveyed = [
  ['2020-01-01', '31', '4'],
  ['2020-01-02', '45', '5'],
  ['2020-01-03', '', '3'],
  ['2020-01-04', '52', '4'],
  ['2020-01-05', '60', '1'],
];

test.each([
  [['Start date', 'How old are you?', 'How content are you?']],
  [['{"ImportId":"start"}', '{"ImportId":"QID1"}', '{"ImportId":"QID2"}']],
])('%j describes columns', (row) => {
  expect(describingRows([row, ...surveyed])).toBe(1);
});

test.each([
  [['2020-01-06', 'unknown', 'unknown']],
  [['2020-01-06', 'not asked', 'N/A']],
  [['2020-01-06', 'not asked', '5']],
  [['2020-01-01', 'not asked', 'none']],
  [['2020-01-06', 'x', 'y']],
])('%j does not', (row) => {
  expect(describingRows([row, ...surveyed])).toBe(0);
});

test('one column of numbers is not enough for that', () => {
  expect(describingRows([['name', 'word', 'other'], ...surveyed.map(([day = '', age = '']) => [day, age, 'so'])])).toBe(
    0,
  );
});

const questions = ['Start date', 'How old are you?', 'How content are you?'];
const identifiers = ['{"ImportId":"start"}', '{"ImportId":"QID1"}', '{"ImportId":"QID2"}'];

test.each([
  ['questions and identifiers', [questions, identifiers], 2],
  ['descriptions, units and identifiers', [questions, [null, 'years', 'points'], identifiers], 3],
  ['a record between descriptions', [['2020-01-06', '33', '4'], questions], 0],
] as const)('counts %s', (_, above, count) => {
  expect(describingRows([...above, ...surveyed])).toBe(count);
});
