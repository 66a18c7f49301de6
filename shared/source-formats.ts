/** The formats of files that can be published. */
export const sourceFormats = [
  ...(['csv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx', 'xls', 'ods', 'html', 'px'] as const),
  ...(['sqlite', 'duckdb', 'sav', 'dta', 'xpt', 'sas7bdat', 'shp', 'kml', 'arrow'] as const),
] as const;

export const exportFormats = ['csv', 'tsv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx'] as const;
export type ExportFormatName = (typeof exportFormats)[number];

/** Formats of workbooks: files with sheets, of Excel since and before 2007, in OpenDocument, and web pages with tables. */
export type WorkbookFormat = 'xlsx' | 'xls' | 'ods' | 'html';

/** Whether files of a format have sheets. */
export function isWorkbookFormat(format: string): format is WorkbookFormat {
  return format === 'xlsx' || format === 'xls' || format === 'ods' || format === 'html';
}

/** Whether the rows of a format may be titles, units or remarks. */
export function isWrittenForPeople(format: string): boolean {
  return format === 'csv' || isWorkbookFormat(format);
}

/** Sheets of the workbooks that Almanac writes: the rows, and where they come from. */
export const dataSheet = 'Data';
export const sourceSheet = 'Source';

/** The facts in the sheet "Source", those that are known. */
export const sourceFacts = [
  'Dataset',
  'Address',
  'Version',
  'Query',
  'Rows',
  'Licence',
  'Source',
  'Contact',
  'SHA-256 of the version',
  'Exported',
] as const;

/** The line above the columns in the sheet "Source". */
export const sourceColumnsHead: readonly string[] = ['Heading', 'Name', 'Type', 'Description'];

/** The media types of exported files, the default first. */
export const exportMediaTypes: Readonly<Record<ExportFormatName, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
