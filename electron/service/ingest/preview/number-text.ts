const written = /^[-+]?([\d.,'’ \u00a0\u202f]+)(?:[eE][-+]?\d+)?$/;
/** Only a mark of decimals or of groups may follow the last digit. */
const ending = /\d[.,]*$/;

/**
 * Whether a text is a number as files of any country write it: digits, with points, commas, apostrophes and spaces
 * among them, a sign and an exponent. Takes time that grows with the length alone.
 */
export function isNumberText(text: string): boolean {
  const digits = written.exec(text)?.[1];
  return digits !== undefined && ending.test(digits);
}
