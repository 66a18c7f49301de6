import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FeatureCollection } from 'geojson';
import { zxyToTileId } from 'pmtiles';

interface Archive {
  readonly metadata: object;
  /** Code of the tiles' encoding: 1 is MVT, 2 PNG. */
  readonly tileType: number;
  readonly tiles: readonly { readonly id: number; readonly data: Uint8Array }[];
  readonly maxZoom: number;
  /** Compresses with gzip. */
  readonly gzip: (bytes: Uint8Array) => Uint8Array;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

/** A directory of PMTiles version 3: the count, then differences of ids, run lengths, lengths, and offsets plus one. */
function directory(tiles: Archive['tiles']): Uint8Array {
  const ids = tiles.map(({ id }, position) => id - (tiles[position - 1]?.id ?? 0));
  const lengths = tiles.map(({ data }) => data.length);
  let offset = 0;
  const offsets = lengths.map((length) => {
    offset += length;
    return offset - length + 1;
  });
  const numbers = [tiles.length, ...ids, ...tiles.map(() => 1), ...lengths, ...offsets];
  return Uint8Array.from(numbers.flatMap(varint));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function escapedLetter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A PMTiles file of version 3 with all tiles in its root directory; all but images is compressed with gzip. */
export function pmtilesFile(archive: Archive): Uint8Array<ArrayBuffer> {
  const { metadata, tileType, maxZoom, gzip } = archive;
  const tiles = archive.tiles
    .map(({ id, data }) => ({ id, data: tileType === 1 ? gzip(data) : data }))
    .sort((one, other) => one.id - other.id);
  const root = gzip(directory(tiles));
  const described = gzip(latin(JSON.stringify(metadata).replaceAll(/[^ -~]/g, escapedLetter)));
  const content = joined(tiles.map(({ data }) => data));
  const header = new Uint8Array(127);
  const view = new DataView(header.buffer);
  header.set(latin('PMTiles'));
  header[7] = 3;
  let offset = header.length;
  for (const [position, length] of [root.length, described.length, 0, content.length].entries()) {
    view.setBigUint64(8 + position * 16, BigInt(offset), true);
    view.setBigUint64(16 + position * 16, BigInt(length), true);
    offset += length;
  }
  header.set([2, tileType === 1 ? 2 : 1, tileType, 0, maxZoom], 97);
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) view.setInt32(102 + at * 4, degrees * 1e7, true);
  return joined([header, root, described, content]);
}

/** A PMTiles file with the vector tiles of these layers, down to a zoom level. */
export function vectorPmtiles(
  layers: Readonly<Record<string, FeatureCollection>>,
  rest: Pick<Archive, 'maxZoom' | 'gzip'> & { readonly attribution: string },
): Uint8Array<ArrayBuffer> {
  const { maxZoom, gzip, attribution } = rest;
  const indexes = Object.entries(layers).map(
    ([name, data]) => [name, new GeoJSONVT(data, { maxZoom, indexMaxZoom: maxZoom, indexMaxPoints: 0 })] as const,
  );
  const tiles: { id: number; data: Uint8Array }[] = [];
  const add = (z: number, x: number, y: number): void => {
    const found = indexes.flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y);
      return tile === null ? [] : [[name, tile] as const];
    });
    if (found.length === 0) return;
    const data = fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 });
    tiles.push({ id: zxyToTileId(z, x, y), data: new Uint8Array(data) });
    if (z === maxZoom) return;
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      add(z + 1, 2 * x + right, 2 * y + down);
  };
  add(0, 0, 0);
  const metadata = { vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })), attribution };
  return pmtilesFile({ metadata, tileType: 1, tiles, maxZoom, gzip });
}
