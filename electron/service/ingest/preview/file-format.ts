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

/**
 * The format of a file by what it begins with; the name decides only where the content could be several.
 * @param head the first bytes, unpacked.
 * @param name the file's name, that of the packed one where it is an archive.
 */
export function formatOf(head: Buffer, name: string): SourceFormat {
  const named = extensionFormat(name);
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet';
  if (head.subarray(0, 2).toString('latin1') === 'PK') return 'xlsx';
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  const start = text.trimStart()[0];
  if (start === '[' && named !== 'csv') return 'json';
  if (start === '{' && named !== 'csv') {
    if (standApart(text) || /^\s*\{[^[]*"type"\s*:\s*"FeatureCollection"/.test(text)) return 'geojson';
    if (named === 'ndjson' || looksLikeLines(text)) return 'ndjson';
    return named === 'geojson' ? 'geojson' : 'json';
  }
  return 'csv';
}
