import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { openTestStore, refusalOf, type TestStore } from '../../../rows/testing/test-store.ts';
import { type ZipForm, zipOf } from './testing/zip-for-test.ts';
import { writeWorkbookRecords } from './workbook-records.ts';

/** Random workbooks, written part by part with the liberties that producers take, are read back unchanged. */
const runs = { numRuns: caseCount(100, 1_500), seed };

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

type Stored = string | number | null;

/** A cell of a workbook: a text, or the content of `v` with a type and a style. */
type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'value';
      readonly type: string;
      readonly style: number;
      readonly raw: string;
      readonly stored: Stored;
    }
  | { readonly kind: 'none' };

const none: Cell = { kind: 'none' };

/** Number formats: an id or a code, and what numbers in them are. */
const formats = [
  { id: 0, code: null, shape: 'number' },
  { id: 10, code: null, shape: 'number' },
  { id: 14, code: null, shape: 'date' },
  { id: 15, code: null, shape: 'date' },
  { id: 17, code: null, shape: 'date' },
  { id: 22, code: null, shape: 'moment' },
  { id: 27, code: null, shape: 'date' },
  { id: 36, code: null, shape: 'date' },
  { id: 20, code: null, shape: 'time' },
  { id: 21, code: null, shape: 'time' },
  { id: 45, code: null, shape: 'time' },
  { id: 164, code: '[$-409]d\\-mmm\\-yyyy;@', shape: 'date' },
  { id: 165, code: 'yyyy"年"m"月"d"日"', shape: 'date' },
  { id: 166, code: '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', shape: 'date' },
  { id: 167, code: '[$-411]ge.m.d;@', shape: 'date' },
  { id: 168, code: 'yyyy\\-mm\\-dd\\ hh:mm:ss', shape: 'moment' },
  { id: 169, code: 'dd/mm/yyyy\\ h:mm\\ AM/PM', shape: 'moment' },
  { id: 170, code: '[h]:mm', shape: 'duration' },
  { id: 171, code: '[$-409]h:mm:ss\\ AM/PM;@', shape: 'time' },
  { id: 172, code: '#,##0.00\\ [$€-407];[Red]\\-#,##0.00\\ [$€-407]', shape: 'number' },
  { id: 173, code: '0.0" days"', shape: 'number' },
  { id: 174, code: '_-* #,##0.00\\ "Mdm"_-;\\-* #,##0.00_-', shape: 'number' },
  { id: 175, code: '[<1]0.00%;[>=1]0%', shape: 'number' },
  { id: 176, code: '"h"0', shape: 'number' },
  { id: 177, code: '[mm]:ss', shape: 'duration' },
  { id: 178, code: 'mmm\\ yy', shape: 'date' },
  { id: 179, code: '[Color 5]0;[Color10]-0', shape: 'number' },
  { id: 180, code: '# ?/?', shape: 'number' },
  { id: 181, code: '0.00E+00', shape: 'number' },
  { id: 182, code: 'General" m"', shape: 'number' },
  { id: 183, code: '[DBNum1][$-804]yyyy"年"m"月";@', shape: 'date' },
] as const;

const two = (value: number) => String(value).padStart(2, '0');
const texts = fc.constantFrom(
  ...['Aa', ' padded ', 'line\nbreak', 'carriage\r\nreturn', 'tab\there', '<&>"\'', ']]>', '日本', '😀', '_x0041_'],
  ...['_', '_x', 'x_x000D_', '=1+1', '007', 'a  b', 'Łódź', '#N/A as text', '{a}', 'e\u0301'],
);

/** Days since the 1st of March 1904, from which both systems count alike except for their origin. */
const dayNumber = fc.integer({ min: 60, max: 70_000 });
const epoch1904 = Date.UTC(1904, 0, 1);
const isoDay = (day: number) => new Date(epoch1904 + day * 86_400_000).toISOString().slice(0, 10);

type Kind = 'text' | 'integer' | 'float' | 'truth' | 'error' | 'iso' | `format ${number}`;

