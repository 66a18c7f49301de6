import type { SourceFormat } from '#shared/rpc/source-file.ts';
import { IngestError } from '../reading.ts';
import { likelyWorkbook } from './archive/zip-file.ts';
import { type JsonLayout, layoutOf } from './json/json-layout.ts';
import { type OutlineNode, outlineOf } from './json/json-outline.ts';
import { type Preamble, preambleOf } from './json/preamble.ts';
import { isPx } from './pc-axis/px-header.ts';
import { isBinaryWorkbook } from './workbook/xls/binary-workbook.ts';

const byExtension: Readonly<Record<string, SourceFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  psv: 'csv',
  json: 'json',
  geojson: 'geojson',
  topojson: 'geojson',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  jsonlines: 'ndjson',
  jsons: 'ndjson',
  geojsonl: 'ndjson',
  geojsons: 'ndjson',
  geojsonseq: 'ndjson',
  ndgeojson: 'ndjson',
  parquet: 'parquet',
  pq: 'parquet',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xlsb: 'xlsx',
  xls: 'xls',
  ods: 'ods',
  ots: 'ods',
};

function extensionFormat(name: string): SourceFormat | null {
  const bare = name.toLowerCase().replace(/\.(gz|gzip|zst|zstd|zip)$/, '');
  return byExtension[bare.slice(bare.lastIndexOf('.') + 1)] ?? null;
}

/** Whether text in a file with the extension of another text format is certainly JSON. */
function isSurelyJson(bytes: Buffer, preamble: Preamble): boolean {
  const { top, broken } = outlineOf(bytes, preamble.bytes, false);
  if (top === null || (top.kind !== 'object' && top.kind !== 'list')) return false;
  // A function argument is followed by the end of the call.
  const fits = broken === null || (preamble.trailer !== '' && top.complete);
  if (top.kind === 'list') return top.items[0]?.kind === 'object' || (top.items[0]?.kind === 'list' && fits);
  return top.members.size > 0 && fits;
}

function jsonFormat(bytes: Buffer, preamble: number, named: SourceFormat | null): SourceFormat {
  const request = { format: named === 'geojson' ? ('geojson' as const) : ('json' as const) };
  const layout = layoutOrNull(bytes, request);
  const { top, several } = outlineOf(bytes, preamble, false);
  const isFeatures = layout?.features === true && (named !== 'geojson' || isGeoJson(top));
  if (isFeatures) return 'geojson';
  if (layout?.kind === 'lines') return 'ndjson';
  // The file name determines where the first line is broken.
  const isOneText = (layout?.kind === 'list' || layout?.kind === 'table') && !several;
  const isOtherwise = (isOneText && (top?.kind === 'list' || top?.complete === true)) || !isLine(layout, bytes);
  if (named === 'ndjson' && !isOtherwise) return 'ndjson';
  return named === 'geojson' && !isOtherList(top) ? 'geojson' : 'json';
}

function layoutOrNull(bytes: Buffer, request: { readonly format: 'json' | 'geojson' }): JsonLayout | null {
  try {
    return layoutOf(bytes, false, request);
  } catch (error) {
    // Its errors are reported when it is read.
    if (error instanceof IngestError) return null;
    throw error;
  }
}

function isGeoJson(top: OutlineNode | null): boolean {
  if (top === null || isOtherList(top)) return false;
  return top.kind === 'list' || top.members.has('type') || top.members.has('features');
}

/** A list of objects without any geometry: not GeoJSON, whatever the file is called. */
function isOtherList(top: OutlineNode | null): boolean {
  if (top?.kind !== 'list' || top.items.length === 0) return false;
  return top.items.every(({ kind, members }) => kind === 'object' && !isFeatureLike(members));
}

function isFeatureLike(members: OutlineNode['members']): boolean {
  return ['geometry', 'properties', 'coordinates', 'geometries'].some((name) => members.has(name));
}

/** Whether the first line may be one value: it is not one of several, and none that goes on in the next line. */
function isLine(layout: JsonLayout | null, bytes: Buffer): boolean {
  if (layout?.kind !== 'values') return true;
  const [first = ''] = bytes.toString('utf8').trimStart().split('\n', 1);
  const line = Buffer.from(first);
  const { broken, several } = outlineOf(line, preambleOf(line).bytes, true);
  return !several && broken?.fault !== 'text-incomplete';
}

/** Characters that no text header contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const binary = /[\0-\x08\x0e-\x1f]/;

/** The signature (Parquet format, "File format") followed by the binary beginning of a page: not a text header. */
export function isParquet(head: Buffer): boolean {
  return (
    head.subarray(0, 4).toString('latin1') === 'PAR1' &&
    (head.length === 4 || binary.test(head.toString('latin1', 4, 12)))
  );
}

/**
 * Detects the format of a file by its beginning; the name decides only between formats that the content allows.
 * @param head the first bytes, unpacked
 * @param text the same in UTF-8, if they are text; bytes of other files may look like text of any encoding
 * @param name the file's name; of the packed file if it is an archive
 */
export function formatOf(head: Buffer, text: Buffer, name: string): SourceFormat {
  const named = extensionFormat(name);
  if (isParquet(head)) return 'parquet';
  if (isBinaryWorkbook(head)) return 'xls';
  const workbook = likelyWorkbook(head);
  if (workbook !== null) return workbook;
  if (isPx(text.toString('utf8'))) return 'px';
  const preamble = preambleOf(text);
  const namedJson = named === 'json' || named === 'geojson' || named === 'ndjson';
  if (namedJson || isSurelyJson(text, preamble)) return jsonFormat(text, preamble.bytes, named);
  return 'csv';
}
