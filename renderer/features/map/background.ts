import { useQuery } from '@tanstack/react-query';
import {
  addProtocol,
  type ExpressionSpecification,
  type LayerSpecification,
  type Map as LibreMap,
  removeProtocol,
  type SourceSpecification,
} from 'maplibre-gl';
import { bytesToHeader, type Header, PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles';
import { useState } from 'react';
import { explain, type Failure, failure as failureWith } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { maxMapRead } from '#shared/rpc/shell/shell-settings.ts';
import { readMapBackground, shellSettingsQuery } from '../../backend/settings.ts';
import known from './background-schemas.json';
import { rowLayerNames, token } from './engine/map-style.ts';

/** The chosen background of maps, as far as it is known. */
export interface Background {
  readonly file: BackgroundFile | null;
  /** Why the chosen file cannot be drawn; null if it can, or if none is chosen. */
  readonly failure: Failure | null;
  /** Reports that a part of the file could not be read. */
  readonly onFailed: (error: unknown) => void;
}

/** Opens the PMTiles file that the user chose as background, and again when they choose another. */
export function useBackground(): Background {
  const { name, bytes } = useQuery(shellSettingsQuery).data?.mapBackground ?? { name: '', bytes: 0 };
  const { data: file = null, error } = useQuery({
    // Another size is another file of the same name.
    queryKey: ['mapBackground', name, bytes],
    queryFn: () => openBackground(readMapBackground),
    enabled: name !== '',
    gcTime: 0,
  });
  const [broken, setBroken] = useState<{ readonly file: BackgroundFile; readonly error: unknown } | null>(null);
  const failed = error ?? (broken !== null && broken.file === file ? broken.error : null);
  return {
    file,
    failure: failed === null ? null : unread(name, failed),
    onFailed: (thrown) => file !== null && setBroken({ file, error: thrown }),
  };
}

/** The main process explains read errors; anything else is damage within the file. */
function unread(file: string, error: unknown): Failure {
  if (error instanceof BackendFailure) return error.failure;
  const reason = error instanceof Error ? error.message : String(error);
  return failureWith('unexpected', explain('map-file-unread', { file, reason }));
}

let lastProtocol = 0;

/** Draws the background below the rows of a map; `scheme` and `language` say how. */
export function drawBackground(map: LibreMap, { file, onFailed }: Background, language: string): () => void {
  if (file === null) return () => undefined;
  lastProtocol += 1;
  const protocol = `background${lastProtocol}`;
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [z = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number);
    try {
      const tile = await file.tiles.getZxy(z, x, y, signal);
      if (tile !== undefined) return { data: tile.data };
      return { data: file.kind === 'vector' ? new ArrayBuffer(0) : await createImageBitmap(new ImageData(1, 1)) };
    } catch (error) {
      if (!signal.aborted) onFailed(error);
      throw error;
    }
  });
  map.addSource(backgroundSource, backgroundTiles(file, `${protocol}://tiles/{z}/{x}/{y}`));
  const colours = {
    land: token('--map-land'),
    water: token('--map-water'),
    green: token('--map-green'),
    line: token('--hairline-strong'),
    road: token('--map-road'),
    text: token('--text-quiet'),
  };
  const layers = backgroundLayers(file, colours, language);
  for (const layer of layers) map.addLayer(layer, rowLayerNames[0]);
  return () => {
    // The map itself may have been removed already.
    if (map.getStyle() !== undefined) {
      for (const { id } of layers) map.removeLayer(id);
      map.removeSource(backgroundSource);
    }
    removeProtocol(protocol);
  };
}

/** The map's colours, read from the page. */
interface BackgroundColours {
  readonly land: string;
  readonly water: string;
  readonly green: string;
  readonly line: string;
  readonly road: string;
  readonly text: string;
}

/** How a part of the background is drawn: as a label, a line or an area. */
interface Look {
  readonly colour: keyof BackgroundColours;
  /** The zoom from which it is legible rather than noise. */
  readonly from?: number;
  /** Width of a line. */
  readonly width?: readonly [zoom: number, width: number, deepZoom: number, deepWidth: number];
  /** Size of a label. */
  readonly text?: number;
}

