import { expect, test } from 'vitest';
import { detectLayout } from './detect-layout.ts';
import { type LayoutCase, usualLayout } from './testing/layout-case.ts';

test.each<LayoutCase>([
  ['carriage returns, with more line feeds in quotes', 'a,b\r1,"x\ny\nz\nw\nv"\r3,4\r', ['a', 'b'], { newline: '\r' }],
  [
    'an opening quote in each record',
    'name,people\n"Ulm,1\n"Bonn,2\n"Kiel,3\n',
    ['name', 'people'],
    { quote: '', escaping: '' },
  ],
  ['one opening quote', 'name,people\n"Ulm,1\nBonn,2\nKiel,3\n', ['name', 'people'], { regular: false }],
  [
    'opening quotes in records of different widths',
    'name,people\n"Ulm,1\n"Bonn,2\n"Kiel\n',
    ['name', 'people'],
    { regular: false },
  ],
  ['two bars and an open quote', 'a||b\n1||"2\n3||4\n', ['a', '', 'b'], { delimiter: '|', regular: false }],
  ['names of rows between tildes, and an open quote', 'a~b\nx~1~2\ny~"3~4\nz~5~6\n', ['a~b'], {}],
  [
    'numbers in quotes with a space between',
    '"1" "2"\n"3" "4"\n"5" "6"\n',
    ['column1', 'column2'],
    { delimiter: ' ', header: false },
  ],
  ['half of the fields in quotes', '1.5:"22:03:09"\n2.5:"21:04:26"\n', ['1.5:"22:03:09"'], {}],
  ['a word in apostrophes, and an open quote', `a,'p''q'\n"x,1\n`, ['a', "'p''q'"], { regular: false }],
  ['quotes on request, where apostrophes would do', "a,b\n'x',1\n'y',2\n", ['a', 'b'], {}, { quote: '"' }],
  [
    'apostrophes that would make records uneven',
    ",x\nc,'p''q',d\n'p,q'\n",
    ['column1', 'column2'],
    { header: false, regular: false },
  ],
  ['a plain word among words in apostrophes', "'name';'n'\n'x';1\ny;2\n3;4\n", ["'name'", "'n'"], { delimiter: ';' }],
  [
    'a number in apostrophes as a name',
    "'name';'1'\n'x';1\n2;3\n",
    ['column1', 'column2'],
    { delimiter: ';', header: false },
  ],
  ['an empty name in apostrophes', "'name';''\n'x';1\n2;3\n", ["'name'", "''"], { delimiter: ';' }],
  ['a word that begins like a truth value', "'name';'n'\n'x';truelove\n2;3\n", ["'name'", "'n'"], { delimiter: ';' }],
  ['a word that ends like a truth value', "'name';'n'\n'x';untrue\n2;3\n", ["'name'", "'n'"], { delimiter: ';' }],
  [
    'texts in apostrophes, and an empty value',
    "'name';'n'\n'x';\n2;3\n",
    ['name', 'n'],
    { delimiter: ';', quote: "'", escaping: "'" },
  ],
  [
    'texts in apostrophes below a blank line',
    "\n'name';'n'\n'x';7\n2;3\n",
    ['name', 'n'],
    { delimiter: ';', quote: "'", escaping: "'", skip: 1 },
  ],
  ['one column of texts in apostrophes', "'name'\n'x'\n2\n", ["'name'"], {}],
  ['texts in apostrophes, one of them open', "'name';'n'\n'x;7\n2;3\n'y';3\n", ["'name'", "'n'"], { delimiter: ';' }],
  ['a number in apostrophes without need', "name;n\n'5''10';1\nAa;'2'\n", ['name', 'n'], { delimiter: ';' }],
  ['doubled apostrophes in one column', "'p''q'\nx\n", ["'p''q'"], {}],
  ['apostrophes where needed, one of them open', "name;n\n'5''10';1\n'Aa;2\n", ['name', 'n'], { delimiter: ';' }],
  ['one record with apostrophes', "'a',1\n", ['column1', 'column2'], { header: false }],
  [
    'two records with apostrophes in a column',
    "'x',1\n'y',2\n",
    ['column1', 'column2'],
    { quote: "'", escaping: "'", header: false },
  ],
  [
    'a column in apostrophes below a comment',
    "// towns\na;b\n'x';1\n'y';2\n",
    ['a', 'b'],
    { delimiter: ';', quote: "'", escaping: "'", skip: 1, comment: '//' },
  ],
  [
    'a column in apostrophes and one that is empty',
    "a;b;c\n'x';1;\n'y';2;\n",
    ['a', 'b', 'c'],
    { delimiter: ';', quote: "'", escaping: "'" },
  ],
  ['a column of apostrophes in one column', "a\n'x'\n'y'\n", ['a'], {}],
  ['a single value with backslashes', 'a,b\n"x\\"y",2\nz,3\n', ['a', 'b'], { escaping: '\\', regular: false }],
  ['a value in apostrophes over two lines', "a;b\n'x;1\ny';2\n", ['a', 'b'], { delimiter: ';' }],
  [
    'an open quote between two rows of names',
    ',2019,,2020,\n"u,,,,\nname,men,women,men,women\nUlm,1,2,3,4\nBonn,5,6,7,8\n',
    ['', '2019', '', '2020', ''],
    { regular: false },
  ],
  [
    'a comment with as many fields, and an open quote',
    'name,people\n!x,y\nUlm,5\n"Bonn,x\nKiel,8\nKoeln,9\nBern,7\n',
    ['name', 'people'],
    { comment: '!', regular: false },
  ],
  [
    'a commented header with an open quote',
    '# x\n#id\t"n\n1\t2\n3\t4\n',
    ['column1', 'column2'],
    { delimiter: '\t', header: false, skip: 2, comment: '#' },
  ],
])('%s', (_, text, names, other, options = {}) => {
  expect(detectLayout(text, true, options)).toEqual({ ...usualLayout, names, ...other });
});

test('an open quote in a title may be one of the first record, and is refused', () => {
  expect(() => detectLayout('"Towns,,\nname,people,area\nUlm,5,6\nBonn,7,8\n', true, {})).toThrow('Line 1');
});
