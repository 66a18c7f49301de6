import { describe, expect, test } from 'vitest';
import type { MergedCells, SheetCell, SheetRow } from './sheet.ts';
import { isHeaderAbove, isPeriodHeader, type SheetRequest, sheetLayout } from './sheet-layout.ts';

function cellOf(text: string): SheetCell {
  if (text === '') return null;
  return { kind: /^-?\d+(\.\d+)?$/.test(text) ? 'number' : 'text', text };
}

/** The rows of a sheet, each with its cells between bars; null for a row that the file does not have. */
function sheet(lines: readonly (string | null)[]): SheetRow[] {
  return lines.flatMap((line, at) =>
    line === null ? [] : [{ number: at + 1, cells: line === '' ? [] : line.split('|').map(cellOf) }],
  );
}

type Case = [
  what: string,
  lines: (string | null)[],
  names: string[],
  rows: [above: number, headerFrom: number, from: number],
  request?: SheetRequest,
];

test.each<Case>([
  ['names above numbers', ['name|people', 'Ulm|5', 'Bonn|6'], ['name', 'people'], [0, 1, 2]],
  ['texts only', ['name|town', 'Anna|Ulm', 'Ben|Bonn'], ['name', 'town'], [0, 1, 2]],
  ['a text that recurs', ['name|town', 'name|Ulm', 'Ben|Bonn'], [], [0, 1, 1]],
  ['a year with a footnote', ['Land|2021|2022¹', 'Ulm|5|6'], ['Land', '2021', '2022¹'], [0, 1, 2]],
  [
    'tables beside each other',
    ['a|2021|2022||a|2021|2022', 'x|1|2||y|3|4'],
    'a|2021|2022||a|2021|2022'.split('|'),
    [0, 1, 2],
  ],
  ['numbers only', ['1|2', '3|4', '5|6'], [], [0, 1, 1]],
  ['nothing', [], [], [0, 1, 1]],
  ['empty rows only', ['', '', ''], [], [0, 1, 1]],
  ['a header alone', ['name|people'], ['name', 'people'], [0, 1, 2]],
  ['a title', ['Population', 'name|people|area', 'Ulm|5|6', 'Bonn|6|7'], ['name', 'people', 'area'], [1, 2, 3]],
  [
    'a title and a gap',
    ['Population', '', 'name|people|area', 'Ulm|5|6', 'Bonn|6|7'],
    ['name', 'people', 'area'],
    [1, 3, 4],
  ],
  [
    'a title and a row that is missing',
    ['Population', null, 'name|people|area', 'Ulm|5|6', 'Bonn|6|7'],
    ['name', 'people', 'area'],
    [1, 3, 4],
  ],
  [
    'notes of two cells before a gap',
    ['Source|Office', 'Date|2020', '', 'name|people|area', 'Ulm|5|6', 'Bonn|6|7'],
    ['name', 'people', 'area'],
    [2, 4, 5],
  ],
  [
    'a title in another column',
    ['|Population', 'name|people|area', 'Ulm|5|6', 'Bonn|6|7'],
    ['name', 'Population / people', 'Population / area'],
    [0, 1, 3],
  ],
  [
    'a note of three cells',
    ['a|b|c', '', 'name|people|area|share', 'Ulm|5|6|7', 'Bonn|6|7|8'],
    ['name', 'people', 'area', 'share'],
    [1, 3, 4],
  ],
  [
    'pairs above a table of two columns',
    ['Source|Office', 'Date|today', '', 'name|people', 'Ulm|5', 'Bonn|6', 'Kiel|7'],
    ['name', 'people'],
    [2, 4, 5],
  ],
  ['a table of one column', ['name', 'Ulm', 'Bonn'], ['name'], [0, 1, 2]],
  ['rows that fill only the first column', ['Ulm|', 'Bonn|', 'Kiel|', 'a|5|6', 'b|7|8'], ['Ulm', ''], [0, 1, 2]],
  ['a header on request', ['1|2', '3|4'], ['1', '2'], [0, 1, 2], { header: true }],
  ['no header on request', ['name|people', 'Ulm|5'], [], [0, 1, 1], { header: false }],
  ['rows left out on request', ['junk|more', 'name|people', 'Ulm|5'], ['name', 'people'], [1, 2, 3], { skip: 1 }],
  ['more left out than there are', ['name|people', 'Ulm|5'], [], [2, 3, 3], { skip: 9 }],
  ['no header below what is left out', ['x', '1|2', '3|4'], [], [1, 2, 2], { skip: 1, header: false }],
  [
    'groups above names',
    ['|2019||2020|', 'name|men|women|men|women', 'Ulm|1|2|3|4', 'Bonn|5|6|7|8'],
    ['name', '2019 / men', '2019 / women', '2020 / men', '2020 / women'],
    [0, 1, 3],
  ],
  [
    'groups of groups',
    ['|Europe|||', '|2019||2020|', 'name|men|women|men|women', 'Ulm|1|2|3|4', 'Bonn|5|6|7|8'],
    ['name', 'Europe / 2019 / men', 'Europe / 2019 / women', 'Europe / 2020 / men', 'Europe / 2020 / women'],
    [0, 1, 4],
  ],
  [
    'groups above years',
    ['|Births||Deaths|', 'name|2019|2020|2019|2020', 'Ulm|1|2|3|4', 'Bonn|5|6|7|8'],
    ['name', 'Births / 2019', 'Births / 2020', 'Deaths / 2019', 'Deaths / 2020'],
    [0, 1, 3],
  ],
  [
    'a group without names below',
    ['code|2019|', '|men|women', 'x|1|2', 'y|3|4'],
    ['code', '2019 / men', '2019 / women'],
    [0, 1, 3],
  ],
  ['two full rows of names', ['a|b|c', 'd|e|f', 'x|1|2', 'y|3|4'], ['a', 'b', 'c'], [0, 1, 2]],
  ['a mark above numbers', ['name|n/a', 'Ulm|5', 'Bonn|6'], ['name', 'n/a'], [0, 1, 2]],
  ['a repeated name', ['name|x|x', 'Ulm|5|6', 'Bonn|6|7'], ['name', 'x', 'x'], [0, 1, 2]],
  ['a number among names', ['name|2019|people', 'Ulm|5|6', 'Bonn|6|7'], ['name', '2019', 'people'], [0, 1, 2]],
  [
    'numbers with some words',
    ['name|people', 'Ulm|5', 'Bonn|6', 'Kiel|7', 'Bern|8', 'Rom|n/a'],
    ['name', 'people'],
    [0, 1, 2],
  ],
  [
    'numbers with many words',
    ['name|people', 'Ulm|5', 'Bonn|few', 'Kiel|7', 'Bern|8', 'Rom|n/a'],
    ['name', 'people'],
    [0, 1, 2],
  ],
  ['blanks', [' |  ', 'name|people', 'Ulm|5', 'Bonn|6'], ['name', 'people'], [0, 2, 3]],
  ['a short name', ['id|no', 'a|5', 'b|6'], ['id', 'no'], [0, 1, 2]],
  [
    'a title of many rows',
    ['A', 'B', 'C', 'D', '', 'name|people|area', 'Ulm|5|6', 'Bonn|6|7'],
    ['name', 'people', 'area'],
    [4, 6, 7],
  ],
  [
    'thirty-one rows above',
    [...Array<string>(31).fill('x'), 'name|people|area', ...Array<string>(40).fill('Ulm|5|6')],
    [],
    [0, 1, 1],
  ],
  [
    'twenty-nine rows above',
    [...Array<string>(29).fill('x'), 'name|people|area', ...Array<string>(40).fill('Ulm|5|6')],
    ['name', 'people', 'area'],
    [29, 30, 31],
  ],
  ['a gap inside the table', ['name|people', 'Ulm|5', '', 'Bonn|6', 'Kiel|7'], ['name', 'people'], [0, 1, 2]],
  ['years above numbers', ['name|2019|2020', 'Ulm|5|6', 'Bonn|6|7'], ['name', '2019', '2020'], [0, 1, 2]],
  ['a group above other numbers than years', ['|Births|', 'x|5|6', 'y|1|2'], ['', 'Births', ''], [0, 1, 2]],
  [
    'a group above years and a word',
    ['|Births|||', 'name|2019|other|2020|2021', 'Ulm|1|x|2|3', 'Bonn|4|y|5|6'],
    ['name', 'Births / 2019', 'Births / other', 'Births / 2020', 'Births / 2021'],
    [0, 1, 3],
  ],
  [
    'days above groups, and labels without a name',
    ['Population', '||31.12.2022||31.12.2023', '||all|men|all', 'DG|Germany|5|–|6', '01|SH|6|3|…', '02|HH|7|4|8'],
    ['', '', '31.12.2022 / all', '31.12.2022 / men', '31.12.2023 / all'],
    [1, 2, 4],
  ],
  [
    'one name for a code and a label, and words below the others',
    ['Day|District||Fuel|', '|||petrol|electric', '1.1.2022|01|SH|5|-', '1.1.2022|02|HH|6|7', '1.1.2022|03|HB|8|-'],
    ['Day', 'District', '', 'Fuel / petrol', 'Fuel / electric'],
    [0, 1, 3],
  ],
  [
    'a name of the periods above one of the labels, and columns of flags',
    ['TIME|2013||2014|', 'GEO|', ...Array.from({ length: 6 }, (_, at) => `C${at}|1|b|2|`), '', 'Flags:', 'b|break'],
    ['GEO', '2013', '', '2014', ''],
    [0, 1, 3],
  ],
  [
    'years above numbers, and labels without a name',
    ['||2015|2016', 'DG|Germany|1|2', '01|SH|4|5', '02|HH|1|2'],
    ['', '', '2015', '2016'],
    [0, 1, 2],
  ],
  [
    'a group above numbers that begin like years',
    ['|Births|', 'name|20190|20200', 'Ulm|1|2', 'Bonn|3|4'],
    ['', 'Births', ''],
    [0, 1, 2],
  ],
  [
    'a group above numbers that end like years',
    ['|Births|', 'name|12019|12020', 'Ulm|1|2', 'Bonn|3|4'],
    ['', 'Births', ''],
    [0, 1, 2],
  ],
  ['groups above nothing', ['|2019|', 'name|men|women'], ['', '2019', ''], [0, 1, 2]],
  [
    'groups beside a column without names',
    ['|2019|||', 'name|men||women|x', 'Ulm|1||2|3', 'Bonn|3||4|5'],
    ['', '2019', '', '', ''],
    [0, 1, 2],
  ],
  [
    'groups above names above texts',
    ['|Europe|', 'name|city|river', 'a|Ulm|Danube', 'b|Bonn|Rhine'],
    ['', 'Europe', ''],
    [0, 1, 2],
  ],
  [
    'groups of which one is above nothing',
    ['|A||', '|||', 'name|x|y|z', 'Ulm|1|2|3', 'Bonn|4|5|6'],
    ['name', 'x', 'y', 'z'],
    [1, 3, 4],
  ],
  [
    'groups above a record with a mark',
    ['|2019||2020|', 'name|men|women|men|women', 'Ulm|n/a|2|n/a|4', 'Bonn|5|6|7|8'],
    ['name', '2019 / men', '2019 / women', '2020 / men', '2020 / women'],
    [0, 1, 3],
  ],
  ['a title above two columns', ['Towns', 'name|people', 'Ulm|5', 'Bonn|6'], ['name', 'people'], [1, 2, 3]],
  ['a title above records of different lengths', ['Towns', 'a|b|c', 'x|1', 'y|2|3', 'z|4'], ['a', 'b', 'c'], [1, 2, 3]],
  ['records longer than the header', ['name|people', 'Ulm|5|6', 'Bonn|7|8'], ['name', 'people'], [0, 1, 2]],
  [
    'a header on request below groups',
    ['|2019||2020|', 'name|men|women|men|women', 'Ulm|1|2|3|4'],
    ['', '2019', '', '2020', ''],
    [0, 1, 2],
    { header: true },
  ],
  [
    'no header on request above groups',
    ['|2019||2020|', 'name|men|women|men|women', 'Ulm|1|2|3|4'],
    [],
    [0, 1, 1],
    { header: false },
  ],
  ['a gap before anything', ['', '', 'name|people', 'Ulm|5', 'Bonn|6'], ['name', 'people'], [0, 3, 4]],
  [
    'a group without a name beside others',
    ['A||B|', '|x||y', 'Ulm|1|c|2', 'Bonn|3|d|4'],
    ['A', 'x', 'B', 'y'],
    [0, 1, 3],
  ],
])('%s', (_, lines, names, [above, headerFrom, from], request = {}) => {
  expect(sheetLayout(sheet(lines), request)).toEqual({ names, above, headerFrom, from });
});