function cellOf(kind: Kind, from1904: boolean): fc.Arbitrary<Cell> {
  const value = (type: string, raw: string, stored: Stored, style = 0): Cell => ({
    kind: 'value',
    type,
    style,
    raw,
    stored,
  });
  switch (kind) {
    case 'text':
      return texts.map((text) => ({ kind: 'text', text }));
    case 'integer':
      return fc.integer().map((whole) => value('', String(whole), whole));
    case 'float':
      return fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
        .map((real) => (Number.isInteger(real) ? 0.5 : real))
        .chain((real) =>
          fc
            .constantFrom(String(real), real.toPrecision(17), real.toExponential(16).replace('e', 'E'))
            .map((raw) => value('', raw, real)),
        );
    case 'truth':
      return fc
        .boolean()
        .chain((truth) =>
          fc.constantFrom(truth ? '1' : '0', String(truth)).map((raw) => value('b', raw, String(truth))),
        );
    case 'error':
      return fc.constantFrom(value('e', '#DIV/0!', null), value('e', '#N/A', null), value('', '1.5', 1.5));
    case 'iso':
      return dayNumber.map((day) => value('d', `${isoDay(day)}T00:00:00`, `${isoDay(day)}T00:00:00`));
    default:
      return numberOf(Number(kind.slice(7)), from1904);
  }
}

/** A number of a style: a serial number for dates and times. */
function numberOf(style: number, from1904: boolean): fc.Arbitrary<Cell> {
  const value = (raw: string, stored: Stored): Cell => ({ kind: 'value', type: '', style, raw, stored });
  const serial = (day: number) => day + (from1904 ? 0 : 1462);
  const clock = fc.integer({ min: 0, max: 86_399 });
  const clockText = (seconds: number) =>
    [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  switch (formats[style]?.shape) {
    case 'date':
      return dayNumber.map((day) => value(String(serial(day)), isoDay(day)));
    case 'moment':
      return fc
        .tuple(dayNumber, clock)
        .map(([day, seconds]) => value(String(serial(day) + seconds / 86_400), `${isoDay(day)}T${clockText(seconds)}`));
    case 'time':
      return clock.map((seconds) => value(String(seconds / 86_400), clockText(seconds)));
    case 'duration':
      return fc.integer({ min: 0, max: 400_000 }).map((seconds) => value(String(seconds / 86_400), clockText(seconds)));
    default:
      return fc.integer({ min: -100_000, max: 100_000 }).map((whole) => value(String(whole / 8), whole / 8));
  }
}

interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly cells: readonly Cell[];
}

interface Table {
  readonly from1904: boolean;
  readonly columns: readonly Column[];
}

const kindOf: fc.Arbitrary<Kind> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Kind>('text', 'integer', 'float', 'truth', 'error', 'iso') },
  { weight: 2, arbitrary: fc.nat(formats.length - 1).map((style): Kind => `format ${style}`) },
);
const names = ['id', 'name', 'value', 'País', 'a & b', '<n>', 'two  blanks', 'Größe', '名'];

/** The first column has no missing value, so that no row is omitted as empty. */
const table: fc.Arbitrary<Table> = fc
  .tuple(fc.boolean(), fc.shuffledSubarray(names, { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 12 }))
  .chain(([from1904, chosen, length]) =>
    fc
      .tuple(
        ...chosen.map((name, at) =>
          (at === 0 ? fc.constantFrom<Kind>('text', 'integer') : kindOf).chain((kind) => {
            const cell = cellOf(kind, from1904);
            const cells = at === 0 ? cell : fc.option(cell, { freq: 5, nil: none });
            return fc
              .array(cells, { minLength: length, maxLength: length })
              .map((found): Column => ({ name, kind, cells: found }));
          }),
        ),
      )
      .map((columns) => ({ from1904, columns })),
  );

