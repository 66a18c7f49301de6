import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { openTestStore, refusalOf, type TestStore } from '../rows/testing/test-store.ts';

/** Random features written by GDAL are read back unchanged. */
const runs = { numRuns: caseCount(4, 15), seed };

const installed = spawnSync('ogr2ogr', ['--version']).status === 0;
if (!installed) process.stderr.write('Tables that GDAL writes are not tested: there is no ogr2ogr.\n');

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

type Cell = string | number | null;
type Position = readonly [number, number];
type Geometry = { readonly type: string; readonly coordinates: unknown } | null;

const two = (value: number) => String(value).padStart(2, '0');
const day = fc
  .tuple(fc.integer({ min: 1901, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute, second]) => `${two(hour)}:${two(minute)}:${two(second)}`);
const words = ['Zürich', "O'Brien", 'with "quotes"', 'a, b; c', 'line\nbreak', 'tab\there', 'x|y', 'N/A?', '#hash'];
const moreWords = ['1.2.3', '5\'10"', 'a\\b', '[1]', '{a}', '<b>&amp;', '日本', 'Łódź', '_x41_', '😀'];
const kinds = {
  integer: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  long: fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(Number),
  // A multiple of a quarter, so that three decimals cannot look like thousands.
  float: fc.integer({ min: -100_000, max: 100_000 }).map((value) => value + 0.25),
  date: day,
  moment: fc.tuple(day, clock).map(([date, time]) => `${date}T${time}`),
  code: fc.integer({ min: 0, max: 999 }).map((value) => `0${two(value)}00`),
  text: fc.constantFrom(...words, ...moreWords),
} satisfies Record<string, fc.Arbitrary<Cell>>;
type Kind = keyof typeof kinds;

interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly cells: readonly Cell[];
}

// In Central Europe, where the projections below are exact; never three decimals, which could look like thousands.
const position: fc.Arbitrary<Position> = fc
  .tuple(fc.integer({ min: 6_000, max: 15_000 }), fc.integer({ min: 46_000, max: 55_000 }))
  .map(([x, y]) => [(x * 10 + 5) / 10_000, (y * 10 + 5) / 10_000]);
