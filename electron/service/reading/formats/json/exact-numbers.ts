/** With so many digits before the point a number may have more than a double: see {@link longDecimalPattern}. */
const longDigits = 12;
/** Numbers with more decimals are measurements, whose last digits are not significant. */
const maxDecimals = 6;
const point = 0x2e;

/** The pattern by which the engine finds lines with such numbers. */
export const longDecimalPattern = `[0-9]{${longDigits}}[.][0-9]`;

/** Matches texts, so that no number is found in one, and numbers with many digits before their point. */
const tokens = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|-?\\d{${longDigits},}\\.\\d+(?![\\deE])`, 'g');

/**
 * Turns the decimal numbers of a JSON text that would lose digits as doubles into texts: amounts of money with 17
 * digits.
 * @param json well-formed
 */
export function exactNumbers(json: Buffer): Buffer {
  if (!mayHaveLong(json)) return json;
  const text = json.toString('utf8');
  return Buffer.from(
    text.replace(tokens, (token) => (!token.startsWith('"') && losesDigits(token) ? `"${token}"` : token)),
  );
}

function mayHaveLong(json: Buffer): boolean {
  for (let at = json.indexOf(point); at >= 0; at = json.indexOf(point, at + 1)) {
    let digits = 0;
    while (digits < longDigits && isDigit(json[at - digits - 1])) digits += 1;
    if (digits === longDigits) return true;
  }
  return false;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Whether a double with as many digits is another number: programs that print all 17 digits lose nothing. */
function losesDigits(token: string): boolean {
  const decimals = token.length - token.indexOf('.') - 1;
  const digits = token.replace(/^-/, '').length - 1;
  return decimals <= maxDecimals && digits <= 100 && Number(token).toPrecision(digits) !== token;
}
