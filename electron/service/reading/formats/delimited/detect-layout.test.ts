import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { detectLayout } from './detect-layout.ts';
import { fieldsOf, RecordScanner } from './scan-records.ts';

/** Random tables in random dialects. */
const runs = { numRuns: caseCount(300, 3_000), seed };

const names = ['id', 'name', 'value', 'a b', 'Total', 'sum (EUR)', 'p,q', 'x;y', "l'an", 'n/a', 'day', 'time'];
const words = [
  'Anna',
  "O'Brien",
  'with, comma',
  'a; b',
  'x|y',
  "'t Hart",
  'so so',
  '50 %',
  'a:b',
  'C\\D',
  'a~b',
  '-',
  'N/A',
];
const kinds = {
  number: fc.integer({ min: -999, max: 99_999 }).map((value) => String(value / 4)),
  date: fc.integer({ min: 10, max: 28 }).map((day) => `2021-03-${day}`),
  word: fc.constantFrom(...words),
};

interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Tables with a number in their first column and words in their second: an unambiguous header. */
const table: fc.Arbitrary<Table> = fc
  .tuple(fc.shuffledSubarray(names, { minLength: 3, maxLength: 6 }), fc.integer({ min: 3, max: 30 }))
  .chain(([header, count]) => {
    const kindOf = (at: number) => (at === 0 ? fc.constant('number') : fc.constantFrom('number', 'date', 'word'));
    return fc.tuple(...header.map((_, at) => kindOf(at) as fc.Arbitrary<keyof typeof kinds>)).chain((columns) => {
      const row = fc.tuple(...columns.map((kind) => kinds[kind]));
      return fc.record({
        header: fc.constant(header),
        rows: fc.array(row, { minLength: count, maxLength: count }),
      });
    });
  });

const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', '^', '~', ':', ' ', '\u001f'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  quoting: fc.constantFrom('where needed', 'all', 'words', 'apostrophes'),
  /** Spaces before quoted fields, as people write lists. */
  padded: fc.boolean(),
});

type Dialect = typeof dialect extends fc.Arbitrary<infer Value> ? Value : never;

