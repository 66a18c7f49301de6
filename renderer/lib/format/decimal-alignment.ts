import type { Row } from '#shared/cell.ts';
import { type CellFormat, cellText } from './cell-text.ts';
import { separatorsOf } from './format.ts';

/** Number of digits after a number's decimal separator, which is not that of groups. */
function fractionDigits(text: string, locale: string): number {
  const { decimalSeparator } = separatorsOf(locale);
  const at = text.lastIndexOf(decimalSeparator);
  return at < 0 || !/^\d+$/.test(text.slice(at + 1)) ? 0 : text.length - at - decimalSeparator.length;
}

/** The largest number of decimals in a column of these rows. */
export function widestFraction(rows: readonly Row[], position: number, format: CellFormat): number {
  let widest = 0;
  for (const row of rows) {
    const cell = row[position];
    if (typeof cell === 'number') widest = Math.max(widest, fractionDigits(cellText(cell, format), format.locale));
  }
  return widest;
}

/** Width of a decimal separator in digits, close enough in every system font with tabular numerals. */
const pointWidth = 0.5;

/** Padding to the right of a number, in digit widths, that aligns decimal separators. */
export function fractionPadding(text: string, widest: number, locale: string): number {
  if (widest === 0 || /[^\d.,\u066B\s\u2019'\u2212-]/.test(text)) return 0;
  const digits = fractionDigits(text, locale);
  return Math.max(0, widest - digits) + (digits === 0 ? pointWidth : 0);
}
