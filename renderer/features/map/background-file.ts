import { bytesToHeader, type Header, PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles';
import { maxMapRead } from '#shared/rpc/shell/shell-settings.ts';

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
export interface BackgroundFile {
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
