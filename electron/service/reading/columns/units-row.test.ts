import { expect, test } from 'vitest';
import { describingRows } from './units-row.ts';

const below = [
  ['Ulm', '126000', '118.7', '12'],
  ['Bonn', '331000', '141.1', null],
  ['Gera', '93000', '152.2', '8'],
];

test.each([
  [['', 'persons', 'km²', '%']],
  [[null, '[n]', '(km2)', '[%]']],
  [['-', 'EUR/m²', 'kg/ha', '°C']],
  [[null, 'Einwohner', null, 'Mio. t']],
  [['Einheit', 'tsd EUR', 'm s-1', 'mg/l']],
  [['', '2020=100', 'in (%)', 'EUR']],
] as const)('%j is a row of units', (row) => {
  expect(describingRows([row, ...below])).toBe(1);
});

test.each([
  [['Jena', '1', '2', '3']],
  [['Jena', 'n.a.', 'km²', '%']],
  [['Jena', null, null, null]],
  [[null, null, null, null]],
  [['Total', '', '', '']],
  [['Unit', '1000', 'km2', '']],
  [['Jena', 'unknown', 'unknown', 'x']],
] as const)('%j is a record', (row) => {
  expect(describingRows([row, ...below])).toBe(0);
});

test('a column of units is data, and too few records are inconclusive', () => {
  const rows = [
    ['kg', 'wheat'],
    ['t', 'rye'],
    ['kg', 'oats'],
  ];
  expect(describingRows(rows)).toBe(0);
  expect(
    describingRows([
      ['', 'km'],
      ['Ulm', '1'],
    ]),
  ).toBe(0);
});

/** Ten quarters or months of a time series. */
const periods = {
  quarters: Array.from({ length: 10 }, (_, at) => [`${2020 + Math.floor(at / 4)} Q${1 + (at % 4)}`, `${47 + at / 10}`]),
  months: Array.from({ length: 10 }, (_, at) => [
    `2020-${String(at + 1).padStart(2, '0')}`,
    at === 3 ? '.' : `1.0${at}`,
  ]),
  days: Array.from({ length: 10 }, (_, at) => [`${at + 1}.1.2024`, `${at}`]),
  years: Array.from({ length: 10 }, (_, at) => [String(2010 + at), `${at}`]),
};
const ons = [
  ['CDID', 'D7BT'],
  ['PreUnit', null],
  ['Unit', 'Index, base year = 100'],
  ['Release date', '19-11-2025'],
  ['Important Notes', null],
];

test.each([
  ['quarters', ons, 5],
  ['years', ons, 5],
  [
    'months',
    [
      [null, 'Euro-Referenzkurs'],
      ['Einheit', 'USD'],
      ['Stand vom', '27.11.2026 15:56'],
    ],
    3,
  ],
  [
    'days',
    [
      ['idBank', '001759970'],
      ['Dernière mise à jour', '15/11/2025 08:45'],
      ['Période', null],
    ],
    3,
  ],
] as const)('labelled rows above %s describe the columns', (unit, rows, count) => {
  expect(describingRows([...rows, ...periods[unit]])).toBe(count);
});

test.each([
  [
    'a total above periods',
    [
      ['Total', '470'],
      ['Average', '47'],
    ],
  ],
  [
    'marks above periods',
    [
      ['Total', '-'],
      ['Average', 'n.a.'],
    ],
  ],
  [
    'equal labels',
    [
      ['Note', 'x y'],
      ['Note', 'of the office'],
    ],
  ],
  [
    'labels without a letter',
    [
      ['1', 'x y'],
      ['2', 'of the office'],
    ],
  ],
  [
    'nothing but unlabelled rows',
    [
      [null, 'x y'],
      [null, 'of the office'],
    ],
  ],
  ['too many rows', Array.from({ length: 21 }, (_, at) => [`label ${'x'.repeat(at)}`, 'some text'])],
] as const)('%s do not', (_, rows) => {
  expect(describingRows([...rows, ...periods.quarters])).toBe(0);
});

test('labelled rows above words, or above few periods, do not', () => {
  expect(describingRows([...ons, ...periods.years.map(([year = '']) => [year, 'word'])])).toBe(0);
  expect(describingRows([...ons, ...periods.years.slice(0, 4)])).toBe(0);
  expect(
    describingRows([...ons, ...periods.years.map(([year = '', value = ''], at) => [at % 2 ? 'x' : year, value])]),
  ).toBe(0);
});

const surveyed = [
  ['2020-01-01', '31', '4'],
  ['2020-01-02', '45', '5'],
  ['2020-01-03', '', '3'],
  ['2020-01-04', '52', '4'],
  ['2020-01-05', '60', '1'],
];

test.each([
  [['Start date', 'How old are you?', 'How content are you?']],
  [['{"ImportId":"start"}', '{"ImportId":"QID1"}', '{"ImportId":"QID2"}']],
])('%j describes columns', (row) => {
  expect(describingRows([row, ...surveyed])).toBe(1);
});

test.each([
  [['2020-01-06', 'unknown', 'unknown']],
  [['2020-01-06', 'not asked', 'N/A']],
  [['2020-01-06', 'not asked', '5']],
  [['2020-01-01', 'not asked', 'none']],
  [['2020-01-06', 'x', 'y']],
])('%j does not', (row) => {
  expect(describingRows([row, ...surveyed])).toBe(0);
});

