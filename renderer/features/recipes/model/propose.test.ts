import { expect, it } from 'vitest';
import { addedColumns, needsText, proposeKeys, proposeReshaping } from './propose.ts';

const columns = (...names: string[]) =>
  names.map((name) => ({ name, type: /^\d|people/.test(name) ? 'float' : 'text' }) as const);

it('finds columns that are years', () => {
  expect(proposeReshaping(columns('country', '1990', '1991', 'note'))).toEqual({
    evidence: 'years',
    isNumber: true,
    values: ['value'],
    groups: [
      { label: '1990', columns: ['1990'] },
      { label: '1991', columns: ['1991'] },
    ],
  });
});

it('finds several measures at once', () => {
  expect(proposeReshaping(columns('births_2019', 'deaths_2019', 'births_2020', 'deaths_2020'))).toMatchObject({
    values: ['births', 'deaths'],
    groups: [
      { label: '2019', columns: ['births_2019', 'deaths_2019'] },
      { label: '2020', columns: ['births_2020', 'deaths_2020'] },
    ],
  });
  expect(proposeReshaping(columns('country', 'line 1'))).toBeNull();
});

it('proposes keys by name, and compares them as texts only if one is a number', () => {
  const left = [
    { name: 'Country', type: 'char' },
    { name: 'year', type: 'integer' },
    { name: 'gdp', type: 'float' },
  ] as const;
  const right = [
    { name: 'country', type: 'char' },
    { name: 'year', type: 'text' },
    { name: 'gdp', type: 'float' },
  ] as const;
  const on = proposeKeys(left, right);
  expect(on).toEqual([
    ['Country', 'country'],
    ['year', 'year'],
  ]);
  expect(addedColumns(left, right, on)).toEqual([{ name: 'gdp', as: 'gdp_2' }]);
  expect(needsText(left, right, on)).toBe(true);
  expect(needsText(left, right, [['Country', 'country']])).toBe(false);
});
