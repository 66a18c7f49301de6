/** The export formats of the row store. XLSX is written from NDJSON (`export/xlsx/`). */
export type ExportFormat = 'csv' | 'tsv' | 'ndjson' | 'json' | 'geojson' | 'parquet';

/** CSV that spreadsheets open directly: with a byte order mark, and the separator of the user's language. */
export interface SpreadsheetDialect {
  readonly separator: ',' | ';';
  /** Whether to leave formulas as they are, instead of putting an apostrophe in front. */
  readonly formulas?: boolean;
}

/** How to write rows to a file. */
export interface ExportOptions {
  /** CSV only. */
  readonly spreadsheet?: SpreadsheetDialect | undefined;
  /**
   * Only rows by their positions in the version, `from` to `to` (exclusive). The files of consecutive ranges from 0,
   * concatenated, are the file of all rows: for the formats with one line per row (csv, tsv, ndjson), and without an
   * order.
   */
  readonly range?: { readonly from: number; readonly to: number };
  /** Texts to store in the file, by key. Parquet only. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** The file to write. */
export interface ExportTarget {
  readonly format: ExportFormat;
  /** Its path. */
  readonly target: string;
}

export interface ExportedFile {
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly checksum: string;
}

export interface GroupsExportOptions extends Pick<ExportOptions, 'spreadsheet'> {
  /** Whether to write booleans as texts, for formats without booleans. */
  readonly booleansAsText?: boolean;
}
