import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import Database from 'libsql';
import { root } from '../../../build/paths.ts';
import { type Engine, openEngine } from '../../../electron/service/engine/engine.ts';
import { surveyTable } from '../../../electron/service/reading/columns/survey-table.ts';
import { jsonDepth, jsonDepthFunction } from '../../../electron/service/reading/formats/json/json-depth.ts';
import { toDegrees, toDegreesFunction } from '../../../electron/service/reading/formats/parquet/projected-geometry.ts';
import { shapefileForTest } from '../../../electron/service/reading/formats/stated/testing/shapefile-for-test.ts';
import {
  statisticsFile,
  statisticsFiles,
} from '../../../electron/service/reading/formats/stated/testing/statistics-files.ts';
import {
  odsContent,
  odsFile,
  odsTable,
} from '../../../electron/service/reading/formats/workbook/ods/testing/ods-for-test.ts';
import { previewTable } from '../../../electron/service/reading/preview.ts';
import { IngestError } from '../../../electron/service/reading/reading.ts';
import { ingest } from '../../../electron/service/reading/write.ts';
import { bytesOf, type FuzzTarget } from '../fuzz-target.ts';

/** Files of other projects, which are not part of this one. */
const corpora = path.join(root, '../shared/corpora');
const maxSeedBytes = 16 * 1024;

/** Files of the repository and, where they are there, of other projects. */
async function filesLike(...endings: readonly string[]): Promise<Uint8Array[]> {
  const isThere = existsSync(corpora);
  if (!isThere) console.error(`The files of other projects are skipped: there is no ${corpora}.`);
  const patterns = endings.map((ending) => `**/*${ending}`);
  const places = [path.join(root, 'electron/jobs/fixtures'), ...(isThere ? [corpora] : [])];
  const seeds: Uint8Array[] = [];
  for (const place of places) {
    for (const file of globSync(patterns, { cwd: place }).sort()) {
      const full = path.join(place, file);
      const { size } = await stat(full);
      if (size > 0 && size <= maxSeedBytes) seeds.push(await readFile(full));
    }
  }
  return seeds;
}

let engine: Engine | null = null;
let folder = '';
let number = 0;

async function openParts(): Promise<Engine> {
  if (engine !== null) return engine;
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-fuzz-'));
  engine = await openEngine({
    memoryBytes: 256 * 2 ** 20,
    threads: 1,
    spillFolder: path.join(folder, 'spill'),
    functions: { [jsonDepthFunction]: (text) => String(jsonDepth(text)), [toDegreesFunction]: toDegrees },
  });
  return engine;
}

async function closeParts(): Promise<void> {
  await engine?.close();
  engine = null;
  if (folder !== '') await rm(folder, { recursive: true, force: true });
}

/** What the process that reads files explains itself, from V8's own texts. */
const explainedElsewhere =
  /invalid string length|array buffer allocation|invalid array (buffer )?length|maximum call stack/i;

function unlessExplained(error: unknown): void {
  if (error instanceof IngestError) return;
  if (error instanceof Error && explainedElsewhere.test(error.message)) return;
  throw error;
}

/** Previews a file and reads it whole, as the process that reads untrusted files does. */
async function readWhole(bytes: Uint8Array, name: string): Promise<void> {
  const running = await openParts();
  number += 1;
  const scratch = path.join(folder, `scratch-${number}`);
  const file = path.join(folder, `${number}-${name}`);
  await mkdir(scratch);
  await writeFile(file, bytes);
  try {
    const preview = await previewTable(
      (plan, beginning, options) =>
        running.short({}, (session) => surveyTable(session, plan, beginning, options, scratch, {})),
      { path: file },
      scratch,
      'show',
      {},
    );
    const place = { engine: running, folder: path.join(folder, `version-${number}`) };
    await ingest(place, `v${number}`, preview.plan, { appendTo: null, rejects: false }, {});
  } catch (error) {
    unlessExplained(error);
  } finally {
    for (const left of [scratch, file, path.join(folder, `version-${number}`)])
      await rm(left, { recursive: true, force: true });
  }
}

const dateWords = [
  '2020-01-31',
  '31.01.2020',
  '1/2/20',
  '10:30:00',
  '2020-01-31T10:30:00+01:00',
  'Jan 2020',
  '1.234,5',
  '1 234',
  '12%',
  '€5',
];

/** CSV of every dialect, and the types of its columns. */
export const delimited: FuzzTarget = {
  seeds: () => filesLike('.csv', '.tsv'),
  words: [...dateWords, 'NA', 'true', 'yes', '"a,b"', '\n\n', ';;', '\t\t', '# note\n', 'id,name\n', 'POINT (1 2)'],
  run: (bytes) => readWhole(bytes, 'rows.csv'),
  close: closeParts,
};

