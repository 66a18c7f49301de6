import { decimalOf, decimalQuotient } from '#shared/number/decimal.ts';
import type { NumberFacts } from './number-facts.ts';

/** Name of our function for quotients of decimals, which doubles round twice: `dividend divisor`. */
export const quotientFunction = 'almanac_quotient';

/** The nearest number to a quotient, as text. */
export function quotientText(text: string): string {
  const [dividend = '0', divisor = '1'] = text.split(' ');
  return String(decimalQuotient(decimalOf(dividend), BigInt(divisor)));
}

/** Sums of values up to this stay within the range of doubles, however many there are. */
const largestSummed = 1e290;
/** Squares of values between these limits stay within that range too. */
const [smallestSquared, largestSquared] = [1e-140, 1e140];
/** Factors for values beyond these limits: powers of two, which change no digit. */
const [sumScale, squareScale] = [2 ** 64, 2 ** 520].map((scale) => `CAST('${scale}' AS DOUBLE)`);

/** A number that no double can hold is missing. */
function finite(sql: string): string {
  return `CASE WHEN isfinite(${sql}) THEN ${sql} END`;
}

/** Whole numbers up to this are exact doubles, whatever is the last decimal of their column. */
const exactUnits = 1e15;

/** Whether the values of a column are exact doubles in units of their last decimal. */
function areExactUnits({ decimals, largest }: NumberFacts): boolean {
  return decimals !== null && largest * 10 ** decimals < exactUnits;
}

/** Decimals as whole numbers of their last place. */
function unitsSql(value: string, decimals: number): string {
  return `CAST(round(${value} * 1e${decimals}) AS BIGINT)`;
}

/** The exact sum of a column of decimals, as text. */
function decimalSumSql(value: string, decimals: number, facts: NumberFacts): string {
  if (areExactUnits(facts)) {
    return `CAST(sum(${unitsSql(value, decimals)}) AS VARCHAR) || 'e-${decimals}'`;
  }
  // Slower, but for any digits.
  return `CAST(sum(CAST(CAST(${value} AS VARCHAR) AS DECIMAL(38, ${decimals}))) AS VARCHAR)`;
}

/** The sum of a float column: of decimals exact, and then rounded once. */
export function sumSql(value: string, facts: NumberFacts): string {
  const { decimals, largest } = facts;
  if (decimals !== null) return `CAST(${decimalSumSql(value, decimals, facts)} AS DOUBLE)`;
  return ofFloats('fsum', value, largest);
}

/** The average of a column of integers, decimals or other floats. */
export function averageSql(value: string, isInteger: boolean, facts: NumberFacts): string {
  const { decimals, largest } = facts;
  if (!isInteger && decimals === null) return ofFloats('favg', value, largest);
  const places = isInteger ? 0 : (decimals ?? 0);
  const sum = isInteger ? `CAST(sum(${value}) AS VARCHAR)` : decimalSumSql(value, places, facts);
  const exactly = `CAST(${quotientFunction}(${sum} || ' ' || CAST(count(${value}) AS VARCHAR)) AS DOUBLE)`;
  if (!isInteger && !areExactUnits(facts)) return exactly;
  // Doubles divide whole numbers exactly, and rounded once, as long as they hold them.
  const units = `sum(${isInteger ? value : unitsSql(value, places)})`;
  const divisor = `(count(${value}) * 1e${places})`;
  const fits = `abs(${units}) <= ${2 ** 53} AND ${divisor} <= ${2 ** 53}`;
  return `CASE WHEN ${fits} THEN CAST(${units} AS DOUBLE) / ${divisor} ELSE ${exactly} END`;
}

function ofFloats(calculation: 'fsum' | 'favg', value: string, largest: number): string {
  const plain = `${calculation}(${value})`;
  if (largest <= largestSummed) return plain;
  const scaled = `${calculation}(${value} / ${sumScale}) * ${sumScale}`;
  return finite(`(CASE WHEN max(abs(${value})) > ${largestSummed} THEN ${scaled} ELSE ${plain} END)`);
}

/** Quantiles by linear interpolation. @param share SQL of a number or of a list of numbers from 0 to 1 */
export function quantileSql(value: string, share: string, facts: NumberFacts): string {
  const { decimals } = facts;
  if (!areExactUnits(facts)) return `quantile_cont(CAST(${value} AS DOUBLE), ${share})`;
  return `quantile_cont(round(${value} * 1e${decimals}), ${share}) / 1e${decimals}`;
}

/** The sample variance or standard deviation. */
export function spreadSql(value: string, calculation: 'StdDev' | 'Variance', { largest }: NumberFacts): string {
  const by = calculation === 'StdDev' ? 'stddev_samp' : 'var_samp';
  const number = `CAST(${value} AS DOUBLE)`;
  const rescaled = (sql: string, sign: '*' | '/') =>
    calculation === 'StdDev' ? `${sql} ${sign} ${squareScale}` : `${sql} ${sign} ${squareScale} ${sign} ${squareScale}`;
  if (largest < smallestSquared) return rescaled(`${by}(${number} * ${squareScale})`, '/');
  if (largest <= largestSquared) return `${by}(${number})`;
  const usual = `${by}(CASE WHEN abs(${number}) <= ${largestSquared} THEN ${number} END)`;
  const scaled = rescaled(`${by}(${number} / ${squareScale})`, '*');
  return finite(`(CASE WHEN max(abs(${number})) > ${largestSquared} THEN ${scaled} ELSE ${usual} END)`);
}