/** Features of one layer of the tiles, all of them or those of some kinds. */
interface Part {
  readonly role: string;
  readonly layer: string;
  readonly kinds?: readonly (string | number)[];
}

/** How one family of map tiles names its contents. */
interface Schema {
  /** A layer that only this family has. */
  readonly mark: string;
  /** The kind of a feature, and that of a place or border where it differs. */
  readonly kind: ExpressionSpecification;
  /** The order in which labels are placed, smallest first. */
  readonly order: ExpressionSpecification;
  /** Bottom first. */
  readonly parts: readonly Part[];
}

const looks = known.roles as unknown as Readonly<Record<string, Look>>;
const schemas = known.schemas as unknown as readonly Schema[];

/** The family that tiles with these layers belong to; any other has its layers drawn as plain lines. */
function schemaOf(layers: readonly string[]): Schema {
  const parts = layers.map((layer) => ({ role: 'road', layer }));
  const other: Schema = { mark: '', kind: ['literal', ''], order: ['literal', 0], parts };
  return schemas.find(({ mark }) => layers.includes(mark)) ?? other;
}

/** Name of the source of the background's tiles, and the beginning of its layers' names. */
const backgroundSource = 'background';

/** The source of the background's tiles; `template` is the address of one, with the map library's placeholders. */
export function backgroundTiles(file: BackgroundFile, template: string): SourceSpecification {
  const { minZoom, maxZoom, bounds } = file;
  const common = { tiles: [template], minzoom: minZoom, maxzoom: maxZoom, bounds };
  return file.kind === 'vector' ? { type: 'vector', ...common } : { type: 'raster', tileSize: 256, ...common };
}

/**
 * The layers of the background, bottom first.
 * @param language the language of names, which the local one replaces where there is none
 */
export function backgroundLayers(
  file: BackgroundFile,
  colours: BackgroundColours,
  language: string,
): LayerSpecification[] {
  if (file.kind === 'raster') return [{ id: backgroundSource, type: 'raster', source: backgroundSource }];
  const schema = schemaOf(file.layers);
  return schema.parts
    .filter(({ layer }) => file.layers.includes(layer))
    .map((part, position) => layerOf(part, `${backgroundSource}-${position}`, { schema, colours, language }));
}

interface Style {
  readonly schema: Schema;
  readonly colours: BackgroundColours;
  readonly language: string;
}

function layerOf({ role, layer, kinds }: Part, id: string, style: Style): LayerSpecification {
  const { colour, from = 0, width, text }: Look = looks[role] ?? { colour: 'land' };
  const ofKind: ExpressionSpecification | true =
    kinds === undefined ? true : ['in', style.schema.kind, ['literal', [...kinds]]];
  const common = { id, source: backgroundSource, 'source-layer': layer, minzoom: from } as const;
  if (text !== undefined) return { ...common, filter: ofKind, ...label(role, text, style) };
  const color = style.colours[colour];
  if (width === undefined) {
    const areas: ExpressionSpecification = ['all', ofKind, ['==', ['geometry-type'], 'Polygon']];
    return { ...common, type: 'fill', filter: areas, paint: { 'fill-color': color } };
  }
  const byZoom: ExpressionSpecification = ['interpolate', ['exponential', 1.4], ['zoom'], ...width];
  const lines: ExpressionSpecification = ['all', ofKind, ['!=', ['geometry-type'], 'Point']];
  return { ...common, type: 'line', filter: lines, paint: { 'line-color': color, 'line-width': byZoom } };
}

function label(role: string, size: number, { schema, colours, language }: Style) {
  const named = [`name:${language}`, `name_${language}`, 'name'].map((name): ExpressionSpecification => ['get', name]);
  return {
    type: 'symbol' as const,
    layout: {
      ...(role === 'street-name' && { 'symbol-placement': 'line' as const }),
      'text-field': ['coalesce', ...named, ''] as ExpressionSpecification,
      'text-font': ['sans-serif'],
      'text-size': size,
      'text-max-width': 8,
      'symbol-sort-key': schema.order,
    },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.4 },
  };
}

