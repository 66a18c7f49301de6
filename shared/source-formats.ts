/** The formats of files that can be published. */
export const sourceFormats = [
  ...(['csv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx', 'xls', 'ods', 'html', 'px'] as const),
  ...(['sqlite', 'duckdb', 'sav', 'dta', 'xpt', 'sas7bdat', 'shp', 'kml'] as const),
] as const;
