import { expect, test } from 'vitest';
import type { DataColumn } from '../data-column.ts';
import { labelWithoutUnit, unitOf, unitText } from './unit.ts';

function column(label: string, description: string, name = label): DataColumn {
  return { name, label, description, type: 'float' };
}

test.each([
  ['Carbon dioxide', 'Molecules in a million molecules of dry air (ppm), on the scale of 2012.', 'ppm'],
  ['Difference', 'Difference from the average, in degrees Celsius.', 'degrees Celsius'],
  ['Precipitation', 'Rain and melted snow in millimetres.', 'millimeters'],
  ['Wind', 'Wind speed; the source says kilometres per hour.', null],
  ['Body mass', 'In grams.', 'grams'],
  ['Delay', 'Minutes by which it arrived late; negative where it was early.', 'minutes'],
  ['Distance', 'Distance between the two airports in miles.', 'miles'],
  ['Total cost', 'Both costs together, in US dollars.', 'US dollars'],
  ['Life expectancy', 'Years that a child born in that year can expect to live.', 'years'],
  ['Rotten Tomatoes', 'Share of favourable reviews, in per cent.', 'percent'],
  ['Running time', 'Length in minutes.', 'minutes'],
  ['Verspätung', 'Wie spät er ankam, in Minuten.', 'minutes'],
  ['Beak Length (mm)', '', 'millimeters'],
  ['Output', 'Value added in millions of euros.', 'millions of euros'],
  ['Fertility', 'Average number of children per woman.', null],
  ['A', 'A measure in the style of its time.', null],
])('%s: %s', (label, description, expected) => {
  const unit = unitOf(column(label, description));
  expect(unit === null ? null : unitText(unit, 'en', 'long')).toBe(expected);
});

test('units have the names of the reader', () => {
  const unit = unitOf(column('Delay', 'Minutes by which it arrived late.'));
  if (unit === null) throw new Error('No unit was found.');
  expect(['de', 'es', 'fr', 'it'].map((locale) => unitText(unit, locale, 'long'))).toEqual([
    'Minuten',
    'minutos',
    'minutes',
    'minuti',
  ]);
  expect(unitText(unit, 'en', 'short')).toBe('min');
});

test('a label is written without the unit that stands behind it', () => {
  expect(labelWithoutUnit(column('Beak Length (mm)', ''))).toBe('Beak Length');
  expect(labelWithoutUnit(column('Population (resident)', ''))).toBe('Population (resident)');
});
