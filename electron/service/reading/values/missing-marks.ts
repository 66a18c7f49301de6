import { quoteLiteral } from '#shared/text/quoting.ts';

/**
 * Texts that mean a missing value among numbers, dates and times: those of databases, R, Python, spreadsheets and
 * statistical offices. In text columns they may be words, so they do not mean it there.
 */
export const missingMarks: readonly string[] = [
  ...['\\N', 'NULL', 'null', 'Null', '<NA>', 'NA', 'na', 'N/A', 'n/a', 'N.A.', 'n.a.', 'None', 'none', 'nil', 'NIL'],
  ...['-', '--', '---', '–', '—', '−', '.', '..', '...', '…', '?', ':', '*', '**', '***', '/'],
  ...['NaN', 'nan', 'NAN', '-nan', 'inf', 'Inf', '-inf', '-Inf', 'Infinity', '-Infinity', 'infinity', '-infinity'],
  ...[
    '#N/A',
    '#DIV/0!',
    '#REF!',
    '#VALUE!',
    '#NAME?',
    '#NUM!',
    '#NULL!',
    '#NV',
    '#SPILL!',
    '#CALC!',
    '#NA',
    '#N/A N/A',
  ],
  // Error values of spreadsheets in German, Italian, French and Spanish.
  ...[
    '#BEZUG!',
    '#WERT!',
    '#ZAHL!',
    '#RIF!',
    '#VALORE!',
    '#N/D',
    '#VALEUR!',
    '#NOMBRE!',
    '#NOM?',
    '#¡VALOR!',
    '#¡REF!',
  ],
  ...['1.#INF', '-1.#INF', '1.#QNAN', '1.#IND', '-1.#IND', 'NaT', 'k.A.', 'k. A.', 'N/D', 'n/d', 'N.D.', 'n.d.'],
  ...['Err:502', 'Err:503', 'Err:504', 'Err:508', 'Err:509', 'Err:510', 'Err:511', 'Err:522', 'Err:523', 'Err:532'],
  ...['(X)', '(NA)', '(D)', '(S)', '(N)', '(B)', '(Z)'],
];

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
