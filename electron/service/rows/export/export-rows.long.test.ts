import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { Progress } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { geometryText } from '../../geometry/geometry-text.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';
import type { ExportFormat } from './export-sql.ts';

const geometries = [
  { type: 'Point', coordinates: [1.5, -2] },
  { type: 'Point', coordinates: [1, 2, 3] },
  { type: 'Point', coordinates: [] },
  {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1, 1e-7],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
      [
        [2, 2],
        [3, 3],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 0],
      ],
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 1],
      ],
    ],
  },
  {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      [
        [
          [5, 5],
          [6, 5],
          [6, 6],
          [5, 5],
        ],
      ],
    ],
  },
  {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 2] },
      {
        type: 'GeometryCollection',
        geometries: [
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
    ],
  },
  null,
];
const features = geometries.map((geometry, at) => ({
  type: 'Feature',
  geometry,
  properties: { n: at, 'a,b': at % 2 ? null : `text "${at}"\n`, A: at / 3, a: '' },
}));

let store: TestStore;
let version: StoredVersion;
beforeAll(async () => {
  store = await openTestStore();
  version = await store.take(JSON.stringify({ type: 'FeatureCollection', features }), { format: 'geojson' });
});
afterAll(() => store.close());

async function exported(format: ExportFormat, query: Partial<RowQuery> = {}): Promise<string> {
  const target = join(store.folder, `out.${format}`);
  const file = await store.rows.open(version).exportTo({ ...everyRow, ...query }, format, target, {});
  const bytes = await readFile(target);
  expect(bytes.length).toBe(file.bytes);
  return bytes.toString('utf8');
}

describe('an export', () => {
  it('to GeoJSON preserves every kind of geometry', async () => {
    expect(JSON.parse(await exported('geojson'))).toEqual({ type: 'FeatureCollection', features });
  });

  it('to JSON and NDJSON is the same as pages', async () => {
    const page = await store.page(version);
    expect(JSON.parse(await exported('json'))).toEqual(page);
    const lines = (await exported('ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(page);
  });

  it('to CSV can be imported unchanged, whatever the names of the columns', async () => {
    const text = await exported('csv', { fields: ['n', 'a,b', 'A', 'a'] });
    expect(text.split('\r\n', 1)).toEqual(['n,"a,b",A,a']);
    const again = await store.take(text, { header: true });
    const page = await store.page(version, { fields: ['n', 'a,b', 'A', 'a'] });
    expect(await store.page(again)).toEqual(page);
  });

  it('to TSV follows filter, order and projection', async () => {
    const text = await exported('tsv', {
      filters: [{ column: 'n', lookup: 'lt', value: '3' }],
      ordering: [{ column: 'n', descending: true }],
      fields: ['n', 'geometry'],
    });
    expect(text).toBe('n\tgeometry\n2\tPOINT EMPTY\n1\tPOINT Z (1 2 3)\n0\tPOINT (1.5 -2)\n');
  });

  it('to Parquet is the stored file for a whole version; a part can be imported', async () => {
    const target = join(store.folder, 'whole.parquet');
    const file = await store.rows.open(version).exportTo(everyRow, 'parquet', target, {});
    expect(file.checksum).toBe(version.checksum);
    const filters = [{ column: 'n', lookup: 'gte' as const, value: '4' }];
    await exported('parquet', { filters });
    const part = await store.rows.ingest(
      'part',
      { path: join(store.folder, 'out.parquet'), format: 'parquet' },
      {},
      {},
    );
    expect(await store.page(part)).toEqual(await store.page(version, { filters }));
  });

  it.each(['csv', 'tsv', 'ndjson', 'json', 'geojson'] as const)(
    'of no rows to %s is still a complete file',
    async (format) => {
      const text = await exported(format, { filters: [{ column: 'n', lookup: 'lt', value: '0' }] });
      const header = version.columns.map(({ name }) => (name === 'a,b' && format === 'csv' ? `"${name}"` : name));
      const expected = {
        csv: `${header.join(',')}\r\n`,
        tsv: `${header.join('\t')}\n`,
        ndjson: '',
        json: '[\n\n]\n',
        geojson: '{"type":"FeatureCollection","features":[\n\n]}\n',
      };
      expect(text).toBe(expected[format]);
    },
  );

  it('streams a range of the stored file', async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of await store.rows.open(version).storedFile({ start: 0, end: 4 }))
      chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString()).toBe('PAR1');
  });
});

