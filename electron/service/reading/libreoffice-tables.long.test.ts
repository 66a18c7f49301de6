import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { openTestStore, refusalOf, type TestStore } from '../rows/testing/test-store.ts';

/** Random spreadsheets saved by LibreOffice as workbooks and as text are read back unchanged. */
const sampling = { numRuns: caseCount(5, 15), seed };

const installed = spawnSync('soffice', ['--version']).status === 0;
if (!installed) process.stderr.write('Tables that LibreOffice writes are not tested: there is no soffice.\n');

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** The stored value of a cell. */
type Stored = string | number | null;

interface Cell {
  /** Attributes and content of the cell's element (OpenDocument 1.3, part 3, 9.1.4). */
  readonly attributes: string;
  readonly content: string;
  /** Its value in a workbook. */
  readonly value: Stored;
  /** The displayed text, which is what LibreOffice saves as text. */
  readonly shown: string;
}

const emptyCell: Cell = { attributes: '', content: '', value: null, shown: '' };

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Lines are paragraphs, and several spaces would collapse to one (OpenDocument 1.3, part 3, 6.1.2). */
function paragraphs(text: string): string {
  const marked = (line: string) =>
    escapeXml(line)
      .replaceAll('\t', '<text:tab/>')
      .replaceAll(/^ | (?= )| $/g, '<text:s/>');
  return text
    .split('\n')
    .map((line) => `<text:p>${marked(line)}</text:p>`)
    .join('');
}

function textCell(text: string): Cell {
  return { attributes: 'office:value-type="string"', content: paragraphs(text), value: text, shown: text };
}

function numberCell(type: string, style: string, value: number, shown: string): Cell {
  const attributes = `table:style-name="${style}" office:value-type="${type}" office:value="${value}"`;
  return { attributes, content: '', value, shown };
}

