import type { SourceFormat } from '#shared/rpc/source-file.ts';
import { delimitedFormat } from './delimited/delimited-format.ts';
import { duckdbFormat } from './duckdb/duckdb-format.ts';
import type { FileHead } from './file-head.ts';
import type { Format } from './format.ts';
import { jsonFormat } from './json/json-format.ts';
import { parquetFormat } from './parquet/parquet-format.ts';
import { pxFormat } from './pc-axis/px-format.ts';
import { isArrow, openArrow } from './stated/arrow-file.ts';
import { isDta, openDta } from './stated/dta-file.ts';
import { isKml, openKml } from './stated/kml-file.ts';
import { isSas7bdat, openSas7bdat } from './stated/sas7bdat-file.ts';
import { isSav, openSav } from './stated/sav-file.ts';
import { isShapefile, openShapefile } from './stated/shapefile.ts';
import { isSqlite, openSqlite } from './stated/sqlite-tables.ts';
import { statedFormat } from './stated/stated-format.ts';
import { isXport, openXport } from './stated/xport-file.ts';
import { workbookFormat } from './workbook/workbook-format.ts';

/** Every format, by its name. A format that more beginnings fit comes after those that it may be mistaken for. */
export const formats: Readonly<Record<SourceFormat, Format>> = {
  parquet: parquetFormat,
  sqlite: statedFormat(({ bytes }) => (isSqlite(bytes) ? 'sqlite' : null), openSqlite),
  duckdb: duckdbFormat,
  sav: statedFormat(({ bytes }) => (isSav(bytes) ? 'sav' : null), openSav),
  dta: statedFormat(({ bytes }) => (isDta(bytes) ? 'dta' : null), openDta),
  xpt: statedFormat(({ bytes }) => (isXport(bytes) ? 'xpt' : null), openXport),
  sas7bdat: statedFormat(({ bytes }) => (isSas7bdat(bytes) ? 'sas7bdat' : null), openSas7bdat),
  arrow: statedFormat(({ bytes }) => (isArrow(bytes) ? 'arrow' : null), openArrow),
  shp: statedFormat(
    ({ bytes, container }) => (container === 'shp' || isShapefile(bytes) ? 'shp' : null),
    openShapefile,
  ),
  kml: statedFormat((_head, text) => (isKml(text.toString('utf8')) ? 'kml' : null), openKml),
  xlsx: workbookFormat,
  xls: workbookFormat,
  ods: workbookFormat,
  html: workbookFormat,
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