/** `1-2 b-c`: the first and last row, and the first and last column, of merged cells. */
function mergedOf(text: string): MergedCells[] {
  const column = (letter: string) => letter.charCodeAt(0) - 97;
  return [...text.matchAll(/(\d)-(\d) (\w)-(\w)/g)].map(([, from, to, left = '', right = '']) => ({
    from: Number(from),
    to: Number(to),
    left: column(left),
    right: column(right),
  }));
}

const europe = ['name', 'Europe / city', 'Europe / river'];
const texts = ['a|Ulm|Danube', 'b|Bonn|Rhine'];

test.each<[what: string, lines: (string | null)[], merged: string, names: string[], from: number]>([
  ['a group of columns', ['name|Europe|', '|city|river', ...texts], '1-1 b-c', europe, 3],
  ['a group of columns whose last cell is not stored', ['name|Europe', '|city|river', ...texts], '1-1 b-c', europe, 3],
  ['a name beside a group', ['name|Europe|', '|city|river', ...texts], '1-2 a-a, 1-1 b-c', europe, 3],
  [
    'a group before a name',
    ['Europe||name', 'city|river|', 'Ulm|Danube|a'],
    '1-1 a-b, 1-2 c-c',
    [...europe.slice(1), 'name'],
    3,
  ],
  [
    'a group above years',
    ['name|Europe|', '|2019|2020', 'a|x|y'],
    '1-1 b-c',
    ['name', 'Europe / 2019', 'Europe / 2020'],
    3,
  ],
  ['no group above other numbers', ['name|Europe|', '|7|8', 'a|x|y'], '1-1 b-c', ['name', 'Europe', ''], 2],
  ['no group above one name', ['name|Europe|', '|city|', ...texts], '1-1 b-c', ['name', 'Europe', ''], 2],
  [
    'no group above names outside it',
    ['Europe|||x', 'city|||', 'a|||b', 'c|||d'],
    '1-1 a-b',
    ['Europe', '', '', 'x'],
    2,
  ],
  [
    'no name without a group',
    ['name|city|river', 'a|Ulm|Danube', '|Bonn|Rhine'],
    '1-2 a-a',
    ['name', 'city', 'river'],
    2,
  ],
  [
    'nothing in the records',
    ['name|city|river', ...texts, '|Kiel|Eider'],
    '3-4 a-a, 3-3 b-c',
    ['name', 'city', 'river'],
    2,
  ],
  ['nothing in a title', ['Title', '', 'name|Europe|', '|city|river', ...texts], '1-1 a-c, 3-3 b-c', europe, 5],
  ['nothing without records', ['name|Europe|', '|city|river'], '1-1 b-c', [], 1],
  ['nothing beside a number', ['name|Europe||5', '|city|river|x', 'a|Ulm|Danube|y'], '1-1 b-c', [], 1],
  [
    'a group beside a year',
    ['name|E||2019', '|city|river|x', 'a|y|z|w'],
    '1-1 b-c',
    ['name', 'E / city', 'E / river', '2019 / x'],
    3,
  ],
  [
    'groups of groups',
    ['name|Europe|||', '|North||South|', '|city|river|city|river', 'a|x|y|z|w'],
    '1-3 a-a, 1-1 b-e, 2-2 b-c, 2-2 d-e',
    ['name', 'Europe / North / city', 'Europe / North / river', 'Europe / South / city', 'Europe / South / river'],
    4,
  ],
  ['a tall group', ['name|Europe|', '||', '|city|river', ...texts], '1-3 a-a, 1-2 b-c', europe, 4],
  [
    'a tall group whose rest is not stored',
    ['name|Europe|', null, '|city|river', ...texts],
    '1-3 a-a, 1-2 b-c',
    europe,
    4,
  ],
  ['a name taller than its neighbours', ['name|Europe|', '|city|river', '||', ...texts], '1-3 a-a, 1-1 b-c', europe, 4],
  [
    'six rows',
    ['name|Europe|', ...Array<string>(4).fill('||'), '|city|river', ...texts],
    '1-6 a-a, 1-5 b-c',
    europe,
    7,
  ],
  [
    'not seven rows',
    ['name|Europe|x', ...Array<string>(5).fill('||'), '|city|river', ...texts],
    '1-7 a-a, 1-6 b-c',
    ['name', 'Europe', 'x'],
    2,
  ],
  [
    'nothing by a group in the records',
    ['name|city|river', 'a|Ulm|x', 'b|Bonn|', '|Kiel|Eider'],
    '1-1 a-a, 3-3 b-c',
    ['name', 'city', 'river'],
    2,
  ],
  [
    'nothing by a tall name and a group in the records',
    ['name|city|river', '||', 'a|Ulm|', '|Kiel|Eider'],
    '1-2 a-a, 3-3 b-c',
    ['name', 'city', 'river'],
    2,
  ],
  [
    'a group whose first column has no name',
    ['name|Europe||', '||city|river', 'a|1|Ulm|Danube'],
    '1-1 b-d',
    ['name', 'Europe', 'Europe / city', 'Europe / river'],
    3,
  ],
  [
    'a group up to the next name',
    ['Europe|||x', '|city|river|', '1|Ulm|Danube|y'],
    '1-1 a-c',
    ['Europe', 'Europe / city', 'Europe / river', 'x'],
    3,
  ],
  [
    'nothing in notes above',
    ['Source|Office', '', 'name|Europe||x', '|city|river|', ...texts],
    '3-3 b-c',
    ['name', 'Europe / city', 'Europe / river', 'x'],
    5,
  ],
  [
    'nothing in notes below a title',
    ['Title|', 'Source|Office', '', 'name|Europe||x', '|city|river|', ...texts],
    '1-1 a-b, 1-2 a-a, 4-4 b-c',
    ['name', 'Europe / city', 'Europe / river', 'x'],
    6,
  ],
])('merged cells prove %s', (_, lines, merged, names, from) => {
  expect(sheetLayout(sheet(lines), {}, mergedOf(merged))).toMatchObject({ names, from });
});

