import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLayout } from './detect-layout.ts';

/** Random tables in random layouts: a few hundred fixed ones, or as many as `ALMANAC_RANDOM_TABLES` says. */
const { ALMANAC_RANDOM_TABLES: requested } = process.env;
const runs = requested === undefined ? { numRuns: 300, seed: 1 } : { numRuns: 200 * Number(requested) };

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
