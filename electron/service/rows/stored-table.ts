import { quoteLiteral } from '#shared/text/quoting.ts';
import { placeholderColumn, type StoredColumn } from '../files/stored-version.ts';

/** Name of the row number within a {@link storedTable}: 0-based position in the file. */
export const rowNumber = 'n';

/** Name of a column within a {@link storedTable}. A user's column name never becomes part of a statement. */
export function columnReference(position: number): string {
  return `c${position}`;
}

/** The FROM clause that reads a stored file: its columns as `c0`, `c1`, … and the row number as `n`. */
export function storedTable(path: string, columns: readonly StoredColumn[], alias = 'stored'): string {
  const names = columns.length === 0 ? [placeholderColumn] : columns.map((_, position) => columnReference(position));
  return `read_parquet(${quoteLiteral(path)}, file_row_number = true) AS ${alias}(${[...names, rowNumber].join(', ')})`;
}
