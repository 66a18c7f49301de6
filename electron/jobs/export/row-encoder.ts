import type { Row } from '#shared/cell.ts';
import { jsonText, plainText } from './cell-text.ts';

/** The formats that are written row by row as text. */
export type TextFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'geojson';

export interface ExportColumn {
  readonly name: string;
  /** A type of the specification's; a remote service may name others. */
  readonly type: string;
}

/** How rows become the text of a file: what stands before all of them, for each, between two, and behind them. */
export interface RowEncoder {
  readonly start: string;
  row(row: Row): string;
  readonly between: string;
  readonly end: string;
}

export interface EncoderOptions {
  readonly format: TextFormat;
  readonly columns: readonly ExportColumn[];
  /** CSV for a spreadsheet: a byte order mark, and this separator. */
  readonly spreadsheet?: { readonly separator: ',' | ';' } | undefined;
}

/** What stands between the fields of a delimited format. */
export function separatorOf({ format, spreadsheet }: EncoderOptions): ',' | ';' | '\t' {
  if (format === 'tsv') return '\t';
  return spreadsheet?.separator ?? ',';
}

export function rowEncoder(options: EncoderOptions): RowEncoder {
  const { format, columns, spreadsheet } = options;
  switch (format) {
    case 'csv':
    case 'tsv':
      return delimited(columns, separatorOf(options), format === 'tsv' || spreadsheet === undefined ? '' : '\uFEFF');
    case 'ndjson':
      return { start: '', row: objectRow(columns, '', '\n'), between: '', end: '' };
    case 'json':
      return { start: '[', row: objectRow(columns, '\n', ''), between: ',', end: '\n]\n' };
    case 'geojson':
      return featureCollection(columns);
  }
}

/** RFC 4180. A missing value is nothing at all, an empty text a pair of quotes. */
export function delimitedField(separator: string): (text: string | null) => string {
  return (text) => {
    if (text === null) return '';
    return text === '' || text.includes(separator) || /["\r\n]|^[ \t]|[ \t]$/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
}

/** Lines end with CR LF. */
function delimited(columns: readonly ExportColumn[], separator: string, mark: string): RowEncoder {
  const field = delimitedField(separator);
  const line = (fields: readonly string[]) => `${fields.join(separator)}\r\n`;
  return {
    start: mark + line(columns.map(({ name }) => field(name))),
    row: (row) => line(columns.map((_, position) => field(plainText(row[position] ?? null)))),
    between: '',
    end: '',
  };
}

function objectRow(columns: readonly ExportColumn[], before: string, behind: string) {
  const keys = columns.map(({ name }, position) => `${position === 0 ? '' : ','}${JSON.stringify(name)}:`);
  return (row: Row) => {
    let text = `${before}{`;
    for (let position = 0; position < keys.length; position += 1)
      text += keys[position] + jsonText(row[position] ?? null);
    return `${text}}${behind}`;
  };
}

/** RFC 7946. The first geometry column is the feature's geometry, any other stays among its properties. */
function featureCollection(columns: readonly ExportColumn[]): RowEncoder {
  const place = columns.findIndex(({ type }) => type === 'geometry');
  const properties = objectRow(
    columns.filter((_, position) => position !== place),
    '',
    '',
  );
  return {
    start: '{"type":"FeatureCollection","features":[',
    row(row) {
      const geometry = place < 0 ? null : (row[place] ?? null);
      const shape = typeof geometry === 'object' && geometry !== null ? jsonText(geometry) : 'null';
      const others = row.filter((_, position) => position !== place);
      return `\n{"type":"Feature","geometry":${shape},"properties":${properties(others)}}`;
    },
    between: ',',
    end: '\n]}\n',
  };
}
