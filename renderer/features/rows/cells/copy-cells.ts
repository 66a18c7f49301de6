import type { GridApi } from 'ag-grid-community';
import type { Column } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { markupText } from '../../../lib/format/markup-text.ts';
import { columnPosition } from '../columns/column-definitions.ts';
import { plainText, type TableFormat, tableText } from './cells-text.ts';
import { type CellRange, dataColumns } from './use-cell-selection.ts';

/** Maximum length of clipboard text in characters; the shell rejects longer ones. */
export const maxCopiedCharacters = 1_000_000;
const pageSize = 1000;

/** What to copy, and in which format. */
interface CopyRequest {
  readonly range: CellRange;
  readonly format: TableFormat;
  readonly headings: boolean;
}

/** The source of a copy: rows come from the reader, because the grid only has those near the view. */
interface CopySource {
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

/** Number of digits that spreadsheets preserve (IEEE 754 doubles, shown to 15). */
const maxDigits = 15;

/** Whether a spreadsheet preserves all digits of a number. */
function isKept(value: number | bigint): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return String(value).replace('-', '').length <= maxDigits;
}

/**
 * A cell with its type. Numbers carry their value separately from their text (`x:num` for Excel, `sdval` for
 * LibreOffice), so that no locale misreads a point or a comma. Texts are marked as such (`mso-number-format`, `sdnum`):
 * `007`, `1-2` and `=A1` stay unchanged.
 */
function tableCell(cell: Cell): string {
  if (cell === null) return '<td></td>';
  if ((typeof cell === 'number' || typeof cell === 'bigint') && isKept(cell)) {
    return `<td x:num="${cell}" sdval="${cell}" sdnum="1033;">${cell}</td>`;
  }
  // Line breaks within a cell, as Excel reads them.
  const text = markupText(plainText(cell)).replaceAll(/\r\n|\r|\n/g, '<br style="mso-data-placement:same-cell">');
  return `<td style="mso-number-format:'\\@'" sdnum="1033;0;@">${text}</td>`;
}

/** A table as HTML that spreadsheets paste with the types of its values. */
export function spreadsheetHtml(headings: readonly string[] | null, rows: readonly Row[]): string {
  const head = headings === null ? '' : `<tr>${headings.map((name) => `<th>${markupText(name)}</th>`).join('')}</tr>`;
  const body = rows.map((row) => `<tr>${row.map(tableCell).join('')}</tr>`).join('');
  const spaces = 'xmlns:x="urn:schemas-microsoft-com:office:excel"';
  return `<html ${spaces}><head><meta charset="utf-8"></head><body><table>${head}${body}</table></body></html>`;
}
