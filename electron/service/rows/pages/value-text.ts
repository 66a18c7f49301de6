import type { StoredColumn } from '../../files/stored-version.ts';

/**
 * The form of values in a raw row, before the page is assembled: JSON text, except for a geometry, which is well-known
 * binary in hexadecimal. Values are separated by byte 0x1f, rows by a line feed; neither occurs inside.
 */
export const valueSeparator = 0x1f;
export const rowSeparator = 0x0a;

/** Expression for the raw text of a column; NULL is a missing value. */
function rawValue(type: StoredColumn['type'], reference: string): string {
  switch (type) {
    case 'integer':
    case 'float':
      return `CAST(${reference} AS VARCHAR)`;
    case 'geometry':
      return `hex(ST_AsWKB(${reference}))`;
    case 'char':
    case 'text':
      return `CAST(to_json(${reference}) AS VARCHAR)`;
  }
}

/** Expression for a whole raw row. */
export function rawRow(
  columns: readonly { readonly type: StoredColumn['type']; readonly reference: string }[],
): string {
  if (columns.length === 0) return "''";
  const values = columns.map(({ type, reference }) => `coalesce(${rawValue(type, reference)}, 'null')`);
  return values.length === 1 ? `${values[0]}` : `concat_ws(chr(${valueSeparator}), ${values.join(', ')})`;
}

/**
 * Options of a COPY that writes one text column unchanged, one row per line. With forced quoting but no quote
 * character, the engine does not scan every text for characters to quote.
 */
export const rawFormat: string = [
  'FORMAT csv, HEADER false',
  `DELIM '${String.fromCharCode(valueSeparator)}'`,
  `QUOTE '', ESCAPE '', FORCE_QUOTE *`,
].join(', ');
