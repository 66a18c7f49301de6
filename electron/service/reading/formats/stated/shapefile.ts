import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import iconv from 'iconv-lite';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import { openZip, type ZipParts } from '../archive/zip-file.ts';
import { bytesAt } from '../file-bytes.ts';
import type { CoordinateSystem } from '../json/geometry/coordinate-system.ts';
import { toWellKnownBinary } from '../json/geometry/well-known-binary.ts';
import { BytesReader, inBlocks, likelyText } from './bytes-reader.ts';
import { damaged, type StatedFile, type StatedTable, type StatedValue } from './stated-table.ts';

/** Whether a file begins as the geometries of a Shapefile. */
export function isShapefile(head: Buffer): boolean {
  return head.length >= 32 && head.readInt32BE(0) === 9994 && head.readInt32LE(28) === 1000;
}

/** Whether the files of an archive are those of Shapefiles. */
export function holdsShapefile(parts: readonly { readonly name: string }[]): boolean {
  return parts.some(({ name }) => isLayer(name));
}

const isLayer = (name: string) => /\.shp$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);

/** The files of one layer, by the ends of their names. */
type LayerFiles = (ending: string) => Promise<Buffer | null>;

/** Opens a Shapefile: an archive of its files, or one of several that lie beside each other. @throws {IngestError} */
export async function openShapefile(file: string): Promise<StatedFile> {
  if (isShapefile(await bytesAt(file, 0, 100))) return { names: [], read: () => readLayer(besides(file)) };
  const zip = await openZip(file);
  const layers = zip.parts.filter(({ name }) => isLayer(name)).map(({ name }) => name);
  const names = layers.map((name) => path.posix.basename(name, path.posix.extname(name)));
  return {
    names: names.length > 1 ? names : [],
    read: (position) => readLayer(within(zip, layers[position] ?? '')),
    close: () => zip.close(),
  };
}

function besides(file: string): LayerFiles {
  const bare = path.basename(file).replace(/\.[^.]*$/, '');
  return async (ending) => {
    const names = await readdir(path.dirname(file));
    const name = names.find((one) => one.toLowerCase() === `${bare}.${ending}`.toLowerCase());
    return name === undefined ? null : readFile(path.join(path.dirname(file), name));
  };
}

function within(zip: ZipParts, layer: string): LayerFiles {
  return async (ending) => {
    const part = zip.find(layer.replace(/shp$/i, ending));
    if (part === undefined) return null;
    const pieces: Buffer[] = [];
    for await (const piece of await part.read()) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  };
}

async function readLayer(files: LayerFiles): Promise<StatedTable> {
  const [shapes, attributes, projection, codePage] = await Promise.all(['shp', 'dbf', 'prj', 'cpg'].map(files));
  if (shapes == null || attributes == null) throw new IngestError(explain('shapefile-incomplete'));
  const encoding = codePage?.toString('latin1').trim() ?? '';
  const table = dbaseTable(attributes, encoding);
  const places = shapePlaces(shapes);
  const record = (at: number): StatedValue[] => {
    const place = places[at];
    return [...table.record(at), place === undefined ? null : geometryAt(shapes, place)];
  };
  return {
    columns: table.names.map((name) => ({ name })),
    records: inBlocks(Math.max(table.count, places.length), record),
    geometry: systemOf(projection?.toString('utf8') ?? ''),
  };
}

