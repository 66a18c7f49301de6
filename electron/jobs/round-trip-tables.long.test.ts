import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cell } from '#shared/cell.ts';
import { everyRow } from '#shared/row-query.ts';
import { exportFormats } from '#shared/source-formats.ts';
import { caseCount, seed } from '../lib/testing/tier.ts';
import { exporting, openTestJobs, publishing, type TestJobs } from './testing/test-jobs.ts';

/** Random tables are equal after a round trip through every format. */
const runs = { numRuns: caseCount(1, 5), seed };

let jobs: TestJobs;
let number = 0;
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

const hardTexts = [
  ...[
    '',
    ' ',
    'NA',
    'null',
    'NULL',
    'nan',
    '-',
    '\\N',
    '#N/A',
    'true',
    '=1+1',
    '007',
    '1e5',
    '12,5',
    '1.234,5',
    '+39 06',
  ],
  ...[
    'a "quoted", word',
    "'single'",
    'line\nbreak',
    'CR\rLF\r\n',
    '\ttab',
    ' padded ',
    'semi;colon',
    'pipe|d',
    '{"a":1}',
  ],
  ...[
    '[1, 2]',
    'POINT (1 2)',
    '2020-02-30',
    '01/02/2020',
    '2020_01',
    '😀 שלום',
    'ﬁ\u00a0\u200b',
    '\u0001',
    '# comment',
    '--',
  ],
];
const point = fc
  .tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }))
  .map(([x, y]) => ({ type: 'Point', coordinates: [x === 0 ? 0 : x, y === 0 ? 0 : y] }) as const);
const kinds = {
  integer: fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.constantFrom(0n, 1n, 2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n),
  ),
  float: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-0, 1e308, 5e-324, 0.1, 1, 1e21),
  ),
  text: fc.oneof(fc.constantFrom(...hardTexts), fc.string({ unit: 'grapheme', maxLength: 12 })),
  code: fc.integer({ min: 0, max: 999 }).map((value) => String(value).padStart(5, '0')),
  date: fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  moment: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((at) => at.toISOString()),
  geometry: point,
} as const;
type Kind = keyof typeof kinds;

interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly cells: readonly (Cell | object)[];
}

const table = fc.integer({ min: 0, max: 12 }).chain((rows) =>
  fc
    .array(
      fc.constantFrom<Kind>(...(Object.keys(kinds) as Kind[])).chain((kind) =>
        fc.record({
          kind: fc.constant(kind),
          // One in five columns has no values at all.
          cells: fc.nat(4).chain((share) =>
            fc.array(share === 0 ? fc.constant(null) : fc.option<Cell | object>(kinds[kind], { freq: 4 }), {
              minLength: rows,
              maxLength: rows,
            }),
          ),
        }),
      ),
      { minLength: 1, maxLength: 6 },
    )
    // GeoJSON has room for only one geometry.
    .map((columns) =>
      columns.filter(({ kind }, at) => kind !== 'geometry' || columns.findIndex((one) => one.kind === kind) === at),
    )
    .map((columns): Column[] => columns.map((column, at) => ({ name: `${column.kind} ${at}`, ...column }))),
);

const stored = { integer: 'integer', float: 'float', geometry: 'geometry' } as const;
const typeOf = (kind: Kind) => (kind in stored ? stored[kind as keyof typeof stored] : ('text' as const));
const parquet = { integer: 'INT64', float: 'DOUBLE' } as const;

/** As Parquet, which stores the type of every column even without values. */
function asParquet(columns: readonly Column[]): Uint8Array {
  const cellOf = (cell: Cell | object) => (cell !== null && typeof cell === 'object' ? JSON.stringify(cell) : cell);
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: columns.map(({ name, kind, cells }) => ({
        name,
        type: kind in parquet ? parquet[kind as keyof typeof parquet] : 'STRING',
        nullable: true,
        data: cells.map(cellOf),
      })),
    }),
  );
}

async function contentOf(dataset: string) {
  const reference = { namespace: 'tests', dataset };
  return await jobs.connections.use('local', async (source) => {
    const { dataset: record } = await source.readDataset(reference);
    const { rows } = await source.rows(reference).read(everyRow, 0, 100);
    // The longest text decides between the two text types.
    const columns = record.columns.map(({ name, type }) => [name, type === 'char' ? 'text' : type]);
    return { columns, rows };
  });
}

test(`random tables are equal after a round trip through every format (${runs.numRuns})`, {
  timeout: 240_000 + 60_000 * runs.numRuns,
}, async () => {
  await fc.assert(
    fc.asyncProperty(table, async (columns) => {
      number += 1;
      const file = path.join(jobs.folder, `table-${number}.parquet`);
      await writeFile(file, asParquet(columns));
      const options = { columns: columns.map(({ name, kind }) => ({ source: name, type: typeOf(kind) })) };
      await jobs.succeed(publishing(file, `table-${number}`, options));
      const length = columns[0]?.cells.length ?? 0;
      const first = await contentOf(`table-${number}`);
      expect(first).toEqual({
        columns: columns.map(({ name, kind }) => [name, typeOf(kind)]),
        rows: Array.from({ length }, (_, at) => columns.map(({ cells }) => plain(cells[at] ?? null))),
      });
      for (const format of exportFormats) {
        const target = path.join(jobs.folder, 'out', `table-${number}.${format}`);
        await jobs.succeed(exporting(`table-${number}`, target, format));
        await jobs.succeed(publishing(target, `table-${number}-${format}`)).catch(async (error: unknown) => {
          throw new Error(`${format}: ${String(error)}\n${(await readFile(target, 'latin1')).slice(0, 500)}`);
        });
        const { columns: again, rows } = await contentOf(`table-${number}-${format}`);
        const isOneColumnText = columns.length === 1 && (format === 'csv' || format === 'tsv');
        const inText = isOneColumnText ? withoutBlankEnd(first.rows) : first.rows;
        const kept = format === 'xlsx' ? withoutBlankRows(first.rows) : inText;
        const found = isOneColumnText ? withoutBlankEnd(rows) : rows;
        // The geometry of a feature is separate from its properties, and has no position among them: it is read as the
        // last column. Without features, the columns are those of the descriptor, in the same order.
        const order =
          format === 'geojson' && first.rows.length > 0 ? geometryLast(columns) : columns.map((_, at) => at);
        expect({ format, columns: again, rows: found }).toEqual({
          format,
          columns: order.map((at) => first.columns[at]),
          rows: kept.map((row) => order.map((at) => row[at])),
        });
      }
    }),
    runs,
  );
});

/** The column positions with that of the geometry at the end. */
function geometryLast(columns: readonly Column[]): number[] {
  const positions = columns.map((_, at) => at);
  const isGeometry = (at: number) => columns[at]?.kind === 'geometry';
  return [...positions.filter((at) => !isGeometry(at)), ...positions.filter(isGeometry)];
}

/** An integer that a number represents exactly is read as one. */
function plain(cell: Cell | object): Cell | object {
  return typeof cell === 'bigint' && BigInt(Number(cell)) === cell && Number.isSafeInteger(Number(cell))
    ? Number(cell)
    : cell;
}

/** In a sheet, rows of nothing but blanks are no records. */
function withoutBlankRows<Row extends readonly unknown[]>(rows: readonly Row[]): readonly Row[] {
  const isBlank = (cell: unknown) => cell === null || (typeof cell === 'string' && cell.trim() === '');
  return rows.filter((row) => !row.every(isBlank));
}

/** A missing value in a text of one column is a blank line, which is ignored at the end. */
function withoutBlankEnd<Row extends readonly unknown[]>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell !== null)) + 1);
}