/** Shapes in forms of JSON that no file of the corpora has. */
const shapes = [
  {
    spatialReference: { wkid: 102_100, latestWkid: 3857 },
    fields: [{ name: 'seen', type: 'esriFieldTypeDate' }],
    features: [
      {
        attributes: { id: 1, seen: 0 },
        geometry: {
          rings: [
            [
              [0, 0],
              [0, 9],
              [9, 0],
              [0, 0],
            ],
          ],
        },
      },
    ],
  },
  {
    type: 'Topology',
    transform: { scale: [0.5, 0.5], translate: [10, 50] },
    objects: {
      a: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', arcs: [[0, -2]], properties: { n: 1 } }] },
    },
    arcs: [
      [
        [2, 0],
        [0, 2],
      ],
      [
        [2, 0],
        [-2, 0],
        [2, 2],
      ],
    ],
  },
];

/** JSON in the many forms of tables. */
export const json: FuzzTarget = {
  seeds: async () => [
    ...(await filesLike('.json', '.geojson', '.geojsonl', '.ndjson')),
    ...shapes.map((shape) => Buffer.from(JSON.stringify(shape))),
  ],
  words: [
    '"attributes":',
    '"spatialReference":',
    '"arcs":',
    '"type":"Topology"',
    ...dateWords.map((one) => `"${one}"`),
    '"type":',
    '"features":',
    '"geometry":',
    '"properties":',
    '"data":',
    '"columns":',
    '[{',
    '}]',
    '},{',
    '"a":',
  ],
  run: (bytes) => readWhole(bytes, 'rows.json'),
  close: closeParts,
};

/** A part of a ZIP container changes; its checksum is made anew. */
function withinZip(bytes: Uint8Array, change: (part: Uint8Array) => Uint8Array, random: () => number): Uint8Array {
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(bytes);
  } catch {
    return change(bytes);
  }
  const names = Object.keys(parts);
  const name = names[Math.floor(random() * names.length)];
  if (name === undefined || random() < 0.1) return change(bytes);
  const changed: Zippable = { ...parts, [name]: change(parts[name] ?? new Uint8Array()) };
  return zipSync(changed, { level: 0 });
}

const odsWords = [
  'table:number-columns-repeated="16384"',
  'table:number-rows-repeated="1048576"',
  'office:value-type="float"',
  'office:value="0"',
  'office:date-value="2024-02-29T00:00:00"',
  'office:time-value="PT1H"',
  'table:visibility="collapse"',
  '<table:covered-table-cell/>',
  '<text:s text:c="9"/>',
  '<text:p>#N/A</text:p>',
  '<office:annotation>',
  '</table:table>',
];

/** An OpenDocument spreadsheet with cells of every kind. */
function odsSeed(): Uint8Array {
  const cells = [
    '<table:table-cell office:value-type="date" office:date-value="2024-02-29"><text:p>29.2.24</text:p></table:table-cell>',
    '<table:table-cell office:value-type="time" office:time-value="PT08H05M09S" table:number-columns-repeated="2"><text:p>8:05</text:p></table:table-cell>',
    '<table:table-cell table:formula="of:=1/0" office:value-type="float" office:value="0"><text:p>#DIV/0!</text:p></table:table-cell>',
  ];
  const row = `<table:table-row table:number-rows-repeated="3">${cells.join('')}</table:table-row>`;
  return odsFile(
    odsContent(
      `${odsTable('A', [
        ['a', 'b'],
        ['x', 1.5],
        ['y', null],
      ])}<table:table table:name="B">${row}</table:table>`,
    ),
  );
}

/** Workbooks, part by part. */
export const workbook: FuzzTarget = {
  seeds: async () => [...(await filesLike('.ods', '.xls', '.xlsx')), odsSeed()],
  words: [
    '<c r="A1" t="s">',
    '<v>0</v>',
    '<row r="1048576">',
    't="inlineStr"',
    '<is><t>',
    '</sheetData>',
    '<mergeCell ref="A1:XFD9"/>',
    's="1"',
    '<f>',
    'r="XFE1"',
    '&#0;',
    'numFmtId="14"',
    ...odsWords,
  ],
  within: withinZip,
  run: (bytes) => readWhole(bytes, 'rows.xlsx'),
  close: closeParts,
};

/** PC-Axis tables. */
export const px: FuzzTarget = {
  seeds: async () =>
    bytesOf(
      'CHARSET="ANSI";\nCODEPAGE="iso-8859-15";\nSTUB="a";\nHEADING="b","c";\nCONTVARIABLE="b";\nUNITS="x";\nUNITS("1")="y";\nVALUES("a")="1","2";\nCODES("a")="x","y";\nVALUES("b")="1","2";\nVALUES("c")="2020","2021";\nDATA=\n1 2 ".." 4.5\n"-" -1 1e5 8;\n',
      'CHARSET="ANSI";\nSTUB="a";\nHEADING="b";\nVALUES("a")="1","2";\nVALUES("b")="1","2";\nKEYS("a")=VALUES;\nDATA=\n"1",1 2\n"2",3 4;\n',
    ),
  words: [
    ...['STUB=', 'HEADING=', 'VALUES("a")=', 'CODES("b")=', 'KEYS("a")=CODES;', 'TIMEVAL("c")=TLIST(A1);', 'DATA=\n'],
    ...['"', ';\n', '[sv]', '("', '".."', '"......."', ',', 'DATASYMBOL1="x";', 'CODEPAGE="utf-16";', '1.', '-.5'],
  ],
  run: (bytes) => readWhole(bytes, 'rows.px'),
  close: closeParts,
};

