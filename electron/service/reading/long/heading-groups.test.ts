import { describe, expect, it } from 'vitest';
import { groupKey, groupsAmong, isNameOf } from './heading-groups.ts';

const spelt = (text: string) => text.split(', ');
const countries = 'AT, BE, BG, CY, CZ, DE, EL, FR';
const states = 'AK, CT, FL, KS, KY, OH, OK, TX';
const letters = 'A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S';

describe('groups among headings', () => {
  it.each([
    ['Men, Women', 'sex', true],
    ['Männer, Frauen, Insgesamt', 'sex', true],
    // Each may say yes or no.
    ['male, female', 'sex', false],
    ['men, female', 'sex', false],
    ['0-4, 5-9, 85+', 'age', false],
    ['0-59, 60+, 99', 'age', null],
    ['0-14, 15-64, 65+', 'age', true],
    ['0-14, 15-59, 60+', 'age', true],
    ['0-14, 15-58, 59+', 'age', false],
    ['0-14, 15-98, 99+', 'age', true],
    ['0-14, 15-99, 100+', 'age', false],
    ['0-9, 10-49, 50-249, 250+', 'age', false],
    ['under 5 years, 5 to 9 years, 10 years and over', 'age', true],
    ['under 5 years, 5 to 9 years, 10 to 14 years', 'age', true],
    ['under 5 years, 6 to 9 years, 10 to 14 years', 'age', false],
    ['unter 15, 15 bis unter 65, 65 und mehr', 'age', true],
    ['unter 15, 15 bis 65, 65 und mehr', 'age', false],
    ['Y0-4, Y5-9, Y10-14', 'age', true],
    ['1-5, 6-10, 11-15', 'age', false],
    ['y 0-4, y 5-9, y 10-14', 'age', true],
    ['under 15, 15-64, 65 and over', 'age', true],
    [countries, 'country', true],
    ['AUT, BEL, BGR, CYP, CZE, DEU, GRC, FRA', 'country', true],
    [countries.slice(4), 'country', null],
    [states, 'state', true],
    [states.slice(4), 'state', null],
    // All of them are countries too.
    ['AL, AR, AZ, CA, CO, DE, GA, ID', 'country', false],
    [`${countries}, ${states}`, 'country', false],
    ['DE11, DE12, FRK2, ITC4', 'region', false],
    ['DE1, DE2, DE3, AT1, AT2, AT3, ITC4, UKI3', 'region', true],
    ['DE1, DE2, DE3, DE4, DE5, DE6, DE7, DE8', 'region', false],
    ['DE11, DE12, FRK2', 'region', null],
    ['DE11, DE12, FRK2, XX12', 'region', null],
    ['A01, B05, C10-C12, G45_G47', 'industry', false],
    ['C10.1, C33, F, B-E', 'industry', false],
    [letters, 'industry', false],
    [letters.slice(3), 'industry', null],
    ['A01, A04, C09, C34', 'industry', null],
    ['A, B, C, D', 'industry', null],
    ['A-B-C, B, C, D35', 'industry', null],
    ['A-Z, B, C, D35', 'industry', null],
    ['C10.11, C33, F, B-E', 'industry', false],
    ['DE11x, DE12x, FRK2x, ITC4x', 'region', null],
    ['0-19, 20-59, 60-79', 'age', false],
    ['0-14 years, 15-64, 65-99', 'age', true],
    ['a, b', 'sex', null],
    ['m, f', 'sex', null],
    ['1, 2, 3', 'age', null],
  ] as const)('%s: %s, certain %s', (headings, kind, certain) => {
    const found = groupsAmong(['name', ...spelt(headings)]);
    expect(found && { kind: found.kind, certain: found.certain }).toEqual(certain === null ? null : { kind, certain });
  });

  it('are each named once, without the others and the total', () => {
    expect(groupsAmong(['town', 'Men', 'Women', 'Men', 'Total'])?.own).toEqual(['Men', 'Women']);
  });
});

describe('headings beside periods', () => {
  it.each([
    ['m, f', 'sex'],
    ['Men, Women, Total', 'sex'],
    ['Men, Women,  Total ', 'sex'],
    ['Men, Total', null],
    ['Men, Women, Others', null],
    ['0-4, 85+', 'age'],
    [countries, 'country'],
    [countries.slice(4), null],
    ['A01, B05, C, Total, F', 'industry'],
    ['A, B, C, D', null],
    ['', null],
  ] as const)('%s are of %s', (headings, kind) => expect(groupKey(spelt(headings))).toBe(kind));
});

it.each([
  ['sex', 'Geschlecht', true],
  ['sex', 'size', false],
  ['age', 'Age group', true],
  ['country', ' Land ', true],
  ['region', 'NUTS 2', true],
  ['state', 'States', true],
  ['industry', 'NACE Rev. 2', true],
  ['industry', 'Land', false],
] as const)('a column of the kind %s may be called %s: %s', (kind, name, expected) => {
  expect(isNameOf(kind, name)).toBe(expected);
});
