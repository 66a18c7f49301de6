/** Product metadata of all installers: one place for names, addresses, and the files and links it opens. */
export const product = {
  id: 'org.almanac.Almanac',
  name: 'Almanac',
  /** Name of the package and of its files on a Linux system. */
  package: 'almanac',
  /** The program with the window; its name on Linux, beside the command line. */
  program: 'almanac-window',
  /** The command line. */
  commandLine: 'almanac',
  summary: 'Browse and publish open data statistics',
  description:
    'Almanac explores the namespaces and datasets of open data statistics services, publishes files as datasets on a local service that speaks the same interface, and takes rows away as files.',
  maintainer: 'The Almanac developers <developers@almanac.invalid>',
  scheme: 'almanac',
  /** Files that Almanac can show and publish: "open with" in the file manager, never the default for them. */
  files: [
    { extension: 'csv', mimeType: 'text/csv', name: 'Comma-separated values' },
    { extension: 'tsv', mimeType: 'text/tab-separated-values', name: 'Tab-separated values' },
    { extension: 'geojson', mimeType: 'application/geo+json', name: 'GeoJSON' },
    { extension: 'ndjson', mimeType: 'application/x-ndjson', name: 'Newline-delimited JSON' },
    { extension: 'parquet', mimeType: 'application/vnd.apache.parquet', name: 'Apache Parquet' },
    {
      extension: 'xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      name: 'Excel workbook',
    },
    { extension: 'xls', mimeType: 'application/vnd.ms-excel', name: 'Excel 97 workbook' },
    {
      extension: 'ods',
      mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
      name: 'OpenDocument spreadsheet',
    },
    { extension: 'px', mimeType: 'text/pc-axis', name: 'PC-Axis table' },
  ],
};
