import { trimBothEndsOf } from '#shared/text/trim.ts';

/** Maximum number of rows of a worksheet, including the header. */
export const maxSheetRows = 1_048_576;

/** Maximum number of characters in a cell. */
export const maxTextLength = 32_767;

/** The letters of a column: 0 is A, 26 is AA. */
export function columnLetters(position: number): string {
  let letters = '';
  for (let rest = position; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  }
  return letters;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Most texts have none of these, and are written as they are. */
const special = /[&<>"\p{Cc}\p{Surrogate}\ufffe\uffff]|_x/u;

/**
 * A text in a worksheet. Characters that XML cannot contain (control characters, lone surrogates), and texts that look
 * like such an escape, are written as `_xHHHH_`, as in Excel (ECMA-376, 22.9.2.19).
 */
export function sheetText(text: string): string {
  const short = text.slice(0, maxTextLength);
  if (!special.test(short)) return short;
  const escaped = short
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n\u007f-\u009f]|[\ufffe\uffff]|\p{Surrogate}/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    });
  return escaped.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** A text cell. @param style index of its style, if not the first */
export function textCell(reference: string, text: string, style?: number): string {
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `${cellOpening(reference, style)} t="inlineStr"><is><t${space}>${sheetText(text)}</t></is></c>`;
}

/** Excel stores this many digits of a number. */
const maxDigits = 15;

/** Whether a JSON number is an integer of which Excel would store only the first digits. */
export function isLongInteger(digits: string): boolean {
  if (digits.length <= maxDigits) return false;
  return /^-?\d+$/.test(digits) && trimBothEndsOf(digits.replace('-', ''), '0').length > maxDigits;
}

/** A number cell. @param style index of its style, if not the first */
export function numericCell(reference: string, digits: string, style?: number): string {
  return `${cellOpening(reference, style)}><v>${digits}</v></c>`;
}

function cellOpening(reference: string, style: number | undefined): string {
  return style === undefined ? `<c r="${reference}"` : `<c r="${reference}" s="${style}"`;
}