function written({ header, rows }: Table, { delimiter, newline, quoting, padded }: Dialect): string {
  const quote = quoting === 'apostrophes' ? "'" : '"';
  const cell = (text: string, at: number) => {
    const isWord = !/^[-\d.]+$/.test(text);
    const needed = text.includes(delimiter) || text.includes(quote) || text.startsWith("'");
    if (!(needed || (quoting === 'words' ? isWord : quoting !== 'where needed'))) return text;
    const space = padded && at > 0 && /[,;|]/.test(delimiter) ? ' ' : '';
    return `${space}${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
  };
  return [header, ...rows].map((row) => row.map(cell).join(delimiter) + newline).join('');
}

function readBack(text: string): Table | null {
  const layout = detectLayout(text, true, {});
  if (layout === null) return null;
  const scanner = new RecordScanner(layout);
  const records = [...scanner.feed(text), ...scanner.end()].filter(
    ({ line, fields }) => line > layout.skip && fields > 0,
  );
  const rows = records.map((record) => fieldsOf(record.text, layout).map((field) => field.text));
  return layout.header ? { header: layout.names, rows: rows.slice(1) } : { header: [], rows };
}

test('a table in any dialect is read as it was written', () => {
  fc.assert(
    fc.property(table, dialect, (original, dialectOf) => {
      // Colons and spaces occur in many texts: without quotes they must be the only possible delimiters.
      const weak = [':', ' '].includes(dialectOf.delimiter) && dialectOf.quoting !== 'all';
      fc.pre(!weak || ![...original.header, ...original.rows.flat()].some((text) => /[,;|~]/.test(text)));
      // Of two delimiters that every line has equally often, the usual one is meant.
      const lines = [original.header, ...original.rows].map((row) => row.join(''));
      const everyLineHas = (mark: string) =>
        lines.every((line) => line.includes(mark) && line.split(mark).length === lines[0]?.split(mark).length);
      fc.pre(![',', ';', '|'].some((mark) => mark !== dialectOf.delimiter && everyLineHas(mark)));
      expect(readBack(written(original, dialectOf))).toEqual(original);
    }),
    runs,
  );
});

test('periods, ages and years above measures are recognised as headers', () => {
  const periods = fc.constantFrom(
    ...[
      ['2019-01', '2019-02', '2019-03'],
      ['1/22/20', '1/23/20', '1/24/20'],
      ['2018/19', '2019/20', '2020/21'],
    ],
    ...[
      ['0-4', '5-9', '85+'],
      ['2019', '2020', '2021'],
      ['2020', '2010', '2000'],
      ['2019-01-01', '2019-02-01', '2019-03-01'],
    ],
  );
  const measure = fc.oneof(fc.integer({ min: 0, max: 900 }), fc.double({ min: 0, max: 1e6, noNaN: true })).map(String);
  const row = fc.tuple(
    fc.constantFrom('Aruba', 'Zambia', 'Perú', 'Côte d’Ivoire'),
    measure,
    measure,
    fc.option(measure),
  );
  fc.assert(
    fc.property(
      periods,
      fc.array(row, { minLength: 2, maxLength: 20 }),
      fc.constantFrom(',', ';', '\t'),
      (of, rows, mark) => {
        const header = ['country', ...of];
        const text = [header, ...rows].map((cells) => cells.map((cell) => cell ?? '').join(mark)).join('\n');
        expect(readBack(text)?.header).toEqual(header);
      },
    ),
    runs,
  );
});

test.each([
  ['texts in apostrophes, with errors of a spreadsheet among numbers', "'a b'|'n'\n0.25|1\n'#DIV/0!'|2\n", '|', "'"],
  ['apostrophes with other quotes within', "'name';'q\"q'\n'5''10\"';TRUE\n'Aa';FALSE\n", ';', "'"],
  ['apostrophes only where they are needed', "name;q\"q\n'5''10\"';1\nAa;2\n", ';', "'"],
  ['one value in apostrophes that holds the delimiter', "name;5\"\n'a; b';1\nAa;2\n", ';', "'"],
  ['two columns in quotes with a colon between', '"a b":"on"\n1.5:"22:03:09"\n2.5:"21:04:26"\n', ':', '"'],
  ['two columns in quotes with a space between', '"a b" "on"\n1.5 TRUE\n2.5 FALSE\n', ' ', '"'],
])('%s', (_, text, delimiter, quote) => {
  expect(detectLayout(text, true, {})).toMatchObject({ delimiter, quote, header: true });
});

test.each([
  ['names with apostrophes', "name,n\n'Ndrangheta,1\nO'Brien,2\n"],
  ['a late apostrophe', "name,n\nAa,1\nBb,2\n't Hart,3\n"],
  ['a quotation within a text', "name,n\nAa 'x',1\n'y' Bb,2\n"],
  ['a value in apostrophes among others with them', "name,n\n'quoted',1\nO'Brien,2\n"],
])('%s are no quotes', (_, text) => {
  expect(detectLayout(text, true, {})).toMatchObject({ delimiter: ',', quote: '"' });
});

test('a line with an unclosed quote is one record, and each line after it is examined separately', () => {
  const lines = ['1,"x', 'y","p', 'q",2,"z', '3,w,v', '4,"a', 'b",c'];
  const scanner = new RecordScanner({ delimiter: ',', quote: '"', escaping: '"', newline: '\n' });
  const records = [...scanner.feed(`${lines.join('\n')}\n`), ...scanner.end()];
  expect(records.map(({ line, text, fields }) => ({ line, text, fields }))).toEqual([
    { line: 1, text: '1,"x', fields: 2 },
    { line: 2, text: 'y","p', fields: 2 },
    { line: 3, text: 'q",2,"z', fields: 3 },
    { line: 4, text: '3,w,v', fields: 3 },
    { line: 5, text: '4,"a\nb",c', fields: 3 },
  ]);
});