test('one column of numbers is not enough for that', () => {
  expect(describingRows([['name', 'word', 'other'], ...surveyed.map(([day = '', age = '']) => [day, age, 'so'])])).toBe(
    0,
  );
});

const questions = ['Start date', 'How old are you?', 'How content are you?'];
const identifiers = ['{"ImportId":"start"}', '{"ImportId":"QID1"}', '{"ImportId":"QID2"}'];

test.each([
  ['questions and identifiers', [questions, identifiers], 2],
  ['descriptions, units and identifiers', [questions, [null, 'years', 'points'], identifiers], 3],
  ['a record between descriptions', [['2020-01-06', '33', '4'], questions], 0],
] as const)('counts %s', (_, above, count) => {
  expect(describingRows([...above, ...surveyed])).toBe(count);
});

/** Whether a text names a unit, above numbers. */
const isUnit = (text: string) =>
  describingRows([
    ['', text],
    ['Ulm', '1'],
    ['Bonn', '2'],
    ['Gera', '3'],
  ]) === 1;

test.each([
  ...[' km ', 'amp mm mm mm mm mm mm mm', '[foo]', '(foo bar)', '2020=100', '2015 = 100', 'kg m-3', 'm^2', 'km²'],
  ...['kWh/m2', 'm⁻¹', '1,000 t', 'in  1000 EUR', 'per 1000 inhabitants', 'w/m2'],
])('%j is a unit', (text) => {
  expect(isUnit(text)).toBe(true);
});

test.each([
  ...[
    'amp ohm mm mm mm mm mm mm',
    'bar[foo]',
    '[foo]bar',
    '[]',
    'bar(foo)',
    '(foo)bar',
    '()',
    '2020=1000',
    'x2020=100',
  ],
  ...['1000', '1.000', '1,000', 'km foo', 'foo km', 'per', '/'],
])('%j is none', (text) => {
  expect(isUnit(text)).toBe(false);
});

test.each(['5', ' 5 ', '+5', '-5', '−5', '.5', ',55', '1e5', '1E-55', '1e+5', '5 %', "1'000", '1 000,5', '1’000'])(
  'below a unit, %j is a number',
  (text) => {
    expect(
      describingRows([
        ['', 'km'],
        ['Ulm', text],
        ['Bonn', text],
        ['Gera', text],
      ]),
    ).toBe(1);
  },
);

test.each(['x5', '5x', 'e5', '*5', '1e', '1ex', `${'1'.repeat(61)}`])('below a unit, %j is none', (text) => {
  expect(
    describingRows([
      ['', 'km'],
      ['Ulm', text],
      ['Bonn', text],
      ['Gera', text],
    ]),
  ).toBe(0);
});

test.each([
  ...['1519', '1988', '2199', '1988 Q1', '1988Q1', '1988-Q1', '2020M01', '2020-M12', '1988 JAN', '1988 Januar'],
  ...['2020KW5', '2020-01', '2020/01', '2020-01-31', '1.1.2020', '31/12/2020', 'Jan 1988', 'Sept. 1988', 'May-1988'],
])('labelled rows end where the periods begin: %s', (period) => {
  const below = Array.from({ length: 5 }, (_, at) => [period, String(at)]);
  expect(describingRows([['CDID', 'D7BT'], [' Unit ', ' Index '], ...below])).toBe(2);
});

test.each([
  ...['1419', '2219', '19880', 'q1988', '1988 QQQ1', '1988 Q123', '1988 JA', '1988 abcdefghij', '2020-13', '2020-01-1'],
  ...['111.1.2020', '1.111.2020', '1.1.20200', 'Ja 1988', 'abcdefghij 1988', 'Jan 19880', 'x Jan 1988', 'Jan..1988'],
])('%s is no period', (period) => {
  const below = Array.from({ length: 5 }, (_, at) => [period, String(at)]);
  expect(describingRows([['CDID', 'D7BT'], ['Note', null], ...below])).toBe(0);
});

test('labelled rows may be twenty, above five periods, a tenth of which is none', () => {
  const labelled = (count: number) => Array.from({ length: count }, (_, at) => [`label ${'x'.repeat(at)}`, 'a text']);
  expect(describingRows([...labelled(20), ...periods.years.slice(0, 5)])).toBe(20);
  expect(describingRows([...labelled(2), ...periods.years.slice(0, 9), ['note', '1']])).toBe(2);
  expect(describingRows([...labelled(2), ...periods.years.slice(0, 8), ['note', '1'], ['more', '1']])).toBe(0);
});

test('labelled rows may describe one column of words, if another one has numbers', () => {
  const below = periods.years.map(([year = '', value = '']) => [year, 'word', value]);
  expect(describingRows([['CDID', 'a', null], ['Unit', 'b', 'Index'], ...below])).toBe(2);
  expect(describingRows([['CDID', 'a', null], ['Unit', 'b', null], ...below])).toBe(0);
  expect(describingRows([['CDID', 'a', '5'], ['Unit', 'b', '6'], ...below])).toBe(0);
});

test('a word in eleven numbers does not keep labelled rows from describing them', () => {
  const values = (others: number) =>
    Array.from({ length: 11 }, (_, at) => [String(2000 + at), at < others ? 'word' : `${at}`]);
  expect(describingRows([...ons, ...values(1)])).toBe(5);
  expect(describingRows([...ons, ...values(2)])).toBe(0);
});
