import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  Dictionary,
  Field,
  Int16,
  Int64,
  List,
  Struct,
  Table,
  TimestampMicrosecond,
  tableToIPC,
  Uint32,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { strToU8, zipSync } from 'fflate';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, type TestStore } from '../../../rows/testing/test-store.ts';
import { IngestError, type ReadingOptions } from '../../reading.ts';
import { shapefileForTest } from './testing/shapefile-for-test.ts';
import { fileWithUnlabelledValue, statisticsFile, statisticsFiles } from './testing/statistics-files.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  number += 1;
  const file = path.join(store.folder, `${number}-${name}`);
  await writeFile(file, bytes);
  return file;
}

/** A file, previewed and published by the same plan. */
async function published(file: string, asked: Partial<ReadingOptions> = {}) {
  const { plan, notes, sheets, sheet, title, survey } = await store.rows.preview(
    { ...asked, path: file },
    'show',
    store.folder,
  );
  number += 1;
  const version = await store.rows.ingest(`stated-${number}`, plan, {}, {});
  const rows = await store.page(version);
  const types = survey.columns.map(({ name, type, moment }) => `${name}: ${moment ?? type}`);
  const labels = notes?.columns.map(({ source, description }) => `${source}: ${description}`) ?? [];
  return { format: plan.format, rows, types, labels, sheets, sheet, title };
}

async function refusal(file: string): Promise<string> {
  const error = await published(file).catch((one: unknown) => one);
  if (error instanceof IngestError) return englishText(error.reason);
  throw new Error(`It was read: ${JSON.stringify(error)}`);
}

const moments = ['2020-01-02T03:04:05', '1969-12-31T00:00:00', null];

