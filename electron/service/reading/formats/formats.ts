import type { SourceFormat } from '#shared/rpc/source-file.ts';
import { delimitedFormat } from './delimited/delimited-format.ts';
import type { FileHead } from './file-head.ts';
import type { Format } from './format.ts';
import { jsonFormat } from './json/json-format.ts';
import { parquetFormat } from './parquet/parquet-format.ts';
import { pxFormat } from './pc-axis/px-format.ts';
import { workbookFormat } from './workbook/workbook-format.ts';

/** Every format, by its name. A format that more beginnings fit comes after those that it may be mistaken for. */
export const formats: Readonly<Record<SourceFormat, Format>> = {
  parquet: parquetFormat,
  xlsx: workbookFormat,
  xls: workbookFormat,
  ods: workbookFormat,
  px: pxFormat,
  json: jsonFormat,
  ndjson: jsonFormat,
  geojson: jsonFormat,
  csv: delimitedFormat,
};

/**
 * Detects the format of a file by its beginning; the name decides only between formats that the content allows.
 * @param text the beginning in UTF-8, if it is text
 */
export function formatOf(head: FileHead, text: Buffer): SourceFormat {
  for (const format of new Set(Object.values(formats))) {
    const found = format.recognise(head, text);
    if (found !== null) return found;
  }
  return 'csv';
}
