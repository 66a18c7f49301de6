/** An exact decimal number: `digits` · 10^`exponent`. Numbers stand for the decimal that JSON writes for them. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** @param value a finite number, or its text in decimal or scientific notation */
export function decimalOf(value: number | bigint | string): Decimal {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(value).trim());
  if (parts === null) throw new RangeError(`${value} is not a decimal number.`);
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return { digits, exponent: 0 };
  return { digits: sign === '-' ? -digits : digits, exponent: Number(power) - fraction.length };
}

/** The nearest number; an infinite one beyond the range of doubles. */
export function numberOf({ digits, exponent }: Decimal): number {
  return Number(`${digits}e${exponent}`);
}

/** The digits of several decimals under their smallest exponent. */
export function aligned(...decimals: readonly Decimal[]): { readonly digits: bigint[]; readonly exponent: number } {
  const exponent = Math.min(...decimals.map((one) => one.exponent));
  return { digits: decimals.map((one) => one.digits * 10n ** BigInt(one.exponent - exponent)), exponent };
}

/** The sum of decimals, as the nearest number: 0.1 and 0.2 are 0.3. */
export function decimalSum(...values: readonly (number | bigint)[]): number {
  const { digits, exponent } = aligned(...values.map(decimalOf));
  return numberOf({ digits: digits.reduce((sum, one) => sum + one, 0n), exponent });
}

/** `from` and `count` times `width`, as the nearest number. */
export function decimalStep(from: number, width: number, count: number): number {
  const { digits, exponent } = decimalOf(width);
  const { digits: both, exponent: common } = aligned(decimalOf(from), { digits: digits * BigInt(count), exponent });
  return numberOf({ digits: (both[0] ?? 0n) + (both[1] ?? 0n), exponent: common });
}

/** The greatest whole number that is at most a quotient. @param divisor above 0 */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/**
 * The lower end of the bin that contains a value, as the nearest number. The lowest bin may begin below the range of
 * doubles; then it begins with the smallest.
 * @param value a finite number, or its text
 */
export function binStart(value: number | bigint | string, width: number | string, origin: number | string): number {
  const { digits, exponent } = aligned(decimalOf(value), decimalOf(width), decimalOf(origin));
  const [one = 0n, step = 1n, from = 0n] = digits;
  const start = numberOf({ digits: from + floorDivide(one - from, step) * step, exponent });
  // Adding zero removes its sign.
  return Math.max(-Number.MAX_VALUE, start) + 0;
}

/** The nearest number to a quotient of whole numbers. @param divisor above 0 */
export function quotientOf(dividend: bigint, divisor: bigint): number {
  // More digits than a double tells apart, and a last one that stands for all others.
  const places = Math.max(0, 40 + String(divisor).length - String(dividend).length);
  const scaled = dividend * 10n ** BigInt(places);
  const rest = scaled % divisor === 0n ? '' : '1';
  return Number(`${scaled / divisor}${rest}e-${places + rest.length}`);
}

/** The nearest number to a part of a decimal. @param divisor above 0 */
export function decimalQuotient({ digits, exponent }: Decimal, divisor: bigint): number {
  return exponent < 0
    ? quotientOf(digits, divisor * 10n ** BigInt(-exponent))
    : quotientOf(digits * 10n ** BigInt(exponent), divisor);
}

/** Whole numbers beyond this are not told apart: no sum of 64-bit integers reaches it. */
const farthest = 10n ** 37n;

/** The greatest whole number up to a decimal, and the smallest from it on; far beyond 64 bits, {@link farthest} stands for both. */
export function wholeEnds(text: string): { readonly floor: bigint; readonly ceiling: bigint } {
  const { digits, exponent } = decimalOf(text);
  const length = String(digits < 0n ? -digits : digits).length + exponent;
  if (digits !== 0n && length > 37) return { floor: sign(digits) * farthest, ceiling: sign(digits) * farthest };
  if (exponent >= 0) return { floor: digits * 10n ** BigInt(exponent), ceiling: digits * 10n ** BigInt(exponent) };
  if (length < 0) return digits < 0n ? { floor: -1n, ceiling: 0n } : { floor: 0n, ceiling: 1n };
  const unit = 10n ** BigInt(-exponent);
  return { floor: floorDivide(digits, unit), ceiling: -floorDivide(-digits, unit) };
}

function sign(value: bigint): bigint {
  return value < 0n ? -1n : 1n;
}

/**
 * The value below which a share of numbers lies: between the two numbers around the rank, in proportion.
 * @param sorted ascending, not empty
 * @param share 0 to 1
 */
export function quantileOf(sorted: ArrayLike<number | bigint>, share: number): number {
  const rank = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  const part = rank - Math.floor(rank);
  if (part === 0) return Number(low);
  const { digits, exponent } = aligned(decimalOf(low), decimalOf(high));
  const { digits: parts, exponent: places } = decimalOf(part);
  const [from = 0n, to = 0n] = digits;
  return numberOf({ digits: from * 10n ** BigInt(-places) + (to - from) * parts, exponent: exponent + places });
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number in decimal or scientific notation with a point, such as `-1.5e3`, `.5` or `2.`. */
export function isDecimalText(text: string): boolean {
  return decimal.test(text);
}