describe('a file of a statistics program', () => {
  test('has values without a label', async () => {
    const named = async (bytes: Buffer, name = 'codes.sav') => {
      const file = await fileOf(name, bytes);
      const { survey } = await store.rows.preview({ path: file }, 'show', store.folder);
      return survey.columns.flatMap(({ name, unlisted }) => (unlisted === undefined ? [] : [{ name, ...unlisted }]));
    };
    expect(await named(statisticsFile('none.sav'))).toEqual([{ name: 'size', count: 0, values: [] }]);
    expect(await named(fileWithUnlabelledValue())).toEqual([{ name: 'size', count: 1, values: ['2'] }]);

    // Labels of values that are missing are none of codes: with one other label, there is no list.
    const spss = statisticsFile('none.sav');
    const at = spss.indexOf('SIZE    ');
    const end = at + 12 + Math.ceil(spss.readInt32LE(at + 8) / 4) * 4;
    spss.writeInt32LE(1, at - 12);
    const two = Buffer.alloc(8);
    two.writeDoubleLE(2);
    expect(await named(Buffer.concat([spss.subarray(0, end), two, spss.subarray(end)]))).toEqual([]);
    const stata = statisticsFile('15.dta');
    stata.writeInt32LE(2_147_483_622, stata.indexOf('large') - 4);
    expect(await named(stata, 'codes.dta')).toEqual([]);
  });

  test.each(['byte.sav', 'zlib.sav', 'none.sav'] as const)(
    'of SPSS has values, labels and meanings: %s',
    async (name) => {
      const { format, rows, types, labels } = await published(await fileOf(name, statisticsFile(name)));
      expect(format).toBe('sav');
      expect(rows).toEqual(
        [
          [1, 'Köln', 405.02, 1, 'large', '2020-01-02', moments[0], 'abcdefghij'.repeat(40)],
          [2, 'Ulm', null, 2, 'small', '1900-03-01', moments[1], 'x'],
          [3, null, -1e10, 1, 'large', null, null, null],
        ].map(([id, town, area, size, size_label, day, at, remark]) => ({
          ...{ id, town, area, size, size_label, day, at, remark },
        })),
      );
      expect(types).toContain('day: date');
      expect(labels).toEqual(['area: Square kilometres', 'size: Size class']);
    },
  );

  test.each(['14.dta', 'v5.xpt', 'v8.xpt', 'plain.sas7bdat', 'rle.sas7bdat'] as const)(
    'of others has the same: %s',
    async (name) => {
      const { rows, labels } = await published(await fileOf(name, statisticsFile(name)));
      const cells = rows.map((row) => Object.values(row as object));
      const meanings = name === '14.dta' ? ['large', 'small', 'large'] : [];
      const times =
        // Its program writes no formats.
        name === 'plain.sas7bdat'
          ? [21_916, 1_893_553_445, -21_855, 315_532_800, null, null]
          : ['2020-01-02', moments[0], '1900-03-01', moments[1], null, null];
      const expected = [
        [1, 'Köln', 405.02, 1, ...meanings.slice(0, 1), ...times.slice(0, 2)],
        [2, 'Ulm', null, 2, ...meanings.slice(1, 2), ...times.slice(2, 4)],
        [3, null, -1e10, 1, ...meanings.slice(2, 3), ...times.slice(4, 6)],
      ];
      expect(cells).toEqual(expected);
      expect(labels).toContain('area: Square kilometres');
    },
  );

  test.each([
    ['old.dta', ['2020-01', '2020-02', null]],
    ['old-be.dta', ['2020-01', '2020-02', null]],
    ['13.dta', ['2020-Q1', '2020-Q1', null]],
    ['15.dta', [2020, 2020, null]],
  ] as const)('of each release of Stata is read: %s', async (name, periods) => {
    const { rows } = await published(await fileOf(name, statisticsFile(name)));
    const shares = [0.1, 0.2, 0.3];
    expect(rows).toEqual([
      { id: 1, town: 'Köln', area: 405.02, share: shares[0], month: periods[0], size: 0, size_label: 'large' },
      { id: 2, town: 'Ulm', area: null, share: shares[1], month: periods[1], size: 1, size_label: 'small' },
      { id: 3, town: null, area: -1e10, share: shares[2], month: periods[2], size: 0, size_label: 'large' },
    ]);
  });

  test.each(Object.keys(statisticsFiles) as (keyof typeof statisticsFiles)[])(
    'cut off is refused: %s',
    async (name) => {
      const bytes = statisticsFile(name);
      const whole = await published(await fileOf(name, bytes));
      for (const share of [0.2, 0.5, 0.8]) {
        const file = await fileOf(name, bytes.subarray(0, Math.floor(bytes.length * share)));
        const outcome = await published(file).catch((error: unknown) => error);
        // Transport files do not state how many records there are.
        if (!(outcome instanceof IngestError)) expect(name.endsWith('.xpt'), name).toBe(true);
        else expect(englishText(outcome.reason)).toMatch(/damaged|no table|incomplete/i);
      }
      expect(whole.rows).toHaveLength(3);
    },
  );
});

