import { expect, test } from 'vitest';
import { shapeCodesOf } from './shape-codes.ts';

test.each([
  [['DE', 'AT', 'UK', 'EL', 'EU27'], 'countries', ['276', '040', '826', '300']],
  [['deu', 'aut', 'usa'], 'countries', ['276', '040', '840']],
  [[4, 8, 276, 840], 'countries', ['004', '008', '276', '840']],
  [
    [
      'Germany',
      'Côte d’Ivoire',
      'United States',
      'Korea, South',
      'Korea, Dem. People’s Rep.',
      'Bahamas, The',
      'Egypt, Arab Rep.',
      'Kenya',
    ],
    'countries',
    ['276', '384', '840', '410', '408', '044', '818', '404'],
  ],
  [['01', '06', '56'], 'us-states', ['01', '06', '56']],
  [[1, 6, 36, 48, 56], 'us-states', ['01', '06', '36', '48', '56']],
  [['US-CA', 'US-NY', 'US-TX'], 'us-states', ['06', '36', '48']],
  [['California', 'New York', 'Georgia'], 'us-states', ['06', '36', '13']],
])('%j are %s', (values, set, ids) => {
  const found = shapeCodesOf(values);
  expect(found?.set).toBe(set);
  expect([...(found?.ids.values() ?? [])]).toEqual(ids);
});

test('other values are none', () => {
  expect(shapeCodesOf(['North', 'South', 'Setosa'])).toBeNull();
});
