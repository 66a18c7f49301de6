import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, refusalOf, type TestStore } from '../../../../store/testing/test-store.ts';

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
  const preview = await store.rows.preview(
    { path, ...(records === undefined ? {} : { records }) },
    'show',
    store.folder,
  );
  const version = await store.take(content, preview.source);
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
