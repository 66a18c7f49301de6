import type { Cell, Row } from '#shared/cell.ts';
import { plainText } from './table-text.ts';

/** Number of digits that spreadsheets preserve (IEEE 754 doubles, shown to 15). */
const maxDigits = 15;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

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
  const text = escaped(plainText(cell)).replaceAll(/\r\n|\r|\n/g, '<br style="mso-data-placement:same-cell">');
  return `<td style="mso-number-format:'\\@'" sdnum="1033;0;@">${text}</td>`;
}

/** A table as HTML that spreadsheets paste with the types of its values. */
export function spreadsheetHtml(headings: readonly string[] | null, rows: readonly Row[]): string {
  const head = headings === null ? '' : `<tr>${headings.map((name) => `<th>${escaped(name)}</th>`).join('')}</tr>`;
  const body = rows.map((row) => `<tr>${row.map(tableCell).join('')}</tr>`).join('');
  const spaces = 'xmlns:x="urn:schemas-microsoft-com:office:excel"';
  return `<html ${spaces}><head><meta charset="utf-8"></head><body><table>${head}${body}</table></body></html>`;
}
