import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { detectLayout } from './detect-layout.ts';
import { isNumberText } from './header-names.ts';
import { headerRowsOf, joinedNames } from './header-rows.ts';
import { bytesOf } from './scan-records.ts';

/** Random tables in random layouts. */
const runs = { numRuns: caseCount(100, 3_000), seed };

const groupNames = ['2019', '2020', '2021', '2022', 'Population', 'Area in km²', 'Men', 'wheat'];
const lowerNames = ['men', 'women', 'total', 'urban', 'rural', 'share', 'count'];

interface Table {
  readonly groups: readonly string[];
  readonly below: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const table: fc.Arbitrary<Table> = fc
  .record({
    groups: fc.shuffledSubarray(groupNames, { minLength: 2, maxLength: 4 }),
    below: fc.shuffledSubarray(lowerNames, { minLength: 2, maxLength: 3 }),
    count: fc.integer({ min: 3, max: 20 }),
  })
  .chain(({ groups, below, count }) =>
    fc
      .array(
        fc.tuple(
          ...groups.flatMap(() =>
            below.map(() => fc.integer({ min: 0, max: 99_999 }).map((value) => String(value / 4))),
          ),
        ),
        { minLength: count, maxLength: count },
      )
      .map((values) => ({
        groups,
        below,
        rows: values.map((row, at) => [`place ${String.fromCharCode(97 + at)}`, ...row]),
      })),
  );

/** The two rows of a header, as different programs write them. */
const layouts = {
  gaps: ({ groups, below }: Table) => [
    ['country', ...groups.flatMap((group) => below.map((_, at) => (at === 0 ? group : '')))],
    ['', ...groups.flatMap(() => below)],
  ],
  'gaps, named below': ({ groups, below }: Table) => [
    ['', ...groups.flatMap((group) => below.map((_, at) => (at === 0 ? group : '')))],
    ['country', ...groups.flatMap(() => below)],
  ],
  repeated: ({ groups, below }: Table) => [
    ['country', ...groups.flatMap((group) => below.map(() => group))],
    ['country', ...groups.flatMap(() => below)],
  ],
} as const;

const textOf = (rows: readonly (readonly string[])[], delimiter: string, end: string) =>
  Buffer.from(rows.map((row) => row.join(delimiter) + end).join(''), 'utf8').toString('latin1');
const namesIn = (text: string, options = {}) => {
  const { names = [], headerRows = 0, header = false } = detectLayout(text, true, options) ?? {};
  return { names: names.map((name) => Buffer.from(name, 'latin1').toString('utf8')), headerRows, header };
};

describe('a header of two rows', () => {
  it('is joined into the names of the columns', () => {
    const layout = fc.constantFrom(...Object.values(layouts));
    fc.assert(
      fc.property(
        table,
        layout,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        (made, lay, delimiter, end) => {
          const found = namesIn(textOf([...lay(made), ...made.rows], delimiter, end));
          const names = ['country', ...made.groups.flatMap((group) => made.below.map((name) => `${group} / ${name}`))];
          expect(found).toEqual({ names, headerRows: 2, header: true });
        },
      ),
      runs,
    );
  });

  it('is one of three with the names of row labels below it, as pandas writes it', () => {
    const text = ',id,id,value,value\nyear,2000,2001,2000,2001\nnote,,,,\nno,1,2,3,4\nyes,5,6,7,8\n';
    expect(namesIn(text)).toMatchObject({
      names: ['note', 'id / 2000', 'id / 2001', 'value / 2000', 'value / 2001'],
      headerRows: 3,
    });
  });

  it('may have a title above it, and groups of groups', () => {
    const above = 'Table 1: people,,,,,,,,\n\n';
    const header = 'country,Europe,,,,Asia,,,\n,2019,,2020,,2019,,2020,\n,men,women,men,women,men,women,men,women\n';
    const { names, headerRows } = namesIn(`${above}${header}a,1,2,3,4,5,6,7,8\nb,9,8,7,6,5,4,3,2\n`);
    expect(headerRows).toBe(3);
    expect(names[0]).toBe('country');
    expect(names.at(-1)).toBe('Asia / 2020 / women');
    expect(new Set(names).size).toBe(9);
  });

  it.each([
    ['words in the first record', 'name,value,note\nRome,unknown,old\nMilan,5,new\nTurin,6,old\n'],
    ['a column without a name', 'name,value,\nRome,4,old\nMilan,5,new\nTurin,6,old\n'],
    ['marks of missing values below gaps', 'name,2019,,2020,\nRome,n.a.,n.a.,-,..\nMilan,5,6,7,8\nTurin,6,7,8,9\n'],
    ['a column without a name, of years', 'name,from,\nRome,1990,2010\nMilan,1991,2011\nTurin,1992,2012\n'],
    ['nothing but texts', 'name,kind,\nRome,city,old\nMilan,city,new\nTurin,town,old\n'],
    ['repeated names', 'name,value,value\nRome,a,b\nMilan,c,d\nTurin,e,f\n'],
    ['units', 'name,length,area\n,km,km²\nRome,5,6\nMilan,6,7\n'],
  ])('is not found above %s', (_, text) => {
    expect(namesIn(Buffer.from(text, 'utf8').toString('latin1')).headerRows).toBe(1);
  });

  it('is one of a single row if the user says so', () => {
    const text = 'country,2019,,2020,\n,men,women,men,women\na,1,2,3,4\nb,5,6,7,8\n';
    expect(namesIn(text).headerRows).toBe(2);
    expect(namesIn(text, { headerRows: 1 }).names).toEqual(['country', '2019', '', '2020', '']);
    expect(namesIn(text, { header: true }).headerRows).toBe(1);
    expect(namesIn('a,b\nx,y\n1,2\n3,4\n', { headerRows: 2 }).names).toEqual(['a / x', 'b / y']);
  });
});

/** How many rows of a table hold its names; cells are between bars. */
function rowsOfNames(...lines: readonly string[]): number {
  const [first = [], ...rows] = lines.map((line) => line.split('|'));
  return headerRowsOf(first, rows, isNumberText);
}

describe('periods with a name above that of the labels', () => {
  const flagged = ['Ulm|1|b|2|', 'Bonn|2||3|', 'Kiel|3||4|p'];

  it.each([
    ...['2019', '1519', '2199', '2019Q1', '2019-Q4', '2019S1', '2019-S2', '2019M01', '2019-M12', '2019W07'],
    ...['2019-01', '2019-12-31', '1.1.2019', '31/12/2019', '31.12.2019', '2019/20', '2019/2020', '2019/01', 'FY 2019'],
  ])('are two rows of names: %s', (period) => {
    expect(rowsOfNames(`TIME|${period}||${period}|`, 'GEO||||', ...flagged)).toBe(2);
  });

  it.each([
    ...['2219', '1419', '20190', 'q2019', '2019Q', '2019Q12', '2019M13', '2019W54', '2019-13', '2019-001', '2019-01-3'],
    ...['2019-01-311', '1.1.20190', '111.1.2019', '1.111.2019', '1-1-2019', '2019X1', '2019-X1', '2019QA', '2019MA1'],
    ...['2019M1A', '2019-A1', '2019-1A', '2019-01-A1', '2019-01-1A', 'men'],
  ])('are not: %s', (period) => {
    expect(rowsOfNames(`TIME|${period}||${period}|`, 'GEO||||', ...flagged)).toBe(1);
  });

  it.each([
    ['periods without a name', ['|2019||2020|', 'GEO||||', ...flagged]],
    ['a period in place of the name', ['2018|2019||2020|', 'GEO||||', ...flagged]],
    ['one period', ['TIME|2019|||', 'GEO||||', ...flagged]],
    ['a word among the periods', ['TIME|2019||men|', 'GEO||||', ...flagged]],
    ['two cells below', ['TIME|2019||2020|', 'GEO|x|||', ...flagged]],
    ['nothing below', ['TIME|2019||2020|', '||||', ...flagged]],
    ['one record below', ['TIME|2019||2020|', 'GEO||||', 'Ulm|1|b|2|']],
    ['a heading among the first records', ['TIME|2019||2020|', 'GEO||||', ...flagged, 'South||||', ...flagged]],
  ])('are not: %s', (_, lines) => {
    expect(rowsOfNames(...lines)).toBe(1);
  });

  it('may have a heading further down', () => {
    expect(rowsOfNames('TIME|2019||2020|', 'GEO||||', ...flagged, ...flagged, 'Notes:||||')).toBe(2);
  });
});

describe('groups of names', () => {
  const rows = ['Ulm|1|2', 'Bonn|3|4', 'Kiel|5|6'];

  it.each([
    ['a group with a gap', ['|people|', 'town|men|women', ...rows], 2],
    ['a group that is repeated', ['|people|people', 'town|men|women', ...rows], 2],
    ['cells with blanks around them', [' | people | ', ' town | men | women ', ...rows], 2],
    ['days above', ['|1.1.2019|1.1.2019', 'town|men|women', ...rows], 2],
    ['years below', ['|people|', 'town|2019|2020', ...rows], 2],
    ['a year with a footnote', ['|people|', 'town|2021|2022¹', ...rows], 2],
    ['years and their quotient', ['|people||', 'town|2018|2020|2020/2018', 'Ulm|1|2|2', 'Bonn|3|4|1.3'], 2],
    [
      'four rows',
      ['|a|||||||', '|b||||c|||', '|d||e||f||g|', 'town|m|w|m|w|m|w|m|w', 'U|1|2|3|4|5|6|7|8', 'V|8|7|6|5|4|3|2|1'],
      4,
    ],
    ['marks among the numbers', ['|people|', 'town|men|women', 'Ulm|1|-', 'Bonn|n.a.|4', 'Kiel|5|…'], 2],
    ['one word in six', ['|a|', 't|m|w', 'U|1|2', 'V|1|2', 'W|1|2', 'X|1|2', 'Y|1|2', 'Z|x|y'], 2],
    ['one record', ['|people|', 'town|men|women', 'Ulm|1|2'], 1],
    ['one word in five', ['|a|', 't|m|w', 'U|1|2', 'V|1|2', 'W|1|2', 'X|1|2', 'Z|x|y'], 1],
    ['words below', ['|people|', 'town|men|women', 'Ulm|a|b', 'Bonn|c|d', 'Kiel|e|f'], 1],
    ['an empty row above', ['||', 'town|men|women', ...rows], 1],
    ['no gap above', ['|people|area', 'town|number|km²', ...rows], 1],
    ['one year below', ['|people|', 'town|men|2019', ...rows], 1],
    ['years in a record, too', ['|from|', 'town|2001|2002', 'Ulm|2003|2004', 'Bonn|2005|2006'], 1],
    ['equal names', ['|people|', 'town|men|men', ...rows], 1],
    ['a number among the names', ['|people|', 'town|men|12.5', ...rows], 1],
    ['a mark among the names', ['|people|', 'town|men|n.a.', ...rows], 1],
    ['a mark in capitals', ['|people|', 'town|men|N.A.', ...rows], 1],
    ['a number above', ['|12.5|', 'town|men|women', ...rows], 1],
    ['numbers without a name beside the labels', ['a||B|', '||men|women', 'x|1|2|3', 'y|4|5|6', 'z|7|8|9'], 1],
    ['texts without a name beside the labels', ['a||B|', '||men|women', 'x|k|2|3', 'y|l|5|6', 'z|m|8|9'], 2],
  ] as const)('%s', (_, lines, count) => {
    expect(rowsOfNames(...lines)).toBe(count);
    expect(rowsOfNames(...lines.map(bytesOf))).toBe(count);
  });

  it.each([
    ['below repeated groups', ['|a|a|b|b', 'x|m|w|m|w', 'label||||', 'U|1|2|3|4', 'V|1|2|3|4'], 3],
    [
      'below groups with gaps, where it may be a heading',
      ['|a||b|', 'x|m|w|m|w', 'label||||', 'U|1|2|3|4', 'V|1|2|3|4'],
      2,
    ],
    ['above one record', ['|a|a|b|b', 'x|m|w|m|w', 'label||||', 'U|1|2|3|4'], 2],
    ['with another one', ['|a|a|b|b', 'x|m|w|m|w', 'label||||', 'U|1|2|3|4', 'other||||', 'V|1|2|3|4'], 2],
  ] as const)('a name of the labels %s', (_, lines, count) => {
    expect(rowsOfNames(...lines)).toBe(count);
  });

  it.each([
    [
      [' a ', '', 'b'],
      ['x ', ' y', ''],
      ['a / x', 'a / y', 'b'],
    ],
    [['a'], ['x', 'y'], ['a / x', 'a / y']],
    [['a', '', 'c'], ['x'], ['a / x', '', 'c']],
    [
      ['x', 'b'],
      ['x', 'y'],
      ['x', 'b / y'],
    ],
    [
      ['a', '', 'b', ''],
      ['', 'y', '', 'z'],
      ['a', 'y', 'b', 'z'],
    ],
    [
      ['a', 'b'],
      ['x', ''],
      ['x', 'b'],
    ],
    [['a'], ['x'], ['a / x']],
  ])('%j above %j are joined', (top, below, names) => {
    expect(joinedNames([top, below])).toEqual(names);
  });
});