describe('names that differ only in case', () => {
  it('are those of Parquet files, whole or not, and of groups', async () => {
    const both = await store.take('s,S,A,a\n1,2,x,y\n3,4,x,z\n');
    const path = join(store.folder, 'names.parquet');
    const again = async () => {
      const taken = await store.rows.ingest(`names-${process.hrtime.bigint()}`, { path, format: 'parquet' }, {}, {});
      await rm(path);
      return await store.page(taken);
    };
    await store.rows.open(both).exportTo(everyRow, 'parquet', path, {});
    expect(await again()).toEqual(await store.page(both));
    const part: Partial<RowQuery> = { fields: ['A', 'a', 'S', 's'], ordering: [{ column: 's', descending: true }] };
    await store.rows.open(both).exportTo({ ...everyRow, ...part }, 'parquet', path, {}, { metadata: { note: 'kept' } });
    const [note] = (await parquetMetadataAsync(await asyncBufferFromFile(path))).key_value_metadata ?? [];
    expect(note).toEqual({ key: 'note', value: 'kept' });
    expect(await again()).toEqual(await store.page(both, part));
    const grouped = aggregateQueryFromParameters(
      [
        ['_group_by', 'A'],
        ['_aggregate__a', 'Sum(S)'],
      ],
      both.columns,
    );
    await store.rows.open(both).exportGroups(grouped, 'parquet', path, {});
    expect(await again()).toEqual([{ A: 'x', a: 6 }]);
  });
});

describe('a coordinate that is not finite, in a file of another program', () => {
  it('makes its geometry null wherever it is written as JSON', async () => {
    const path = join(store.folder, 'infinite.parquet');
    const connection = await (await DuckDBInstance.create()).connect();
    const texts = ['POINT (inf 2)', 'LINESTRING (0 0, nan 1)', 'POINT (1 2)', 'POINT EMPTY'];
    const rows = texts.map((text) => `('${text}'::GEOMETRY)`).join(', ');
    await connection.run(`COPY (FROM (VALUES ${rows}) AS places(place)) TO '${path}' (FORMAT parquet)`);
    connection.closeSync();
    const strange = await store.rows.ingest('strange', { path, format: 'parquet' }, {}, {});
    const whole = [
      { type: 'Point', coordinates: [1, 2] },
      { type: 'Point', coordinates: [] },
    ];
    expect(await store.page(strange)).toEqual([null, null, ...whole].map((place) => ({ place })));
    for (const format of ['json', 'geojson'] as const) {
      const target = join(store.folder, `strange.${format}`);
      await store.rows.open(strange).exportTo(everyRow, format, target, {});
      const written = JSON.parse(await readFile(target, 'utf8'));
      const found = format === 'json' ? written : written.features;
      const member = format === 'json' ? 'place' : 'geometry';
      expect(found.map((one: Record<string, unknown>) => one[member])).toEqual([null, null, ...whole]);
    }
    const profile = await store.rows.open(strange).profile(everyRow, 'place', {});
    expect(profile).toMatchObject({ column: 'place', rows: 4, missing: 0 });
  });
});

describe('well-known binary', () => {
  it('is read in either byte order, with SRID and with measures', () => {
    const big = Buffer.from('00000000013FF00000000000004000000000000000', 'hex');
    const extended = Buffer.from('0101000020E6100000000000000000F03F0000000000000040', 'hex');
    const measured = Buffer.from('01D1070000000000000000F03F00000000000000400000000000001440', 'hex');
    for (const bytes of [big, extended, measured]) {
      expect(geometryText(bytes)).toBe('{"type":"Point","coordinates":[1,2]}');
    }
  });
});

it('reports rows only when they are in the file', async () => {
  const lines = Array.from({ length: 300_000 }, (_, at) => `${(at * 7919) % 300_000},${at}`);
  const large = await store.take(`n,m\n${lines.join('\n')}\n`);
  const query = {
    ...everyRow,
    filters: [{ column: 'n', lookup: 'lt' as const, value: '30000' }],
    ordering: [{ column: 'n', descending: false }],
  };
  const reported: number[] = [];
  const onProgress = ({ phase, rows }: Progress) => phase === 'writing' && reported.push(rows);
  const file = await store.rows.open(large).exportTo(query, 'csv', join(store.folder, 'few.csv'), { onProgress });
  expect(file.rows).toBe(30_000);
  expect(new Set([0, ...reported])).toEqual(new Set([0]));
});
