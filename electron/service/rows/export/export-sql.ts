import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import { formulaStarts, inertText } from '#shared/text/spreadsheet-text.ts';
import { parquetOptions } from '../../files/parquet-file.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { geoJsonSql } from '../../geometry/geometry-sql.ts';
import { engineNames } from '../../reading/values/stored-names.ts';
import type { ColumnLabels } from '../codes/code-tables.ts';
import { rawFormat } from '../pages/value-text.ts';

export interface ExportColumn {
  readonly name: string;
  readonly type: StoredColumn['type'];
  /** Its name within the statement. */
  readonly reference: string;
}

function metadataSql(metadata: Readonly<Record<string, string>>): string {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return '';
  return `, KV_METADATA {${entries.map(([key, text]) => `${quoteIdentifier(key)}: ${quoteLiteral(text)}`).join(', ')}}`;
}

/** The expression between SELECT and FROM, and the options of the COPY. */
export interface ExportSql {
  readonly values: string;
  readonly options: string;
  /** Bytes that the engine writes after the header even without rows. */
  readonly ending?: number;
}

/**
 * How to write rows in a format; the text formats are built row by row, so that any column name is possible.
 * @param begins whether the rows start the file, after its header
 */
export function exportSql(
  format: ExportFormat,
  columns: readonly ExportColumn[],
  { spreadsheet, metadata = {} }: Pick<ExportOptions, 'spreadsheet' | 'metadata'> = {},
  begins = true,
): ExportSql {
  switch (format) {
    case 'csv':
      return delimited(columns, spreadsheet?.separator ?? ',', '\r\n', begins, spreadsheet);
    case 'tsv':
      return delimited(columns, '\t', '\n', begins);
    case 'ndjson':
      return { values: objectSql(columns), options: rawFormat };
    case 'json':
      return { values: objectSql(columns), options: `${rawFormat}, PREFIX '[\n', SUFFIX '\n]\n', NEW_LINE ',\n'` };
    case 'geojson': {
      const head = '{"type":"FeatureCollection","features":[\n';
      return {
        values: featureSql(columns),
        options: `${rawFormat}, PREFIX '${head}', SUFFIX '\n]}\n', NEW_LINE ',\n'`,
      };
    }
    case 'parquet':
      return { values: parquetSql(columns), options: `${parquetOptions}${metadataSql(metadata)}` };
  }
}

/** The engine writes a header only for names that it can distinguish; any other is prepended. */
function delimited(
  columns: readonly ExportColumn[],
  delimiter: string,
  newline: string,
  begins: boolean,
  spreadsheet?: SpreadsheetDialect,
): ExportSql {
  const mark = spreadsheet === undefined ? '' : '\uFEFF';
  const isInert = spreadsheet !== undefined && spreadsheet.formulas !== true;
  const names = columns.map(({ name }) => name);
  const own = engineNames(names);
  const values = columns
    .map(
      ({ type, reference }, at) =>
        `${textSql(type, reference, isInert)} AS ${quoteIdentifier(own[at] ?? `column_${at}`)}`,
    )
    .join(', ');
  const format = `FORMAT csv, DELIM ${quoteLiteral(delimiter)}, NEW_LINE ${quoteLiteral(newline)}`;
  if (!begins) return { values, options: `${format}, HEADER false` };
  if (mark === '' && own.every((name, at) => name === names[at])) return { values, options: `${format}, HEADER true` };
  const header = names.map((name) => fieldText(isInert ? inertText(name) : name, delimiter)).join(delimiter);
  return {
    values,
    options: `${format}, HEADER false, PREFIX ${quoteLiteral(`${mark}${header}${newline}`)}, SUFFIX ${quoteLiteral(newline)}`,
    ending: newline.length,
  };
}

function textSql(type: StoredColumn['type'], reference: string, isInert: boolean): string {
  if (type === 'geometry') return `ST_AsText(${reference})`;
  if (!isInert || type === 'integer' || type === 'float') return reference;
  const starts = formulaStarts.map(quoteLiteral).join(', ');
  return `CASE WHEN left(${reference}, 1) IN (${starts}) THEN concat('''', ${reference}) ELSE ${reference} END`;
}

