/** An exact number: its parts are whole, the second above 0. */
export type Fraction = readonly [dividend: bigint, divisor: bigint];

/** The decimal that a number is written as. */
export function fractionOf(value: number | bigint | string): Fraction {
  const [, sign, whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  const digits = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
  const exponent = Number(power) - part.length;
  return exponent < 0 ? [digits, 10n ** BigInt(-exponent)] : [digits * 10n ** BigInt(exponent), 1n];
}

/** A sum. */
export function plus([a, b]: Fraction, [c, d]: Fraction): Fraction {
  if (b % d === 0n) return [a + c * (b / d), b];
  return d % b === 0n ? [a * (d / b) + c, d] : [a * d + c * b, b * d];
}

/** Below 0 if the first is less. */
export function compareFractions([a, b]: Fraction, [c, d]: Fraction): number {
  return a * d < c * b ? -1 : Number(a * d > c * b);
}

/** The nearest double; null beyond their range. A digit more stands for all that are left out. */
export function nearest([dividend, divisor]: Fraction): number | null {
  const scaled = dividend * 10n ** 400n;
  const number = Number(`${scaled / divisor}${scaled % divisor === 0n ? '0' : '1'}e-401`);
  return Number.isFinite(number) ? number + 0 : null;
}

/** The lower end of the bin of a number; the least double for what is below all of them. */
export function binOf(value: number | bigint, width: number, origin: number): number | bigint {
  const [from, step] = [fractionOf(origin), fractionOf(width)];
  const [dividend, divisor] = plus(fractionOf(value), [-from[0], from[1]]);
  const [over, under] = [dividend * step[1], divisor * step[0]];
  const bin = over / under - (over < 0n && over % under !== 0n ? 1n : 0n);
  const start = plus(from, [bin * step[0], step[1]]);
  if (typeof value === 'bigint' && Number.isSafeInteger(width) && Number.isSafeInteger(origin))
    return start[0] / start[1];
  return nearest(start) ?? -Number.MAX_VALUE;
}

/** The whole root of a whole number. */
export function rootOf(square: bigint): bigint {
  if (square === 0n) return 0n;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (let next = (root + square / root) / 2n; next < root; next = (root + square / root) / 2n) root = next;
  return root;
}

/** Linear interpolation between the two values around the rank. */
export function quantile(numbers: readonly (number | bigint)[], probability: number): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.map(fractionOf).sort(compareFractions);
  const [over, under] = fractionOf(probability);
  const rank = over * BigInt(sorted.length - 1);
  const at = Number(rank / under);
  const low = sorted[at] ?? [0n, 1n];
  const high = sorted[at + 1] ?? low;
  const difference = plus(high, [-low[0], low[1]]);
  return nearest(plus(low, [difference[0] * (rank % under), difference[1] * under]));
}
