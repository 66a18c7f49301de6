import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { IngestError } from '../../../reading.ts';
import type { ZipPart } from '../../archive/zip-file.ts';
import { noFacts, type SheetFacts } from '../sheet.ts';
import { listOdsSheets, readOdsSheet } from './open-ods.ts';
import { odsContent, odsTable } from './testing/ods-for-test.ts';

/** The part with the sheets, which arrives in pieces of `size` characters. */
function part(xml: string, size = 1_000_000): ZipPart {
  const pieces = Array.from({ length: Math.ceil(xml.length / size) }, (_, at) => xml.slice(at * size, (at + 1) * size));
  const read = async () => Readable.from(pieces.map((piece) => Buffer.from(piece)));
  return { name: 'content.xml', bytes: Buffer.byteLength(xml), read };
}

const none: SheetFacts = noFacts();

/** Each row as its number and its cells: numbers plain, texts in quotes, `-` for none. */
async function read(content: ZipPart, position = 0) {
  const rows: string[] = [];
  const facts = await readOdsSheet(content, position, async (given) => {
    for (const { number, cells } of given) {
      const texts = cells.map((cell) => (cell === null ? '-' : cell.kind === 'number' ? cell.text : `"${cell.text}"`));
      rows.push(`${number}: ${texts.join(' ')}`);
    }
    return true;
  });
  return { rows, facts };
}

/** Reads a sheet of these elements, also in tiny pieces. */
async function found(elements: string) {
  const xml = odsContent(`<table:table table:name="S">${elements}</table:table>`);
  const whole = await read(part(xml));
  expect(await read(part(xml, 7))).toEqual(whole);
  return whole;
}

async function refusal(elements: string): Promise<string> {
  const error = await found(elements).catch((one: unknown) => one);
  if (error instanceof IngestError) return englishText(error.reason);
  throw new Error(`It was read: ${JSON.stringify(error)}`);
}

const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const number = (value: number, attributes = '') =>
  `<table:table-cell office:value-type="float" office:value="${value}" ${attributes}><text:p>${value}</text:p></table:table-cell>`;
const text = (content: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}>${content}</table:table-cell>`;
const gap = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`;
const rowGap = (count: number) => row(gap(16_384), `table:number-rows-repeated="${count}"`);

test.each([
  ['paragraphs', '<text:p>a</text:p><text:p>b</text:p>', 'a\nb'],
  ['an empty paragraph', '<text:p>a</text:p><text:p/><text:p>b</text:p>', 'a\n\nb'],
  ['parts with formats', '<text:p>a<text:span>b<text:span>c</text:span></text:span>d</text:p>', 'abcd'],
  ['a link', '<text:p><text:a>www</text:a></text:p>', 'www'],
  ['blanks of the file', '<text:p>\n  a \t\n b</text:p>', 'a b'],
  ['blanks on both sides of a format', '<text:p>a <text:span> b</text:span></text:p>', 'a b'],
  ['blanks that are meant', '<text:p>a<text:s text:c="3"/>b<text:s/><text:s/></text:p>', 'a   b  '],
  ['a tab and a line end', '<text:p>a<text:tab/>b<text:line-break/>c</text:p>', 'a\tb\nc'],
  ['a comment', '<office:annotation><text:p>no</text:p><text:s/></office:annotation><text:p>a</text:p>', 'a'],
  ['a drawing', '<text:p>a</text:p><draw:frame><draw:text-box><text:p>no</text:p></draw:text-box></draw:frame>', 'a'],
  ['a shape', '<draw:custom-shape><text:p>no<text:tab/></text:p></draw:custom-shape><text:p>a</text:p>', 'a'],
  ['a hint for pronunciation', '<text:p>a<text:ruby-text>no</text:ruby-text>b</text:p>', 'ab'],
  ['characters of XML', '<text:p>&lt;&amp;&#x1F600;</text:p>', '<&😀'],
  ['unchanged data', '<text:p><![CDATA[<a>]]></text:p>', '<a>'],
])('%s in a cell', async (_, content, expected) => {
  const { rows } = await found(row(`${number(1)}${text(content)}${number(2)}`));
  expect(rows).toEqual([`1: 1 "${expected}" 2`]);
});

test('a table within a cell is not part of the sheet', async () => {
  const inner = odsTable('inner', [['no', 1]]);
  const { rows } = await found(row(`${text(`<text:p>a</text:p>${inner}`)}${number(1)}`) + row(number(2)));
  expect(rows).toEqual(['1: "a" 1', '2: 2']);
});

test('what another cell covers is empty, as in a workbook of Excel', async () => {
  const covered = '<table:covered-table-cell office:value-type="float" office:value="9"/>';
  const { rows, facts } = await found(row(`${number(1)}${covered}${number(2)}`));
  expect({ rows, facts }).toEqual({ rows: ['1: 1 - 2'], facts: none });
});

test('repeated cells and rows count as often as they say', async () => {
  const cells = `${number(1, 'table:number-columns-repeated="2"')}${gap(2)}${number(3)}${gap(16_000)}`;
  const { rows } = await found(
    `${rowGap(2)}${row(cells, 'table:number-rows-repeated="2"')}${rowGap(3)}${row(number(4))}${rowGap(1_048_000)}`,
  );
  expect(rows).toEqual(['3: 1 1 - - 3', '4: 1 1 - - 3', '8: 4']);
});

