import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { given } from '#shared/given.ts';
import { openTestStore, refusalOf, type TestStore } from '../../../../rows/testing/test-store.ts';
import { IngestError } from '../../../reading.ts';
import { topologyFeatures } from './topology-features.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Two squares that share a border, and a point; positions are multiples of a half. */
const topology = {
  type: 'Topology',
  transform: { scale: [0.5, 0.5], translate: [10, 50] },
  objects: {
    towns: { type: 'Point', coordinates: [2, 2], properties: { name: 'Ulm' } },
    squares: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', id: 'W', arcs: [[0, 1]], properties: { name: 'West', people: 5 } },
        { type: 'Polygon', id: 'E', arcs: [[2, -1]], properties: { name: 'East', people: 7 } },
        { type: null, id: 'N', properties: { name: 'Nowhere' } },
      ],
    },
  },
  arcs: [
    [
      [2, 0],
      [0, 2],
    ],
    [
      [2, 2],
      [-2, 0],
      [0, -2],
      [2, 0],
    ],
    [
      [2, 0],
      [2, 0],
      [0, 2],
      [-2, 0],
    ],
  ],
};

const big = '9007199254740993';
const text = (given: object = topology) => JSON.stringify(given).replace('"people":5', `"people":${big}`);

async function read(content: string, records?: string) {
  const path = await store.file('shapes.topojson', content);
  const preview = await store.rows.preview({ path, ...given({ records }) }, 'show', store.folder);
  const version = await store.take(content, preview.plan);
  return {
    shown: preview.survey.rows,
    notes: preview.survey.conversions.map(englishText),
    rows: await store.page(version),
  };
}

describe('the shapes of TopoJSON', () => {
  it('of its largest object become rows', async () => {
    const { rows, notes, shown } = await read(text());
    expect(shown[0]).toContain(big);
    const square = (...coordinates: [number, number][]) => ({ type: 'Polygon', coordinates: [coordinates] });
    expect(rows).toEqual([
      {
        id: 'W',
        name: 'West',
        people: Number(big),
        geometry: square([11, 50], [11, 51], [10, 51], [10, 50], [11, 50]),
      },
      { id: 'E', name: 'East', people: 7, geometry: square([11, 50], [12, 50], [12, 51], [11, 51], [11, 50]) },
      { id: 'N', name: 'Nowhere', people: null, geometry: null },
    ]);
    expect(notes).toEqual([
      'read as TopoJSON: a record for each shape',
      'the records are those of "objects/squares"; left out: towns',
    ]);
  });

  it.each(['towns', 'objects/towns'])('of another object become rows on request: %s', async (records) => {
    expect((await read(text(), records)).rows).toEqual([
      { name: 'Ulm', geometry: { type: 'Point', coordinates: [11, 51] } },
    ]);
  });

  it('are refused if there is no such object, or an arc is missing', async () => {
    const records = 'rivers';
    expect((await refusalOf(store.take(text(), { format: 'json', records }))).message).toContain('"objects/rivers"');
    for (const wrong of [
      { ...topology, arcs: [] },
      { ...topology, arcs: 5 },
      { ...topology, arcs: [null, null, null] },
      { ...topology, objects: { a: { type: 'GeometryCollection', geometries: [null] } } },
      { ...topology, objects: { a: { type: 'Polygon', arcs: 5 } } },
      { ...topology, objects: { a: { type: 'Polygon', arcs: [[{}]] } } },
    ])
      expect((await refusalOf(store.take(text(wrong), { format: 'json' }))).message).toMatch(/Shape 1 .* cannot be/);
    const long = Array.from({ length: 5001 }, () => [0, 0]);
    const ring = { type: 'Polygon', arcs: [Array.from({ length: 2000 }, () => 0)] };
    const bomb = { ...topology, objects: { a: { type: 'GeometryCollection', geometries: [ring] } }, arcs: [long] };
    expect((await refusalOf(store.take(text(bomb), { format: 'json' }))).message).toMatch(/memory/);
    expect((await refusalOf(store.take('{"type":"Topology"}', { format: 'json' }))).message).toContain('"objects/"');
  });
});

describe('the features of a topology', () => {
  const found = (given: object, requested: string | null = null) => {
    const { name, others, features } = topologyFeatures(Buffer.from(text(given)), requested);
    return { name, others, features: [...features].map((one) => one.toString()) };
  };
  const refused = (given: object): unknown => {
    try {
      return found(given);
    } catch (error) {
      return error instanceof IngestError ? error.reason : error;
    }
  };
  const line = (...arcs: number[]) => ({ type: 'LineString', arcs });
  const withObjects = (objects: object) => ({ ...topology, objects });

  it('are those of the largest object, with properties as written', () => {
    const { name, others, features } = found(topology);
    expect([name, others]).toEqual(['squares', ['towns']]);
    expect(features).toHaveLength(3);
    expect(features[0]).toMatch(
      `{"type":"Feature","id":"W","properties":{"name":"West","people":${big}},"geometry":{"type`,
    );
    expect(features[2]).toBe('{"type":"Feature","id":"N","properties":{"name":"Nowhere"},"geometry":null}');
  });

  it('are those of the requested object, which may be a single one', () => {
    expect(found(topology, 'towns')).toEqual({
      name: 'towns',
      others: ['squares'],
      features: [
        '{"type":"Feature","id":null,"properties":{"name":"Ulm"},"geometry":{"type":"Point","coordinates":[11,51]}}',
      ],
    });
  });

  it('may be collections of geometries, or none', () => {
    const inner = { type: 'GeometryCollection', geometries: [line(0), { type: 'Point', coordinates: [0, 0] }] };
    const { features } = found(withObjects({ a: { type: 'GeometryCollection', geometries: [inner] } }));
    expect(JSON.parse(features[0] ?? '')).toMatchObject({
      geometry: { type: 'GeometryCollection', geometries: [{ type: 'LineString' }, { type: 'Point' }] },
    });
    expect(found(withObjects({ a: { type: 'GeometryCollection' } })).features).toEqual([]);
  });

  it('are refused with the number of the shape that cannot be put together', () => {
    const geometries = [line(0), line(-9)];
    const reason = refused(withObjects({ a: { type: 'GeometryCollection', geometries } }));
    expect(reason).toEqual({ code: 'topology-broken', values: { record: 2 } });
    expect(refused(withObjects({}))).toMatchObject({ code: 'json-no-member', values: { name: 'objects/' } });
  });

  it('have ten million positions at most, whichever way their arcs are used', () => {
    const long = Array.from({ length: 5000 }, () => [0, 0]);
    const times = (count: number, arc: number) => line(...Array.from({ length: count }, () => arc));
    const inTwo = (first: number, second: number) => ({
      ...topology,
      arcs: [
        [
          [0, 0],
          [1, 1],
        ],
        long,
      ],
      objects: {
        a: {
          type: 'GeometryCollection',
          geometries: [times(first, 1), { type: 'GeometryCollection', geometries: [times(second, -2)] }],
        },
      },
    });
    expect(refused(inTwo(1000, 1001))).toMatchObject({ code: 'values-take-memory' });
    expect(refused(inTwo(1, 2))).toMatchObject({ name: 'a' });
  });
});
