import type { LineRange } from '../rpc/source-file.ts';

/** The letters of a column of a sheet, from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** Lines as a person writes them, `17-31` or `17-`, with the columns of a sheet: `F17-J31`, `F17-J`. */
export function rangeText({ first, last, columns }: LineRange): string {
  const [from = '', to = ''] =
    columns === undefined ? [] : [columns.first, columns.last].map((at) => columnLetters(at - 1));
  return `${from}${first}-${to}${last ?? ''}`;
}

/** What {@link rangeText} writes; null for anything else. */
export function rangeOf(text: string): LineRange | null {
  const [, left = '', from = '', right = '', to = ''] =
    /^([A-Z]{0,3})(\d{1,9})-([A-Z]{0,3})(\d{0,9})$/.exec(text.replaceAll(' ', '').toUpperCase()) ?? [];
  const columns = { first: columnNumber(left), last: columnNumber(right) };
  const range = { first: Number(from), ...(to !== '' && { last: Number(to) }), ...(left !== '' && { columns }) };
  const isInOrder = range.first > 0 && (range.last ?? range.first) >= range.first && columns.last >= columns.first;
  return isInOrder && (left === '') === (right === '') ? range : null;
}

/** The number of a column, from 1. */
function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => 26 * number + letter.charCodeAt(0) - 64, 0);
}
