import { notifications } from '@mantine/notifications';
import type { GridApi } from 'ag-grid-community';
import { t } from 'i18next';
import type { Column } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { attempt } from '../../backend/failure.ts';
import { readRows } from '../../backend/rows.ts';
import { copyTable, copyText } from '../../backend/shell.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { markupText } from '../../lib/format/markup-text.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { offer } from '../../ui/actions/offer.tsx';
import { plainText, type TableFormat, tableText } from './cells/cells-text.ts';
import { type CellRange, type CellSelection, dataColumns } from './cells/use-cell-selection.ts';
import { columnPosition } from './columns/column-definitions.ts';

interface Copied {
  readonly tab: DatasetTab;
  readonly api: GridApi<Row> | null;
  /** The query and the columns of the rows in the grid. */
  readonly query: RowQuery;
  readonly columns: readonly DataColumn[];
  readonly selection: CellSelection;
  readonly onExport: () => void;
}

/** Returns a function that copies the selected cells, or offers an export if the clipboard cannot take them. */
export function useCopy({ tab, api, query, columns, selection, onExport }: Copied) {
  const read = async (offset: number, limit: number) =>
    (await readRows(tab.reference, query, offset, limit, new AbortController().signal)).rows;
  return async (format: TableFormat, headings: boolean): Promise<void> => {
    const range = api === null ? null : rangeToCopy(api, selection.range);
    if (api === null || range === null) {
      notifications.show({ message: t('grid.nothingSelected') });
      return;
    }
    await attempt(async () => {
      const copied = await cellsAsText({ api, columns, read }, { range, format, headings });
      if (copied === 'too-large') {
        offer(t('grid.copyTooLarge', { limit: maxCopiedCharacters }), t('export.action'), onExport);
        return;
      }
      const { text, html, cells } = copied;
      await (html === null ? copyText(text) : copyTable({ text, html }));
      notifications.show({ message: t('grid.copiedCells', { count: cells }) });
    });
  };
}

/** The cells to copy: the selected range, or the focused cell. */
function rangeToCopy(api: GridApi<Row>, range: CellRange | null): CellRange | null {
  const focused = api.getFocusedCell();
  if (range !== null || focused === null) return range;
  const column = dataColumns(api).indexOf(focused.column.getColId());
  return column < 0 ? null : { top: focused.rowIndex, bottom: focused.rowIndex, left: column, right: column };
}

/** Maximum length of clipboard text in characters; the shell rejects longer ones. */
const maxCopiedCharacters = 1_000_000;
const pageSize = 1000;

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
async function cellsAsText(
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
