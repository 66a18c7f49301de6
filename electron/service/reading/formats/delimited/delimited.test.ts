import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, type TestStore } from '../../../rows/testing/test-store.ts';
import { IngestError } from '../../reading.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

async function rowsOf(text: string | Uint8Array, source = {}) {
  const version = await store.take(text, source);
  return {
    rows: await store.page(version),
    notes: version.conversions.map(englishText),
    names: version.columns.map(({ name }) => name),
  };
}

async function refusal(work: Promise<unknown>): Promise<IngestError> {
  const error = await work.catch((reason: unknown) => reason);
  if (error instanceof IngestError) return error;
  throw new Error(`This was to be refused, but: ${JSON.stringify(error)}`);
}

const worldBank = [
  '\uFEFF"Data Source","World Development Indicators",',
  '',
  '"Last Updated Date","2024-06-28",',
  '',
  '"Country Name","Country Code","1960","1961","2023",',
  '"Aruba","ABW","54922","55578","106277",',
  '"Zambia","ZMB","","3219451","20569737",',
  '',
].join('\r\n');

describe('a delimited text', () => {
  const cases: readonly (readonly [string, string | Uint8Array, readonly string[], readonly unknown[][]])[] = [
    [
      'with two kinds of line ends',
      'a,b\r\n1,x\n2,y\r\n',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'as R writes it, with spaces between and names of rows in front',
      '"town" "people n"\n"1" "Łódź" 640\n"2" "so ""so""" 7\n',
      ['column1', 'town', 'people n'],
      [
        [1, 'Łódź', 640],
        [2, 'so "so"', 7],
      ],
    ],
    [
      'with spaces before quoted values',
      'id, "name", "n"\n1, "a, b", 5\n2, "c", 6\n3, d "e" f, 7\n',
      ['id', 'name', 'n'],
      [
        [1, 'a, b', 5],
        [2, 'c', 6],
        [3, ' d "e" f', 7],
      ],
    ],
    [
      'in apostrophes',
      "'id','name'\n'1','it''s'\n'2','x'\n",
      ['id', 'name'],
      [
        [1, "it's"],
        [2, 'x'],
      ],
    ],
    [
      'with months above numbers',
      'country,2019-01,2019-02\nAruba,5,6.5\nZambia,,7\n',
      ['country', '2019-01', '2019-02'],
      [
        ['Aruba', 5, 6.5],
        ['Zambia', null, 7],
      ],
    ],
    [
      'with a table of notes below a gap',
      '"Area","Year","Value"\n"Aruba","2019","1.5"\n\n"footnoteSeqID","Footnote"\n"1","Estimate."\n',
      ['Area', 'Year', 'Value'],
      [['Aruba', 2019, 1.5]],
    ],
    [
      'with a line and a source below two columns',
      'Day;People;\n31.12.2019;83166711;\n__________\n© Office, 2024\n',
      ['Day', 'People'],
      [['2019-12-31', 83_166_711]],
    ],
    [
      'with blanks for missing numbers',
      'town;area\nUlm;118,7\nGera; \nBonn;   \n',
      ['town', 'area'],
      [
        ['Ulm', 118.7],
        ['Gera', null],
        ['Bonn', null],
      ],
    ],
    [
      'with numbers for names behind a word',
      'id,1,2,3\na,10,20,30\nb,5,5,8\n',
      ['id', '1', '2', '3'],
      [
        ['a', 10, 20, 30],
        ['b', 5, 5, 8],
      ],
    ],
    [
      'with numbers that increase by one in every record',
      'a,1,2,3\nb,4,5,6\nc,7,8,9\n',
      ['column1', 'column2', 'column3', 'column4'],
      [
        ['a', 1, 2, 3],
        ['b', 4, 5, 6],
        ['c', 7, 8, 9],
      ],
    ],
    [
      'with commas in quoted values between other delimiters',
      'id^note\n1^"a, b"\n2^"c, d"\n',
      ['id', 'note'],
      [
        [1, 'a, b'],
        [2, 'c, d'],
      ],
    ],
    ['with a line feed in a quoted name', '"a\nb",c\r\n1,x\r\n', ['a\nb', 'c'], [[1, 'x']]],
    [
      'with carriage returns alone',
      'a,b\r1,x\r2,y\r',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'with comments',
      '# made by a program\na,b\n1,x\n# in between\n2,y\n',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    ['with comments that hold delimiters', '# a, b, c, d\na,b\n1,x\n', ['a', 'b'], [[1, 'x']]],
    [
      'with its header in a comment',
      '##version 4\n#id\tname\n1\tx\n2\ty\n',
      ['#id', 'name'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    ['that ends as DOS did', bytes('a,b\r\n1,x\r\n', [0x1a]), ['a', 'b'], [[1, 'x']]],
    ['with empty lines at its end', 'a,b\n1,x\n\n\n  \n', ['a', 'b'], [[1, 'x']]],
    ['with delimiters alone at its end', 'a,b,c\n1,x,2\n,\n,\n', ['a', 'b', 'c'], [[1, 'x', 2]]],
    [
      'with an empty record at its end',
      'a,b,c\n1,x,2\n,,\n',
      ['a', 'b', 'c'],
      [
        [1, 'x', 2],
        [null, null, null],
      ],
    ],
    [
      'with a delimiter behind each record',
      'a,b,\n1,x,\n2,y,\n',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'with a delimiter behind each record but the header',
      'a,b\n1,x,\n2,y,\n',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'of the World Bank',
      worldBank,
      ['Country Name', 'Country Code', '1960', '1961', '2023'],
      [
        ['Aruba', 'ABW', 54922, 55578, 106277],
        ['Zambia', 'ZMB', null, 3219451, 20569737],
      ],
    ],
    [
      'with a title above',
      'Population by region\n\nregion;2019;2020\nNord;1;2\nSüd;3;4\n',
      ['region', '2019', '2020'],
      [
        ['Nord', 1, 2],
        ['Süd', 3, 4],
      ],
    ],
    [
      'with a title that a spreadsheet padded',
      'Population,,\n,,\nregion,2019,2020\nNord,1,2\nSouth,3,4\n',
      ['region', '2019', '2020'],
      [
        ['Nord', 1, 2],
        ['South', 3, 4],
      ],
    ],
    [
      'with a source below',
      'a,b,c\n1,2,3\n4,5,6\n\nSource: the office\n',
      ['a', 'b', 'c'],
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [
      'with a count of rows below',
      ' id | name | n \n1|x|2\n3|y|4\n(2 rows)\n',
      [' id ', ' name ', ' n '],
      [
        [1, 'x', 2],
        [3, 'y', 4],
      ],
    ],
    ['that names its delimiter', 'sep=;\r\na;b\r\n1,5;x\r\n', ['a', 'b'], [[1.5, 'x']]],
    [
      'with formulas that are texts',
      '="id",n\n="01001",1\n"=""01002""",2\n="",3\n=1+1,4\n',
      ['id', 'n'],
      [
        ['01001', 1],
        ['01002', 2],
        ['', 3],
        ['=1+1', 4],
      ],
    ],
    ['of one column', 'name\nHello, world\nplain\n', ['name'], [['Hello, world'], ['plain']]],
    ['of one column with a value missing', 'n\n1\n\n3\n', ['n'], [[1], [null], [3]]],
    [
      'parted by circumflexes',
      'a^b\n1^x\n2^y\n',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'parted by tildes',
      'a~b\n1~x\n2~y\n',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'parted by bars',
      'a|b\n1|x, y\n2|z\n',
      ['a', 'b'],
      [
        [1, 'x, y'],
        [2, 'z'],
      ],
    ],
    [
      'parted by spaces',
      'a b c\n1 2 x\n3 4 y\n',
      ['a', 'b', 'c'],
      [
        [1, 2, 'x'],
        [3, 4, 'y'],
      ],
    ],
    [
      'parted by colons',
      'root:x:0:0\ndaemon:x:1:1\nbin:x:2:2\n',
      ['column1', 'column2', 'column3', 'column4'],
      [
        ['root', 'x', 0, 0],
        ['daemon', 'x', 1, 1],
        ['bin', 'x', 2, 2],
      ],
    ],
    [
      'with one late apostrophe',
      `id,name\n${Array.from({ length: 30 }, (_, at) => `${at},n\n`).join('')}30,'t Hof\n`,
      ['id', 'name'],
      [...Array.from({ length: 30 }, (_, at) => [at, 'n']), [30, "'t Hof"]],
    ],
    [
      'in apostrophes',
      "a;b\n'x;1';'y'\n'z';'w;2'\n",
      ['a', 'b'],
      [
        ['x;1', 'y'],
        ['z', 'w;2'],
      ],
    ],
    [
      'with backslashes in front of quotes',
      'a,b\n1,"x \\"y\\" z"\n2,"w"\n',
      ['a', 'b'],
      [
        [1, 'x "y" z'],
        [2, 'w'],
      ],
    ],
    [
      'with quotes within values',
      'a,b\n1,5\'10" tall\n2,x\n',
      ['a', 'b'],
      [
        [1, '5\'10" tall'],
        [2, 'x'],
      ],
    ],
    [
      'with a space behind a quote',
      'a,b\n"x" ,1\n"y","2"\n',
      ['a', 'b'],
      [
        ['x', 1],
        ['y', 2],
      ],
    ],
    [
      'with years as names',
      'country,2019,2020\nFrance,1.5,2\nItaly,3,4\n',
      ['country', '2019', '2020'],
      [
        ['France', 1.5, 2],
        ['Italy', 3, 4],
      ],
    ],
    [
      'with years as names above words',
      'country,2019,2020\nFrance,low,high\nItaly,high,low\n',
      ['country', '2019', '2020'],
      [
        ['France', 'low', 'high'],
        ['Italy', 'high', 'low'],
      ],
    ],
    [
      'with a name twice',
      'id,value,value\n1,2,3\n4,5,6\n',
      ['id', 'value', 'value_2'],
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [
      'with a name missing',
      ',a,b\n0,1,x\n1,2,y\n',
      ['column1', 'a', 'b'],
      [
        [0, 1, 'x'],
        [1, 2, 'y'],
      ],
    ],
    [
      'with row names as R writes them',
      '"a","b"\n"r1",1,2\n"r2",3,4\n',
      ['column1', 'a', 'b'],
      [
        ['r1', 1, 2],
        ['r2', 3, 4],
      ],
    ],
    [
      'without a header',
      '1,2\n3,4\n',
      ['column1', 'column2'],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'without a header whose first value is missing',
      'NA,2\n3,4\n5,6\n',
      ['column1', 'column2'],
      [
        [null, 2],
        [3, 4],
        [5, 6],
      ],
    ],
    [
      'with comments that happen to have as many fields as records',
      '# made, by, x\nname,n,v\na,1,2\nb,3,4\n# so, to, say\nc,5,6\nd,7,8\ne,9,10\nf,11,12\ng,13,14\nh,15,16\n',
      ['name', 'n', 'v'],
      'abcdefgh'.split('').map((name, at) => [name, 2 * at + 1, 2 * at + 2]),
    ],
    [
      'with comments as SQL has them',
      'a,b,c\n1,x,2\n-- half\n3,y,4\n',
      ['a', 'b', 'c'],
      [
        [1, 'x', 2],
        [3, 'y', 4],
      ],
    ],
    [
      'with a delimiter of two characters',
      'a||b||c\n1||x||\n2||y||3\n',
      ['a', 'b', 'c'],
      [
        [1, 'x', null],
        [2, 'y', 3],
      ],
    ],
    [
      'with a delimiter of three characters',
      'a|~|b\n1|~|x\n2|~|y\n',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    ['of one column with decimal commas', 'v\n1,5\n2\n3,25\n', ['v'], [[1.5], [2], [3.25]]],
    [
      'whose lines end with line feeds and carriage returns in this order',
      'a,b\n\r1,x\n\r2,y\n\r',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    [
      'with backslashes in quotes that escape nothing',
      'a,b\n1,"x \\"y\\", z"\n2,"\\N"\n3,"C:\\\\new\\n"\n',
      ['a', 'b'],
      [
        [1, 'x "y", z'],
        [2, '\\N'],
        [3, 'C:\\new\\n'],
      ],
    ],
    [
      'as PostgreSQL copies it, a missing value in its first record',
      '1\tAnna\t\\N\n2\tBo\t5.5\n3\tCy\t6\n',
      ['column1', 'column2', 'column3'],
      [
        [1, 'Anna', null],
        [2, 'Bo', 5.5],
        [3, 'Cy', 6],
      ],
    ],
    [
      'with dates for names',
      'Land;31.12.2019;31.12.2020\nA;5;6\nB;7;8\n',
      ['Land', '31.12.2019', '31.12.2020'],
      [
        ['A', 5, 6],
        ['B', 7, 8],
      ],
    ],
    [
      'with years for names above numbers that may be years',
      'c,2018,2019,2020\nA,1900,1950,1980\nB,2001,2040,1999\n',
      ['c', '2018', '2019', '2020'],
      [
        ['A', 1900, 1950, 1980],
        ['B', 2001, 2040, 1999],
      ],
    ],
    [
      'with a year named twice',
      'c,2019,2019,2020\nA,1,2,3\nB,4,5,6\n',
      ['c', '2019', '2019_2', '2020'],
      [
        ['A', 1, 2, 3],
        ['B', 4, 5, 6],
      ],
    ],
    [
      'with numbered columns beside the names of rows',
      ',0,1,2\nA,5.5,2,3\nB,4,5,6\n',
      ['column1', '0', '1', '2'],
      [
        ['A', 5.5, 2, 3],
        ['B', 4, 5, 6],
      ],
    ],
    ['that begins like an archive', 'PK,PAR1\n1,x\n', ['PK', 'PAR1'], [[1, 'x']]],
    ['of a header alone', 'foo,bar,baz', ['foo', 'bar', 'baz'], []],
  ];
  it.each(cases)('%s', async (_, text, names, rows) => {
    const found = await rowsOf(text);
    expect(found.names).toEqual(names);
    expect(found.rows).toEqual(rows.map((row) => Object.fromEntries(row.map((value, at) => [names[at], value]))));
  });

  it('reports what it omits', async () => {
    expect((await rowsOf(worldBank)).notes.join()).toMatch(/above the header: 4/);
    expect((await rowsOf('a,b,c\n1,2,3\n4,5,6\nSource: x\n')).notes.join()).toMatch(/from line 4 on: 1/);
    expect((await rowsOf('# x\na,b\n# y\n1,2\n')).notes.join()).toMatch(/comment/);
  });

  it('follows the options for its lines', async () => {
    const text = 'x,y\nz\na,b\n1,2\n%3,4\n';
    expect((await rowsOf(text, { skip: 2, comment: '%' })).rows).toEqual([{ a: 1, b: 2 }]);
    expect((await rowsOf('a,b\n#1,2\n3,4\n', { comment: '' })).rows).toHaveLength(2);
    expect((await rowsOf('#a,b\n1,2\n', { comment: '', header: false })).rows).toHaveLength(2);
  });
});

describe('records that the user omits', () => {
  const text = 'town,area\n,km²\nUlm,1\n"Bonn\nam Rhein",2\n# a comment\nTotal,3,too,many\nGera,4\n';

  it('are those that begin on the given lines, whatever they contain', async () => {
    const { rows } = await rowsOf(text, { leaveOut: [2, 7], comment: '#' });
    expect(rows).toEqual([
      { town: 'Ulm', area: 1 },
      { town: 'Bonn\nam Rhein', area: 2 },
      { town: 'Gera', area: 4 },
    ]);
    const path = await store.file('left-out.csv', text);
    const preview = await store.rows.preview({ path, leaveOut: [2, 4, 7] }, 'show', store.folder);
    expect(preview.leftOut).toEqual([
      { line: 2, text: ' │ km²', why: 'chosen' },
      { line: 4, text: 'Bonn\nam Rhein │ 2', why: 'chosen' },
      { line: 6, text: '# a comment', why: 'comment' },
      { line: 7, text: 'Total │ 3 │ too │ many', why: 'chosen' },
    ]);
    expect(preview.survey.rows).toEqual([
      ['Ulm', '1'],
      ['Gera', '4'],
    ]);
  });

  it('are refused if no record begins there', async () => {
    const error = await refusal(rowsOf('a,b\n"1\n2",3\n4,5\n', { leaveOut: [3] }));
    expect(error.message).toMatch(/No record begins on line 3/);
  });

  it('are proposed if the first one contains units', async () => {
    const path = await store.file('proposed.csv', 'town,area,people\n,km²,persons\nUlm,1.5,7\nBonn,2.5,8\n');
    const preview = await store.rows.preview({ path }, 'show', store.folder);
    expect(preview.unitsRows).toBe(1);
    expect(preview.survey.rows).toHaveLength(3);
    const requested = await store.rows.preview({ path, leaveOut: [2] }, 'show', store.folder);
    expect(requested.unitsRows).toBe(0);
    expect(requested.survey.columns.map(({ type }) => type)).toEqual(['text', 'float', 'integer']);
  });
});

describe('a record that differs from the others', () => {
  it.each([
    ['too few', 'a,b,c\n1,2,3\n4,5\n6,7,8\n', 3, '4,5', /too few/],
    ['too many', 'a,b,c\n1,2,3\n4,5,6,7\n6,7,8\n', 3, '4,5,6,7', /too many/],
    ['a total below', 'a,b,c\n1,2,3\n4,5,6\nTotal,11\n', 4, 'Total,11', /too few/],
    ['an open quote', 'a,b\n1,"x\n2,y\n3,z\n', 2, '1,"x', /quote/],
    ['a quote within quotes', 'a,b\n1,"x "y" z"\n2,"y"\n', 2, '1,"x "y" z"', /quote/],
    ['a quote that lacks its delimiter', 'a,b,c\n1,"x, y",2\n3"x, y",4\n', 3, '3"x, y",4', /quote/],
    ['far below', `a,b\n${'1,x\n'.repeat(60_000)}2\n`, 60_002, '2', /too few/],
    ['on another line end', `a,b\r\n${'1,x\r\n'.repeat(60_000)}2\n3,y\n`, 60_002, '2', /too few/],
  ] as const)('%s', async (_, text, line, value, message) => {
    const error = await refusal(store.take(text));
    expect(error.badValues).toMatchObject([{ line, value }]);
    expect(error.badValues.map(({ reason }) => englishText(reason))).toEqual([expect.stringMatching(message)]);
    expect(error.message).toContain(`line ${line}`);
  });

  it('is shown in a survey with the others', async () => {
    const path = await store.file('survey.csv', 'a,b,c\n1,2,3\n4,5\n6,7,8\n');
    const survey = await store.rows.survey({ path, format: 'csv' }, { rows: 10, whole: false }, {});
    expect(survey.rows).toEqual([
      ['1', '2', '3'],
      ['6', '7', '8'],
    ]);
    expect(survey.broken).toMatchObject({ count: 1, first: [{ line: 3, row: 2, value: '4,5' }] });
  });

  it('is written completely to the file of rejected records, which can be read once it is corrected', async () => {
    const rejects = join(store.folder, 'whole-rejects.csv');
    const text = 'id,n,t\n1,1,a\n2,2\n3,x,"b, c"\n4,4,d\n5,5,e,f\n';
    const before = await store.take(text, { columns: [{ source: 'n', type: 'integer' }] }, { rejects });
    expect(before).toMatchObject({ rows: 2, rejected: 3 });
    const lines = (await readFile(rejects, 'utf8')).trimEnd().split('\n');
    expect(lines).toEqual([
      'record,column,problem,text,id,n,t',
      '2,t,The record has too few values.,"2,2",2,2,',
      '3,n,This is not a whole number of 64 bits.,,3,x,"b, c"',
      '5,,The record has too many values.,"5,5,e,f",5,5,e',
    ]);
    const half = (await readFile(rejects, 'utf8')).replace(',3,x,', ',3,3,');
    // Anything truncated from the last record would be lost.
    expect((await refusal(store.take(half, {}, { appendTo: before }))).badValues).toMatchObject([
      { line: 4, value: '5,5,e,f', reason: { code: 'too-many-values-uncorrected' } },
    ]);
    const taken = await store.take(half.replace('"5,5,e,f"', ''), {}, { appendTo: before });
    expect((await store.page(taken)).at(-1)).toEqual({ id: 5, n: 5, t: 'e' });
    const mended = half.replace(',5,5,e\n', ',5,5,"e,f"\n');
    const after = await store.take(mended, {}, { appendTo: before });
    expect(await store.page(after)).toEqual([
      { id: 1, n: 1, t: 'a' },
      { id: 4, n: 4, t: 'd' },
      { id: 2, n: 2, t: null },
      { id: 3, n: 3, t: 'b, c' },
      { id: 5, n: 5, t: 'e,f' },
    ]);
  });

  it('keeps its delimiter and the text after an unclosed quote, and is rejected again', async () => {
    const rejects = join(store.folder, 'semicolon-rejects.csv');
    const before = await store.take('id;n;t\n1;1.234,5;a\n2;2.345\n3;3;"c;x\n4;4;d;e\n', {}, { rejects });
    expect(before).toMatchObject({ rows: 1, rejected: 3 });
    const text = await readFile(rejects, 'utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(';').slice(-3).join(';')),
    ).toEqual(['id;n;t', '2;2.345;', '3;3;"""c"', '4;4;d']);
    const again = join(store.folder, 'again-rejects.csv');
    expect(await store.take(text, {}, { rejects: again })).toMatchObject({ rows: 1, rejected: 2 });
    expect(await readFile(again, 'utf8')).toMatch(/^record;column;problem;text;id;n;t\n(?:.*\n)*.*;4;4;d\n$/);
  });
});

it('ignores two byte order marks', async () => {
  for (const text of ['\uFEFF\uFEFFa,b\n1,2\n', '\uFEFF\uFEFF"a",b\r\n1,2\r\n', '\uFEFF\uFEFFsep=;\na;b\n1;2\n']) {
    expect(await rowsOf(text)).toMatchObject({ names: ['a', 'b'], rows: [{ a: 1, b: 2 }] });
  }
});

describe('rows below a table with nothing but a first cell', () => {
  const table = ['Land;2020;2021', 'Bayern;1,5;2,5', 'Bremen;4,5;-'];
  const cases: readonly (readonly [string, readonly string[], number])[] = [
    ['a legend and a source', ['(p) : provisoire', 'Source : Insee'], 2],
    ['a meaning below a gap', ['', '- = nil', 'Source: ONS'], 3],
    ['a line', ['__________', '© Destatis, 2024'], 2],
    ['a sentence', ['Figures are rounded to thousands.'], 1],
    ['a footnote and more of it', ['¹ vorläufig', 'geschätzt'], 2],
    ['a word below a gap, above a note', ['', 'Zeichen', '. = nichts'], 3],
    ['a record above a note', ['Berlin', 'Quelle: Destatis'], 1],
    ['a record', ['Berlin'], 0],
    ['a record with an abbreviation', ['Frankfurt a. M.'], 0],
    ['a record below a gap', ['', 'Berlin'], 0],
    ['a record below an evident note', ['Anmerkung: siehe oben', 'Berlin;1;2'], 0],
  ];
  it.each(cases)('%s', async (_, lines, notes) => {
    for (const columns of [2, 3]) {
      const text = [...table, ...lines.map((line) => (line.includes(';') ? line : `${line};;`))]
        .map((line) => line.split(';').slice(0, columns).join(';'))
        .join('\r\n');
      const version = await store.take(text, { rowsFrom: null, header: true });
      expect(version.rows).toBe(2 + lines.length - notes);
    }
  });

  it.each([
    ['that look like the others', 'a;b;c\n1) x;1;2\n2) y;3;4\n3) z;;\n', 3],
    ['of a table of texts', 'a;b;c\nx;y;z\nNote: w;;\n', 2],
  ])('are records %s', async (_, text, count) => {
    expect((await store.take(text)).rows).toBe(count);
  });
});

describe('a line around a table', () => {
  const table = ['Land;2020;2021', 'Bayern;1;2', 'Bremen;3;4'];
  const preview = async (text: string) =>
    store.rows.preview({ path: await store.file('lines.csv', text) }, 'show', store.folder);
  const lines: readonly (readonly [string, string])[] = [
    ['"Destatis; eigene";;', 'Destatis; eigene'],
    ['Destatis; eigene', 'Destatis; eigene'],
    ['"Der ""Bund"" im Jahr";;', 'Der "Bund" im Jahr'],
    ['Stand;2024', 'Stand │ 2024'],
    ['"Zwei\r\nZeilen";;', 'Zwei\r\nZeilen'],
    [';;', ''],
  ];
  it.each(lines)('%j keeps its delimiters', async (line, text) => {
    const whole = [line, 'Titel;;', '', ...table, ''].join('\r\n');
    expect((await preview(whole)).leftOut[0]).toEqual({ line: 1, text, why: 'above' });
  });

  it('has the title and the source of a table between commas', async () => {
    const text = '"Births, deaths",,\n,,\nRegion,2020,2021\nN,1,2\nS,3,4\n,,\n"Source: ONS, Wales",,\n';
    expect((await preview(text)).notes).toMatchObject({ title: 'Births, deaths', source: 'ONS, Wales' });
  });

  it('is none if it names the delimiter', async () => {
    expect((await preview(['sep=;', ...table, ''].join('\r\n'))).leftOut).toEqual([]);
  });
});

describe('a header that is repeated', () => {
  const pages = (...header: string[]) => {
    const names = header.map((line) => `${line}\r\n`).join('');
    return `${names}Bayern;1;2\r\nBremen;3;4\r\n${names}Hessen;5;6\r\nSaarland;7;8\r\n`;
  };
  const values = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each([
    ['of years', pages('Land;2020;2021'), 1],
    ['of words', pages('Land;men;women'), 1],
    ['of two rows', pages('Land;people;', ';men;women'), 2],
    ['below a gap', pages('Land;2020;2021').replace('4\r\n', '4\r\n\r\n'), 1],
  ])('is no record: %s', async (_, text, count) => {
    const { rows, notes } = await rowsOf(text, { rowsFrom: null });
    expect(rows.flatMap((row) => Object.values(row as object).filter((value) => typeof value === 'number'))).toEqual(
      values,
    );
    expect(notes).toContain(`rows left out that repeat the header: ${count}`);
  });

  it.each([
    ['may be a record of texts', 'a;b\nx;y\nz;w\na;b\n', 3],
    ['of numbers is a record', '1;2\n3;4\n1;2\n', 2],
    ['of one column is a record', 'n\n1\nn\n', 2],
  ])('%s', async (_, text, count) => {
    const { rows, notes } = await rowsOf(text, { header: true });
    expect(rows).toHaveLength(count);
    expect(notes.join()).not.toMatch(/repeat/);
  });
});

describe('a header of two rows', () => {
  const text = 'country,2019,,2020,\n,men,women,men,women\nDE,1,2,3,4\nFR,5,6,7,8\nIT,9,10,11,12\n';

  it('is joined, with a note for the user', async () => {
    const { rows, notes, names } = await rowsOf(text);
    expect(names).toEqual(['country', '2019 / men', '2019 / women', '2020 / men', '2020 / women']);
    expect(Object.values(rows[0] ?? {})).toEqual(expect.arrayContaining(['DE', 1, 2, 3, 4]));
    expect(rows).toHaveLength(3);
    expect(notes).toContain('names of columns joined from the first 2 lines of the table');
  });

  it('is read as the user specifies', async () => {
    const { rows, names } = await rowsOf(text, { headerRows: 1 });
    expect(names).toEqual(['country', '2019', 'column3', '2020', 'column5']);
    expect(rows).toHaveLength(4);
  });
});

describe('a row of units', () => {
  it('is stored, with a note for the user on its effect', async () => {
    const { rows, notes } = await rowsOf('town,people,area\n,[n],km²\nUlm,126,5\nBonn,331,6\nJena,111,7\n');
    expect(rows).toHaveLength(4);
    expect(notes).toContain(
      'the first record looks like units or descriptions, not values; without it, columns of text would be numbers',
    );
  });
});

describe('notes below a table that a spreadsheet exported', () => {
  const table = 'id,place,value\n1,Rome,5\n2,Milan,6\n3,,\n';

  it.each([
    ['behind an empty row', ',,\nSource: office,,\n', 2],
    ['quoted, several of them', ',,\n,,\n"Source: office, 2024",,\n"Note: early, unchecked",,\n', 4],
    ['with line ends of Windows', ',,\nSource: office,,\n,,\n', 3],
    ['directly below', 'Source: office,,\n', 1],
  ])('%s are left out', async (kind, notes, count) => {
    const text = table + notes;
    const { rows, notes: said } = await rowsOf(kind.includes('Windows') ? text.replaceAll('\n', '\r\n') : text);
    expect(rows.map((row) => Object.values(row as object))).toEqual([
      [1, 'Rome', 5],
      [2, 'Milan', 6],
      [3, null, null],
    ]);
    expect(said.join()).toMatch(new RegExp(`left out below the records, from line \\d+ on: ${count}`));
  });

  it.each([
    ['further records below', 'Source: office,,\n4,Turin,7\n'],
    ['a single word', ',,\nTotal,,\n'],
  ])('with %s are records', async (_, more) => {
    const { rows } = await rowsOf(table + more);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.some((row) => ['Source: office', 'Total'].includes(String(Object.values(row as object)[0])))).toBe(
      true,
    );
  });
});

it('a short table of footnotes below is left out, and not announced as one that was read', async () => {
  const records = Array.from({ length: 5 }, (_, at) => `Country ${at},2020,Medium,${at}.5\n`).join('');
  const text = `Country,Year,Variant,Value\n${records}\nfootnoteSeqID,Footnote\n1,Includes x\n`;
  const { rows, notes } = await rowsOf(text);
  expect(rows).toHaveLength(5);
  expect(notes).toEqual(['lines left out below the records, from line 8 on: 2']);
});

it('consecutive broken records are reported as possibly another table', async () => {
  const more = Array.from({ length: 4 }, (_, at) => `${at},${at},${at}\n`).join('');
  const records = Array.from({ length: 3000 }, (_, at) => `${at},v${at}\n`).join('');
  const error = await refusal(store.take(`x,y\n${records}\na,b,c\n${more}`));
  expect(error.message).toContain('They follow each other on lines 3003 to 3007');
});
