import { quoteLiteral } from '#shared/text/quoting.ts';
import marks from './missing-marks.json' with { type: 'json' };

/**
 * Texts that mean a missing value among numbers, dates and times: those of databases, R, Python, spreadsheets and
 * statistical offices. In text columns they may be words, so they do not mean it there.
 */
export const missingMarks: readonly string[] = marks;

/** Maximum number of distinct marks in one column. */
export const maxMarks = 5;

/** A text that does not mean a missing value, quoted or not; a text of one space stands for any number of spaces. */
export function presentValue(reference: string, missing: readonly string[]): string {
  const marks = missing.filter((mark) => mark !== '').map(quoteLiteral);
  const blank = missing.includes(' ') ? `trim(${reference}) = '' OR ` : '';
  return marks.length === 0
    ? reference
    : `(CASE WHEN ${blank}${reference} IN (${marks.join(', ')}) OR trim(${reference}) IN (${marks.join(', ')}) THEN NULL ELSE ${reference} END)`;
}
