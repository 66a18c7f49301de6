/**
 * What a text begins with that a spreadsheet would calculate when it opens a CSV file, full-width forms included (OWASP,
 * CSV Injection).
 */
export const formulaStarts: readonly string[] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/** A text that a spreadsheet shows instead of calculating it: with an apostrophe in front where it would. */
export function inertText(text: string): string {
  return formulaStarts.includes(text.charAt(0)) ? `'${text}` : text;
}
