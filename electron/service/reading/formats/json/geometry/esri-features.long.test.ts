import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, refusalOf, type TestStore } from '../../../../rows/testing/test-store.ts';
import { esriCoordinateSystem, esriDates, esriGeometry, withIsoDates } from './esri-features.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const fields = [
  { name: 'OBJECTID', type: 'esriFieldTypeOID' },
  { name: 'town', type: 'esriFieldTypeString', length: 254 },
  { name: 'seen', type: 'esriFieldTypeDate', alias: 'Seen on' },
];
const answer = (features: unknown, more: object = {}) =>
  JSON.stringify({ objectIdFieldName: 'OBJECTID', spatialReference: { wkid: 4326 }, fields, ...more, features });
const attributes = (id: number, seen: number | null = Date.UTC(2020, 10, 20)) => ({
  OBJECTID: id,
  town: `T${id}`,
  seen,
});
const row = (id: number) => ({ OBJECTID: id, town: `T${id}`, seen: '2020-11-20T00:00:00.000Z' });

async function read(text: string) {
  const path = await store.file('esri.json', text);
  const preview = await store.rows.preview({ path }, 'show', store.folder);
  const version = await store.take(text, preview.plan);
  return { notes: preview.survey.conversions.map(englishText), version, rows: await store.page(version) };
}

describe('features of Esri', () => {
  it('become rows of their attributes and geometries', async () => {
    const { notes, rows, version } = await read(
      answer([
        { attributes: attributes(1), geometry: { x: 9.99, y: 48.4 } },
        { attributes: attributes(2, null), geometry: { x: 'NaN', y: 'NaN' } },
        { attributes: attributes(3), geometry: null },
      ]),
    );
    expect(version.columns.map(({ name, type }) => [name, type])).toEqual([
      ['OBJECTID', 'integer'],
      ['town', 'char'],
      ['seen', 'char'],
      ['geometry', 'geometry'],
    ]);
    expect(rows).toEqual([
      { ...row(1), geometry: { type: 'Point', coordinates: [9.99, 48.4] } },
      { ...row(2), seen: null, geometry: null },
      { ...row(3), geometry: null },
    ]);
    expect(notes).toEqual(['read as Esri JSON: a column for each attribute']);
  });

  it('in the projection of web maps become longitude and latitude', async () => {
    const more = { spatialReference: { wkid: 102100, latestWkid: 3857 }, geometryType: 'esriGeometryPolygon' };
    const rings = [
      [
        [0, 0],
        [0, 111319.49079327357],
        [111319.49079327357, 0],
        [0, 0],
      ],
    ];
    const { rows, notes } = await read(answer([{ attributes: attributes(1), geometry: { rings } }], more));
    expect(rows).toMatchObject([{ geometry: { type: 'Polygon' } }]);
    expect(JSON.stringify(rows)).toMatch(/\[1(?:\.0{5,}\d*)?,0\]/);
    expect(notes).toContain('geometry: positions in EPSG:3857 to longitude and latitude (WGS 84)');
  });

  it('without geometries become rows without that column', async () => {
    const { rows } = await read(answer([{ attributes: attributes(1) }, { attributes: attributes(2) }]));
    expect(rows).toEqual([row(1), row(2)]);
  });

  it('whose form is unknown are left out with the reason, or refused', async () => {
    const curve = {
      attributes: attributes(1),
      geometry: {
        curveRings: [
          [
            [0, 0],
            {
              c: [
                [3, 3],
                [1, 4],
              ],
            },
          ],
        ],
      },
    };
    const error = await refusalOf(store.take(answer([curve]), { format: 'json' }));
    expect(error.badValues.map(({ reason }) => englishText(reason))[0]).toMatch(/geometry/);
  });

  it('of a coordinate system of Esri alone name it', async () => {
    const text = answer([{ attributes: attributes(1), geometry: { x: 1, y: 2 } }], {
      spatialReference: { wkid: 102003 },
    });
    expect((await refusalOf(store.take(text, { format: 'json' }))).message).toContain('ESRI:102003');
  });
});

it.each([
  ['{"wkid":4326}', null],
  ['{"wkid":102100,"latestWkid":3857}', 'EPSG:3857'],
  ['{"wkid":102113}', 'EPSG:3857'],
  ['{"wkid":25832}', 'EPSG:25832'],
  ['{"wkid":102003}', 'ESRI:102003'],
  ['{"wkid":32767}', 'EPSG:32767'],
  ['{"wkid":32768}', 'ESRI:32768'],
  ['{"wkt":"PROJCS[]"}', null],
  ['null', null],
])('the coordinate system of %s is %s', (text, system) => {
  expect(esriCoordinateSystem(text)).toBe(system);
});

it.each([
  [
    { x: 1, y: 2, spatialReference: { wkid: 102100 } },
    { type: 'Point', coordinates: [1, 2] },
  ],
  [{ points: [[1, 2]] }, { type: 'MultiPoint', coordinates: [[1, 2]] }],
  [
    {
      paths: [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  [{ x: null }, null],
  [{ rings: [] }, null],
  [{ points: [] }, null],
  [null, null],
])('the geometry %j is %j in GeoJSON', (esri, geojson) => {
  expect(esriGeometry(JSON.stringify(esri))).toEqual(geojson);
});

it('finds dates, and writes them in ISO 8601 without changing anything else', () => {
  const dates = esriDates(JSON.stringify([...fields, null, { name: 'x' }, 'esriFieldTypeDate']));
  expect([...dates]).toEqual(['seen']);
  expect([...esriDates('{}')]).toEqual([]);
  const text = '{"a":9007199254740993, "seen": 0 ,"b":"seen","c":5}';
  expect(withIsoDates(Buffer.from(text), dates).toString()).toBe(text.replace(' 0 ', ' "1970-01-01T00:00:00.000Z" '));
  for (const same of ['{"seen":null}', '{"seen":"x"}', '{"seen":1e300}', 'null'])
    expect(withIsoDates(Buffer.from(same), dates).toString()).toBe(same);
});