/** The liberties of producers. */
const form = fc.record({
  texts: fc.constantFrom('shared', 'inline', 'formula', 'rich', 'phonetic', 'mixed'),
  prefix: fc.constantFrom('', 'x:', 'ss:'),
  strict: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be'),
  references: fc.constantFrom('all', 'rows', 'cells', 'none'),
  dimension: fc.constantFrom('right', 'wrong', 'none'),
  targets: fc.constantFrom('relative', 'absolute', 'dotted', 'escaped'),
  names: fc.constantFrom('usual', 'backslashes', 'other letters'),
  chart: fc.boolean(),
  hiddenRow: fc.boolean(),
  gaps: fc.boolean(),
  attributes: fc.boolean(),
  zip: fc.constantFrom<ZipForm>('deflated', 'stored', 'descriptors', 'zip64'),
});
type Form = typeof form extends fc.Arbitrary<infer Value> ? Value : never;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A carriage return would become a line feed in XML; an underscore that begins an escape is itself escaped. */
const escapeText = (text: string) =>
  escapeXml(text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_'));

function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

const base = 'http://schemas.openxmlformats.org';
const strictBase = 'http://purl.oclc.org/ooxml';

/** The bytes of a workbook. */
function workbookOf({ columns, from1904 }: Table, form: Form): Buffer {
  const { prefix } = form;
  const main = form.strict ? `${strictBase}/spreadsheetml/main` : `${base}/spreadsheetml/2006/main`;
  const relations = form.strict
    ? `${strictBase}/officeDocument/relationships`
    : `${base}/officeDocument/2006/relationships`;
  const xmlns = prefix === '' ? `xmlns="${main}"` : `xmlns:${prefix.slice(0, -1)}="${main}"`;
  const element = (name: string, attributes: string, content: string) =>
    `<${prefix}${name}${attributes === '' ? '' : ` ${attributes}`}>${content}</${prefix}${name}>`;

  const shared: string[] = [];
  const t = (text: string) => element('t', 'xml:space="preserve"', escapeText(text));
  const runs = (text: string) => {
    const half = Math.floor([...text].length / 2);
    const [one, other] = [[...text].slice(0, half).join(''), [...text].slice(half).join('')];
    const bold = element('rPr', '', `<${prefix}b/>`);
    return element('r', '', t(one)) + element('r', '', bold + t(other));
  };
  const phonetic = (text: string) =>
    `${t(text)}${element('rPh', 'sb="0" eb="1"', t('ヨミ'))}<${prefix}phoneticPr fontId="1"/>`;
  const itemOf = (text: string) => {
    // An escape must not be split.
    if (form.texts === 'rich' && !/_x|\r/.test(text)) return runs(text);
    return form.texts === 'phonetic' ? phonetic(text) : t(text);
  };
  const textParts = (text: string, at: number): [type: string, content: string] => {
    const how = form.texts === 'mixed' ? ['shared', 'inline', 'formula'][at % 3] : form.texts;
    if (how === 'inline') return ['inlineStr', element('is', '', itemOf(text))];
    if (how === 'formula') {
      return ['str', element('f', '', 'A1&amp;""') + element('v', 'xml:space="preserve"', escapeText(text))];
    }
    shared.push(element('si', '', itemOf(text)));
    return ['s', element('v', '', String(shared.length - 1))];
  };

  // Without references every cell must be present, or the next would move to its position.
  const withReferences = form.references === 'all' || form.references === 'cells';
  const cellElement = (cell: Cell, row: number, column: number): string => {
    const reference = withReferences ? `r="${columnLetters(column)}${row}"` : '';
    if (cell.kind === 'none') return withReferences && row % 2 === 0 ? '' : `<${prefix}c ${reference}/>`;
    const [type, content] =
      cell.kind === 'text' ? textParts(cell.text, row + column) : [cell.type, element('v', '', escapeXml(cell.raw))];
    const style = cell.kind === 'value' && cell.style > 0 ? ` s="${cell.style}"` : '';
    const extra = form.attributes ? ' cm="0" ph="1"' : '';
    return element('c', `${reference}${style}${type === '' ? '' : ` t="${type}"`}${extra}`.trim(), content);
  };
  const top = columns.map(({ name }): Cell => ({ kind: 'text', text: name }));
  const rows = [top, ...(columns[0]?.cells ?? []).map((_, at) => columns.map(({ cells }) => cells[at] ?? none))];
  // Rows without an element before the table, implied by their numbers.
  const first = form.gaps && (form.references === 'all' || form.references === 'rows') ? 5 : 1;
  const rowElements = rows.map((cells, at) => {
    const row = first + at;
    const said = form.references === 'all' || form.references === 'rows' ? `r="${row}" ` : '';
    const hidden = form.hiddenRow && at === 1 ? 'hidden="1" ' : '';
    const spans = form.attributes ? `spans="1:${columns.length}" ht="15" customHeight="1"` : '';
    return element(
      'row',
      `${said}${hidden}${spans}`.trim(),
      cells.map((cell, column) => cellElement(cell, row, column)).join('\n'),
    );
  });
  const last = `${columnLetters(columns.length - 1)}${first + rows.length - 1}`;
  const dimension = { right: `A${first}:${last}`, wrong: 'A1', none: null }[form.dimension];

  const sheet = element(
    'worksheet',
    `${xmlns} xmlns:r="${relations}"`,
    (dimension === null ? '' : `<${prefix}dimension ref="${dimension}"/>`) +
      element('sheetViews', '', `<${prefix}sheetView workbookViewId="0"/>`) +
      element('sheetData', '', `\n${rowElements.join('\n')}\n`) +
      element('extLst', '', element('ext', 'uri="{0}"', '<e:row xmlns:e="urn:e"><e:c><e:v>9</e:v></e:c></e:row>')),
  );
  const codes = formats.flatMap(({ id, code }) =>
    code === null ? [] : [`<${prefix}numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`],
  );
  const cellFormats = formats.map(({ id }) => `<${prefix}xf numFmtId="${id}" fontId="0" applyNumberFormat="1"/>`);
  const styles = element(
    'styleSheet',
    xmlns,
    element('numFmts', `count="${codes.length}"`, codes.join('')) +
      element('cellStyleXfs', 'count="1"', `<${prefix}xf numFmtId="14"/>`) +
      element('cellXfs', `count="${cellFormats.length}"`, cellFormats.join('')) +
      element('dxfs', 'count="1"', element('dxf', '', `<${prefix}numFmt numFmtId="164" formatCode="General"/>`)),
  );
  const sheetName = form.targets === 'escaped' ? 'sheet one.xml' : 'sheet1.xml';
  const chart = form.chart ? `<${prefix}sheet name="Chart" sheetId="7" r:id="rId7"/>` : '';
  const book = element(
    'workbook',
    `${xmlns} xmlns:r="${relations}"`,
    `<${prefix}workbookPr${from1904 ? ' date1904="1"' : ''}/>` +
      element('sheets', '', `${chart}<${prefix}sheet name="Data" sheetId="1" r:id="rId1"/>`) +
      element('extLst', '', element('ext', 'uri="{1}"', '<e:workbookPr xmlns:e="urn:e" chartTrackingRefBase="1"/>')),
  );

  const target = (folder: string, name: string) =>
    ({
      relative: `${folder}${name}`,
      absolute: `/xl/${folder}${name}`,
      dotted: `./x/../${folder}${name}`,
      escaped: `${folder}${encodeURI(name)}`,
    })[form.targets];
  const relation = (id: string, type: string, to: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${to}"/>`;
  const relationsOf = (content: string) =>
    `<Relationships xmlns="${base}/package/2006/relationships">${content}</Relationships>`;
  const bookRelations = [
    relation('rId1', 'worksheet', target('worksheets/', sheetName)),
    relation('rId2', 'styles', target('', 'styles.xml')),
    shared.length === 0 ? '' : relation('rId3', 'sharedStrings', target('', 'sharedStrings.xml')),
    form.chart ? relation('rId7', 'chartsheet', target('chartsheets/', 'sheet1.xml')) : '',
  ].join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${base}/package/2006/content-types"/>`,
    '_rels/.rels': relationsOf(
      relation('rId1', 'officeDocument', form.targets === 'absolute' ? '/xl/workbook.xml' : 'xl/workbook.xml'),
    ),
    'xl/workbook.xml': book,
    'xl/_rels/workbook.xml.rels': relationsOf(bookRelations),
    [`xl/worksheets/${sheetName}`]: sheet,
    'xl/styles.xml': styles,
    ...(shared.length === 0 ? {} : { 'xl/sharedStrings.xml': element('sst', xmlns, shared.join('')) }),
    ...(form.chart ? { 'xl/chartsheets/sheet1.xml': element('chartsheet', xmlns, '') } : {}),
  };
  return zipOf(
    Object.entries(parts).map(([name, xml]) => ({ name: nameOf(name, form), bytes: encode(xml, form) })),
    form.zip,
  );
}

function nameOf(name: string, { names: how }: Form): string {
  // Part names are case-insensitive (ECMA-376 part 2, 6.2.2.3).
  if (how === 'other letters') return name.replace('sharedStrings', 'SharedStrings').replace('xl/w', 'XL/W');
  return how === 'backslashes' ? name.replaceAll('/', '\\') : name;
}

function encode(xml: string, { encoding }: Form): Buffer {
  const [name = ''] = encoding.split(' ', 1);
  const declaration = `<?xml version="1.0" encoding="${name.slice(0, 6).toUpperCase()}" standalone="yes"?>\r\n`;
  return iconv.encode(declaration + xml, name, { addBOM: encoding !== 'utf-8' });
}

const storedOf = (cell: Cell): Stored => (cell.kind === 'none' ? null : cell.kind === 'text' ? cell.text : cell.stored);

const namesOf = ({ columns }: Table) => columns.map(({ name }) => name);
const rowsOf = ({ columns }: Table) =>
  (columns[0]?.cells ?? []).map((_, at) => columns.map(({ cells }) => storedOf(cells[at] ?? none)));

test('workbooks of all kinds of producers are read cell by cell', {
  timeout: 60_000 + runs.numRuns * 200,
}, async () => {
  await fc.assert(
    fc.asyncProperty(table, form, async (original, how) => {
      const path = await store.file('read.xlsx', workbookOf(original, how));
      const target = join(store.folder, 'records');
      const { names: read } = await writeWorkbookRecords({ path, header: true }, target, {});
      expect(read).toEqual(namesOf(original));
      const lines = (await readFile(target, 'utf8')).split('\n').slice(0, -1);
      const records = lines.map((line) => JSON.parse(line).p as Record<string, Stored>);
      expect(records.map((record) => read.map((name) => record[name] ?? null))).toEqual(rowsOf(original));
    }),
    runs,
  );
});

const stored = { ...runs, numRuns: Math.ceil(runs.numRuns / 50) };

test('and are published so', { timeout: 60_000 + stored.numRuns * 3_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(table, form, async (original, how) => {
      number += 1;
      const path = await store.file(`book-${number}.xlsx`, workbookOf(original, how));
      const { plan } = await store.rows.preview({ path, header: true }, 'take-in', store.folder);
      const version = await store.rows.ingest(`book-${number}`, plan, {}, {});
      const rows = (await store.page(version)) as Record<string, Stored>[];
      const read = version.columns.map(({ name }) => name);
      expect(read).toEqual(namesOf(original));
      expect(rows.map((row) => read.map((name) => row[name] ?? null))).toEqual(rowsOf(original));
    }),
    stored,
  );
});