/** Files of SPSS, Stata, SAS and Arrow. */
export const statistics: FuzzTarget = {
  seeds: () => (Object.keys(statisticsFiles) as (keyof typeof statisticsFiles)[]).map(statisticsFile),
  words: [
    '$FL2',
    '$FL3',
    '<data>',
    '<strls>GSO',
    '<lbl>',
    'HEADER RECORD*******OBS',
    'SASYZCRL',
    'SASYZCR2',
    'ARROW1\0\0',
    '\xff\xff',
  ],
  run: (bytes) => readWhole(bytes, 'rows.sav'),
  close: closeParts,
};

/** Databases of SQLite, one of them a GeoPackage. */
export const databases: FuzzTarget = {
  async seeds() {
    await openParts();
    const texts = ["CREATE TABLE t(a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, NULL)"];
    texts.push(`${texts[0]}; CREATE VIEW v AS SELECT a FROM t; CREATE TABLE gpkg_contents(table_name, data_type, identifier);
      CREATE TABLE gpkg_geometry_columns(table_name, column_name, srs_id); INSERT INTO gpkg_contents VALUES ('t', 'features', 'T');
      CREATE TABLE gpkg_spatial_ref_sys(srs_id, organization, organization_coordsys_id)`);
    const files = texts.map(async (text, at) => {
      const file = path.join(folder, `seed-${at}.sqlite`);
      const database = new Database(file);
      database.exec(`PRAGMA page_size = 512; ${text}`);
      database.close();
      return readFile(file);
    });
    return Promise.all(files);
  },
  words: ['SQLite format 3\0', 'CREATE VIEW v AS SELECT ', 'gpkg_contents', 'GP\0\x01', 'WITHOUT ROWID'],
  run: (bytes) => readWhole(bytes, 'rows.sqlite'),
  close: closeParts,
};

/** Places in KML, and the geometries and attributes of Shapefiles. */
export const places: FuzzTarget = {
  seeds: () => [
    ...bytesOf(
      '<kml><Document><Placemark><name>a</name><Data name="b"><value>1</value></Data><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>',
      '<kml><Placemark><Polygon><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></Polygon></Placemark></kml>',
    ),
    zipSync(Object.fromEntries(Object.entries(shapefileForTest())), { level: 0 }),
  ],
  words: [
    '<Placemark>',
    '<MultiGeometry>',
    '<coordinates>',
    'NaN,1e999',
    '</kml>',
    '.shp',
    '.dbf',
    '.prj',
    'PROJCS["x"]',
  ],
  within: withinZip,
  run: (bytes) => readWhole(bytes, 'places.kml'),
  close: closeParts,
};

/** Tables of web pages, and workbooks that are texts. */
export const webTables: FuzzTarget = {
  seeds: () =>
    bytesOf(
      '<html><h1>t</h1><table><tr><th rowspan=2>a<th colspan=2>b</tr><tr><td>1<td>2</tr><tr><td>3<td>4<td>5</table></html>',
      'ID;PWXL\nC;Y1;X1;K"a"\nC;Y1;X2;K"b"\nC;Y2;X1;K1\nC;Y2;X2;K2\nE\n',
      'TABLE\n0,1\n"X"\nVECTORS\n0,2\n""\nTUPLES\n0,2\n""\nDATA\n0,0\n""\n-1,0\nBOT\n1,0\n"a"\n-1,0\nBOT\n0,5\nV\n-1,0\nEOD\n',
    ),
  words: [
    '<table>',
    '<tr>',
    '<td rowspan=999999>',
    'colspan=1000',
    '<caption>',
    '&#x0;',
    'C;Y99999;X99999;K1\n',
    '-1,0\nBOT\n',
  ],
  run: (bytes) => readWhole(bytes, 'rows.xls'),
  close: closeParts,
};

/** Archives and compressed files with tables in them. */
export const archives: FuzzTarget = {
  async seeds() {
    const texts = (await filesLike('.csv')).slice(0, 20);
    const zips = texts.map((text, at) =>
      zipSync({ [`a/${at}.csv`]: text, 'readme.txt': text.subarray(0, 20) }, { level: 0 }),
    );
    return [...zips, ...(await filesLike('.gz', '.zip', '.zst'))];
  },
  words: ['PK\u0003\u0004', 'PK\u0001\u0002', 'PK\u0005\u0006', '../', 'a.csv', '.csv.gz'],
  within: withinZip,
  run: (bytes) => readWhole(bytes, 'rows.zip'),
  close: closeParts,
};

/** Parquet, which the engine reads. */
export const parquet: FuzzTarget = {
  seeds: () => filesLike('.parquet'),
  words: ['PAR1', 'geo', '"primary_column"', '"encoding":"WKB"'],
  run: (bytes) => readWhole(bytes, 'rows.parquet'),
  close: closeParts,
};
