import { isNumeric } from '#shared/api/column.ts';
import type { Cell, Geometry, Row } from '#shared/cell.ts';
import { isDecimalText } from '#shared/number/decimal.ts';
import { inertText } from '#shared/text/spreadsheet-text.ts';

export type TextFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'geojson';

export interface EncodedColumn {
  readonly name: string;
  /** A type of the specification; a remote service may name others. */
  readonly type: string;
}

/** Encodes rows as the text of a file: the start, each row, separators between rows, and the end. */
export interface RowEncoder {
  readonly start: string;
  row(row: Row): string;
  readonly between: string;
  readonly end: string;
}

export interface EncoderOptions {
  readonly format: TextFormat;
  readonly columns: readonly EncodedColumn[];
  /** CSV for a spreadsheet: a byte order mark, this separator, and no formulas unless requested. */
  readonly spreadsheet?: { readonly separator: ',' | ';'; readonly formulas?: boolean } | undefined;
}

/** Whether texts that a spreadsheet would evaluate get an apostrophe in front. */
export function isInert({ format, spreadsheet }: EncoderOptions): boolean {
  return format === 'csv' && spreadsheet !== undefined && spreadsheet.formulas !== true;
}

/** The separator of the fields in a delimited format. */
export function separatorOf({ format, spreadsheet }: EncoderOptions): ',' | ';' | '\t' {
  if (format === 'tsv') return '\t';
  return spreadsheet?.separator ?? ',';
}

export function rowEncoder(options: EncoderOptions): RowEncoder {
  const { format, columns, spreadsheet } = options;
  switch (format) {
    case 'csv':
    case 'tsv':
      return delimited(
        columns,
        separatorOf(options),
        format === 'tsv' || spreadsheet === undefined ? '' : '\uFEFF',
        isInert(options),
      );
    case 'ndjson':
      return { start: '', row: objectRow(columns, '', '\n'), between: '', end: '' };
    case 'json':
      return { start: '[', row: objectRow(columns, '\n', ''), between: ',', end: '\n]\n' };
    case 'geojson':
      return featureCollection(columns);
  }
}

/** RFC 4180. A missing value is an empty field, an empty text a pair of quotes. */
export function delimitedField(separator: string): (text: string | null) => string {
  return (text) => {
    if (text === null) return '';
    return text === '' || text.includes(separator) || /["\r\n]|^[ \t]|[ \t]$/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
}

/** A service may send anything for a column of numbers: only numbers stay as they are. */
function inertCell(cell: Cell, type: string): string | null {
  const text = plainText(cell);
  const isNumber = typeof cell !== 'string' || (isNumeric(type) && isDecimalText(cell));
  return text === null || isNumber ? text : inertText(text);
}

/** Lines end with CR LF. */
function delimited(columns: readonly EncodedColumn[], separator: string, mark: string, inert: boolean): RowEncoder {
  const field = delimitedField(separator);
  const textOf = inert ? inertCell : plainText;
  const line = (fields: readonly string[]) => `${fields.join(separator)}\r\n`;
  return {
    start: mark + line(columns.map(({ name }) => field(inert ? inertText(name) : name))),
    row: (row) => line(columns.map(({ type }, position) => field(textOf(row[position] ?? null, type)))),
    between: '',
    end: '',
  };
}

function objectRow(columns: readonly EncodedColumn[], before: string, behind: string) {
  const keys = columns.map(({ name }, position) => `${position === 0 ? '' : ','}${JSON.stringify(name)}:`);
  return (row: Row) => {
    let text = `${before}{`;
    for (let position = 0; position < keys.length; position += 1)
      text += keys[position] + jsonText(row[position] ?? null);
    return `${text}}${behind}`;
  };
}

/** RFC 7946. The first geometry column is the feature's geometry, others are properties. */
function featureCollection(columns: readonly EncodedColumn[]): RowEncoder {
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

/** A number in JSON and CSV: the shortest text that yields the same double, including negative zero. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** A cell as JSON, integers with all their digits. */
function jsonText(cell: Cell): string {
  if (typeof cell === 'bigint') return cell.toString();
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : 'null';
  return JSON.stringify(cell);
}

type Nested = readonly number[] | readonly Nested[];

/** Positions are separated by spaces, anything else is in brackets. */
function coordinatesText(value: Nested): string {
  if (typeof value[0] === 'number') return (value as readonly number[]).map(numberText).join(' ');
  return (value as readonly Nested[])
    .map((inner) => (typeof inner[0] === 'number' ? coordinatesText(inner) : `(${coordinatesText(inner)})`))
    .join(', ');
}

function dimensions(value: Nested): number {
  const [first] = value;
  return typeof first === 'number' ? value.length : first === undefined ? 2 : dimensions(first);
}

/** Well-known text (OGC 06-103r4, 7), the form of geometry in delimited files. */
export function wellKnownText(geometry: Geometry): string {
  const name = geometry.type.toUpperCase();
  if (geometry.type === 'GeometryCollection') {
    const inner = geometry.geometries.map(wellKnownText).join(', ');
    return inner === '' ? `${name} EMPTY` : `${name} (${inner})`;
  }
  const coordinates = geometry.coordinates as Nested;
  if (coordinates.length === 0) return `${name} EMPTY`;
  const height = dimensions(coordinates) > 2 ? ' Z' : '';
  return `${name}${height} (${coordinatesText(coordinates)})`;
}

/** A cell as text in a delimited file; null if it is missing. */
function plainText(cell: Cell): string | null {
  if (cell === null) return null;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : null;
  return typeof cell === 'object' ? wellKnownText(cell) : String(cell);
}
