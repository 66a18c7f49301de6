import { aligned, binStart, decimalOf, decimalQuotient } from '#shared/number/decimal.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../engine/session.ts';
import type { ParquetFile } from '../../files/parquet-file.ts';
import { columnReference, storedTable } from '../open-version.ts';

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

/** What the calculations with the numbers of a column depend on. */
export interface NumberFacts {
  /** The most decimals of a value, if each has at most 15 digits; null for others. */
  readonly decimals: number | null;
  /** The largest value, regardless of its sign. */
  readonly largest: number;
}

/** The facts that hold for all values. */
export const anyNumbers: NumberFacts = { decimals: null, largest: Number.POSITIVE_INFINITY };

/** Columns with more decimals are not calculated as decimals. */
const maxDecimals = 15;
/** The largest number of units of the last decimal whose sums fit the engine's decimals of 38 digits. */
const maxUnits = 1e27;
/** Values that are tested before all are: most columns of measurements are no decimals. */
const testedFirst = 10_000;

/** The number of decimals of a value; NULL if it has too many digits. */
function decimalsSql(value: string): string {
  const tests = Array.from({ length: maxDecimals + 1 }, (_, at) => {
    const fits = `abs(${value}) < 1e${15 - at} AND round(${value} * 1e${at}) / 1e${at} = ${value}`;
    return `WHEN ${fits} THEN ${at}`;
  });
  return `CASE ${tests.join(' ')} END`;
}

/** Reads the facts of a float column. */
export async function readNumberFacts(session: Session, file: ParquetFile, position: number): Promise<NumberFacts> {
  const value = columnReference(position);
  const table = storedTable(file.path, file.columns);
  const [largest] = await session.row(`SELECT max(abs(${value})) FROM ${table}`);
  const facts = { ...anyNumbers, largest: largest === null ? 0 : Number(largest) };
  for (const limit of [` LIMIT ${testedFirst}`, '']) {
    const values = `(SELECT ${value} FROM ${table} WHERE ${value} IS NOT NULL${limit})`;
    const [count, decimal, most] = await session.row(
      `SELECT count(*), count(places), max(places) FROM (SELECT ${decimalsSql(value)} AS places FROM ${values})`,
    );
    if (count !== decimal) return facts;
    const decimals = Number(most ?? 0);
    if (limit === '' && facts.largest * 10 ** decimals < maxUnits) return { ...facts, decimals };
  }
  return facts;
}
