import { execFileSync, spawnSync } from 'node:child_process';
import { stringify } from 'csv-stringify/sync';
import exceljs from 'exceljs';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';

/** Random tables written by other programs in their dialects are read back unchanged. */
const runs = (share = 1) => ({ numRuns: caseCount(2, 20) * share, seed });

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

type Cell = string | number | null;

interface Column {
  readonly name: string;
  readonly kind: keyof typeof kinds;
  readonly cells: readonly Cell[];
}

const two = (value: number) => String(value).padStart(2, '0');
// Not in 1900, whose days before March Excel and exceljs number differently.
const day = fc
  .tuple(fc.integer({ min: 1901, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`);
const words = [
  'Zürich',
  "O'Brien",
  'with "quotes"',
  'a, b; c',
  'line\nbreak',
  'tab\there',
  'x|y',
  '5\'10"',
  'N/A?',
  '#hash',
  '1.2.3',
  '=SUM(A1)',
  'Łódź',
  'a\\b',
  '""',
  '100 %',
  '[1]',
  '{a}',
  '<b>',
  '日本',
];
const kinds = {
  integer: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  // A multiple of a half, so that three decimals cannot look like thousands.
  float: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value + 0.5),
  year: fc.integer({ min: 1900, max: 2100 }),
  date: day,
  code: fc.integer({ min: 0, max: 999 }).map((value) => `0${String(value).padStart(4, '0')}`),
  truth: fc.constantFrom('true', 'false'),
  text: fc.constantFrom(...words),
};
const types = {
  integer: 'integer',
  float: 'float',
  year: 'integer',
  date: 'char',
  code: 'char',
  truth: 'char',
  text: 'char',
};
const parquetTypes = {
  integer: 'INT32',
  float: 'DOUBLE',
  year: 'INT64',
  date: 'STRING',
  code: 'STRING',
  truth: 'STRING',
  text: 'STRING',
} as const;
const names = ['id', 'name', 'value', 'País', 'a b', 'Total', 'sum (EUR)', 'q"q', 'p,q', 'Größe', 'n°'];

/** A table whose first column has no missing value, so that no record is an empty line. */
const table: fc.Arbitrary<Column[]> = fc
  .tuple(fc.shuffledSubarray(names, { minLength: 2, maxLength: 6 }), fc.integer({ min: 2, max: 40 }))
  .chain(([chosen, rows]) =>
    fc.tuple(
      ...chosen.map((name, at) =>
        fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])).chain((kind) =>
          fc
            .array(at === 0 ? kinds[kind] : fc.option<Cell>(kinds[kind], { freq: 6 }), {
              minLength: rows,
              maxLength: rows,
            })
            .map((cells): Column => ({ name, kind, cells })),
        ),
      ),
    ),
  );

const rowsOf = (columns: readonly Column[]): Cell[][] =>
  (columns[0]?.cells ?? []).map((_, row) => columns.map(({ cells }) => cells[row] ?? null));

async function expectRead(columns: readonly Column[], file: string, bytes: string | Uint8Array): Promise<void> {
  number += 1;
  const path = await store.file(`${number}-${file}`, bytes);
  const { plan: source } = await store.rows.preview({ path }, 'take-in', store.folder);
  const version = await store.rows.ingest(`random-${number}`, source, {}, {});
  const stored = (await store.page(version)) as Record<string, Cell>[];
  expect(version.columns.map(({ name }) => name)).toEqual(columns.map(({ name }) => name));
  expect(stored.map((row) => columns.map(({ name }) => row[name] ?? null))).toEqual(rowsOf(columns));
  for (const [at, { kind, cells }] of columns.entries()) {
    if (cells.some((cell) => cell !== null)) expect(version.columns[at]?.type).toBe(types[kind]);
  }
}

const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quoted: fc.boolean(),
  quoted_string: fc.boolean(),
  decimalComma: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be'),
});

it('of csv-stringify in any dialect are read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(table, dialect, async (columns, { delimiter, lineEnd, encoding, ...options }) => {
      const comma = options.decimalComma && delimiter === ';';
      const text = stringify([columns.map(({ name }) => name), ...rowsOf(columns)], {
        delimiter,
        record_delimiter: lineEnd,
        quoted: options.quoted,
        quoted_string: options.quoted_string,
        // A carriage return or line feed in a value is quoted, whatever ends records.
        quoted_match: /[\r\n]/,
        cast: { number: (value) => (comma ? String(value).replace('.', ',') : String(value)) },
      });
      const addBOM = encoding !== 'utf-8';
      await expectRead(columns, 'table.csv', iconv.encode(text, encoding.split(' ', 1)[0] ?? '', { addBOM }));
    }),
    runs(2),
  );
});

it('of exceljs are read back unchanged, below a title or not', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.boolean(), fc.boolean(), async (columns, title, dates) => {
      const book = new exceljs.Workbook();
      const sheet = book.addWorksheet('Table');
      if (title) sheet.addRows([['A title of the table'], []]);
      sheet.addRow(columns.map(({ name }) => name));
      for (const row of rowsOf(columns)) {
        sheet.addRow(
          row.map((cell, at) =>
            dates && columns[at]?.kind === 'date' && cell !== null ? new Date(`${cell}T00:00:00Z`) : cell,
          ),
        );
      }
      await expectRead(columns, 'table.xlsx', new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer));
    }),
    runs(),
  );
});

it('of hyparquet-writer are read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (columns) => {
      const columnData = columns.map(({ name, kind, cells }) => ({
        name,
        data: cells.map((cell) => (kind === 'year' && cell !== null ? BigInt(cell) : cell)),
        type: parquetTypes[kind],
      }));
      await expectRead(columns, 'table.parquet', new Uint8Array(parquetWriteBuffer({ columnData })));
    }),
    runs(),
  );
});

it('of JSON in its usual shapes are read back unchanged', async () => {
  const shape = fc.constantFrom('records', 'lines', 'wrapped', 'columns', 'split', 'lists');
  const encoding = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be');
  await fc.assert(
    fc.asyncProperty(table, shape, encoding, fc.boolean(), async (columns, form, encoded, indented) => {
      const header = columns.map(({ name }) => name);
      const records = rowsOf(columns).map((row) => Object.fromEntries(row.map((cell, at) => [header[at], cell])));
      const index = rowsOf(columns).map((_, row) => row);
      const values = {
        records,
        lines: [],
        wrapped: { status: 'ok', data: records },
        columns: Object.fromEntries(columns.map(({ name, cells }) => [name, cells])),
        split: { columns: header, index, data: rowsOf(columns) },
        lists: [header, ...rowsOf(columns)],
      };
      const text =
        form === 'lines'
          ? records.map((record) => JSON.stringify(record)).join('\n')
          : JSON.stringify(values[form], null, indented ? 2 : 0);
      const file = form === 'lines' ? 'table.ndjson' : 'table.json';
      await expectRead(columns, file, iconv.encode(text, encoded, { addBOM: encoded !== 'utf-8' }));
    }),
    runs(2),
  );
});

const sqlite = spawnSync('sqlite3', ['-version']).status === 0;
if (!sqlite) process.stderr.write('Tables that sqlite3 writes are not tested: there is no sqlite3.\n');

it.skipIf(!sqlite)('of sqlite3 are read back unchanged, in each of its modes', async () => {
  const quote = (cell: Cell) => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell ?? 'NULL'));
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('csv', 'json'), async (columns, mode) => {
      const aliases = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`);
      const rows = rowsOf(columns).map((row) => `(${row.map(quote).join(', ')})`);
      const query = `.headers on\n.mode ${mode}\nWITH t(${aliases.join(', ')}) AS (VALUES ${rows.join(', ')}) SELECT * FROM t;`;
      await expectRead(columns, `table.${mode}`, execFileSync('sqlite3', [':memory:'], { input: query }));
    }),
    runs(),
  );
});
