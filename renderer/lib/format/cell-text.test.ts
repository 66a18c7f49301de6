import { expect, test } from 'vitest';
import type { Cell } from '#shared/cell.ts';
import { type CellFormat, cellText, isQuantity } from './cell-text.ts';

const display: CellFormat = { locale: 'en', raw: false, grouped: true };
const raw: CellFormat = { ...display, raw: true };

const cases: readonly [Cell, CellFormat, string][] = [
  [null, display, ''],
  ['<b>x</b>', display, '<b>x</b>'],
  [1234567, display, '1,234,567'],
  [1234567, raw, '1234567'],
  [1234567, { ...display, grouped: false }, '1234567'],
  [18446744073709551615n, raw, '18446744073709551615'],
  [18446744073709551615n, display, '18,446,744,073,709,551,615'],
  [1958, display, '1,958'],
  [1958, { ...display, grouped: false }, '1958'],
  [-1234.5, display, '−1,234.5'],
  [5, { ...display, decimal: true }, '5.0'],
  [5, { ...raw, decimal: true }, '5'],
  [4.25, { ...display, decimal: true }, '4.25'],
  [0.1, raw, '0.1'],
  ['2020-01-31', { ...display, moment: 'date' }, '31 Jan 2020'],
  ['2020-01-31', { ...display, moment: 'date', locale: 'de' }, '31. Jan. 2020'],
  ['2020-01-31', { ...raw, moment: 'date' }, '2020-01-31'],
  ['2020-01-31T23:30:00Z', { ...display, moment: 'date-time-zone' }, '31 Jan 2020 23:30:00 UTC'],
  ['2020-01-31T23:30+02:00', { ...display, moment: 'date-time-zone' }, '31 Jan 2020 23:30 +02:00'],
  ['0099-01-01', { ...display, moment: 'date' }, '1 Jan 99'],
  ['2020-01', { ...display, moment: 'month' }, 'Jan 2020'],
  ['2020-Q1', { ...display, moment: 'quarter' }, '2020-Q1'],
  ['soon', { ...display, moment: 'date' }, 'soon'],
  [true, display, 'true'],
  [{ type: 'Point', coordinates: [1, 2] }, display, 'Point 1, 2'],
  [{ type: 'Point', coordinates: [1, 2] }, raw, '{"type":"Point","coordinates":[1,2]}'],
];

test.each(cases)('%s', (cell, format, text) => {
  expect(cellText(cell, format)).toBe(text);
});

test.each([
  ['year', 'Year', false],
  ['airport_id', 'Airport', false],
  ['zip', 'Postal code', false],
  ['TIME_PERIOD', 'Time', false],
  ['rok', 'Rok', false],
  ['geo_code', 'Region', false],
  ['population', 'Population', true],
  ['distance', 'Distance', true],
])('column %s is a quantity: %s', (name, label, quantity) => {
  expect(isQuantity({ name, label })).toBe(quantity);
});
