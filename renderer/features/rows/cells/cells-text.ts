import type { Cell, Row } from '#shared/cell.ts';

/** The formats in which cells can be copied. */
export const tableFormats = ['TSV', 'CSV', 'JSON', 'Markdown'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The exact text of a cell: every digit of an integer, geometry as GeoJSON, empty for a missing value. */
export function plainText(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** A line break or tab would end a spreadsheet cell, so it becomes a space. */
function tsvField(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

/** A field as in RFC 4180. */
function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function markdownField(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/[\r\n]+/g, ' ');
}

/** A cell as JSON; integers beyond JavaScript's safe range keep their digits. */
function jsonValue(cell: Cell): string {
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell);
}

function lines(headings: readonly string[] | null, rows: readonly Row[], join: (fields: string[]) => string): string[] {
  const body = rows.map((row) => join(row.map(plainText)));
  return headings === null ? body : [join([...headings]), ...body];
}

/**
 * Cells as text for the clipboard.
 * @param headings one per column; null leaves them out, so that JSON has arrays instead of objects.
 */
export function tableText(format: TableFormat, headings: readonly string[] | null, rows: readonly Row[]): string {
  switch (format) {
    case 'TSV':
      return lines(headings, rows, (fields) => fields.map(tsvField).join('\t')).join('\n');
    case 'CSV':
      return lines(headings, rows, (fields) => fields.map(csvField).join(',')).join('\r\n');
    case 'JSON':
      return `[\n${rows.map((row) => `  ${jsonRow(headings, row)}`).join(',\n')}\n]`;
    case 'Markdown':
      return markdownTable(headings, rows);
  }
}

export function rowAsJson(names: readonly string[], row: Row): string {
  return jsonRow(names, row);
}

function jsonRow(headings: readonly string[] | null, row: Row): string {
  if (headings === null) return `[${row.map(jsonValue).join(', ')}]`;
  const fields = row.map((cell, position) => `${JSON.stringify(headings[position] ?? '')}: ${jsonValue(cell)}`);
  return `{${fields.join(', ')}}`;
}

function markdownTable(headings: readonly string[] | null, rows: readonly Row[]): string {
  const join = (fields: readonly string[]) => `| ${fields.map(markdownField).join(' | ')} |`;
  const width = headings?.length ?? rows[0]?.length ?? 0;
  const head = headings ?? Array.from({ length: width }, () => '');
  const rule = `| ${head.map(() => '---').join(' | ')} |`;
  return [join(head), rule, ...rows.map((row) => join(row.map(plainText)))].join('\n');
}
