import type { FileFormat } from '../../operations/export/write-rows.ts';
import { browsable, type Rendering } from '../plugins/negotiation.ts';

/** The formats of a download with their media types, the default first. */
export const downloadFormats: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The representations of a download; the HTML page only if requested by name. */
export const downloadRenderings: readonly Rendering[] = [
  ...Object.entries(downloadFormats).map(([format, mediaType]) => ({ format, mediaType })),
  browsable,
];

/** Whether a representation is one of the file formats. */
export function isDownloadFormat(format: string): format is FileFormat {
  return Object.hasOwn(downloadFormats, format);
}

/** The headers of a file that is downloaded under this name, without its extension. */
export function fileHeaders(name: string, format: FileFormat) {
  const type = downloadFormats[format];
  return {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'X-Content-Type-Options': 'nosniff',
  };
}
