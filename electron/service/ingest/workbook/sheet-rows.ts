import { serialText } from './date-formats.ts';
import { readSharedStrings, unescapeText } from './shared-strings.ts';
import type { Workbook, WorkbookSheet } from './workbook-parts.ts';
import { readXml } from './xml-events.ts';

/** A cell of a sheet: a text, the digits of a number, or nothing. */
export type SheetCell = { readonly kind: 'text' | 'number'; readonly text: string } | null;

/** A row of a sheet, cells by column. Rows without any value above and below all others are left out. */
export type SheetRow = readonly SheetCell[];

const integerDigits = /^-?\d+$/;

/** The column of a cell reference such as `AB12`, from 0; -1 where it names none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.toUpperCase()) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column - 1;
}

function numberCell(text: string): SheetCell {
  if (integerDigits.test(text)) return { kind: 'number', text };
  const value = Number(text);
  // Producers write more digits than a double has; the shortest that give the same double are shown.
  if (Number.isFinite(value)) return { kind: 'number', text: Object.is(value, -0) ? '-0.0' : String(value) };
  return { kind: 'text', text };
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
}

function makeCell(cell: OpenCell, value: string | null, workbook: Workbook, strings: readonly string[]): SheetCell {
  if (value === null) return null;
  switch (cell.type) {
    case 's':
      return { kind: 'text', text: strings[Number(value)] ?? '' };
    case 'str':
    case 'inlineStr':
      return { kind: 'text', text: unescapeText(value) };
    case 'b':
      return { kind: 'text', text: value === '1' || value === 'true' ? 'true' : 'false' };
    case 'd':
      return { kind: 'text', text: value };
    case 'e':
      return null;
    default: {
      if (value === '') return null;
      const shape = workbook.shapes[cell.style] ?? 'number';
      const text = shape === 'number' ? null : serialText(Number(value), shape, workbook.from1904);
      return text === null ? numberCell(value) : { kind: 'text', text };
    }
  }
}

/**
 * Reads a sheet from top to bottom.
 * @param onRows is given the rows of each piece of the file; false ends the reading.
 */
export async function readSheet(
  workbook: Workbook,
  sheet: WorkbookSheet,
  onRows: (rows: SheetRow[]) => Promise<boolean>,
): Promise<void> {
  const strings = await readSharedStrings(workbook.sharedStrings);
  let rows: SheetRow[] = [];
  /** Rows without a value that only count when one with a value follows. */
  let empty: SheetRow[] = [];
  let row: SheetCell[] = [];
  let begun = false;
  let cell: OpenCell | null = null;
  let value: string | null = null;
  let inValue = false;
  let inPhonetic = false;

  await readXml(
    await sheet.part.read(),
    {
      open(name, attribute) {
        if (name === 'row') row = [];
        else if (name === 'c') {
          const reference = attribute('r');
          const column = reference === undefined ? row.length : columnOf(reference);
          cell = { column, type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0) };
          value = null;
        } else if (name === 'rPh') inPhonetic = true;
        else if (name === 'v' || (name === 't' && !inPhonetic)) {
          inValue = cell !== null;
          value ??= '';
        } else if (name === 'is') value ??= '';
      },
      text(piece) {
        if (inValue) value = (value ?? '') + piece;
      },
      close(name) {
        if (name === 'v' || name === 't') inValue = false;
        else if (name === 'rPh') inPhonetic = false;
        else if (name === 'c' && cell !== null) {
          const made = makeCell(cell, value, workbook, strings);
          if (made !== null && cell.column >= 0) {
            while (row.length < cell.column) row.push(null);
            row[cell.column] = made;
          }
          cell = null;
        } else if (name === 'row') {
          if (row.length === 0) {
            if (begun) empty.push(row);
          } else {
            begun = true;
            rows.push(...empty, row);
            empty = [];
          }
        }
      },
    },
    async () => {
      const ready = rows;
      rows = [];
      return ready.length === 0 || onRows(ready);
    },
  );
  if (rows.length > 0) await onRows(rows);
}
