import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { SourceFormat } from '#shared/rpc/source-file.ts';
import { likelyWorkbook } from '../../reading/formats/archive/zip-file.ts';
import { isParquet } from '../../reading/formats/parquet/parquet-format.ts';
import { isPx } from '../../reading/formats/pc-axis/px-header.ts';
import { isBinaryWorkbook } from '../../reading/formats/workbook/xls/binary-workbook.ts';

/** The format of a file, judging by its name, its media type and its first bytes. */
export interface UploadKind {
  readonly format: SourceFormat;
  /** Set if the format determines the delimiter. */
  readonly delimiter?: string;
}

const byEnding: Readonly<Record<string, UploadKind>> = {
  csv: { format: 'csv' },
  txt: { format: 'csv' },
  tsv: { format: 'csv', delimiter: '\t' },
  tab: { format: 'csv', delimiter: '\t' },
  json: { format: 'json' },
  ndjson: { format: 'ndjson' },
  jsonl: { format: 'ndjson' },
  geojson: { format: 'geojson' },
  parquet: { format: 'parquet' },
  xlsx: { format: 'xlsx' },
  ods: { format: 'ods' },
  px: { format: 'px' },
  sqlite: { format: 'sqlite' },
  gpkg: { format: 'sqlite' },
  duckdb: { format: 'duckdb' },
  sav: { format: 'sav' },
  dta: { format: 'dta' },
  xpt: { format: 'xpt' },
  kml: { format: 'kml' },
};

const byMediaType: Readonly<Record<string, UploadKind>> = {
  'text/csv': { format: 'csv' },
  'text/tab-separated-values': { format: 'csv', delimiter: '\t' },
  'application/json': { format: 'json' },
  'application/x-ndjson': { format: 'ndjson' },
  'application/ndjson': { format: 'ndjson' },
  'application/jsonl': { format: 'ndjson' },
  'application/geo+json': { format: 'geojson' },
  'application/vnd.apache.parquet': { format: 'parquet' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { format: 'xlsx' },
  'application/vnd.oasis.opendocument.spreadsheet': { format: 'ods' },
  'text/pc-axis': { format: 'px' },
};

/** Media types that do not identify the content. */
const opaqueTypes: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/vnd.ms-excel',
]);

const probeBytes = 64 * 1024;

/** The format of a received file; null for an unsupported one. */
export async function sourceKind(path: string, name: string, contentType: string): Promise<UploadKind | null> {
  const ending = /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const known = byEnding[ending] ?? byMediaType[mediaType];
  if (known?.format === 'json') return await jsonKind(path);
  // Read as CSV, the keywords of a PC-Axis file would be meaningless records.
  if (known?.format === 'csv') return sniff(await firstBytes(path)).format === 'px' ? { format: 'px' } : known;
  if (known !== undefined) return known;
  if (!opaqueTypes.has(mediaType)) return null;
  return sniff(await firstBytes(path));
}

/** JSON may be an array of records or a collection of features. */
async function jsonKind(path: string): Promise<UploadKind> {
  const kind = sniff(await firstBytes(path));
  return kind.format === 'geojson' ? kind : { format: 'json' };
}

function sniff(bytes: Buffer): UploadKind {
  if (isParquet(bytes)) return { format: 'parquet' };
  if (isBinaryWorkbook(bytes)) return { format: 'xls' };
  const workbook = likelyWorkbook(bytes);
  if (workbook !== null) return { format: workbook };
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (isPx(text)) return { format: 'px' };
  if (text.startsWith('[')) return { format: 'json' };
  if (!text.startsWith('{')) return { format: 'csv' };
  return /"type"\s*:\s*"(?:FeatureCollection|Feature)"/.test(text) ? { format: 'geojson' } : { format: 'ndjson' };
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(probeBytes), 0, probeBytes, 0);
    return await unpacked(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** The first decompressed bytes: no more is decompressed than is inspected. */
async function unpacked(bytes: Buffer): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of Readable.from([bytes]).pipe(createGunzip())) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length >= probeBytes) break;
    }
  } catch {
    // Only the head of the file is available, so the data may be truncated.
  }
  return length === 0 ? bytes : Buffer.concat(pieces).subarray(0, probeBytes);
}