/** A field of a delimited file (RFC 4180). */
function fieldText(text: string, delimiter: string): string {
  const plain = text !== '' && !/["\r\n]/.test(text) && !text.includes(delimiter);
  return plain ? text : `"${text.replaceAll('"', '""')}"`;
}

/**
 * A row as the text of a JSON object. The engine writes adjacent columns together, which is much faster than one by
 * one; it cannot write geometry, or names that it cannot distinguish.
 */
function objectSql(columns: readonly ExportColumn[]): string {
  if (columns.length === 0) return `'{}'`;
  const runs = runsOf(columns).map(membersSql);
  const [only] = runs;
  if (runs.length === 1 && only?.kind === 'object') return only.sql;
  const members = runs.map(({ kind, sql }) => (kind === 'object' ? `${sql}[2:-2]` : sql));
  return `concat('{', ${members.join(`, ',', `)}, '}')`;
}

/** Adjacent columns that can be written together. */
function runsOf(columns: readonly ExportColumn[]): ExportColumn[][] {
  const taken = new Set<string>();
  const runs: ExportColumn[][] = [];
  let open: ExportColumn[] | undefined;
  for (const column of columns) {
    const alone = column.type === 'geometry' || column.name === '' || column.name.includes('\0');
    const name = column.name.toLowerCase();
    if (alone || open === undefined || taken.has(name)) {
      open = [];
      runs.push(open);
      taken.clear();
    }
    open.push(column);
    taken.add(name);
    if (alone) open = undefined;
  }
  return runs;
}

interface Members {
  /** An `object` has braces around its members. */
  readonly kind: 'object' | 'members';
  readonly sql: string;
}

function membersSql(run: readonly ExportColumn[]): Members {
  const [first] = run;
  if (run.length === 1 && first !== undefined) {
    return { kind: 'members', sql: `${quoteLiteral(`${JSON.stringify(first.name)}:`)}, ${jsonValueSql(first)}` };
  }
  const fields = run.map(({ name, reference }) => `${quoteIdentifier(name)} := ${reference}`);
  return { kind: 'object', sql: `CAST(to_json(struct_pack(${fields.join(', ')})) AS VARCHAR)` };
}

function jsonValueSql({ type, reference }: ExportColumn): string {
  switch (type) {
    case 'integer':
    case 'float':
      return `coalesce(CAST(${reference} AS VARCHAR), 'null')`;
    case 'geometry':
      return `coalesce(${geoJsonSql(reference)}, 'null')`;
    case 'char':
    case 'text':
      return `coalesce(CAST(to_json(${reference}) AS VARCHAR), 'null')`;
  }
}

/** The first geometry column is the feature's geometry; any other is a property. */
function featureSql(columns: readonly ExportColumn[]): string {
  const geometry = columns.find(({ type }) => type === 'geometry');
  const properties = objectSql(columns.filter((column) => column !== geometry));
  const shape = geometry ? jsonValueSql(geometry) : `'null'`;
  return `concat('{"type":"Feature","geometry":', ${shape}, ',"properties":', ${properties}, '}')`;
}

function parquetSql(columns: readonly ExportColumn[]): string {
  const names = engineNames(columns.map(({ name }) => name));
  const values = columns.map(({ reference }, at) => `${reference} AS ${quoteIdentifier(names[at] ?? `column_${at}`)}`);
  return values.length === 0 ? 'NULL::BOOLEAN AS nothing' : values.join(', ');
}

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
  /** Labels to write after the columns of their values. */
  readonly labels?: readonly ColumnLabels[] | undefined;
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

export interface GroupsExportOptions extends Pick<ExportOptions, 'spreadsheet' | 'labels'> {
  /** Whether to write booleans as texts, for formats without booleans. */
  readonly booleansAsText?: boolean;
}
