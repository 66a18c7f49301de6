import type { FileOptions, SourceFormat } from '#shared/rpc/source-file.ts';
import { isWorkbookFormat } from '#shared/source-formats.ts';

/** A format that people name, and how it is read; `read` is null for one that cannot be published. */
export interface KnownFormat {
  readonly label: string;
  readonly read: SourceFormat | null;
  /** Extension of a file name, with its dot. */
  readonly extension: string;
  readonly delimiter?: string;
}

const csv: KnownFormat = { label: 'CSV', read: 'csv', extension: '.csv' };
const tsv: KnownFormat = { label: 'TSV', read: 'csv', extension: '.tsv', delimiter: '\t' };
const json: KnownFormat = { label: 'JSON', read: 'json', extension: '.json' };
const ndjson: KnownFormat = { label: 'NDJSON', read: 'ndjson', extension: '.ndjson' };
export const geojson: KnownFormat = { label: 'GeoJSON', read: 'geojson', extension: '.geojson' };
const parquet: KnownFormat = { label: 'Parquet', read: 'parquet', extension: '.parquet' };
const xlsx: KnownFormat = { label: 'XLSX', read: 'xlsx', extension: '.xlsx' };
const xls: KnownFormat = { label: 'XLS', read: 'xls', extension: '.xls' };
const ods: KnownFormat = { label: 'ODS', read: 'ods', extension: '.ods' };
const px: KnownFormat = { label: 'PC-Axis', read: 'px', extension: '.px' };
const zip: KnownFormat = { label: 'ZIP', read: null, extension: '.zip' };

/** The known formats by extension, media type and the names that portals' forms offer, in lower case. */
const formats: Readonly<Record<string, KnownFormat>> = {
  csv,
  'text/csv': csv,
  'application/csv': csv,
  'text/comma-separated-values': csv,
  'text/x-csv': csv,
  txt: { ...csv, label: 'TXT', extension: '.txt' },
  'text/plain': { ...csv, label: 'TXT', extension: '.txt' },
  tsv,
  tab: tsv,
  'text/tab-separated-values': tsv,
  json,
  'application/json': json,
  ndjson,
  jsonl: ndjson,
  'application/x-ndjson': ndjson,
  'application/jsonl': ndjson,
  geojson,
  'application/geo+json': geojson,
  'application/vnd.geo+json': geojson,
  parquet,
  'application/vnd.apache.parquet': parquet,
  xlsx,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': xlsx,
  xls,
  'application/vnd.ms-excel': xls,
  ods,
  'application/vnd.oasis.opendocument.spreadsheet': ods,
  px,
  'pc-axis': px,
  'text/pc-axis': px,
  zip,
  'application/zip': zip,
  'application/x-zip-compressed': zip,
};

/**
 * A format by what a portal calls it: `CSV`, `.csv`, `text/csv; charset=utf-8`, `csv.gz`, a URI that ends with it such as
 * the file types of the Publications Office of the EU. Null for one that is not read.
 */
export function formatOfFile(name: string | null): KnownFormat | null {
  if (name === null) return null;
  const plain = (name.split(';')[0] ?? '').trim().toLowerCase();
  const known = Object.hasOwn(formats, plain) ? formats[plain] : undefined;
  if (known !== undefined) return known;
  const media = plain.replace(/^https?:\/\/(?:www\.)?iana\.org\/assignments\/media-types\//, '');
  if (Object.hasOwn(formats, media)) return formats[media] ?? null;
  const last = media.split(/[/#]/).at(-1) ?? '';
  const words = last.replace(/\.(?:gz|zst)$/, '').split('.');
  const end = words.at(-1) ?? '';
  return (Object.hasOwn(formats, end) ? formats[end] : undefined) ?? null;
}

/**
 * How a file of a format is read. The bytes of a workbook show which one it is, and web pages and texts are called
 * `.xls` too.
 */
export function formatOption(format: KnownFormat | null): Pick<FileOptions, 'format'> {
  return format?.read == null || isWorkbookFormat(format.read) ? {} : { format: format.read };
}

/** The format by the name of the file in an address. */
export function formatOfAddress(address: string): KnownFormat | null {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  const name = path.split('/').at(-1) ?? '';
  return name.includes('.') ? formatOfFile(name) : null;
}
