import { describe, expect, test } from 'vitest';
import { delimiterReadings, detectLayout } from './detect-layout.ts';
import { type LayoutCase, usualLayout } from './testing/layout-case.ts';

const access = [
  '10.0.0.1 - - [10/Oct/2020:13:55:36 +0000] "GET / HTTP/1.1" 200 5\n',
  '10.0.0.2 - - [10/Oct/2020:13:55:37 +0000] "GET /a HTTP/1.1" 404 7\n',
].join('');
const program = [
  '2020-01-31 10:00:00,123 INFO Listening, port 80\n',
  '2020-01-31 10:00:05,001 WARN Slow answer, 5 s\n',
  '2020-01-31 10:00:09,500 INFO Stopped, port 80\n',
].join('');

test.each<LayoutCase>([
  ['the usual layout', 'a,b\n1,2\n3,4\n', ['a', 'b'], {}],
  ['the declared delimiter of a spreadsheet', 'sep=;\na;b\n1;2\n', ['a', 'b'], { delimiter: ';', skip: 1 }],
  ['a declared delimiter in quotes', '"sep=|"\r\na|b\r\n1|2\r\n', ['a', 'b'], { delimiter: '|', skip: 1 }],
  ['semicolons beside decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n', ['a', 'b'], { delimiter: ';' }],
  ['decimal commas in a single column', 'amount\n1,5\n2,5\n3\n', ['amount'], { delimiter: ';' }],
  ['tabulators', 'a\tb\n1\t2\n', ['a', 'b'], { delimiter: '\t' }],
  ['bars', 'a|b\n1|2\n3|4\n', ['a', 'b'], { delimiter: '|' }],
  ['carets', 'a^b\nx^y\n1^2\n', ['a', 'b'], { delimiter: '^' }],
  ['colons after words', 'Name: Anna\nTown: Ulm\n', ['Name: Anna'], {}],
  ['colons in three columns', 'a:b:c\n1:2:3\n4:5:6\n', ['a', 'b', 'c'], { delimiter: ':' }],
  ['spaces between two words', 'a b\n1 2\n3 4\n', ['a b'], {}],
  ['spaces in three columns', 'a b c\n1 2 3\n4 5 6\n', ['a', 'b', 'c'], { delimiter: ' ' }],
  ['two bars', 'a||b\n1||2\n3||4\n', ['a', 'b'], { delimiter: '||' }],
  [
    'three characters between three columns',
    'a|~|b|~|c\n1|~|2|~|3\n4|~|5|~|6\n',
    ['a', 'b', 'c'],
    { delimiter: '|~|' },
  ],
  ['a column of the same letter', 'a|x|b\n1|x|2\n3|x|4\n', ['a', 'x', 'b'], { delimiter: '|' }],
  ['carriage returns', 'a,b\r1,2\r3,4\r', ['a', 'b'], { newline: '\r' }],
  ['a carriage return in quotes', 'a,b\n"x\ry",2\n3,4\n', ['a', 'b'], { regular: false }],
  ['carriage returns, with a line feed in quotes', 'a,b\r1,2\r3,"x\ny"\r', ['a', 'b'], { newline: '\r' }],
  ['both ends of lines', 'a,b\r\n1,2\r\n', ['a', 'b'], {}],
  ['ends of lines of two kinds', 'a,b\r\n1,2\n3,4\n', ['a', 'b'], { regular: false }],
  ['quotes', '"a","b"\n"1,5","2"\n', ['a', 'b'], {}],
  ['backslashes before quotes', 'a,b\n"x\\"y",2\n"z",3\n', ['a', 'b'], { escaping: '\\', regular: false }],
  ['apostrophes', "a,b\n'x,y',2\n'z',3\n", ['a', 'b'], { quote: "'", escaping: "'" }],
  ['inches', 'a,b\n5" x,2\n7" y,3\n"z,4\n', ['a', 'b'], { regular: false }],
  ['a single column', 'name\nanna\nben\n', ['name'], {}],
  [
    'a title with an empty line',
    'Population of towns\n\nname,people,area\nUlm,5,6\nBonn,7,8\n',
    ['name', 'people', 'area'],
    { skip: 2 },
  ],
  ['a title', 'Population of towns\nname,people,area\nUlm,5,6\nBonn,7,8\n', ['name', 'people', 'area'], { skip: 1 }],
  [
    'a title with delimiters',
    'Population of towns,,\nname,people,area\nUlm,5,6\nBonn,7,8\n',
    ['name', 'people', 'area'],
    { skip: 1 },
  ],
  [
    'names with values above',
    'Source:,X\nDate:,2020\nname,people,area,share\nUlm,5,6,7\nBonn,7,8,9\n',
    ['name', 'people', 'area', 'share'],
    { skip: 2 },
  ],
  ['a sentence above', 'Towns, by people\nname,people\nUlm,5\nBonn,7\nKiel,8\n', ['name', 'people'], { skip: 1 }],
  ['a comment above', '# a comment, with comma\nname,people\nUlm,5\nBonn,7\n', ['name', 'people'], { skip: 1 }],
  ['a header in a comment', '#name,people\nUlm,5\nBonn,7\n', ['#name', 'people'], {}],
  ['another comment above', '// x\nname,people\nUlm,5\nBonn,7\n', ['name', 'people'], { skip: 1, comment: '//' }],
  ['a comment below', 'name,people\nUlm,5\nBonn,7\n% x\n', ['name', 'people'], { comment: '%', regular: false }],
  ['a value like a comment', 'name,people\n--,5\nBonn,7\n', ['name', 'people'], {}],
  [
    'a comment with as many fields',
    'name,people\n!x,y\nUlm,5\nBonn,7\nKiel,8\nKoeln,9\nBern,7\n',
    ['name', 'people'],
    { comment: '!', regular: false },
  ],
  ['names of rows without a heading', 'a,b\nx,1,2\ny,3,4\n', ['', 'a', 'b'], { unnamed: 'first', regular: false }],
  [
    'the same in quotes, as R writes it',
    '"a" "b"\n"x" 1 2\n"y" 3 4\n"z" 3 4\n',
    ['', 'a', 'b'],
    { delimiter: ' ', unnamed: 'first', regular: false },
  ],
  ['delimiters at the ends of lines', 'a,b,\n1,2,\n3,4,\n', ['a', 'b'], { emptyFields: 1, regular: false }],
  ['one at the end of the header', 'a,b,\n1,2\n3,4\n', ['a', 'b'], { emptyFields: 1, regular: false }],
  ['numbers only', '1,2\n3,4\n5,6\n', ['column1', 'column2'], { header: false }],
  ['a text that recurs', 'x,y\nx,z\nq,y\n', ['column1', 'column2'], { header: false }],
  ['texts only', 'name,town\nanna,ulm\nben,bonn\n', ['name', 'town'], {}],
  ['years above numbers', 'country,2019,2020\nA,1,2\nB,3,4\n', ['country', '2019', '2020'], {}],
  [
    'years above other years',
    'country,2000,2005,2010\nA,2001,2006,2003\nB,2001,1998,2003\n',
    ['country', '2000', '2005', '2010'],
    {},
  ],
  ['ages', 'sex,0-4,5-9,85+\nm,1,2,3\nf,4,5,6\n', ['sex', '0-4', '5-9', '85+'], {}],
  ['counted columns', ',0,1,2\na,5,6,7\nb,8,9,1\n', ['', '0', '1', '2'], {}],
  ['counted columns beside a name', 'id,1,2,3\nr,5,9,7\ns,8,9,1\n', ['id', '1', '2', '3'], {}],
  ['days', 'country,2020-01-01,2020-01-02\nA,1,2\nB,3,4\n', ['country', '2020-01-01', '2020-01-02'], {}],
  ['names above truth values', 'a,b\ntrue,false\nfalse,true\n', ['a', 'b'], {}],
  [
    'two rows of names',
    ',2019,2019,2020,2020\nname,men,women,men,women\nUlm,1,2,3,4\nBonn,5,6,7,8\n',
    ['name', '2019 / men', '2019 / women', '2020 / men', '2020 / women'],
    { headerRows: 2, regular: false },
  ],
  [
    'two rows of names on request',
    'x,y\na,b\n1,2\n3,4\n',
    ['x / a', 'y / b'],
    { headerRows: 2, regular: false },
    { headerRows: 2 },
  ],
  ['a header on request', '1,2\n3,4\n', ['1', '2'], {}, { header: true }],
  ['no header on request', 'a,b\n1,2\n', ['column1', 'column2'], { header: false }, { header: false }],
  ['lines left out on request', 'junk\na,b\n1,2\n', ['a', 'b'], { skip: 1 }, { skip: 1 }],
  ['a delimiter on request', 'a;b,c\n1;2,3\n', ['a', 'b,c'], { delimiter: ';' }, { delimiter: ';' }],
  ['quotes on request', "a,b\n'x',1\n", ['a', 'b'], { quote: "'", escaping: "'" }, { quote: "'" }],
  ['no quotes on request', 'a,b\n"x,1\n', ['a', 'b'], { quote: '', escaping: '' }, { quote: '' }],
  ['comments on request', ';x\na,b\n1,2\n', ['a', 'b'], { skip: 1, comment: ';' }, { comment: ';' }],
  ['no comments on request', '#x,y\n1,2\n3,4\n', ['#x', 'y'], {}, { comment: '' }],
  ['the end of a text of DOS', 'a,b\n1,2\n\x1a', ['a', 'b'], { regular: false }],
  ['two byte order marks', '\xef\xbb\xbf\xef\xbb\xbfa,b\n1,2\n', ['a', 'b'], { regular: false }],
  ['a header that is repeated', 'a,b\n1,2\na,b\n3,4\n', ['a', 'b'], { regular: false }],
  ['a name like a missing value', 'NA,b\n1,2\n3,4\n', ['NA', 'b'], {}],
  ['records that are too short', 'a,b,c\n1,2\n3,4,5\n6,7\n8,9,1\n', ['a', 'b', 'c'], { regular: false }],
  ['few records of two fields', 'a,b\nx\ny\nz\n1,2\n3,4\n', ['a', 'b'], { regular: false }],
  ['names only', 'a,b,c\n', ['a', 'b', 'c'], {}],
  ['years that descend', 'c,2020,2010,2000\nA,1,2,3\n', ['c', '2020', '2010', '2000'], {}],
  ['numbers before texts', '1,a\n2,b\n3,c\n', ['column1', 'column2'], { header: false }],
  ['years only above numbers', '2019,2020,2021\n1,2,3\n4,5,6\n', ['2019', '2020', '2021'], {}],
  ['another table below', 'a,b\nx,1\ny,2\n\nc,d,e\nz,3,4\nw,5,6\n', ['a', 'b'], { regular: false }],
  ['quotes that commas would tear', 'a "x, y" b\nc "z, w" d\ne "q, r" f\n', ['a', 'x, y', 'b'], { delimiter: ' ' }],
  ['two spaces', 'a  b  c\n1  2  3\n4  5  6\n', ['a', 'b', 'c'], { delimiter: '  ' }],
  ['unit separators', 'a\x1fb\n1\x1f2\n', ['a', 'b'], { delimiter: '\u001f' }],
  ['a sign of a delimiter far below is none', 'a;b\nsep=,\n1;2\n3;4\n', ['a', 'b'], { delimiter: ';', regular: false }],
  [
    'a declared delimiter after a byte order mark',
    '\xef\xbb\xbfsep=;\na;b\n1;2\n',
    ['a', 'b'],
    { delimiter: ';', skip: 1 },
  ],
  ['a declared delimiter and another on request', 'sep=;\na,b\n1,2\n', ['a', 'b'], { skip: 1 }, { delimiter: ',' }],
  ['a bar in every second place, on request', 'a||b\n1||2\n', ['a', '', 'b'], { delimiter: '|' }, { delimiter: '|' }],
  [
    'a declared delimiter and lines left out on request',
    'sep=;\nx\na;b\n1;2\n',
    ['a', 'b'],
    { delimiter: ';', skip: 2 },
    { skip: 2 },
  ],
  ['few commas in texts', 'note\nhello there\nso, it goes\nall is well\nnothing more\n', ['note'], { delimiter: ';' }],
  [
    'commas in some texts below a header of two',
    'note,more\nx\ny, z\nq\nr,s\nt\n',
    ['note', 'more'],
    { regular: false },
  ],
  ['equally many widths', 'a,b,c\n1,2\n3,4,5\n6,7\n', ['a', 'b', 'c'], { regular: false }],
  [
    'three columns before lines without any',
    'title\nx,y,z\nnote\n1,2,3\n',
    ['x', 'y', 'z'],
    { skip: 1, regular: false },
  ],
  ['comments among records', '#x\n#y\na,b\n1,2\n#z\n3,4\n', ['a', 'b'], { skip: 2, comment: '#', regular: false }],
  ['inches and quotes', 'a,b\n5" x,2\n"7",3\n9" z,4\n', ['a', 'b'], {}],
  ['two odd quotes in texts without quotes', 'a,b\nx "y,1\n"z,2\n"w,3\n', ['a', 'b'], { regular: false }],
  ['apostrophes before and after', "'a','b'\n'x','1'\n'y','2'\n", ['a', 'b'], { quote: "'", escaping: "'" }],
  ['apostrophes in one column', "a,b\n'x',1\n'y',2\n", ['a', 'b'], { quote: "'", escaping: "'" }],
  [
    'apostrophes in one column, with an empty value',
    "a,b\n'x',1\n,2\n'z',3\n",
    ['a', 'b'],
    { quote: "'", escaping: "'" },
  ],
  ['apostrophes around some values of a column', "a,b\n'x',1\ny,2\n'z',3\n", ['a', 'b'], {}],
  ['apostrophes in a word', "a,b\nit's,1\nhe's,2\n", ['a', 'b'], {}],
  [
    'texts in apostrophes beside numbers',
    "'n';'s'\n1;'x'\n2;'y'\n",
    ['n', 's'],
    { delimiter: ';', quote: "'", escaping: "'" },
  ],
  [
    'texts in apostrophes beside truth values',
    "'n';'s'\ntrue;'x'\nFALSE;'y'\n",
    ['n', 's'],
    { delimiter: ';', quote: "'", escaping: "'" },
  ],
  ['apostrophes in texts in quotes', '"a","b"\n"it\'s",1\n"x",2\n', ['a', 'b'], {}],
  ['doubled apostrophes where needed', "a,b\n'x''s',1\ny,2\n", ['a', 'b'], { quote: "'", escaping: "'" }],
  ['backslashes without quotes', 'a,b\nx\\y,1\nz,2\n', ['a', 'b'], {}],
  ['carets beside commas', 'a^b\nx, y^1\nz, w^2\n', ['a', 'b'], { delimiter: '^' }],
  ['carets with different widths', 'a^b\nx^1^2\ny\n', ['a^b'], {}],
  ['tildes', 'a~b~c\n1~2~3\n4~5~6\n', ['a', 'b', 'c'], { delimiter: '~' }],
  [
    'tildes of row names',
    'a~b\nx~1~2\ny~3~4\nz~5~6\n',
    ['', 'a', 'b'],
    { delimiter: '~', unnamed: 'first', regular: false },
  ],
  ['semicolons beside tabulators', 'a\tb;c\n1\t2;3\n4\t5;6\n', ['a\tb', 'c'], { delimiter: ';' }],
  ['bars beside commas in texts', 'a|b\nx, y|1\nz, w|2\n', ['a', 'b'], { delimiter: '|' }],
  ['spaces, quoted', '"a" "b"\n"x y" "1"\n"z w" "2"\n', ['a', 'b'], { delimiter: ' ' }],
  ['colons, quoted', '"a":"b"\n"x y":"1"\n', ['a', 'b'], { delimiter: ':' }],
  [
    'three bars',
    'a|||b\n1|||2\n3|||4\n',
    ['a', '', '', 'b'],
    { delimiter: '|', otherTable: { kind: 'beside', column: 2 } },
  ],
  ['five characters between', 'a|-~-|b\n1|-~-|2\n', ['a', 'b'], { delimiter: '|-~-|' }],
  ['two empty columns', 'a,,b\n1,,2\n3,,4\n', ['a', 'b'], { delimiter: ',,' }],
  ['an empty column of some values', 'a,,b\n1,,2\n3,x,4\n', ['a', '', 'b'], {}],
  ['decimal commas with a sign', 'amount\n-1,5\n+2,5\n 3,25 \n', ['amount'], { delimiter: ';' }],
  ['names of rows that are repeated', 'a,b\nx,1,2\nx,3,4\n', ['a', 'b'], { emptyFields: 1, regular: false }],
  ['names of rows, and nothing last', 'a,b\nx,1,\ny,3,\n', ['a', 'b'], { emptyFields: 1, regular: false }],
  ['one record wider than the header', 'a,b\nx,1,2\n', ['a', 'b'], { regular: false }],
  ['empty columns last', 'a,b,,\n1,2,,\n3,4,,\n', ['a', 'b'], { emptyFields: 2, regular: false }],
  ['an empty column last with a value', 'a,b,\n1,2,\n3,4,x\n', ['a', 'b', ''], {}],
  ['a blank line within', 'a,b\n1,2\n\n3,4\n', ['a', 'b'], {}],
  ['a blank line above', '\na,b\n1,2\n', ['a', 'b'], { skip: 1 }],
  ['a blank line in a single column', 'a\n1\n\n3\n', ['a'], { regular: false }],
  ['a header in two lines', '"a\nx",b\n1,2\n3,4\n', ['a\nx', 'b'], { regular: false }],
  [
    'a title and delimiters below',
    'Towns\n,,\nname,people,area\nUlm,5,6\nBonn,7,8\n',
    ['name', 'people', 'area'],
    { skip: 2 },
  ],
  ['two titles', 'Towns\nof the year\nname,people,area\nUlm,5,6\nBonn,7,8\n', ['name', 'people', 'area'], { skip: 2 }],
  [
    'a title of two fields before a gap',
    'Towns,2020\n\nname,people,area\nUlm,5,6\nBonn,7,8\n',
    ['name', 'people', 'area'],
    { skip: 2 },
  ],
  ['many lines above few', 'a\nb\nc\nd\nx,y\n1,2\n', ['a'], { delimiter: ';' }],
  [
    'a sentence above texts',
    'Towns, by people\nname,town\nUlm,Bonn\nKiel,Rom\nOslo,Bern\n',
    ['Towns', ' by people'],
    {},
  ],
  [
    'a sentence of another width',
    'Towns, by people, and more\nname,people\nUlm,5\nBonn,7\nKiel,8\n',
    ['name', 'people'],
    { skip: 1 },
  ],
  ['a header in a comment above numbers', '#id,n\n1,2\n3,4\n5,6\n', ['#id', 'n'], {}],
  [
    'a header in a last comment',
    '# made by x\n#id\tn\ts\n1\t2\t3\n3\t4\t5\n',
    ['#id', 'n', 's'],
    { delimiter: '\t', skip: 1, comment: '#', regular: false },
  ],
  ['comments of more than one kind', '// x\n# y\na,b\n1,2\n', ['a', 'b'], { skip: 2, comment: '#' }],
  ['percents as values', 'a,b\n%x,1\n%y,2\n', ['a', 'b'], {}],
  ['a comment with a number', 'name,people\n!x,5\nUlm,5\nBonn,7\nKiel,8\nKoeln,9\n', ['name', 'people'], {}],
  [
    'groups above names',
    'x,,y,\na,b,c,d\n1,2,3,4\n5,6,7,8\n',
    ['x / a', 'x / b', 'y / c', 'y / d'],
    { headerRows: 2, regular: false },
  ],
  ['the end of a text of DOS alone on its line', 'a\n1\n\u001a', ['a'], { regular: false }],
  ['a line feed before a carriage return', 'a,b\n\r1,2\n\r3,4\n', ['a', 'b'], { regular: false }],
  [
    'another table below the first',
    'name,people\nUlm,1\nBonn,2\nKiel,3\n\nname,visitors,stays\na,5,6\nb,7,8\nc,9,10\n',
    ['name', 'people'],
    { regular: false, otherTable: { kind: 'below', line: 6 } },
  ],
  [
    'columns of fixed width',
    'name    people\nUlm          5\nBonn         7\nKiel         8\n',
    ['name    people'],
    { unseparated: { kind: 'fixed-width', starts: [1, 9] } },
  ],
  ['a drawn table', 'a | b\n---|---\n1 | 2\n', ['a ', ' b'], { delimiter: '|', unseparated: { kind: 'drawn' } }],
  ['padded quotes', '"a", "b"\n"x, y", "1"\n"z", "2"\n', ['a', 'b'], { regular: false }],
  [
    'years that are not in order',
    'c,2019,2021,2020\nA,1,2,3\n',
    ['column1', 'column2', 'column3', 'column4'],
    { header: false },
  ],
  ['months with points', 'c,1.1.2020,1.2.2020\nA,5,6\n', ['c', '1.1.2020', '1.2.2020'], {}],
  ['words above days', 'x,y\na,2020-01-31\nb,2020-02-01\n', ['x', 'y'], {}],
  ['a name with digits above numbers', 'q1,q2\n1,2\n3,4\n', ['q1', 'q2'], {}],
  ['a plus at an age', 'sex,15-24,25+\nm,1,2\nf,3,4\n', ['column1', 'column2', 'column3'], { header: false }],
  ['an empty name above texts', ',x\na,b\nc,d\n', ['', 'x'], {}],
  [
    'as many names of values as records',
    'Source:\nDate:\nPlace:\nname,people,area\nUlm,5,6\nBonn,6,7\n',
    ['name', 'people', 'area'],
    { skip: 3 },
  ],
  [
    'as many other lines as records',
    'x\ny\nz\nname,people,area\nUlm,5,6\nBonn,6,7\n',
    ['x'],
    { emptyFields: 2, regular: false },
  ],
  ['fewer lines than records', 'x\ny\nname,people,area\nUlm,5,6\nBonn,6,7\n', ['name', 'people', 'area'], { skip: 2 }],
  [
    'two fields before a row of delimiters',
    'Towns,2020\n,,\nname,people,area\nUlm,5,6\nBonn,7,8\n',
    ['name', 'people', 'area'],
    { skip: 2 },
  ],
  [
    'two fields before a row of blanks',
    'Towns,2020\n , , \nname,people,area\nUlm,5,6\nBonn,7,8\n',
    ['name', 'people', 'area'],
    { skip: 2 },
  ],
  [
    'two fields before a line of blanks',
    'Towns,2020\n   \nname,people,area\nUlm,5,6\nBonn,7,8\n',
    ['name', 'people', 'area'],
    { skip: 2 },
  ],
  [
    'the log of a web server',
    access,
    ['host', 'identity', 'user', 'time', 'zone', 'request', 'status', 'bytes'],
    { delimiter: ' ', header: false, unseparated: { kind: 'log-fields' } },
  ],
  [
    'the log of a web server, with a header on request',
    access,
    ['10.0.0.1', '-', '-', '[10/Oct/2020:13:55:36', '+0000]', 'GET / HTTP/1.1', '200', '5'],
    { delimiter: ' ' },
    { header: true },
  ],
  [
    'the log of a web server, with a delimiter on request',
    access,
    ['column1', 'column2'],
    { delimiter: '[', header: false },
    { delimiter: '[' },
  ],
  ['the log of a program', program, ['column1'], { delimiter: ';', header: false, unseparated: { kind: 'log-lines' } }],
  [
    'a log with a directive of fields',
    '#Software: IIS\n#Fields: date time method\n2020-01-31 10:00:00 GET\n2020-01-31 10:00:05 GET\n',
    ['date', 'time', 'method'],
    { delimiter: ' ', header: false, skip: 2, comment: '#', unseparated: { kind: 'log-fields' } },
  ],
  ['a carriage return in a value among ends of lines', 'a,b\r\n1,x\ry\r\n3,4\r\n', ['a', 'b'], { regular: false }],
  ['a short record after two thousand', `a,b\n${'1,2\n'.repeat(2000)}x`, ['a', 'b'], {}],
  ['more blank lines than records', 'a,b\n\n\n1,2\n\n\n3,4\n\n\n', ['a', 'b'], {}],
  ['the end of a text of DOS below carets', 'a^b\n1^2\n3^4\n\x1a', ['a', 'b'], { delimiter: '^', regular: false }],
  ['a single line with a caret', 'a^b\n', ['a^b'], {}],
  ['two lines with a tilde', 'name,town~x\nanna~y\n', ['name', 'town~x'], { regular: false }],
  [
    'as many words in every line',
    'town,and its river\nUlm,on the Danube\nBonn near Koeln\n',
    ['town', 'and its river'],
    { regular: false },
  ],
  ['two bars and a blank line', 'a||b\n\n1||2\n3||4\n', ['a', 'b'], { delimiter: '||' }],
  [
    'two bars and a line of blanks',
    'a||b\n \n1||2\n3||4\n',
    ['a', '', 'b'],
    { delimiter: '|', regular: false, otherTable: { kind: 'beside', column: 2 } },
  ],
  [
    'two empty columns of bars',
    'a||b|\n1||2|\n3||4|\n',
    ['a', '', 'b'],
    { delimiter: '|', emptyFields: 1, regular: false },
  ],
  ['one line with two bars', 'a||b\n', ['column1', 'column2', 'column3'], { delimiter: '|', header: false }],
  ['a column of dashes', 'a|----|b\n1|----|2\n3|----|4\n', ['a', '----', 'b'], { delimiter: '|' }],
  ['decimal commas below a blank line', '\namount\n1,5\n2,5\n', ['amount'], { delimiter: ';', skip: 1 }],
  ['decimal commas of larger numbers', 'amount\n12,5\n2,5\n317,25\n', ['amount'], { delimiter: ';' }],
  ['decimal commas of some numbers', 'amount\n1,5\n2,5\n3,5\n4\n', ['amount'], { delimiter: ';' }],
  [
    'names of rows between tildes, below a blank line',
    '\na~b\nx~1~2\ny~3~4\nz~5~6\n',
    ['', 'a', 'b'],
    { delimiter: '~', skip: 1, unnamed: 'first', regular: false },
  ],
  [
    'commas in some notes',
    'name,notes\nUlm,on the Danube\nBonn\nKiel,a harbour, a fjord\nRom,a,b,c\n',
    ['name', 'notes'],
    { regular: false },
  ],
  [
    'commas in some notes below a blank line',
    '\nname,notes\nUlm,on the Danube\nBonn\nKiel,a harbour, a fjord\nRom,a,b,c\n',
    ['name', 'notes'],
    { skip: 1, regular: false },
  ],
  [
    'commas in few notes',
    'name,notes\nUlm,on the Danube\nBonn\nKiel,a harbour, a fjord\nRom,a,b,c\nBern,a,b,c,d\nOslo,a,b,c,d,e\n',
    ['name,notes'],
    { delimiter: ';' },
  ],
  ['the end of a text of DOS at the end of a line', 'a,b\n1,2\n3,4\x1a', ['a', 'b'], { regular: false }],
  [
    'a declared delimiter and no lines left out on request',
    'sep=;\na;b\n1;2\n',
    ['a', 'b'],
    { delimiter: ';', skip: 1 },
    { skip: 0 },
  ],
])('%s', (_, text, names, other, options = {}) => {
  expect(detectLayout(text, true, options)).toEqual({ ...usualLayout, names, ...other });
});

