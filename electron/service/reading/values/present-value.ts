import { quoteLiteral } from '#shared/text/quoting.ts';

/** A text that does not mean a missing value, quoted or not; a text of one space stands for any number of spaces. */
export function presentValue(reference: string, missing: readonly string[]): string {
  const marks = missing.filter((mark) => mark !== '').map(quoteLiteral);
  const blank = missing.includes(' ') ? `trim(${reference}) = '' OR ` : '';
  return marks.length === 0
    ? reference
    : `(CASE WHEN ${blank}${reference} IN (${marks.join(', ')}) OR trim(${reference}) IN (${marks.join(', ')}) THEN NULL ELSE ${reference} END)`;
}