describe('a file of Arrow', () => {
  test.each(['lz4.arrow', 'zstd.arrow', 'stream.arrow'] as const)(
    'of another program has values and types: %s',
    async (name) => {
      const { format, rows, types } = await published(await fileOf(name, statisticsFile(name)));
      expect(format).toBe('arrow');
      expect(types).toEqual([
        ...['id: integer', 'town: text', 'share: float', 'price: float', 'amount: text', 'day: date'],
        ...['at: date-time', 'seen: date-time-zone', 'clock: time', 'open: text', 'parts: text', 'long: text'],
      ]);
      const cells = rows.map((row) => Object.values(row as object));
      expect(cells[0]?.slice(1)).toEqual([
        ...['Köln', 0.1, 12.5, '12345678901234567.89', '2020-01-02', '2020-01-02T03:04:05.123456789'],
        ...['2020-01-02T03:04:05Z', '03:04:05.25', 'true', '[1,2]', 'abcdefghij'.repeat(40)],
      ]);
      expect(cells[1]).toEqual([
        ...[2, 'Ulm', null, -0.05, '1', '1900-03-01', '1969-12-31T23:59:59.999999999'],
        ...['1970-01-01T00:00:00Z', '00:00:01', 'false', '[]', 'x'],
      ]);
      expect(cells[2]).toEqual([null, null, 0.3, ...Array.from({ length: 9 }, () => null)]);
    },
  );

  const rowCount = 2_500;
  const numbers = Array.from({ length: rowCount }, (_, at) => at);
  const written = new Table({
    id: vectorFromArray(
      numbers.map((at) => BigInt(at) + 2n ** 62n),
      new Int64(),
    ),
    kind: vectorFromArray(
      numbers.map((at) => `kind ${at % 3}`),
      new Dictionary(new Utf8(), new Int16()),
    ),
    at: vectorFromArray(
      numbers.map((at) => at * 1000),
      new TimestampMicrosecond(),
    ),
    inner: vectorFromArray(
      numbers.map((at) => ({ a: at % 7 })),
      new Struct([new Field('a', new Uint32())]),
    ),
  });

  test.each(['file', 'stream'] as const)('that its library writes in batches has the same rows: %s', async (kind) => {
    const batches = [0, 1_000, 2_000].flatMap((from) => written.slice(from, from + 1_000).batches);
    const whole = new Table(batches);
    const { rows, types } = await published(await fileOf(`${kind}.arrow`, tableToIPC(whole, kind)));
    expect(types).toEqual(['id: integer', 'kind: text', 'at: date-time', 'inner: text']);
    expect(rows).toHaveLength(rowCount);
    expect(rows[2_001]).toEqual({
      id: expect.anything(),
      kind: 'kind 0',
      at: '1970-01-01T00:33:21',
      inner: `{"a":${2_001 % 7}}`,
    });
  });

  test.each([
    ['a list is longer than its message', [1, 0, 0, 0, 2, 0, 0, 0, 0], 0x7fffffff],
    ['a part is before the beginning', [8, 0, 0, 0, 0, 0, 0, 0, 0x90], 0x80000000],
  ] as const)('that is damaged is refused at once: %s', async (_, found, instead) => {
    const bytes = Buffer.from(tableToIPC(new Table({ a: vectorFromArray([1, 2], new Int16()) }), 'file'));
    bytes.writeUInt32LE(instead, bytes.indexOf(Buffer.from(found)) + (instead === 0x80000000 ? 4 : 0));
    expect(await refusal(await fileOf('a.arrow', bytes))).toContain('damaged');
  });

  test.each([
    ['a list', [1, 2], [2, 0, 0, 0, 3, 0, 0, 0]],
    ['a column', [1, 2], [3, 0, 0, 0, 0, 0, 0, 0]],
  ])('that has more values than bytes is refused at once: %s', async (_, own, found) => {
    const lists = [own, [3]];
    const type = new List(new Field('item', new Int16()));
    const bytes = Buffer.from(tableToIPC(new Table({ a: vectorFromArray(lists, type) }), 'file'));
    for (let at = bytes.indexOf(Buffer.from(found)); at >= 0; at = bytes.indexOf(Buffer.from(found), at + 1))
      bytes.writeUInt32LE(0x7fffffff, at);
    expect(await refusal(await fileOf('a.arrow', bytes))).toContain('damaged');
  });

  test('without a column, or of the first version of Feather, is refused', async () => {
    expect(await refusal(await fileOf('a.arrow', tableToIPC(new Table({}), 'file')))).toBe('The file has no table.');
    expect(await refusal(await fileOf('a.feather', Buffer.from('FEA1'.padEnd(80, '\0'))))).toContain('Feather 1');
  });
});