/** The records of a workbook with one sheet, given by its rows, and two shared texts. */
async function recordsOf(rows: string, parts: Readonly<Record<string, string>> = {}): Promise<unknown[]> {
  const sheet = `<worksheet xmlns="${base}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
  const relations = `${base}/officeDocument/2006/relationships`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const all = {
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', 'sheet.xml')}${relation('b', 'sharedStrings', 'texts.xml')}</Relationships>`,
    'xl/sheet.xml': sheet,
    'xl/texts.xml': '<sst><si><t>a</t></si><si><t>b</t></si></sst>',
    ...parts,
  };
  const bytes = zipOf(
    Object.entries(all).map(([name, xml]) => ({ name, bytes: Buffer.from(xml) })),
    'deflated',
  );
  const path = await store.file('cells.xlsx', bytes);
  const target = join(store.folder, 'cells');
  await writeWorkbookRecords({ path, header: true }, target, {});
  const lines = (await readFile(target, 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line).p);
}

const header = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>';

test.each([
  ['empty cells count', '<row><c/><c><v>2</v></c></row>', { a: null, b: 2 }],
  [
    'so do cells of which the reference names no column',
    '<row><c r="2"><v>1</v></c><c r="2"><v>2</v></c></row>',
    { a: 1, b: 2 },
  ],
  ['a cell behind one with a reference', '<row><c r="B2"><v>2</v></c></row>', { a: null, b: 2 }],
  ['cells in another order', '<row><c r="B2"><v>2</v></c><c r="A2"><v>1</v></c></row>', { a: 1, b: 2 }],
  ['no number of a text is no first text', '<row><c t="s"><v/></c><c><v>2</v></c></row>', { a: null, b: 2 }],
  ['no truth value is not false', '<row><c t="b"><v></v></c><c t="b"><v>TRUE</v></c></row>', { a: null, b: 'true' }],
  ['blanks around values', '<row><c t="s"><v> 1 </v></c><c><v>\n2\n</v></c></row>', { a: 'b', b: 2 }],
  ['references in small letters', '<row><c r="b2"><v>2</v></c></row>', { a: null, b: 2 }],
])('%s', async (_, row, record) => {
  expect(await recordsOf(header + row)).toEqual([record]);
});

test('a text that the workbook does not have is refused with its cell', async () => {
  const row = '<row><c><v>1</v></c><c t="s"><v>2</v></c></row>';
  await expect(recordsOf(header + row)).rejects.toThrow('cell B2');
});

test.each([
  ['word/document.xml', /\.docx/],
  ['ppt/presentation.xml', /\.pptx/],
])('a file whose main part is %s is named for what it is', async (target, words) => {
  const type = `${base}/officeDocument/2006/relationships/officeDocument`;
  const relations = `<Relationships><Relationship Id="a" Type="${type}" Target="${target}"/></Relationships>`;
  const error = await refusalOf(recordsOf('', { '_rels/.rels': relations, [target]: '<x/>' }));
  expect(error.message).toMatch(words);
});