const two = (value: number) => String(value).padStart(2, '0');
// Without 1900: until March of it Excel's day numbers are off by one.
const day = fc
  .tuple(fc.integer({ min: 1905, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`);
const clockOf = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
const clock = fc.integer({ min: 0, max: 86_399 }).map(clockOf);
/** Fractions of a day that a number represents exactly: LibreOffice occasionally shows others a second less. */
const exactClock = fc.integer({ min: 0, max: 127 }).map((part) => clockOf(part * 675));

const latin = ['Zürich', 'Málaga', 'Größe', 'Besançon', 'São Paulo', 'Århus', 'Genève'];
const central = ['Łódź', 'Győr', 'České Budějovice', 'Šibenik', 'Chełm', 'Gdańsk'];
const japanese = ['東京都', '大阪府', '北海道', 'さいたま市', '横浜市', '広島県', 'ニセコ町'];
const plain = [
  'Aa',
  'with "quotes"',
  "O'Brien",
  'a, b; c',
  'line\nbreak',
  'x|y',
  'N/A?',
  '#hash',
  '1.2.3',
  '5\'10"',
  '100 percent',
  'two  blanks',
  'a\\b',
  '[1]',
  '<b>&amp;</b>',
  "'quoted'",
  '_x0041_',
];

function momentCell([date, time]: readonly [string, string]): Cell {
  const attributes = `table:style-name="moment" office:value-type="date" office:date-value="${date}T${time}"`;
  return { attributes, content: '', value: `${date}T${time}`, shown: `${date} ${time}` };
}

const kinds = {
  integer: fc
    .integer({ min: -1_000_000, max: 1_000_000 })
    .map((value) => numberCell('float', 'general', value, String(value))),
  // A multiple of a quarter, so that three decimals cannot look like thousands.
  float: fc
    .integer({ min: -100_000, max: 100_000 })
    .map((value) => numberCell('float', 'general', value + 0.25, String(value + 0.25))),
  year: fc.integer({ min: 1900, max: 2100 }).map((value) => numberCell('float', 'general', value, String(value))),
  percentage: fc
    .integer({ min: -999, max: 999 })
    .map((value) => numberCell('percentage', 'percent', value / 1000, `${(value / 10).toFixed(1)}%`)),
  date: day.map(
    (date): Cell => ({
      attributes: `table:style-name="date" office:value-type="date" office:date-value="${date}"`,
      content: '',
      value: date,
      shown: date,
    }),
  ),
  moment: fc.tuple(day, exactClock).map(momentCell),
  instant: fc.tuple(day, clock).map(momentCell),
  time: exactClock.map(
    (time): Cell => ({
      attributes: `table:style-name="time" office:value-type="time" office:time-value="PT${time.slice(0, 2)}H${time.slice(3, 5)}M${time.slice(6)}S"`,
      content: '',
      value: time,
      shown: time,
    }),
  ),
  truth: fc.boolean().map(
    (value): Cell => ({
      attributes: `table:style-name="truth" office:value-type="boolean" office:boolean-value="${value}"`,
      content: '',
      value: String(value),
      shown: String(value).toUpperCase(),
    }),
  ),
  code: fc.integer({ min: 0, max: 999 }).map((value) => textCell(`0${String(value).padStart(4, '0')}`)),
  formula: fc.integer({ min: -10_000, max: 10_000 }).map(
    (value): Cell => ({
      attributes: `table:style-name="general" table:formula="of:=${value}*2" office:value-type="float" office:value="${value * 2}"`,
      content: '',
      value: value * 2,
      shown: String(value * 2),
    }),
  ),
  // With a division by zero in between.
  quotient: fc.integer({ min: 0, max: 5 }).map(
    (value): Cell => ({
      attributes:
        value === 0
          ? 'table:style-name="general" table:formula="of:=1/0" office:value-type="string" office:string-value=""'
          : `table:style-name="general" table:formula="of:=${value}/4" office:value-type="float" office:value="${value / 4}"`,
      content: value === 0 ? '<text:p>#DIV/0!</text:p>' : '',
      value: value === 0 ? null : value / 4,
      shown: value === 0 ? '' : String(value / 4),
    }),
  ),
  joined: fc.constantFrom('Aa', 'Bb').map(
    (text): Cell => ({
      attributes: `table:formula="of:=&quot;x &quot;&amp;&quot;${text}&quot;" office:value-type="string"`,
      content: `<text:p>x ${text}</text:p>`,
      value: `x ${text}`,
      shown: `x ${text}`,
    }),
  ),
  text: null,
} satisfies Record<string, fc.Arbitrary<Cell> | null>;
type Kind = keyof typeof kinds;

interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly cells: readonly Cell[];
}

/** A table of texts in one alphabet, whose first column has no missing value or error, so that no row is empty. */
function tableOf(
  words: readonly string[],
  names: readonly string[],
  chooseFrom: readonly Kind[] = Object.keys(kinds) as Kind[],
): fc.Arbitrary<Column[]> {
  const texts = fc.constantFrom(...words).map(textCell);
  return fc
    .tuple(fc.shuffledSubarray([...names], { minLength: 2, maxLength: 6 }), fc.integer({ min: 2, max: 30 }))
    .chain(([chosen, length]) =>
      fc.tuple(
        ...chosen.map((name, at) =>
          fc.constantFrom(...chooseFrom.filter((kind) => at > 0 || kind !== 'quotient')).chain((kind) => {
            const cell = kinds[kind] ?? texts;
            const cells = at === 0 ? cell : fc.option(cell, { freq: 6, nil: emptyCell });
            return fc
              .array(cells, { minLength: length, maxLength: length })
              .map((found): Column => ({ name, kind, cells: found }));
          }),
        ),
      ),
    );
}

const names = ['id', 'name', 'value', 'a b', 'Total', 'sum (EUR)', 'q"q', 'p,q', 'n-1'];

/** The styles that the cells refer to; those without a locale have that of the spreadsheet, en-US. */
const styles = (() => {
  const style = (name: string, of: string) =>
    `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="${of}"/>`;
  const part = (name: string) => `<number:${name} number:style="long"/>`;
  const dash = '<number:text>-</number:text>';
  const colon = '<number:text>:</number:text>';
  const date = `${part('year')}${dash}${part('month')}${dash}${part('day')}`;
  const time = `${part('hours')}${colon}${part('minutes')}${colon}${part('seconds')}`;
  return `<number:number-style style:name="N0"><number:number number:min-integer-digits="1"/></number:number-style>
<number:percentage-style style:name="N1"><number:number number:decimal-places="1" number:min-decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>
<number:date-style style:name="N2">${date}</number:date-style>
<number:date-style style:name="N3">${date}<number:text> </number:text>${time}</number:date-style>
<number:time-style style:name="N4">${time}</number:time-style>
<number:boolean-style style:name="N5"><number:boolean/></number:boolean-style>
${[style('general', 'N0'), style('percent', 'N1'), style('date', 'N2'), style('moment', 'N3'), style('time', 'N4'), style('truth', 'N5')].join('\n')}`;
})();

const namespaces = ['office', 'style', 'table', 'text', 'number:datastyle']
  .map((name) => name.split(':'))
  .map(([prefix = '', path = prefix]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${path}:1.0"`)
  .concat('xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"')
  .join(' ');

const cellElement = ({ attributes, content }: Cell) => `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const rowElement = (cells: readonly Cell[]) => `<table:table-row>${cells.map(cellElement).join('')}</table:table-row>`;
const rowsOf = (columns: readonly Column[]) =>
  (columns[0]?.cells ?? []).map((_, row) => columns.map(({ cells }) => cells[row] ?? emptyCell));

interface Book {
  readonly title: boolean;
  readonly emptySheet: boolean;
  readonly hiddenSheet: boolean;
  readonly furtherSheet: boolean;
  readonly from1904: boolean;
}

const plainBook: Book = {
  title: false,
  emptySheet: false,
  hiddenSheet: false,
  furtherSheet: false,
  from1904: false,
};
const anyBook = fc.record({
  title: fc.boolean(),
  emptySheet: fc.boolean(),
  hiddenSheet: fc.boolean(),
  furtherSheet: fc.boolean(),
  from1904: fc.boolean(),
});

/** A spreadsheet in one XML file (OpenDocument 1.3, part 3, 3.1.2). */
function spreadsheet(columns: readonly Column[], book: Book): string {
  const merged = {
    ...textCell('A title of the table'),
    attributes: `office:value-type="string" table:number-columns-spanned="${columns.length}"`,
  };
  const above = book.title ? [[merged], []] : [];
  const header = columns.map(({ name }) => textCell(name));
  const table = (name: string, rows: readonly (readonly Cell[])[], style = '') =>
    `<table:table table:name="${name}"${style}>${rows.map(rowElement).join('')}</table:table>`;
  const other = [[textCell('other')], [textCell('value')]];
  const sheets = [
    // The first sheet is active, which cannot be hidden.
    book.emptySheet || book.hiddenSheet ? table('Empty', [[]]) : '',
    book.hiddenSheet ? table('Hidden', other, ' table:style-name="hidden"') : '',
    table('Data', [...above, header, ...rowsOf(columns)]),
    book.furtherSheet ? table('Further', other) : '',
  ];
  const epoch = book.from1904
    ? '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>'
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${styles}<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet>${epoch}${sheets.join('')}</office:spreadsheet></office:body></office:document>`;
}

let conversions = 0;

/** Converts spreadsheets in one run of LibreOffice. @returns the paths of the files it wrote */
async function convert(spreadsheets: readonly string[], extension: string, filter = ''): Promise<string[]> {
  conversions += 1;
  const folder = join(store.folder, `converted-${conversions}`);
  await mkdir(folder);
  const files = spreadsheets.map((_, at) => join(folder, `table-${at}.fods`));
  await Promise.all(files.map((file, at) => writeFile(file, spreadsheets[at] ?? '')));
  const profile = `-env:UserInstallation=file://${join(store.folder, 'profile')}`;
  const target = filter === '' ? extension : `${extension}:${filter}`;
  const flags = [profile, '--headless', '--convert-to', target, '--outdir', join(folder, 'out')];
  const { status, stderr } = spawnSync('soffice', [...flags, ...files], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`LibreOffice ended with ${status}: ${stderr}`);
  return files.map((_, at) => join(folder, 'out', `table-${at}.${extension}`));
}

let ingests = 0;

/** Publishes a file as its preview suggests; the encoding is given if in doubt. */
async function publish(path: string, encoding?: string) {
  const preview = await store.rows.preview({ path }, 'show', store.folder);
  const doubt = preview.findings.some(({ option, unsure }) => option === 'encoding' && unsure);
  const { plan: source } =
    doubt && encoding !== undefined ? await store.rows.preview({ path, encoding }, 'show', store.folder) : preview;
  ingests += 1;
  const version = await store.rows.ingest(`table-${ingests}`, source, {}, {});
  const stored = (await store.page(version)) as Record<string, Stored>[];
  const read = version.columns.map(({ name }) => name);
  return { names: read, rows: stored.map((row) => read.map((name) => row[name] ?? null)) };
}

async function expectRead(
  columns: readonly Column[],
  path: string,
  expected: (cell: Cell, kind: Kind) => Stored,
  encoding?: string,
) {
  const table = {
    names: columns.map(({ name }) => name),
    rows: rowsOf(columns).map((row) => row.map((cell, at) => expected(cell, columns[at]?.kind ?? 'text'))),
  };
  const found = await publish(path, encoding).catch((error: unknown) => ({ names: [String(error)], rows: [] }));
  expect(found, `${path} (seed ${sampling.seed})`).toEqual(table);
}

const timeout = 120_000 + sampling.numRuns * 5_000;

it.skipIf(!installed).each(['xlsx', 'xls', 'ods'])(
  'of LibreOffice as .%s are read back unchanged',
  { timeout },
  async (extension) => {
    const words = [...plain, ...latin, ...central, ...japanese];
    const samples = fc.sample(fc.tuple(tableOf(words, [...names, 'País', 'Größe', 'n°']), anyBook), sampling);
    const files = await convert(
      samples.map(([columns, book]) => spreadsheet(columns, book)),
      extension,
    );
    for (const [at, [columns]] of samples.entries()) {
      await expectRead(columns, files[at] ?? '', ({ value }) => value);
    }
  },
);

/** The displayed text is exact for all of these. */
const shownKinds = (Object.keys(kinds) as Kind[]).filter((kind) => kind !== 'instant');

/** Tokens of the text filter: characters of the delimiter and the quote, the encoding, whether all texts are quoted. */
const dialects = [
  { tokens: '59,34,1', quoteAll: true, encoding: 'windows-1252', words: latin },
  { tokens: '124,39,76', quoteAll: true, encoding: 'utf-8', words: latin },
  { tokens: '44,34,76', quoteAll: false, encoding: 'utf-8', words: [...latin, ...central, ...japanese] },
  { tokens: '9,34,65535', quoteAll: false, encoding: 'utf-16le', words: [...latin, ...central, ...japanese] },
  { tokens: '44,34,64', quoteAll: false, encoding: 'shift_jis', words: japanese },
  { tokens: '59,39,33', quoteAll: false, encoding: 'windows-1250', words: central },
  { tokens: '58,34,76', quoteAll: true, encoding: 'utf-8', words: latin },
  { tokens: '32,34,76', quoteAll: true, encoding: 'utf-8', words: latin },
  { tokens: '94,34,76', quoteAll: false, encoding: 'utf-8', words: latin },
];

/** Whether a column has no value but errors: in text these are words, as every mark is without a number beside it. */
function isErrorAlone({ kind, cells }: Column): boolean {
  return kind === 'quotient' && cells.every(({ value }) => value === null);
}

const textFilter = 'Text - txt - csv (StarCalc)';

it.skipIf(!installed)(
  'of LibreOffice as text in many dialects are read back unchanged',
  { timeout: dialects.length * timeout },
  async () => {
    for (const { tokens, quoteAll, encoding, words } of dialects) {
      const tables = tableOf([...plain, ...words], names, shownKinds).filter((columns) => !columns.some(isErrorAlone));
      const samples = fc.sample(tables, sampling);
      const sheets = samples.map((columns) => spreadsheet(columns, plainBook));
      const files = await convert(sheets, 'csv', `${textFilter}:${tokens},1,,0,${quoteAll},true`);
      for (const [at, columns] of samples.entries()) {
        await expectRead(columns, files[at] ?? '', storedOfText, encoding);
      }
    }
  },
);

/** For numbers the value, for everything else the displayed text. */
function storedOfText({ value, shown }: Cell, kind: Kind): Stored {
  if (shown === '') return null;
  if (kind === 'moment') return value;
  return typeof value === 'number' && kind !== 'percentage' ? value : shown;
}

/** A page has the displayed texts, with single blanks; as in any workbook, a text that is a moment stays one. */
function storedOfPage(cell: Cell, kind: Kind): Stored {
  const stored = kind === 'moment' ? cell.value && cell.shown : storedOfText(cell, kind);
  return typeof stored === 'string' ? stored.replaceAll(/\s+/g, ' ') : stored;
}

/** Whether rows have several values: those of other pages are taken for their layout. */
function isTableOfPage(columns: readonly Column[]): boolean {
  return rowsOf(columns).some((row) => row.filter(({ shown }) => shown !== '').length > 1);
}

/** LibreOffice writes SYLK and DIF without formats: a date is the number of its day, an error in SYLK is 0. */
const unformattedKinds: readonly Kind[] = [
  'integer',
  'float',
  'year',
  'percentage',
  'code',
  'formula',
  'joined',
  'text',
];

it
  .skipIf(!installed)
  .each<readonly [extension: string, filter: string, stored: typeof storedOfText, chosen: readonly Kind[]]>([
    ['xml', 'MS Excel 2003 XML', ({ value }) => value, shownKinds],
    ['slk', '', ({ value }) => value, unformattedKinds],
    ['dif', '', ({ value }) => value, unformattedKinds],
    ['html', '', storedOfPage, shownKinds],
  ])('of LibreOffice as .%s are read back unchanged', { timeout }, async (extension, filter, stored, chosen) => {
  // The parser reads an escape of newer workbooks in XML Spreadsheet too.
  // DIF does not state its encoding, which a few words do not show.
  const words = [...plain, ...(extension === 'dif' ? [] : latin)].filter((word) => word !== '_x0041_');
  const tables = tableOf(words, names, chosen).filter(
    (columns) => !columns.some(isErrorAlone) && (extension !== 'html' || isTableOfPage(columns)),
  );
  const samples = fc.sample(tables, sampling);
  const sheets = samples.map((columns) => spreadsheet(columns, plainBook));
  const files = await convert(sheets, extension, filter);
  for (const [at, columns] of samples.entries()) await expectRead(columns, files[at] ?? '', stored);
});

const otherFormats: readonly (readonly [extension: string, filter: string, words: RegExp])[] = [
  ['fods', '', /\.fods/],
  ['pdf', '', /PDF/],
];

it.skipIf(!installed).each(otherFormats)(
  'of LibreOffice as .%s are named for what they are',
  { timeout },
  async (extension, filter, words) => {
    const [columns = []] = fc.sample(tableOf(plain, names), { numRuns: 1, seed });
    const [file = ''] = await convert([spreadsheet(columns, plainBook)], extension, filter);
    const refusal = await refusalOf(publish(file));
    expect(refusal.message).toMatch(words);
  },
);
