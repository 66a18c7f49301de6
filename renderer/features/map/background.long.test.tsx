import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pmtilesFile, vectorPmtiles } from '#shared/testing/pmtiles.ts';
import { backgroundLayers, backgroundTiles, openBackground, type ReadPart } from './background.ts';

const attribution = '<a href="https://example.org/">© Map <b>makers</b></a><script>window.broken = true</script>';

function reading(file: Uint8Array): ReadPart {
  return async (offset, length) => new Uint8Array(file.subarray(offset, offset + length)).buffer;
}

const point = { type: 'Point' as const, coordinates: [12.5, 41.9] };
const square = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [12, 41],
      [13, 41],
      [13, 42],
      [12, 42],
      [12, 41],
    ],
  ],
};

function layer(geometry: GeoJSON.Geometry, properties: Record<string, unknown>): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties }] };
}

const colours = {
  land: '#111111',
  water: '#222222',
  green: '#333333',
  line: '#444444',
  road: '#555555',
  text: '#666666',
};

test('a file of vector tiles is opened, its layers are known and its attribution is plain text', async () => {
  const made = vectorPmtiles(
    { water: layer(square, { class: 'lake' }), place: layer(point, { class: 'city', name: 'Roma' }) },
    { maxZoom: 6, attribution, gzip: gzipSync },
  );
  const file = await openBackground(reading(made));
  expect(file).toMatchObject({ kind: 'vector', minZoom: 0, maxZoom: 6, layers: ['water', 'place'] });
  expect(file.attribution).toContain('© Map makers');
  expect(file.attribution).not.toContain('<');
  const tile = await file.tiles.getZxy(6, 34, 23);
  expect(tile?.data.byteLength).toBeGreaterThan(20);
  expect(await file.tiles.getZxy(6, 0, 0)).toBeUndefined();
});

test('images become one raster layer', async () => {
  const data = Buffer.from('a picture');
  const made = pmtilesFile({ metadata: {}, tileType: 2, tiles: [{ id: 0, data }], maxZoom: 0, gzip: gzipSync });
  const file = await openBackground(reading(made));
  expect(file.kind).toBe('raster');
  expect(Buffer.from((await file.tiles.getZxy(0, 0, 0))?.data ?? new ArrayBuffer(0))).toEqual(data);
  expect(backgroundTiles(file, 'x://{z}/{x}/{y}')).toMatchObject({ type: 'raster', maxzoom: 0 });
  expect(backgroundLayers(file, colours, 'en')).toEqual([expect.objectContaining({ type: 'raster' })]);
});

test.each([
  ['OpenMapTiles', ['water', 'transportation', 'place'], ['fill', 'line', 'line', 'line', 'line', 'symbol']],
  ['Protomaps', ['earth', 'water', 'roads', 'places'], ['fill', 'fill', 'line', 'line', 'symbol']],
  ['Shortbread', ['water_polygons', 'streets', 'place_labels'], ['fill', 'line', 'line', 'symbol']],
  ['unknown', ['parcels'], ['line']],
])('layers of %s tiles are drawn, areas below lines below names', async (_family, layers, kinds) => {
  const contents = Object.fromEntries(layers.map((name) => [name, layer(point, {})]));
  const file = await openBackground(reading(vectorPmtiles(contents, { maxZoom: 0, attribution: '', gzip: gzipSync })));
  const drawn = backgroundLayers(file, colours, 'de');
  const order = ['fill', 'line', 'symbol'];
  expect(drawn.map(({ type }) => type)).toEqual(
    drawn.map(({ type }) => type).sort((one, other) => order.indexOf(one) - order.indexOf(other)),
  );
  expect(new Set(drawn.map(({ type }) => type))).toEqual(new Set(kinds));
  expect(new Set(drawn.map((each) => ('source-layer' in each ? each['source-layer'] : '')))).toEqual(new Set(layers));
});

test('names are drawn in the language of the window, otherwise in the local one', async () => {
  const contents = { water: layer(square, {}), transportation: layer(point, {}), place: layer(point, {}) };
  const file = await openBackground(reading(vectorPmtiles(contents, { maxZoom: 0, attribution: '', gzip: gzipSync })));
  const texts = backgroundLayers(file, colours, 'de').flatMap((each) =>
    each.type === 'symbol' ? [JSON.stringify(each.layout?.['text-field'])] : [],
  );
  expect(new Set(texts)).toEqual(new Set(['["coalesce",["get","name:de"],["get","name_de"],["get","name"],""]']));
});

test('a directory that claims more entries than it holds is refused before they are created', async () => {
  const made = vectorPmtiles({ water: layer(square, {}) }, { maxZoom: 0, attribution: '', gzip: gzipSync });
  const bomb = gzipSync(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0]));
  const file = Buffer.concat([made, bomb]);
  file.writeBigUInt64LE(127n, 8);
  file.writeBigUInt64LE(BigInt(bomb.length), 16);
  bomb.copy(file, 127);
  await expect(openBackground(reading(file))).rejects.toThrow('A directory claims 70368744177663 entries');
});

test('metadata that exceeds the limit when decompressed is refused', async () => {
  const burst = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '));
  const made = vectorPmtiles({ water: layer(square, {}) }, { maxZoom: 0, attribution: '', gzip: gzipSync });
  const file = Buffer.concat([made, burst]);
  file.writeBigUInt64LE(BigInt(made.length), 24);
  file.writeBigUInt64LE(BigInt(burst.length), 32);
  await expect(openBackground(reading(file))).rejects.toThrow('after decompression');
});

test('a tile longer than the read limit is refused', async () => {
  const data = Buffer.alloc(9 * 1024 * 1024);
  const made = pmtilesFile({ metadata: {}, tileType: 2, tiles: [{ id: 0, data }], maxZoom: 0, gzip: gzipSync });
  const file = await openBackground(reading(made));
  await expect(file.tiles.getZxy(0, 0, 0)).rejects.toThrow('too long');
});
