import { stringify } from 'csv-stringify/sync';
import stringWidth from 'string-width';
import type { Cell, Row } from '#shared/cell.ts';
import { printable } from '#shared/text/printable.ts';
import { exactText } from '../../../lib/exact-json.ts';

export type RowFormat = 'table' | 'csv' | 'tsv' | 'json' | 'ndjson';

export function rowsText(format: RowFormat, names: readonly string[], rows: readonly Row[]): string {
  switch (format) {
    case 'table':
      return asTable(names, rows);
    case 'csv':
      return stringify([names, ...rows.map((row) => row.map(cellText))], { record_delimiter: '\r\n' });
    case 'tsv':
      return stringify([names, ...rows.map((row) => row.map(cellText))], { delimiter: '\t' });
    case 'json':
      return `[${rows.map((row) => `\n  ${asObject(names, row)}`).join(',')}\n]\n`;
    case 'ndjson':
      return rows.map((row) => `${asObject(names, row)}\n`).join('');
  }
}

/** Rows as one line of JSON. */
export function rowsLine(names: readonly string[], rows: readonly Row[]): string {
  return `[${rows.map((row) => asObject(names, row)).join(',')}]`;
}

function cellText(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'object' ? exactText(value) : String(value);
}

function asObject(names: readonly string[], row: Row): string {
  return `{${names.map((name, at) => `${JSON.stringify(name)}:${exactText(row[at] ?? null)}`).join(',')}}`;
}

/** A cell on a terminal is on one line, and leaves room for others. */
const maxCellLength = 200;

/** Columns side by side, numbers right-aligned, each value on one line. */
function asTable(names: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row) => row.map((value) => (value === null ? '–' : cellText(value))));
  const isNumber = names.map((_, at) => rows.some((row) => typeof row[at] === 'number' || typeof row[at] === 'bigint'));
  const safe = [names, ...lines].map((cells) => cells.map(shownCell));
  return alignedLines(safe, (at) => isNumber[at] ?? false);
}

function shownCell(text: string): string {
  const line = printable(text).replaceAll('\n', '␊');
  return line.length > maxCellLength ? `${line.slice(0, maxCellLength - 1)}…` : line;
}

/**
 * Lines of cells as a table for a terminal, its columns side by side.
 * @param lines equally many cells each, without line breaks; the first line has the titles
 * @param isRight whether the column at a position is aligned to the right, as numbers are
 */
export function alignedLines(lines: readonly (readonly string[])[], isRight: (column: number) => boolean): string {
  const sizes = lines.map((cells) => cells.map((cell) => stringWidth(cell)));
  const widths = (sizes[0] ?? []).map((_, at) => sizes.reduce((most, row) => Math.max(most, row[at] ?? 0), 0));
  const texts = lines.map((cells, row) => {
    const padded = cells.map((cell, at) => {
      const blanks = ' '.repeat((widths[at] ?? 0) - (sizes[row]?.[at] ?? 0));
      return isRight(at) ? blanks + cell : cell + blanks;
    });
    return `${padded.join('  ').trimEnd()}\n`;
  });
  return texts.join('');
}