test('names across rows that are asked for are those of merged cells too', () => {
  const of = (request: SheetRequest) =>
    sheetLayout(sheet(['name|Europe|', '|city|river', ...texts]), request, mergedOf('1-1 b-c'));
  expect(of({ headerRows: 2 })).toMatchObject({ names: europe, from: 3 });
  expect(of({ headerRows: 1 })).toMatchObject({ names: ['name', 'Europe', ''], from: 2 });
  expect(of({ header: true })).toMatchObject({ names: ['name', 'Europe', ''], from: 2 });
  expect(of({ header: false, headerRows: 2 })).toMatchObject({ names: [], from: 1 });
});

test.each([
  [true, ['Land|2019|2020', 'a|1|2', 'b|3|4']],
  [true, ['|2019|2020', 'a|1|2']],
  [true, ['Land||2019|2020', 'a||1|2']],
  [true, ['Land|2019|2020', 'a|x|3']],
  [true, ['Land|2019|2020', 'a|2018|5']],
  [false, ['Land|2019', 'a|1']],
  [false, ['Land|2019|2019', 'a|1|2']],
  [false, ['7|2019|2020', 'a|1|2']],
  [false, ['Land|2019|x', 'a|1|2']],
  [false, ['Land|2019|2020', 'a|x|y']],
  [false, ['Land|2019|2020', 'a|1|2', '2018|2017|2016']],
  [false, []],
])('labels and periods above numbers are names: %s for %j', (expected, lines) => {
  expect(isPeriodHeader(sheet(lines))).toBe(expected);
});

