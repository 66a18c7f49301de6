import { describe, expect, it } from 'vitest';
import { findLong } from './find-long.ts';

/** What the headings become: new columns, values, and the rows of each record. */
function found(...names: string[]) {
  const { layout, kind, certain } = findLong(names) ?? {};
  if (layout === undefined) return null;
  const rows = layout.rows.map(({ keys, columns }) => `${keys.join(' ')}: ${columns.join(', ')}`);
  return { kind, certain, keys: layout.keys.map(({ name }) => name), values: layout.values, rows };
}

describe('columns that could become rows', () => {
  it('are years beside labels', () => {
    expect(found('Land', '2019', '2020', '2021')).toEqual({
      kind: 'year',
      certain: true,
      keys: ['year'],
      values: ['value'],
      rows: ['2019: 2019', '2020: 2020', '2021: 2021'],
    });
  });

  it('have their name from the corner of the header', () => {
    expect(found('Land / Jahr', '2019', '2020')?.keys).toEqual(['Jahr']);
    expect(found('geo\\time', '2019', '2020')?.keys).toEqual(['time']);
    expect(found('Jahr / Land', 'Jahr / 2019', 'Jahr / 2020')).toMatchObject({ keys: ['Jahr'], values: ['value'] });
    expect(findLong(['Land / Jahr', '2019', '2020'])?.layout.renamed).toEqual({ 'Land / Jahr': 'Land' });
  });

  it('are measures of periods, in two rows or in one name', () => {
    expect(found('Land', '2019 / Births', '2019 / Deaths', '2020 / Births', '2020 / Deaths')).toMatchObject({
      values: ['Births', 'Deaths'],
      rows: ['2019: 2019 / Births, 2019 / Deaths', '2020: 2020 / Births, 2020 / Deaths'],
    });
    expect(found('country', 'births_2019', 'births_2020', 'deaths_2020', 'deaths_2019')).toMatchObject({
      values: ['births', 'deaths'],
      rows: ['2019: births_2019, deaths_2019', '2020: births_2020, deaths_2020'],
    });
    expect(found('id', 'pop2019', 'pop2020')?.values).toEqual(['pop']);
    expect(found('id', 'Population in 2019', 'Population in 2020')?.values).toEqual(['Population']);
  });

  it('are sexes and ages of periods', () => {
    const names = ['Männer', 'Frauen', 'Insgesamt'].flatMap((sex) => [`2019 / ${sex}`, `2020 / ${sex}`]);
    expect(found('Land', ...names)).toMatchObject({ certain: true, keys: ['year', 'sex'], values: ['value'] });
    expect(found('Land', ...names)?.rows).toContain('2020 Insgesamt: 2020 / Insgesamt');
    expect(found('Land', '2019 / 0-4', '2019 / 85+', '2020 / 0-4', '2020 / 85+')?.keys).toEqual(['year', 'age']);
  });

  it('are a year above its months or quarters', () => {
    const names = ['2022 / Q3', '2022 / Q4', '2023 / Q1', '2023 / Q2'];
    expect(found('Land', ...names)).toMatchObject({ kind: 'quarter', keys: ['quarter'], values: ['value'] });
    expect(found('Land', '2022 / Nov', '2022 / Dez', '2023 / Jan')?.rows[0]).toBe('2022-11: 2022 / Nov');
  });

  it('are school years, although some might be months', () => {
    expect(found('Land', '1999-00', '2000-01', '2001-02', '2002-03')?.kind).toBe('years');
    expect(found('Land', '2000-01', '2000-02', '2000-03')?.kind).toBe('month');
  });

  it.each([
    [['Jan-Jun 2022', 'Jan-Sep 2022', 'Jan-Dec 2022']],
    [['Januar bis Juni 2022', 'Januar bis September 2022']],
    [['janvier à juin 2022', 'janvier à juin 2023']],
    [['Jan/Feb 2022', 'Mar/Apr 2022', 'Jan/Feb 2023']],
    [['Jan / Feb 2022', 'Mar / Apr 2022', 'Jan / Feb 2023']],
    [['2022 Jan-Feb', '2022 Mar-Apr', '2023 Jan-Feb']],
    [['Dec 2021 - Feb 2022', 'Dec 2022 - Feb 2023']],
    [['Sales Feb to Apr 2022', 'Sales Feb to Apr 2023']],
    [['1 Jan - 30 Jun 2022', '1 Jan - 30 Jun 2023']],
    [['Q1-Q3 2022', 'Q1-Q3 2023']],
    [['Q1-3 2022', 'Q1-3 2023']],
    [['2021Q4-2022Q1', '2021Q4-2022Q2']],
    [['Umsatz 1.-3. Quartal 2022', 'Umsatz 1.-3. Quartal 2023']],
    [['KW 1-4 2022', 'KW 1-4 2023']],
    [['Change between 2018 and 2020', 'Change between 2018 and 2021']],
    [['Cases 1/1/2020-7/13/2020', 'Cases 1/1/2020-8/13/2020']],
    [['2020-01-01 to 2020-06-30', '2020-01-01 to 2020-12-31']],
    [['pop2018-2019', 'pop2018-2020']],
  ])('are no spans of periods: %j', (names) => expect(findLong(['id', ...names])).toBeNull());

  it.each([
    [['Jan-Mar 2022', 'Apr-Jun 2022'], 'quarter', ['2022-Q1', '2022-Q2']],
    [['Sales Jan-Mar 2022', 'Sales Jan-Mar 2023'], 'quarter', ['2022-Q1', '2023-Q1']],
    [['2022 / Jan-Mar', '2022 / Apr-Jun'], 'quarter', ['2022-Q1', '2022-Q2']],
    [['2022 / Jan-Jun', '2023 / Jan-Jun'], 'year', ['2022', '2023']],
    [['Change 2018 to 2020', 'Change 2018 to 2021'], 'years', ['2018-2020', '2018-2021']],
    [['Top 10 - 2020', 'Top 10 - 2021'], 'year', ['2020', '2021']],
    [['Ages 0-4 2020', 'Ages 0-4 2021'], 'year', ['2020', '2021']],
    [['Index (2015=100) 2020', 'Index (2015=100) 2021'], 'year', ['2020', '2021']],
  ])('are periods that are named by their parts: %j', (names, kind, keys) => {
    const long = findLong(['id', ...names]);
    expect([long?.kind, long?.layout.rows.map((row) => row.keys[0])]).toEqual([kind, keys]);
  });

  it('are days in the order that all of them have', () => {
    expect(found('Country', '1/30/20', '1/31/20', '2/1/20')?.rows).toEqual([
      '2020-01-30: 1/30/20',
      '2020-01-31: 1/31/20',
      '2020-02-01: 2/1/20',
    ]);
  });

  it.each([
    ['months, which are likelier than days', ['01/01/2020', '01/02/2020', '01/03/2020'], '2020-02-01'],
    ['quarters with the month first', ['01/01/2020', '04/01/2020', '07/01/2020'], '2020-04-01'],
    ['months of any day', ['05/01/2020', '05/02/2020', '05/03/2020'], '2020-02-05'],
    ['years, at the first of a month', ['02/01/2020', '02/01/2021'], '2021-02-01'],
    ['days, the day first', ['02/03/2020', '04/05/2020'], '2020-05-04'],
    ['days of two digits', ['1/2/20', '1/3/20'], '2020-03-01'],
    ['measures of days', ['births_1/2/2020', 'births_1/3/2020'], '2020-03-01'],
  ])('are offered if day and month can be confused: %s', (_, names, second) => {
    const { layout, certain } = findLong(['id', ...names]) ?? {};
    expect([layout?.rows[1]?.keys, certain]).toEqual([[second], false]);
  });

  it.each([
    [['1/1/2020', '1/13/2020'], undefined, '2020-01-13'],
    [['01/01/2020', '01/01/2021'], undefined, '2021-01-01'],
    [['01.01.2020', '01.02.2020'], undefined, '2020-02-01'],
    [['2020-01-01', '2020-02-01'], 'month-first', '2020-02-01'],
    [['01/01/2020', '01/02/2020'], 'day-first', '2020-02-01'],
    [['01/01/2020', '01/02/2020'], 'month-first', '2020-01-02'],
  ] as const)('are certain if days are the same in both orders, or one is chosen: %j %s', (names, dates, second) => {
    const { layout, certain } = findLong(['id', ...names], dates) ?? {};
    expect([layout?.rows[1]?.keys, certain]).toEqual([[second], true]);
  });

  it.each([
    [['a', 'b', '2020']],
    [['Rank', 'Country', 'Change 2019', 'Share 2020']],
    [['may', 'total', 'id']],
    [['0', '1', '2']],
    [['town', 'm', 'f']],
    [['town', '0-4', '5-9']],
    [['town', 'men', 'Total']],
  ])('are none of %j', (names) => expect(found(...names)).toBeNull());

  it('are sexes or ages without a period, which only the user can turn', () => {
    expect(found('town', 'Men', 'Women', 'Total', 'sex')).toEqual({
      kind: 'sex',
      certain: false,
      keys: ['sex_2'],
      values: ['value'],
      rows: ['Men: Men', 'Women: Women'],
    });
    const ages = found('town', '0-4', '5 to 9', '85+', 'value');
    expect(ages).toMatchObject({ kind: 'age', keys: ['age'], values: ['value_2'] });
    expect(found('town', 'Männer', '2019', '2020', 'Frauen')?.keys).toEqual(['year']);
  });

  it('are certain if they can be nothing else, and no total is beside them', () => {
    expect(found('town', 'Men', 'Women')?.certain).toBe(true);
    expect(found('town', 'Men', 'Women', 'Both sexes')?.certain).toBe(false);
    expect(found('town', 'Men / Births', 'Women / Births', 'Total / Births')?.certain).toBe(false);
  });

  it.each([
    ['Ambos sexos', 'Hombres', 'Mujeres', 'sex'],
    ['All people', 'Males', 'Females', 'sex'],
    ['Maschi e femmine', 'Maschi', 'Femmine', 'sex'],
    ['Männer und Frauen', 'Männer', 'Frauen', 'sex'],
    ['Les deux sexes', 'Hommes', 'Femmes', 'sex'],
    ['Alle Altersgruppen', 'unter 15', '15 und mehr', 'age'],
    ['Todas las edades', '0-14', '15 y más', 'age'],
  ])('%s is the total of %s and %s', (total, one, other, kind) => {
    const names = [total, one, other].flatMap((group) => [`2020 / ${group}`, `2021 / ${group}`]);
    expect(found('id', ...names)).toMatchObject({ keys: ['year', kind], values: ['value'] });
    expect(found('id', total, one, other)?.certain ?? false).toBe(false);
  });

  it('are groups of measures, or of other groups, in two rows', () => {
    expect(found('town', 'Men / Births', 'Men / Deaths', 'Women / Births', 'Women / Deaths')).toEqual({
      kind: 'sex',
      certain: true,
      keys: ['sex'],
      values: ['Births', 'Deaths'],
      rows: ['Men: Men / Births, Men / Deaths', 'Women: Women / Births, Women / Deaths'],
    });
    expect(found('town', 'Births / Men', 'Births / Women')).toMatchObject({ keys: ['sex'], values: ['Births'] });
    expect(found('town', 'Sex / Men', 'Sex / Women')).toMatchObject({ keys: ['sex'], values: ['value'] });
    const ages = ['0-14', '15-64', '65+'].flatMap((age) => [`Men / ${age}`, `Women / ${age}`]);
    expect(found('town', ...ages)).toMatchObject({ kind: 'age', keys: ['age', 'sex'], values: ['value'] });
    expect(found('town / age', '0-14', '15-64', '65+')?.keys).toEqual(['age']);
  });

  it('are regions and industries by their codes', () => {
    const regions = ['DE1', 'DE2', 'DE3', 'AT1', 'AT2', 'AT3', 'ITC4', 'UKI3'];
    expect(found('year', ...regions)).toMatchObject({ kind: 'region', certain: true, keys: ['region'] });
    expect(found('geo', 'A01', 'B-E', 'C10-C12', 'F')).toMatchObject({ kind: 'industry', certain: false });
  });

  it('are countries without a period, if they are many', () => {
    const countries = ['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'EL', 'FR'];
    expect(found('month', ...countries)).toMatchObject({ kind: 'country', certain: true, keys: ['country'] });
    expect(found('month', ...countries.slice(1))).toBeNull();
    expect(found('month', ...countries.slice(1), 'QQ')).toBeNull();
    expect(found('x', ...countries.flatMap((one) => [`2019 / ${one}`, `2020 / ${one}`]))?.keys).toEqual([
      'year',
      'country',
    ]);
    expect(found('x', 'CO_2019', 'CO_2020', 'NO_2019', 'NO_2020')?.values).toEqual(['CO', 'NO']);
  });

  it.each([
    ['the kind that most have', ['x', '2019', '2020', 'Jan 2023', 'Feb 2023', 'Mar 2023'], 'month'],
    ['a year and its parts before years alone', ['x', '2019', '2020', '2022 / Q1', '2022 / Q2'], 'quarter'],
    ['those that follow each other', ['x', '2000-01', '2001-02', '2002-03'], 'years'],
    ['those that follow each other backwards', ['x', '2002-03', '2001-02', '2000-01'], 'years'],
    ['each measure for itself', ['x', 'a / 2000-01', 'b / 2000-01', 'a / 2001-02', 'b / 2001-02'], 'years'],
    ['the longer period in a name', ['x', '2019 Q1 births', '2019 Q2 births'], 'quarter'],
  ])('are of %s', (_, names, kind) => expect(found(...names)?.kind).toBe(kind));

  it.each([
    ['2019', '2020', 'integer'],
    ['2019/20', '2020/21', 'text'],
    ['Jan', 'Feb', 'text'],
    ['Q1 2020', 'Q2 2020', 'moment'],
    ['Men', 'Women', 'text'],
  ])('%s and %s are of the type %s', (one, other, type) => {
    expect(findLong(['x', one, other])?.layout.keys[0]?.type).toBe(type);
  });

  it.each([
    [['births - 2019', 'births - 2020'], ['births']],
    [['2019 live births', '2020 live births'], ['live births']],
    [['Population in total 2019', 'Population in total 2020'], ['Population in total']],
    [['Population, in 2019', 'Population, in 2020'], ['Population']],
    [['pop1899', 'pop1900'], ['pop']],
    [['year_2019', 'year_2020'], ['year_2']],
    [['2020 / 2019', '2021 / 2019'], ['2019']],
    [['2022 / North / Q1', '2022 / North / Q2'], ['North']],
    [[`${'x'.repeat(195)} 2019`, `${'x'.repeat(195)} 2020`], ['x'.repeat(195)]],
    [['a b c d e f g h i j k l 2019', 'a b c d e f g h i j k l 2020'], ['a b c d e f g h i j k l']],
  ])('of %j have the values %j', (names, values) => expect(found('id', ...names)?.values).toEqual(values));

  it.each([
    [['3pop2019', '3pop2020']],
    [['pop2019x', 'pop2020x']],
    [['births Jan', 'births Feb', 'births Mar']],
    [['A / births_2019', 'A / births_2020']],
    [[`${'x'.repeat(196)} 2019`, `${'x'.repeat(196)} 2020`]],
    [['a b c d e f g h i j k l m 2019', 'a b c d e f g h i j k l m 2020']],
    [['2019', '2019*', '2020']],
    [['Men / A', 'Women / B']],
    [[]],
  ])('are none of %j, nor beside them', (names) => {
    expect(findLong(names)).toBeNull();
    expect(found('id', ...names)).toBeNull();
  });

  it('have their name from a corner that is short', () => {
    expect(findLong(['Jahr / Land', '2019', '2020'])?.layout.renamed).toEqual({ 'Jahr / Land': 'Land' });
    expect(found(`${'x'.repeat(193)} / Jahr`, '2019', '2020')?.keys).toEqual(['Jahr']);
    expect(found(`${'x'.repeat(194)} / Jahr`, '2019', '2020')?.keys).toEqual(['year']);
  });

  it.each([
    ['parts of a year', ['x', 'Jan', 'Feb', 'Mar']],
    ['parts of a year backwards', ['x', 'Mar', 'Feb', 'Jan']],
    ['quarters with a word', ['x', '1. Quartal', '2. Quartal', '3. Quartal']],
    ['quarters, one of them with a word', ['x', 'Q1', 'Quarter 2', 'Quarter 3']],
    ['months by one digit', ['x', '1/2022', '2/2022', '3/2022', '4/2022', '5/2022']],
    ['months by two digits', ['x', '01/2022', '02/2022', '03/2022', '04/2022']],
    ['years with gaps', ['x', '2000', '2010', '2015']],
  ])('are certain: %s', (_, names) => expect(found(...names)?.certain).toBe(true));

  it.each([
    ['in no order', ['x', '2020', '2018', '2021']],
    ['few parts of years', ['x', 'Jan', 'Feb']],
    ['every second part of a year', ['x', 'Jan', 'Mar', 'May']],
    ['parts of years with gaps', ['x', 'Jan', 'Mar', 'Apr']],
    ['months that may be quarters', ['x', '1/2022', '2/2022', '3/2022', '4/2022']],
    ['months that may be quarters, the year first', ['x', '2022-1', '2022-2', '2022-3', '2022-4']],
    ['quarters that may be questions', ['x', 'Q1', 'Q2', 'Q3', 'Q4']],
  ])('are uncertain: %s', (_, names) => expect(found(...names)?.certain).toBe(false));
});
