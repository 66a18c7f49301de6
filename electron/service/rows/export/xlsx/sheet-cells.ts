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

/**
 * A text in a worksheet. Characters that XML cannot contain (control characters, lone surrogates), and texts that look
 * like such an escape, are written as `_xHHHH_`, as in Excel (ECMA-376, 22.9.2.19).
 */
export function sheetText(text: string): string {
  const escaped = text
    .slice(0, maxTextLength)
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n\u007f-\u009f]|[\ufffe\uffff]|\p{Surrogate}/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    });
  return escaped.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** A text cell. @param style index of its style, if not the first */
export function textCell(reference: string, text: string, style?: number): string {
  const styled = style === undefined ? '' : ` s="${style}"`;
  return `<c r="${reference}"${styled} t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`;
}

/** Excel stores this many digits of a number. */
const maxDigits = 15;

/** Whether a JSON number is an integer of which Excel would store only the first digits. */
export function isLongInteger(digits: string): boolean {
  return /^-?\d+$/.test(digits) && trimBothEndsOf(digits.replace('-', ''), '0').length > maxDigits;
}

/** A number cell, from the digits of a JSON number: long integers become text. */
export function sheetNumber(reference: string, digits: string): string {
  if (isLongInteger(digits)) return textCell(reference, digits);
  return `<c r="${reference}"><v>${digits}</v></c>`;
}