describe('a row that names the columns below it', () => {
  const is = (lines: (string | null)[], at = 0, minRows?: number, name?: RegExp) =>
    isHeaderAbove(sheet(lines), at, minRows, name);

  test('has several different texts, one above numbers', () => {
    expect(is(['name|people', 'Ulm|5'])).toBe(true);
    expect(is(['x', 'name|people', 'Ulm|5'], 1)).toBe(true);
    expect(is(['people', '5'])).toBe(false);
    expect(is(['name|name', 'Ulm|5'])).toBe(false);
    expect(is(['name|people', 'Ulm|many'])).toBe(false);
    expect(is(['name|7', 'Ulm|5'])).toBe(false);
    expect(is(['name|n/a', 'Ulm|5'])).toBe(false);
    expect(is(['name|people'])).toBe(false);
    expect(is(['name|people|7', 'Ulm|5|x'])).toBe(false);
    expect(is(['name|people| n/a ', 'Ulm|5|x'])).toBe(false);
    expect(is(['name|people|   ', 'Ulm|5|x'])).toBe(true);
    expect(is(['name|people', 'Ulm|5'], 5)).toBe(false);
    expect(is(['name||people', 'Ulm||5'])).toBe(true);
  });

  test('is a word of three letters, unless less will do', () => {
    expect(is(['id|no', '5|6'])).toBe(false);
    expect(is(['id|no', '5|6'], 0, 1, /\p{L}/u)).toBe(true);
  });

  test('has at least as many rows below it before a gap', () => {
    expect(is(['name|people', 'Ulm|5', 'Bonn|6'], 0, 2)).toBe(true);
    expect(is(['name|people', 'Ulm|5', null, 'Bonn|6'], 0, 2)).toBe(false);
    expect(is(['name|people', 'Ulm|5'], 0, 2)).toBe(false);
  });

  test('counts the numbers up to a gap, in thirty rows, of which one in five may be none', () => {
    expect(is(['name|people', 'Ulm|5', '', 'Bonn|many', 'Kiel|few'])).toBe(true);
    expect(is(['name|people', ...Array<string>(30).fill('a|5'), ...Array<string>(90).fill('b|x')])).toBe(true);
    expect(is(['name|people', ...Array<string>(9).fill('a|5'), 'b|x'])).toBe(true);
    expect(is(['name|people', ...Array<string>(8).fill('a|5'), 'b|x', 'c|x'])).toBe(false);
  });
});