test.each(['0', '-1', 'x', '1.5', '', '1e999'])('a count of %j is one', async (count) => {
  const { rows } = await found(row(number(1, `table:number-columns-repeated="${count}"`)) + row(number(2)));
  expect(rows).toEqual(['1: 1', '2: 2']);
});

test('rows in groups and header rows are rows', async () => {
  const group = (rows: string) => `<table:table-row-group>${rows}</table:table-row-group>`;
  const { rows } = await found(
    `<table:table-header-rows>${row(text('<text:p>n</text:p>'))}</table:table-header-rows>${group(row(number(1)) + group(row(number(2))))}`,
  );
  expect(rows).toEqual(['1: "n"', '2: 1', '3: 2']);
});

test('rows of blanks are none', async () => {
  const { rows } = await found(row(text('<text:p> <text:s/></text:p>')) + row(number(1)) + row(text('<text:p/>')));
  expect(rows).toEqual(['2: 1']);
});

test('errors, formulas without results and what is hidden are counted', async () => {
  const columns =
    '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/><table:table-column table:visibility="filter" table:number-columns-repeated="16381"/>';
  const error = `<table:table-cell table:formula="of:=1/0" office:value-type="float" office:value="0" table:number-columns-repeated="2"><text:p>#DIV/0!</text:p></table:table-cell>`;
  const hidden = `${number(1)}${error}<table:table-cell table:formula="of:=A1"/>`;
  const { rows, facts } = await found(
    `${columns}${row(hidden, 'table:visibility="filter"')}${row(number(2, 'table:number-columns-repeated="4"'))}${row('', 'table:visibility="collapse" table:number-rows-repeated="1048574"')}`,
  );
  expect(rows).toEqual(['1: 1', '2: 2 2 2 2']);
  expect(facts).toEqual({ ...none, errors: 2, uncalculated: 1, hiddenRows: 1, hiddenColumns: 3 });
});

test('what is beyond the last row or column of a sheet is refused, however often a file repeats it', async () => {
  expect((await found(row(gap(16_383) + number(1)))).rows[0]).toMatch(/^1: (?:- ){16383}1$/);
  expect(await refusal(row(gap(16_384) + number(1)))).toContain('XFE1');
  expect(await refusal(row(number(1, 'table:number-columns-repeated="99999999999"')))).toMatch(/beyond column 16384/);
  expect((await found(rowGap(1_048_575) + row(number(1)))).rows).toEqual(['1048576: 1']);
  expect(await refusal(rowGap(1_048_576) + row(number(1)))).toContain('1048577');
  expect(await refusal(row(number(1), 'table:number-rows-repeated="1048577"'))).toContain('1048577');
});

test('the reading stops when enough rows were read', async () => {
  let rows = 0;
  const repeated = row(number(1), 'table:number-rows-repeated="1000000"');
  const xml = odsContent(`<table:table table:name="S">${repeated}${row(number(2))}</table:table>`);
  await readOdsSheet(part(xml), 0, async (given) => {
    rows += given.length;
    return rows < 2_500;
  });
  expect(rows).toBe(3_000);
});

test('sheets are those of the spreadsheet, in its order', async () => {
  const hidden = '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
  const shown = '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>';
  const content = part(
    odsContent(
      [
        `<table:tracked-changes><table:x>${odsTable('changed', [[1]])}</table:x></table:tracked-changes>`,
        odsTable('One', [[1]], ' table:style-name="ta1"'),
        odsTable("'file:///tmp/other.ods'#Sheet1", [[8]], ' table:style-name="ta2"'),
        odsTable('Two &amp; more', [[2], [odsTable('inner', [[9]])]], ' table:style-name="ta2"'),
        odsTable('Three', [[3]], ' table:style-name="ta9"'),
        `<table:dde-links>${odsTable('link', [[4]])}</table:dde-links>`,
      ].join(''),
      hidden + shown,
    ),
  );
  expect(await listOdsSheets(content)).toEqual([
    { name: 'One', hidden: false },
    { name: 'Two & more', hidden: true },
    { name: 'Three', hidden: false },
  ]);
  expect((await read(content, 0)).rows).toEqual(['1: 1']);
  expect((await read(content, 1)).rows).toEqual(['1: 2']);
  expect((await read(content, 2)).rows).toEqual(['1: 3']);
});

test('after its sheet the rest of the file is not read', async () => {
  const rest = odsTable(
    'Rest',
    Array.from({ length: 5_000 }, () => ['x']),
  );
  const xml = odsContent(`${odsTable('S', [[1]])}${rest}`);
  let pieces = 0;
  const source = part(xml, 1_000);
  const counted: ZipPart = {
    ...source,
    async read() {
      const stream = await source.read();
      return Readable.from(
        (async function* () {
          for await (const piece of stream) {
            pieces += 1;
            yield piece;
          }
        })(),
      );
    },
  };
  await read(counted);
  expect(pieces).toBeLessThan(30);
});
