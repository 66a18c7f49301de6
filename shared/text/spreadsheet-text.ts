/**
 * First characters of a text that a spreadsheet would evaluate when it opens a CSV file, including full-width forms
 * (OWASP, CSV Injection).
 */
export const formulaStarts: readonly string[] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/** A text that a spreadsheet displays instead of evaluating it: with an apostrophe in front if necessary. */
export function inertText(text: string): string {
  return formulaStarts.includes(text.charAt(0)) ? `'${text}` : text;
}
