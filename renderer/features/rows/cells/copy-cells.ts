import type { GridApi } from 'ag-grid-community';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { columnPosition } from '../columns/column-definitions.ts';
import type { CellRange } from './cell-range.ts';
import { spreadsheetHtml } from './spreadsheet-html.ts';
import { type TableFormat, tableText } from './table-text.ts';
import { dataColumns } from './use-cell-selection.ts';

/** Maximum length of clipboard text in characters; the shell rejects longer ones. */
export const maxCopiedCharacters = 1_000_000;
/** Rows per read. */
const pageSize = 1000;

/** What to copy, and in which format. */
export interface CopyRequest {
  readonly range: CellRange;
  readonly format: TableFormat;
  readonly headings: boolean;
}

/** The source of a copy: rows come from the reader, because the grid only has those near the view. */
export interface CopySource {
  readonly api: GridApi<Row>;
  readonly columns: readonly Column[];
  readonly read: (offset: number, limit: number) => Promise<readonly Row[]>;
}

/** The selected cells as text, or `too-large` if the clipboard would reject them. */
export async function cellsAsText(
  { api, columns, read }: CopySource,
  { range, format, headings }: CopyRequest,
): Promise<{ readonly text: string; readonly html: string | null; readonly cells: number } | 'too-large'> {
  const positions = dataColumns(api)
    .slice(range.left, range.right + 1)
    .map(columnPosition);
  const names = headings ? positions.map((position) => nameOf(columns[position])) : null;
  const rows: Row[] = [];
  let length = 0;
  for (let offset = range.top; offset <= range.bottom; offset += pageSize) {
    const page = await read(offset, Math.min(pageSize, range.bottom - offset + 1));
    const picked = page.map((row): Row => positions.map((position) => row[position] ?? null));
    length += tableText(format, names, picked).length;
    if (length > maxCopiedCharacters) return 'too-large';
    rows.push(...picked);
    if (page.length === 0) break;
  }
  const text = tableText(format, names, rows);
  if (text.length > maxCopiedCharacters) return 'too-large';
  const html = format === 'TSV' ? spreadsheetHtml(names, rows) : null;
  return { text, html, cells: rows.length * positions.length };
}

function nameOf(column: Column | undefined): string {
  return column?.label || column?.name || '';
}
