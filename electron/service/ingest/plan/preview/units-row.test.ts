import { expect, test } from 'vitest';
import { isUnitsRow } from './units-row.ts';

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
  expect(isUnitsRow([row, ...below])).toBe(true);
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
  expect(isUnitsRow([row, ...below])).toBe(false);
});

test('a column of units is one of values, and too few records say nothing', () => {
  const rows = [
    ['kg', 'wheat'],
    ['t', 'rye'],
    ['kg', 'oats'],
  ];
  expect(isUnitsRow(rows)).toBe(false);
  expect(
    isUnitsRow([
      ['', 'km'],
      ['Ulm', '1'],
    ]),
  ).toBe(false);
});