describe('a database', () => {
  async function sqlite(name: string, ...statements: readonly string[]): Promise<string> {
    const file = await fileOf(name, Buffer.alloc(0));
    const database = new Database(file);
    for (const statement of statements) database.exec(statement);
    database.close();
    return file;
  }

  test('of SQLite has its tables and views to choose from', async () => {
    const file = await sqlite(
      'towns.sqlite',
      'CREATE TABLE towns(id INTEGER, name TEXT, area REAL, picture BLOB)',
      "INSERT INTO towns VALUES (9007199254740993, 'Köln', 1.5, x'00'), (2, NULL, 2.25, NULL)",
      'CREATE VIEW large AS SELECT name FROM towns WHERE area > 2',
    );
    const first = await published(file);
    expect([first.format, first.sheet, first.sheets]).toEqual(['sqlite', 'towns', ['towns', 'large']]);
    expect(first.types).toEqual(['id: integer', 'name: text', 'area: float', 'picture: text']);
    expect(first.rows).toEqual(
      [
        { id: 9007199254740993n.toString(), name: 'Köln', area: 1.5, picture: null },
        { id: 2, name: null, area: 2.25, picture: null },
      ].map((row) => ({ ...row, id: expect.anything() })),
    );
    expect((await published(file, { sheet: 'large' })).rows).toEqual([{ name: null }]);
    await expect(published(file, { sheet: 'none' })).rejects.toThrow(/no sheet|none/);
  });

  test('of SQLite without a table is refused', async () => {
    expect(await refusal(await sqlite('empty.db', 'CREATE TABLE x(a)', 'DROP TABLE x'))).toBe('The file has no table.');
  });

  test('is a GeoPackage with features in another coordinate system', async () => {
    const point = Buffer.alloc(8 + 21);
    point.write('GP\0\x01', 'latin1');
    point.writeInt32LE(25832, 4);
    point.writeUInt8(1, 8);
    point.writeUInt32LE(1, 9);
    point.writeDoubleLE(356_000, 13);
    point.writeDoubleLE(5_645_000, 21);
    const file = await sqlite(
      'towns.gpkg',
      'CREATE TABLE gpkg_contents(table_name, data_type, identifier)',
      'CREATE TABLE gpkg_geometry_columns(table_name, column_name, srs_id)',
      'CREATE TABLE gpkg_spatial_ref_sys(srs_id, organization, organization_coordsys_id)',
      "INSERT INTO gpkg_contents VALUES ('towns', 'features', 'Towns of a river')",
      "INSERT INTO gpkg_geometry_columns VALUES ('towns', 'geom', 25832)",
      "INSERT INTO gpkg_spatial_ref_sys VALUES (25832, 'EPSG', 25832)",
      'CREATE TABLE towns(fid INTEGER, geom BLOB, name TEXT)',
      `INSERT INTO towns VALUES (1, x'${point.toString('hex')}', 'Köln'), (2, NULL, 'Ulm')`,
    );
    const { rows, sheets, title } = await published(file);
    expect([sheets, title]).toEqual([['towns'], 'Towns of a river']);
    const [{ geometry: first }, { geometry: second }] = rows as [{ geometry: never }, { geometry: never }];
    const [longitude, latitude] = (first as { coordinates: [number, number] }).coordinates;
    expect(longitude).toBeCloseTo(6.947, 2);
    expect(latitude).toBeCloseTo(50.94, 1);
    expect(second).toBeNull();
  });

  test('of DuckDB has its tables, and no view of it is run', async () => {
    const file = path.join(store.folder, 'towns.duckdb');
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    await connection.run('CREATE SCHEMA old');
    await connection.run("CREATE TABLE towns AS SELECT 1 AS id, 'Köln' AS name, DATE '2020-01-02' AS day");
    await connection.run('CREATE TABLE old.towns AS SELECT 2::BIGINT AS id');
    await connection.run(`CREATE VIEW secret AS SELECT * FROM read_text('/etc/hostname')`);
    connection.closeSync();
    instance.closeSync();
    const { rows, sheets, types } = await published(file);
    expect(sheets).toEqual(['towns', 'old.towns']);
    expect([rows, types[2]]).toEqual([[{ id: 1, name: 'Köln', day: '2020-01-02' }], 'day: date']);
    expect((await published(file, { sheet: 'old.towns' })).rows).toEqual([{ id: 2 }]);
  });
});

