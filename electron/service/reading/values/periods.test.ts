import { describe, expect, it } from 'vitest';
import { joinedPeriod, periodsOf, withoutMarks } from './periods.ts';

const first = (heading: string) => {
  const [period] = periodsOf(heading);
  return period && [period.kind, period.text];
};

describe('headings of periods', () => {
  it.each([
    [
      'year',
      '2020',
      ['2020', ' 2020 ', '2020*', '2020 1)', '2020¹⁾', '2020 (p)', '2020 p', 'Jahr 2020', 'FY2020', 'X2020'],
    ],
    ['year', '2019', ['2019 [YR2019]', '2019.0', 'año 2019', 'Année 2019', 'anno 2019']],
    ['years', '2021/22', ['2021/22', '2021/2022', '2021–22', 'Schuljahr 2021/22', 'FY 2021/22']],
    ['years', '1999/00', ['1999/00', '1999-2000']],
    ['years', '2015-2019', ['2015-2019', '2015–2019']],
    ['quarter', '2020-Q1', ['2020-Q1', '2020Q1', 'Q1 2020', 'Q1/2020', '1. Quartal 2020', 'I. Quartal 2020', '1Q2020']],
    [
      'quarter',
      '2020-Q3',
      ['T3 2020', '2020-T3', '3e trimestre 2020', 'III trimestre 2020', '3º trimestre 2020', '3. Vj. 2020'],
    ],
    [
      'quarter',
      '2022-Q2',
      [
        'Apr-Jun 2022',
        'Apr–Jun 22',
        'April bis Juni 2022',
        'avril à juin 2022',
        'de abril a junio de 2022',
        '2022 Apr/Jun',
      ],
    ],
    ['years', '2018-2020', ['2018 to 2020', '2018 bis 2020']],
    ['half-year', '2020-S2', ['2020-S2', 'H2 2020', '2. Halbjahr 2020', '2º semestre 2020']],
    ['month', '2023-01', ['2023-01', '2023M01', '202301', '01/2023', 'Jan 2023', 'Jan. 2023', 'Januar 2023', 'Jan-23']],
    [
      'month',
      '2023-03',
      ['März 2023', 'mars 2023', 'marzo 2023', 'marzo de 2023', 'março de 2023', '2023 Mar', 'maart 2023'],
    ],
    ['week', '2023-W05', ['2023-W05', '2023W05', 'KW 5 2023', 'W05/2023', 'semaine 5 2023']],
    ['date', '2020-12-31', ['2020-12-31', '31.12.2020', '12/31/20', '2020-12-31T00:00:00']],
  ])('%s: %s', (kind, text, headings) => {
    for (const heading of headings) expect(first(heading), heading).toEqual([kind, text]);
  });

  it.each([
    'Land',
    '12',
    '1750',
    '2500',
    '20200',
    'Q5 2020',
    '2020-13',
    'may be',
    'column2020x',
    '',
    '2020/2045',
    '0-4',
    'Jan-Jun 2022',
    'Feb-Apr 2022',
    '2018 and 2020',
  ])('but none in %j', (heading) => expect(periodsOf(heading)).toEqual([]));

  it('with parts of years, which a year completes', () => {
    const [year] = periodsOf('2020');
    const texts = ['Q2', '2. Quartal', 'II', 'März', 'Mar', 'H1'].map((heading) => {
      const [part] = periodsOf(heading);
      return year && part && (joinedPeriod(part, year)?.text ?? null);
    });
    expect(texts).toEqual(['2020-Q2', '2020-Q2', undefined, '2020-03', '2020-03', '2020-S1']);
  });

  it('in every reading that is possible', () => {
    expect(periodsOf('2000-01').map(({ kind }) => kind)).toEqual(['month', 'years']);
    expect(periodsOf('1/2/20').map(({ text }) => text)).toEqual(['2020-02-01', '2020-01-02']);
  });
});

it.each([
  ['2020 1)', '2020', '1)'],
  ['Bevölkerung¹', 'Bevölkerung', '¹'],
  ['Total*', 'Total', '*'],
  ['2022p', '2022', 'p'],
  ['12022p', '12022p', ''],
  ['2022x', '2022x', ''],
  ['Fälle [c]', 'Fälle', '[c]'],
  ['Fälle ⁽¹⁾', 'Fälle', '⁽¹⁾'],
  ['Fälleᵃ⁾', 'Fälle', 'ᵃ⁾'],
  ['Fälle¹⁾²⁾', 'Fälle', '¹⁾²⁾'],
  ...['in km²', 'in m³', 'je 1000m²', '(µg/m³)', 'IN KM²', '10⁶', 'Einwohner je 10¹²', 'kg m⁻²', 'in CO²', 'R²'].map(
    (heading) => [heading, heading, ''],
  ),
  ['Fläche in km²¹', 'Fläche in km²', '¹'],
  ['Fläche in km² ²⁾', 'Fläche in km²', '²⁾'],
  ['Fläche in km²⁾', 'Fläche in km', '²⁾'],
  ['Fläche²', 'Fläche', '²'],
  ['2010²', '2010', '²'],
  ['Raum²', 'Raum', '²'],
  ['Dichte (je km2)', 'Dichte (je km2)', ''],
  ['Personen (Typ a)', 'Personen (Typ a)', ''],
  ['Personen (Typ a) 1)', 'Personen (Typ a)', '1)'],
  ['Land', 'Land', ''],
  ['*', '*', ''],
])('marks after %s are not part of it', (heading, text, mark) => {
  expect(withoutMarks(heading)).toEqual({ text, mark });
});
