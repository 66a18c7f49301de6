import { IngestError, type SourceFormat } from '../../rows/row-store.ts';
import { type JsonLayout, layoutOf } from '../json/json-layout.ts';
import { type OutlineNode, outlineOf } from '../json/json-outline.ts';
import { preambleOf } from '../json/preamble.ts';

const byExtension: Readonly<Record<string, SourceFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  psv: 'csv',
  json: 'json',
  geojson: 'geojson',
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
};

function extensionFormat(name: string): SourceFormat | null {
  const bare = name.toLowerCase().replace(/\.(gz|gzip|zst|zstd|zip)$/, '');
  return byExtension[bare.slice(bare.lastIndexOf('.') + 1)] ?? null;
}

/** Whether a text in a file that is named as another kind of text is JSON beyond doubt. */
function isSurelyJson(bytes: Buffer, preamble: number): boolean {
  const { top, broken } = outlineOf(bytes, preamble, false);
  if (top === null || (top.kind !== 'object' && top.kind !== 'list')) return false;
  if (top.kind === 'list') return top.items[0]?.kind === 'object' || (top.items[0]?.kind === 'list' && broken === null);
  return top.members.size > 0 && broken === null;
}

function jsonFormat(bytes: Buffer, preamble: number, named: SourceFormat | null): SourceFormat {
  const request = { format: named === 'geojson' ? ('geojson' as const) : ('json' as const) };
  const layout = layoutOrNull(bytes, request);
  const { top } = outlineOf(bytes, preamble, false);
  const isFeatures = layout?.features === true && (named !== 'geojson' || isGeoJson(top));
  if (isFeatures) return 'geojson';
  if (layout?.kind === 'lines') return 'ndjson';
  // What a file is called decides where its first line is broken.
  const inLines = named === 'ndjson' && !(layout?.kind === 'values' && isSpread(bytes));
  if (inLines) return 'ndjson';
  return named === 'geojson' ? 'geojson' : 'json';
}

function layoutOrNull(bytes: Buffer, request: { readonly format: 'json' | 'geojson' }): JsonLayout | null {
  try {
    return layoutOf(bytes, false, request);
  } catch (error) {
    // What is wrong with it is reported when it is read.
    if (error instanceof IngestError) return null;
    throw error;
  }
}

function isGeoJson(top: OutlineNode | null): boolean {
  if (top === null || top.kind === 'list') return top !== null;
  return top.members.has('type') || top.members.has('features');
}

/** Whether the first value goes on over several lines. */
function isSpread(bytes: Buffer): boolean {
  const [first = ''] = bytes.toString('utf8').trimStart().split('\n', 1);
  const line = Buffer.from(first);
  const { broken } = outlineOf(line, preambleOf(line).bytes, true);
  return broken?.fault === 'text-incomplete';
}

/** Characters that no header of a text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const binary = /[\0-\x08\x0e-\x1f]/;

/** The signature (Parquet format, "File format") with the binary beginning of a page behind it: no header of a text. */
export function isParquet(head: Buffer): boolean {
  return (
    head.subarray(0, 4).toString('latin1') === 'PAR1' &&
    (head.length === 4 || binary.test(head.toString('latin1', 4, 12)))
  );
}

/**
 * The format of a file by what it begins with; the name decides only where the content could be several.
 * @param head the first bytes, unpacked.
 * @param name the file's name, that of the packed one where it is an archive.
 */
export function formatOf(head: Buffer, name: string): SourceFormat {
  const named = extensionFormat(name);
  if (isParquet(head)) return 'parquet';
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return 'xlsx';
  const { bytes: preamble } = preambleOf(head);
  const namedJson = named === 'json' || named === 'geojson' || named === 'ndjson';
  if (namedJson || isSurelyJson(head, preamble)) return jsonFormat(head, preamble, named);
  return 'csv';
}