/** The header of PMTiles version 3 and its root directory lie within the first 16 KiB, by its specification. */
const beginning = 16_384;
/**
 * Maximum size in bytes of a directory, metadata or tile after decompression: third-party files may be decompression
 * bombs.
 */
const maxUnpacked = 32 * 1024 * 1024;
/** A directory's entry has four numbers of at least one byte each. */
const minEntryBytes = 4;

/** An opened map background: its tiles and their metadata. */
interface BackgroundFile {
  readonly tiles: PMTiles;
  readonly kind: 'vector' | 'raster';
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: [west: number, south: number, east: number, north: number];
  /** Ids of the vector layers; empty for images. */
  readonly layers: readonly string[];
  /** Who made the map, as plain text; may be empty. */
  readonly attribution: string;
}

/** Reads parts of an archive: `offset` and `length` in bytes. */
export type ReadPart = (offset: number, length: number) => Promise<ArrayBuffer>;

/**
 * Opens a PMTiles archive.
 * @throws {Error} if its directories or metadata are damaged; whatever `read` throws
 */
export async function openBackground(read: ReadPart): Promise<BackgroundFile> {
  const start = await read(0, beginning);
  const header = bytesToHeader(start, '');
  const root = header.rootDirectoryOffset;
  await checkDirectory(start.slice(root, root + header.rootDirectoryLength), header);
  const tiles = new PMTiles(sourceOf(read, header), undefined, unpack);
  const { layers, attribution } = readMetadata(await tiles.getMetadata());
  return {
    tiles,
    kind: header.tileType === TileType.Mvt ? 'vector' : 'raster',
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bounds: boundsOf(header),
    layers,
    attribution,
  };
}

function sourceOf(read: ReadPart, header: Header): Source {
  const { leafDirectoryOffset, leafDirectoryLength = 0 } = header;
  return {
    getKey: () => 'map-background',
    async getBytes(offset: number, length: number): Promise<RangeResponse> {
      if (length > maxMapRead) throw new Error(`A part of ${length} bytes is too long`);
      const data = await read(offset, length);
      const isLeaf = offset >= leafDirectoryOffset && offset < leafDirectoryOffset + leafDirectoryLength;
      if (isLeaf) await checkDirectory(data, header);
      return { data };
    },
  };
}

/** The library creates as many entries as a directory claims to have: more than its bytes can hold are refused. */
async function checkDirectory(packed: ArrayBuffer, { internalCompression }: Header): Promise<void> {
  const bytes = new Uint8Array(await unpack(packed, internalCompression));
  let entries = 0;
  for (const [at, byte] of bytes.subarray(0, 8).entries()) {
    entries += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) break;
  }
  if (entries * minEntryBytes > bytes.length) throw new Error(`A directory claims ${entries} entries`);
}

/** Decompresses up to a limit. The codes of compressions are those of the specification: 2 is gzip. */
async function unpack(packed: ArrayBuffer, compression: number): Promise<ArrayBuffer> {
  if (compression < 2) return packed;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    size += value.length;
    if (size > maxUnpacked) {
      await reader.cancel();
      throw new Error(`More than ${maxUnpacked} bytes after decompression`);
    }
    parts.push(value);
  }
}

function readMetadata(metadata: unknown): Pick<BackgroundFile, 'layers' | 'attribution'> {
  const { vector_layers: vectorLayers, attribution } = isRecord(metadata) ? metadata : {};
  const layers = Array.isArray(vectorLayers) ? vectorLayers.map((layer) => (isRecord(layer) ? layer.id : null)) : [];
  return {
    layers: layers.filter((id) => typeof id === 'string').slice(0, 100),
    attribution: typeof attribution === 'string' ? plainText(attribution) : '',
  };
}

/** Attributions are HTML by convention; a document that is parsed on its own runs and loads nothing. */
function plainText(html: string): string {
  const text = new DOMParser().parseFromString(html.slice(0, 5000), 'text/html').body.textContent ?? '';
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}

/** The whole world if the header's box is empty, as some writers leave it. */
function boundsOf({ minLon, minLat, maxLon, maxLat }: Header): BackgroundFile['bounds'] {
  return minLon < maxLon && minLat < maxLat ? [minLon, minLat, maxLon, maxLat] : [-180, -85, 180, 85];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
