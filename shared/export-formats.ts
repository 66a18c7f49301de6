export const exportFormats = ['csv', 'tsv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx'] as const;
export type ExportFormatName = (typeof exportFormats)[number];
