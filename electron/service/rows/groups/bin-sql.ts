import { aligned, binStart, decimalOf } from '#shared/number/decimal.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';

/** Name of our function for the bins of numbers that doubles cannot divide exactly: `value width origin`. */
export const binFunction = 'almanac_bin';

/** The lower end of a bin, as text. */
export function binOf(text: string): string {
  const [value = '', width = '', origin = ''] = text.split(' ');
  return String(binStart(value, width, origin));
}

/** Decimals of up to 15 digits are exactly those that their nearest doubles stand for. */
const exactDigits = 1e15;
/** Powers of ten up to this one are exact doubles. */
const exactPower = 22;

/**
 * The lower end of the bin that contains a number, calculated as decimals are: 0.3 is in the bin of 0.3 whose width is
 * 0.1. NULL for a missing value, and for one that is not finite.
 *
 * Widths and ends are whole multiples of a power of ten. As long as they have at most 15 digits, a value is at or above
 * an end if its double is, so an estimate of the bin only has to be corrected by the ends beside it; other values are
 * rare, and left to {@link binFunction}.
 * @param value expression of type BIGINT or DOUBLE
 */
export function binSql(value: string, isInteger: boolean, width: number, origin: number) {
  const { digits, exponent } = aligned(decimalOf(width), decimalOf(origin));
  const [step = 1, from = 0] = digits.map(Number);
  const exactly = `CAST(${binFunction}(CAST(${value} AS VARCHAR) || ${quoteLiteral(` ${width} ${origin}`)}) AS DOUBLE)`;
  const number = isInteger ? `CAST(${value} AS DOUBLE)` : value;
  const room = exactDigits - Math.abs(from) - 2 * step;
  if (Math.abs(exponent) > exactPower || room <= 0) {
    return { parts: [], start: () => `CASE WHEN isfinite(${number}) THEN ${exactly} END` };
  }
  const power = `1e${Math.abs(exponent)}`;
  const end = (bin: string) => `((${from} + ${bin} * ${step}) ${exponent < 0 ? '/' : '*'} ${power})`;
  const limit = Math.min(room * 0.999 * 10 ** exponent, isInteger ? 2 ** 53 : Number.MAX_VALUE);
  return {
    parts: [number, `floor((${number} ${exponent < 0 ? '*' : '/'} ${power} - ${from}) / ${step})`],
    start([given = number, estimate = '']: readonly string[]): string {
      const tooLow = `(${given} >= ${end(`(${estimate} + 1)`)})::DOUBLE`;
      const tooHigh = `(${given} < ${end(estimate)})::DOUBLE`;
      // Adding zero removes its sign.
      const start = `${end(`(${estimate} + ${tooLow} - ${tooHigh})`)} + 0.0`;
      return `CASE WHEN abs(${given}) < ${limit}::DOUBLE THEN ${start} WHEN isfinite(${given}) THEN ${exactly} END`;
    },
  };
}