const box = ([x, y]: Position, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const shapes = {
  Point: position,
  LineString: fc.array(position, { minLength: 2, maxLength: 4 }),
  // The outer ring counter-clockwise and the hole clockwise, as in RFC 7946.
  Polygon: position.map((at) => [box(at, 0.5), box([at[0] + 0.125, at[1] + 0.125], 0.25).reverse()]),
  MultiPoint: fc.array(position, { minLength: 1, maxLength: 3 }),
} as const;
type Shape = keyof typeof shapes;

interface Table {
  readonly columns: readonly Column[];
  readonly geometries: readonly Geometry[];
}

function tableOf(shape: fc.Arbitrary<Shape>): fc.Arbitrary<Table> {
  return fc
    .tuple(
      fc.shuffledSubarray(['id', 'name', 'value', 'País', 'a b', 'Total', 'p,q', 'q"q'], {
        minLength: 2,
        maxLength: 6,
      }),
      fc.integer({ min: 2, max: 30 }),
      shape,
    )
    .chain(([names, length, type]) => {
      const size = { minLength: length, maxLength: length };
      const geometry = (shapes[type] as fc.Arbitrary<unknown>).map((coordinates): Geometry => ({ type, coordinates }));
      const columns = names.map((name, at) =>
        fc
          .constantFrom(...(Object.keys(kinds) as Kind[]))
          .chain((kind) =>
            fc
              .array(at === 0 ? kinds[kind] : fc.option<Cell>(kinds[kind], { freq: 6 }), size)
              .map((cells): Column => ({ name, kind, cells })),
          ),
      );
      return fc.record({
        columns: fc.tuple(...columns),
        geometries: fc.array(fc.option(geometry, { freq: 6 }), size),
      });
    });
}

const anyTable = tableOf(fc.constantFrom(...(Object.keys(shapes) as Shape[])));

function rowsOf({ columns }: Table): Cell[][] {
  return (columns[0]?.cells ?? []).map((_, row) => columns.map(({ cells }) => cells[row] ?? null));
}

function geoJsonOf(table: Table): string {
  const features = rowsOf(table).map((row, at) => ({
    type: 'Feature',
    properties: Object.fromEntries(row.map((cell, column) => [table.columns[column]?.name, cell])),
    geometry: table.geometries[at],
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Converts a table with GDAL. @returns the path of the file it wrote */
async function convert(table: Table, format: string, extension: string, options: readonly string[]): Promise<string> {
  number += 1;
  const folder = join(store.folder, `gdal-${number}`);
  await mkdir(folder);
  const source = join(folder, 'source.geojson');
  await writeFile(source, geoJsonOf(table));
  const target = join(folder, `table.${extension}`);
  execFileSync('ogr2ogr', ['-f', format, target, source, '-nln', 'table', ...options], { stdio: 'pipe' });
  return target;
}

async function publish(path: string) {
  const { plan: source } = await store.rows.preview({ path }, 'take-in', store.folder);
  number += 1;
  const version = await store.rows.ingest(`gdal-${number}`, source, {}, {});
  const names = version.columns.map(({ name }) => name);
  const rows = (await store.page(version)) as Record<string, unknown>[];
  return { names, rows: rows.map((row) => names.map((name) => row[name] ?? null)) };
}

function expectValues(table: Table, found: Awaited<ReturnType<typeof publish>>): void {
  const at = table.columns.map(({ name }) => found.names.indexOf(name));
  expect(at).not.toContain(-1);
  expect(found.rows.map((row) => at.map((position) => row[position]))).toEqual(rowsOf(table));
}

/** @param tolerance in degrees */
function expectGeometries(table: Table, found: Awaited<ReturnType<typeof publish>>, name: string, tolerance: number) {
  const position = found.names.indexOf(name);
  for (const [row, geometry] of table.geometries.entries()) {
    const cell = found.rows[row]?.[position] as Geometry;
    expect(cell?.type).toBe(geometry?.type);
    expectNear(cell?.coordinates, geometry?.coordinates, tolerance);
  }
}

function expectNear(found: unknown, expected: unknown, tolerance: number): void {
  if (!Array.isArray(expected)) {
    if (typeof expected === 'number') expect(Math.abs(Number(found) - expected)).toBeLessThanOrEqual(tolerance);
    else expect(found).toEqual(expected);
    return;
  }
  expect(found).toHaveLength(expected.length);
  for (const [at, one] of expected.entries()) expectNear((found as unknown[])[at], one, tolerance);
}

const timeout = 60_000 + runs.numRuns * 5_000;

it.skipIf(!installed)('of GDAL as GeoJSON are read back unchanged', { timeout }, async () => {
  const variants = fc.constantFrom<readonly [format: string, extension: string, ...options: string[]]>(
    ['GeoJSON', 'geojson', '-lco', 'RFC7946=YES'],
    ['GeoJSON', 'geojson', '-lco', 'RFC7946=NO', '-lco', 'WRITE_BBOX=YES'],
    ['GeoJSON', 'json', '-lco', 'ID_GENERATE=YES', '-lco', 'COORDINATE_PRECISION=5'],
    ['GeoJSONSeq', 'geojsonl', '-lco', 'RS=NO'],
    ['GeoJSONSeq', 'geojsons', '-lco', 'RS=YES'],
    ...['EPSG:3857', 'EPSG:25832', 'EPSG:32633', 'EPSG:3035', 'EPSG:4258'].map(
      (system) => ['GeoJSON', 'geojson', '-t_srs', system] as const,
    ),
  );
  await fc.assert(
    fc.asyncProperty(anyTable, variants, async (table, [format, extension, ...options]) => {
      const found = await publish(await convert(table, format, extension, options));
      expectValues(table, found);
      expectGeometries(table, found, 'geometry', 1e-6);
    }),
    runs,
  );
});

it.skipIf(!installed)(
  'of GDAL as CSV are read back unchanged, geometries as WKT or positions',
  { timeout },
  async () => {
    const dialect = fc.record({
      separator: fc.constantFrom('COMMA', 'SEMICOLON', 'TAB', 'SPACE', 'PIPE'),
      lineEnd: fc.constantFrom('LF', 'CRLF'),
      mark: fc.constantFrom('YES', 'NO'),
      quoting: fc.constantFrom('IF_NEEDED', 'IF_AMBIGUOUS', 'ALWAYS'),
      geometry: fc.constantFrom('AS_WKT', 'AS_XY', 'AS_YX', 'NONE'),
    });
    const tables = fc.oneof(anyTable, tableOf(fc.constant('Point' as const)));
    await fc.assert(
      fc.asyncProperty(tables, dialect, async (table, { separator, lineEnd, mark, quoting, geometry }) => {
        const isPoints = table.geometries.every((one) => one === null || one.type === 'Point');
        const requested = geometry === 'NONE' ? null : isPoints ? geometry : 'AS_WKT';
        const options = [
          `SEPARATOR=${separator}`,
          `LINEFORMAT=${lineEnd}`,
          `WRITE_BOM=${mark}`,
          // Without quotes a space between two values does not indicate two columns.
          `STRING_QUOTING=${separator === 'SPACE' ? 'ALWAYS' : quoting}`,
        ];
        if (requested !== null) options.push(`GEOMETRY=${requested}`);
        const path = await convert(
          table,
          'CSV',
          'csv',
          options.flatMap((option) => ['-lco', option]),
        );
        const read = await publish(path);
        // If everything is quoted, so are missing values: as empty text.
        const found = { ...read, rows: read.rows.map((row) => row.map((cell) => (cell === '' ? null : cell))) };
        expectValues(table, found);
        if (requested === 'AS_WKT') expectGeometries(table, found, 'WKT', 1e-9);
        if (requested === 'AS_XY' || requested === 'AS_YX') {
          const [x, y] = [found.names.indexOf('X'), found.names.indexOf('Y')];
          const positions = found.rows.map((row) => (row[x] === null ? null : [row[x], row[y]]));
          expect(positions).toEqual(table.geometries.map((one) => one?.coordinates ?? null));
        }
      }),
      { ...runs, numRuns: runs.numRuns * 2 },
    );
  },
);

it.skipIf(!installed).each([
  ['XLSX', 'xlsx'],
  ['ODS', 'ods'],
])('of GDAL as %s are read back unchanged', { timeout }, async (format, extension) => {
  await fc.assert(
    fc.asyncProperty(anyTable, async (table) => {
      // GDAL writes line ends and tabs as they are, which are blanks in OpenDocument (1.3, part 3, 6.1.2).
      const columns = table.columns.map(({ cells, ...column }) => ({
        ...column,
        cells: cells.map((cell) => (typeof cell === 'string' ? cell.replace(/\s/g, ' ') : cell)),
      }));
      const found = await publish(await convert(table, format, extension, []));
      expectValues(format === 'ODS' ? { ...table, columns } : table, found);
    }),
    runs,
  );
});

/** What GDAL writes differently, as the reader states it. */
interface Difference {
  /** Whether several places of which there is one are that one. */
  readonly lone?: boolean;
  /** A date as the format has it. */
  readonly date?: (text: string) => string;
  /** A moment as the format has it. */
  readonly moment?: (text: string) => string;
  /** Outer rings are clockwise in a Shapefile. */
  readonly rings?: 'reversed';
}

/** A Shapefile has dates without times of the day. */
const ofShapefile: Difference = { moment: (text) => text.slice(0, 10), rings: 'reversed' };

/** Formats have no place for what no feature has. */
const filled = ({ columns, geometries }: Table) =>
  geometries.every((one) => one !== null) && columns.every(({ cells }) => cells.some((cell) => cell !== null));

/** GDAL writes dates in KML with slashes, as texts. */
const slashed = (text: string) => text.replaceAll('-', '/');

/** The table as a format represents it. */
function representedIn(
  table: Table,
  { date = (text) => text, moment = (text) => text, rings, lone }: Difference,
): Table {
  const columns = table.columns.map(({ cells, ...column }) => ({
    ...column,
    cells: cells.map((cell) => {
      if (typeof cell !== 'string') return cell;
      return column.kind === 'moment' ? moment(cell) : column.kind === 'date' ? date(cell) : cell;
    }),
  }));
  const geometries = table.geometries.map((one) => {
    if (one === null) return one;
    const parts = one.coordinates as unknown[];
    if (one.type === 'Polygon' && rings === 'reversed')
      return { ...one, coordinates: (parts as unknown[][]).map((ring) => [...ring].reverse()) };
    const isLone = lone === true && one.type.startsWith('Multi') && parts.length === 1;
    return isLone ? { type: one.type.replace('Multi', ''), coordinates: parts[0] } : one;
  });
  return { columns, geometries };
}

it.skipIf(!installed).each<readonly [format: string, extension: string, options: readonly string[], Difference]>([
  ['GPKG', 'gpkg', ['-lco', 'FID=feature'], { moment: (text) => `${text}.000` }],
  ['SQLite', 'sqlite', ['-lco', 'LAUNDER=NO', '-lco', 'FID=feature'], {}],
  ['ESRI Shapefile', 'shp', ['-lco', 'ENCODING=UTF-8'], ofShapefile],
  ['ESRI Shapefile', 'shz', ['-lco', 'ENCODING=UTF-8'], ofShapefile],
  ['KML', 'kml', [], { lone: true, date: slashed, moment: (text) => slashed(text).replace('T', ' ') }],
])('of GDAL as %s (.%s) are read back unchanged', { timeout }, async (format, extension, options, difference) => {
  // GDAL does not escape quotes in the names of fields of KML, and makes `name` and `description` texts of a place.
  const isWritable = ({ columns }: Table) =>
    format !== 'KML' || columns.every(({ name }) => !/"|^(?:name|description)$/i.test(name));
  await fc.assert(
    fc.asyncProperty(anyTable.filter(filled).filter(isWritable), async (table) => {
      const found = await publish(await convert(table, format, extension, options));
      const expected = representedIn(table, difference);
      expectValues(expected, found);
      expectGeometries(expected, found, 'geometry', 1e-9);
    }),
    runs,
  );
});

it.skipIf(!installed).each([
  ['FlatGeobuf', 'fgb', /FlatGeobuf/],
  ['ESRI Shapefile', 'dbf', /dBase/],
  ['GML', 'gml', /GML/],
])('of GDAL as %s (.%s) are named for what they are', { timeout }, async (format, extension, words) => {
  const [table] = fc.sample(tableOf(fc.constant('Point' as const)), { numRuns: 1, seed });
  if (table === undefined) throw new Error('There is no table.');
  const path = await convert(table, format, extension, []);
  expect((await refusalOf(publish(path))).message).toMatch(words);
});
