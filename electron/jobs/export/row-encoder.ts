import type { Row } from '#shared/cell.ts';
import { jsonText, plainText } from './cell-text.ts';

/** The formats that are written row by row as text. */
export type TextFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'geojson';

export interface ExportColumn {
  readonly name: string;
  /** A type of the specification's; a remote service may name others. */
  readonly type: string;
}

/** How rows become the text of a file: what stands before, for each, and behind them. */
export interface RowEncoder {
  readonly start: string;
  /** @param first whether it is the first row of the file */
  row(row: Row, first: boolean): string;
  readonly end: string;
}

export interface EncoderOptions {
  readonly format: TextFormat;
  readonly columns: readonly ExportColumn[];
  /** CSV for a spreadsheet: a byte order mark, and this separator. */
  readonly spreadsheet?: { readonly separator: ',' | ';' } | undefined;
}

export function rowEncoder({ format, columns, spreadsheet }: EncoderOptions): RowEncoder {
  switch (format) {
    case 'csv':
      return delimited(columns, spreadsheet?.separator ?? ',', spreadsheet === undefined ? '' : '\uFEFF');
    case 'tsv':
      return delimited(columns, '\t', '');
    case 'ndjson':
      return { start: '', end: '', row: objectRow(columns, '', '\n') };
    case 'json': {
      const object = objectRow(columns, '', '');
      return { start: '[', end: '\n]\n', row: (row, first) => `${first ? '' : ','}\n${object(row)}` };
    }
    case 'geojson':
      return featureCollection(columns);
  }
}

/** RFC 4180: lines end with CR LF. A missing value is nothing at all, an empty text a pair of quotes. */
function delimited(columns: readonly ExportColumn[], separator: string, mark: string): RowEncoder {
  const field = (text: string | null) => {
    if (text === null) return '';
    return text === '' || text.includes(separator) || /["\r\n]|^[ \t]|[ \t]$/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  const line = (fields: readonly string[]) => `${fields.join(separator)}\r\n`;
  return {
    start: mark + line(columns.map(({ name }) => field(name))),
    row: (row) => line(columns.map((_, position) => field(plainText(row[position] ?? null)))),
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
    end: '\n]}\n',
    row(row, first) {
      const geometry = place < 0 ? null : (row[place] ?? null);
      const shape = typeof geometry === 'object' && geometry !== null ? jsonText(geometry) : 'null';
      const others = row.filter((_, position) => position !== place);
      return `${first ? '' : ','}\n{"type":"Feature","geometry":${shape},"properties":${properties(others)}}`;
    },
  };
}