/** The system in a description as ESRI writes it; longitude and latitude without any. */
function systemOf(text: string): CoordinateSystem | null {
  if (text.trim() === '' || /^\s*GEOGCS\[[^[]*\[?"?D?_?WGS_?1984/i.test(text)) return null;
  const [, code] = /AUTHORITY\["EPSG",\s*"?(\d+)"?\]\]\s*$/i.exec(text.trim()) ?? [];
  return code === undefined ? { name: 'PRJ', definition: text } : { name: `EPSG:${code}` };
}

interface DbaseField {
  readonly name: string;
  readonly type: string;
  readonly from: number;
  readonly length: number;
}

/** The attributes of the shapes (dBase III and its successors). */
function dbaseTable(bytes: Buffer, codePage: string) {
  const count = bytes.readUInt32LE(4);
  const headerBytes = bytes.readUInt16LE(8);
  const width = bytes.readUInt16LE(10);
  const encoding = iconv.encodingExists(codePage) ? codePage : bytes[29] === 0 ? 'utf-8' : 'windows-1252';
  const decode = (part: Buffer) => likelyText(part, encoding);
  const fields: DbaseField[] = [];
  for (let at = 32, from = 1; at + 32 <= headerBytes && bytes[at] !== 0x0d; at += 32) {
    const name = decode(bytes.subarray(at, at + 11)).split('\0')[0] ?? '';
    const length = bytes.readUInt8(at + 16);
    fields.push({ name, type: bytes.toString('latin1', at + 11, at + 12), from, length });
    from += length;
  }
  const record = (at: number): StatedValue[] => {
    const start = headerBytes + at * width;
    return fields.map(({ type, from, length }) =>
      at >= count ? null : dbaseValue(decode(bytes.subarray(start + from, start + from + length)), type),
    );
  };
  return { names: fields.map(({ name }) => name), count, record };
}

function dbaseValue(text: string, type: string): StatedValue {
  const plain = text.trim();
  if (plain === '' || /^\*+$/.test(plain)) return null;
  // A missing date may be zeros.
  if (type === 'D') return /^(?!0{8})\d{8}$/.test(plain) ? plain.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : null;
  if (type === 'L') return /^[TtYy]$/.test(plain) ? true : /^[FfNn]$/.test(plain) ? false : null;
  if (type !== 'N' && type !== 'F') return text;
  if (/^-?\d{1,18}$/.test(plain)) return BigInt(plain);
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** Where the content of each shape begins (ESRI, "Shapefile Technical Description"). */
function shapePlaces(bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = 100; at + 8 <= bytes.length; ) {
    const words = bytes.readInt32BE(at + 4);
    if (words < 0) throw damaged('a shape has no length');
    places.push(at + 8);
    at += 8 + words * 2;
  }
  return places;
}

type Position = readonly [number, number];

function geometryAt(bytes: Buffer, at: number): string | null {
  const reader = new BytesReader(bytes);
  reader.at = at;
  // With a measure, or with a height and a measure, the positions come first all the same.
  const kind = reader.i32() % 10;
  const geometry = kind === 1 ? pointOf(reader) : kind === 8 ? pointsOf(reader) : partsOf(reader, kind);
  return geometry === null ? null : toWellKnownBinary(geometry, { project: null, beyond: false }).toString('hex');
}

function position(reader: BytesReader): Position {
  return [reader.f64(), reader.f64()];
}

function pointOf(reader: BytesReader) {
  return { type: 'Point', coordinates: position(reader) };
}

function pointsOf(reader: BytesReader) {
  reader.take(32);
  const count = reader.u32();
  if (count > reader.bytes.length / 16) throw damaged('a shape has more points than the file');
  return { type: 'MultiPoint', coordinates: Array.from({ length: count }, () => position(reader)) };
}

function partsOf(reader: BytesReader, kind: number) {
  if (kind !== 3 && kind !== 5) return null;
  reader.take(32);
  const [partCount, count] = [reader.u32(), reader.u32()];
  if (partCount > count || count > reader.bytes.length / 16) throw damaged('a shape has more points than the file');
  const starts = Array.from({ length: partCount }, () => reader.u32());
  const points = Array.from({ length: count }, () => position(reader));
  const parts = starts.map((start, at) => points.slice(start, starts[at + 1] ?? count));
  if (kind === 3)
    return parts.length === 1
      ? { type: 'LineString', coordinates: parts[0] ?? [] }
      : { type: 'MultiLineString', coordinates: parts };
  const polygons = polygonsOf(parts);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] ?? [] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Twice the signed area: negative for a ring in the direction of a clock, which is an outer one. */
function area(ring: readonly Position[]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
}

/** Rings with the holes in each of them. */
function polygonsOf(rings: readonly (readonly Position[])[]): (readonly Position[])[][] {
  const outer = rings.filter((ring) => area(ring) <= 0);
  const holes = rings.filter((ring) => area(ring) > 0);
  if (outer.length === 0) return holes.map((ring) => [ring]);
  const polygons = outer.map((ring) => [ring]);
  for (const hole of holes) {
    const [point] = hole;
    const at = polygons.findIndex(([ring = []]) => point !== undefined && contains(ring, point));
    polygons[Math.max(at, 0)]?.push(hole);
  }
  return polygons;
}

function contains(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false;
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
