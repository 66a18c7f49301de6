import type { Row } from '#shared/cell.ts';
import { type CellFormat, cellText } from './cell-text.ts';

/** A fraction as locales write it: the decimal separator and the digits after it. */
const fraction = /[.,\u066B](\d+)$/;

/** Number of digits after a number's decimal separator. */
function fractionDigits(text: string): number {
  return fraction.exec(text)?.[1]?.length ?? 0;
}

/** The largest number of decimals in a column of these rows. */
export function widestFraction(rows: readonly Row[], position: number, format: CellFormat): number {
  let widest = 0;
  for (const row of rows) {
    const cell = row[position];
    if (typeof cell === 'number') widest = Math.max(widest, fractionDigits(cellText(cell, format)));
  }
  return widest;
}

/** Width of a decimal separator in digits, close enough in every system font with tabular numerals. */
const pointWidth = 0.5;

/** Padding to the right of a number, in digit widths, that aligns decimal separators. */
export function fractionPadding(text: string, widest: number): number {
  if (widest === 0 || /[^\d.,\u066B\s\u2019'\u2212-]/.test(text)) return 0;
  const digits = fractionDigits(text);
  return Math.max(0, widest - digits) + (digits === 0 ? pointWidth : 0);
}
