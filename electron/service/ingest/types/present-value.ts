import { quoteLiteral } from '../../store/duckdb/quoting.ts';

/** A text that does not mean a missing value, quoted or not; a space among these stands for any number of them. */
export function presentValue(reference: string, missing: readonly string[]): string {
  const marks = missing.filter((mark) => mark !== '').map(quoteLiteral);
  const blank = missing.includes(' ') ? `trim(${reference}) = '' OR ` : '';
  return marks.length === 0
    ? reference
    : `(CASE WHEN ${blank}${reference} IN (${marks.join(', ')}) OR trim(${reference}) IN (${marks.join(', ')}) THEN NULL ELSE ${reference} END)`;
}