test('a text without records has no layout', () => {
  for (const text of ['', '\n\n', '\r\n', '\x1a']) expect(detectLayout(text, true, {})).toBeNull();
  expect(detectLayout('a\n', true, { skip: 1 })).toBeNull();
});

test('a beginning that is cut within a record is read without it', () => {
  expect(detectLayout('a,b\n1,2\n3', false, {})).toEqual({ ...usualLayout, names: ['a', 'b'] });
  expect(detectLayout('a,b\n1,2\n3', true, {})).toMatchObject({ regular: false });
  // Unless it is the only one.
  expect(detectLayout('a,b', false, {})).toEqual({ ...usualLayout, names: ['a', 'b'] });
});

describe('delimiters to choose from', () => {
  const found = (text: string, skipped = 0) =>
    delimiterReadings(text, skipped).map(({ delimiter, unusual, share, records }) => [
      delimiter,
      unusual,
      share,
      records.map((record) => record.join('¦')),
    ]);

  test('are those that split at least half of the records', () => {
    expect(found('a,b;c\n1,2;3\n4;5\n')).toEqual([
      [',', false, 2 / 3, ['a¦b;c', '1¦2;3', '4;5']],
      [';', false, 1, ['a,b¦c', '1,2¦3', '4¦5']],
    ]);
    expect(found('a\nb\n')).toEqual([]);
    expect(found('a,b\nc\nd\n')).toEqual([]);
  });

  test('include an unusual sign, and do not see the lines left out', () => {
    const text = 'title\na*b*c\n1*2*3\n4*5*6\n';
    expect(found(text, 1)[0]?.slice(0, 2)).toEqual(['*', true]);
  });

  test('are not those that split fewer', () => {
    expect(found('a,b\nc,d\ne\nf,g,h\ni,j,k,l\n')).toEqual([]);
    expect(found('a,b\nc\n')).toEqual([[',', false, 0.5, ['a¦b', 'c']]]);
  });

  test('show neither blank lines nor records with text after quotes', () => {
    expect(found('a,b\n\n"x" y,1\n2,3\n4,5\n')[0]?.[3]).toEqual(['a¦b', '2¦3', '4¦5']);
  });

  test('show the first twenty records', () => {
    const text = `${'a,b\n'.repeat(30)}`;
    expect(found(text)[0]?.[3]).toHaveLength(20);
  });
});
