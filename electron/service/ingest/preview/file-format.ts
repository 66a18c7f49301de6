import type { SourceFormat } from '../../rows/row-store.ts';
import { standApart } from '../cut-file.ts';

const byExtension: Readonly<Record<string, SourceFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  psv: 'csv',
  json: 'json',
  geojson: 'geojson',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  geojsonl: 'ndjson',
  parquet: 'parquet',
  pq: 'parquet',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
};

function extensionFormat(name: string): SourceFormat | null {
  const bare = name.toLowerCase().replace(/\.(gz|gzip|zst|zstd|zip)$/, '');
  return byExtension[bare.slice(bare.lastIndexOf('.') + 1)] ?? null;
}

/** A first line that is a whole object, with a second one behind it, is one record a line. */
function looksLikeLines(text: string): boolean {
  const [first = '', second = ''] = text.split('\n').filter((line) => line.trim() !== '');
  if (!/^\s*\{.*\}\s*$/.test(first)) return false;
  try {
    JSON.parse(first);
    return second === '' || /^\s*\{/.test(second);
  } catch {
    return false;
  }
}

function isCollection(text: string): boolean {
  return standApart(text) || /^\s*\{[^[]*"type"\s*:\s*"FeatureCollection"/.test(text);
}

/** The signature (Parquet format, "File format") with the binary beginning of a page behind it: no header of a text. */
export function isParquet(head: Buffer): boolean {
  return head.subarray(0, 4).toString('latin1') === 'PAR1' && (head[4] === undefined || head[4] < 0x20);
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
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  const start = text.trimStart()[0];
  if (start === '[' && (named !== 'csv' || /^\s*\[\s*\{/.test(text))) return 'json';
  if (start === '{' && (named !== 'csv' || looksLikeLines(text) || isCollection(text))) {
    if (isCollection(text)) return 'geojson';
    if (named === 'ndjson' || looksLikeLines(text)) return 'ndjson';
    return named === 'geojson' ? 'geojson' : 'json';
  }
  return 'csv';
}
