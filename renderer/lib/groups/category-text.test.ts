import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { Dimension } from '#shared/chart.ts';
import { categoryText, tickText } from './category-text.ts';

const t = ((key: string) => key) as TFunction;

function texts(dimension: Dimension, value: number | string) {
  const category = { kind: 'value', value } as const;
  return [tickText(t, category, dimension, 'en'), categoryText(t, category, dimension, 'en')];
}

test('bins are named in full, and in short where there is no room', () => {
  const bins = (step: number): Dimension => ({ column: 'n', function: 'Bin', step });
  expect(texts(bins(5000), 10_000)).toEqual(['10,000', '10,000 – 15,000']);
  expect(texts(bins(5e11), 9.5e13)).toEqual(['95T', '95,000,000,000,000 – 95,500,000,000,000']);
  expect(texts(bins(5e298), 1e300)).toEqual(['1E300', '1E300 – 1.05E300']);
  expect(texts(bins(0.05), 0.15)).toEqual(['0.15', '0.15 – 0.2']);
  expect(texts(bins(0.1), 0.1 + 0.2)).toEqual(['0.3', '0.3 – 0.4']);
  expect(texts(bins(0.01), 62_435_089.83)).toEqual(['62.4351M', '62,435,089.83 – 62,435,089.84']);
  expect(texts(bins(5e11), -5e11)).toEqual(['−500B', '−500,000,000,000 – 0']);
});

test('years are not grouped', () => {
  expect(texts({ column: 'birth_year', function: 'Bin', step: 5 }, 1950)).toEqual(['1950', '1950 – 1955']);
});

test('days of the week have their names', () => {
  const days: Dimension = { column: 'day', function: 'Weekday', step: 0 };
  expect([1, 7].map((day) => texts(days, day)[1])).toEqual(['Monday', 'Sunday']);
});

test('values of several lines are named on one', () => {
  expect(texts({ column: 'name', function: null, step: 0 }, 'Bad\nTölz')).toEqual(['Bad Tölz', 'Bad\nTölz']);
});