describe('geographic data', () => {
  test('of a Shapefile in an archive has attributes and geometries', async () => {
    const { rows, format } = await published(await fileOf('towns.zip', zipSync(shapefileForTest())));
    expect(format).toBe('shp');
    expect(rows).toEqual([
      { name: 'Köln', people: 1_084_831, geometry: { type: 'Point', coordinates: [6.96, 50.94] } },
      { name: 'Ulm', people: null, geometry: { type: 'Point', coordinates: [9.99, 48.4] } },
    ]);
  });

  test('of a Shapefile without its attributes says what is missing', async () => {
    const { 'towns.shp': shapes } = shapefileForTest();
    expect(await refusal(await fileOf('towns.zip', zipSync({ 'towns.shp': shapes })))).toContain(
      'Shapefile is incomplete',
    );
  });

  test('in KML has names, data and geometries', async () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
      <name>Towns</name><Placemark><name>Köln</name><ExtendedData><Data name="people"><value>1084831</value></Data></ExtendedData>
      <Point><coordinates>6.96,50.94,0</coordinates></Point></Placemark>
      <Placemark><name>A &amp; B</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><name>Nowhere</name></Placemark></Document></kml>`;
    const { rows } = await published(await fileOf('towns.kml', Buffer.from(text)));
    expect(rows).toEqual([
      { name: 'Köln', people: '1084831', geometry: { type: 'Point', coordinates: [6.96, 50.94, 0] } },
      {
        name: 'A & B',
        people: null,
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      },
      { name: 'Nowhere', people: null, geometry: null },
    ]);
  });
});

describe('a web page or a text of a spreadsheet', () => {
  const page = (body: string) => Buffer.from(`<html><head><meta charset="utf-8"></head><body>${body}</body></html>`);
  const towns = '<tr><th>town</th><th>people</th></tr><tr><td>Köln</td><td>5</td></tr><tr><td>Ulm</td><td>6</td></tr>';

  test('saved as .xls has its tables as sheets, named by what is above them', async () => {
    const file = await fileOf(
      'export.xls',
      page(`<h2>Towns</h2><table>${towns}</table><table><caption>Rivers</caption>
      <tr><th rowspan=2>river</th><th colspan=2>length</th></tr><tr><th>2021/22</th><th>2022/23</th></tr>
      <tr><td>Rhine</td><td>1</td><td>2</td></tr><tr><td>Main</td><td>3</td><td>4</td></tr></table>`),
    );
    const first = await published(file);
    expect([first.format, first.sheets]).toEqual(['html', ['Towns', 'Rivers']]);
    expect(first.rows).toEqual([
      { town: 'Köln', people: 5 },
      { town: 'Ulm', people: 6 },
    ]);
    const second = await published(file, { sheet: 'Rivers', rowsFrom: null });
    expect(Object.keys(second.rows[0] as object)).toEqual(['river', 'length / 2021/22', 'length / 2022/23']);
  });

  test('has a table of one column if that has a heading', async () => {
    const names = '<tr><th>town</th></tr><tr><td>Köln</td></tr><tr><td>Ulm</td></tr>';
    expect((await published(await fileOf('towns.html', page(`<table>${names}</table>`)))).rows).toEqual([
      { town: 'Köln' },
      { town: 'Ulm' },
    ]);
    const layout = await fileOf('layout.html', page(`<table>${names.replaceAll('th>', 'td>')}</table>`));
    expect(await refusal(layout)).toContain('web page');
  });

  test('without a table is a web page', async () => {
    expect(await refusal(await fileOf('a.csv', page('<h1>Sign in</h1><form><input></form>')))).toContain('web page');
  });

  test.each([
    ['towns.slk', 'ID;PWXL;N;E\nC;Y1;X1;K"town"\nC;Y1;X2;K"people"\nC;Y2;X1;K"Ulm"\nC;Y2;X2;K5\nE\n'],
    [
      'towns.dif',
      'TABLE\n0,1\n"X"\nVECTORS\n0,2\n""\nTUPLES\n0,2\n""\nDATA\n0,0\n""\n-1,0\nBOT\n1,0\n"town"\n1,0\n"people"\n-1,0\nBOT\n1,0\n"Ulm"\n0,5\nV\n-1,0\nEOD\n',
    ],
    [
      'towns.xml',
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">town</Data></Cell><Cell><Data ss:Type="String">people</Data></Cell></Row><Row><Cell><Data ss:Type="String">Ulm</Data></Cell><Cell><Data ss:Type="Number">5</Data></Cell></Row></Table></Worksheet></Workbook>`,
    ],
  ])('is read as a workbook: %s', async (name, text) => {
    const { rows, format } = await published(await fileOf(name, Buffer.from(text)));
    expect([format, rows]).toEqual(['xls', [{ town: 'Ulm', people: 5 }]]);
  });

  test('an archive within an archive is named', async () => {
    const inner = zipSync({ 'a.csv': strToU8('a\n1\n') });
    expect(await refusal(await fileOf('outer.zip', zipSync({ 'inner.zip': inner })))).toContain('inner.zip');
  });
});
