import { type Static, Type } from 'typebox';
import { formatNumber } from '../format/format.ts';

/** The most digits behind the point that can be asked for. */
export const maxDecimals = 10;

/** How a person wants the values of a column written; what is left out is as the values suggest. */
export const ColumnFormat = Type.Object({
  /** Digits behind the point, always so many. */
  decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: maxDecimals })),
  /** Whether thousands are set apart. */
  grouped: Type.Optional(Type.Boolean()),
  /** 0.25 is written as 25 per cent. */
  percent: Type.Optional(Type.Boolean()),
  /** Stands behind each number. */
  unit: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  /** How long dates are; `iso` as they are stored. */
  date: Type.Optional(
    Type.Union([Type.Literal('short'), Type.Literal('medium'), Type.Literal('long'), Type.Literal('iso')]),
  ),
  /** Whether the background says how large a number is. */
  paint: Type.Optional(Type.Union([Type.Literal('scale'), Type.Literal('bars')])),
});
export type ColumnFormat = Static<typeof ColumnFormat>;

/** Whether a format changes how numbers are written. */
export function writesNumbers({ decimals, grouped, percent, unit }: ColumnFormat): boolean {
  return decimals !== undefined || grouped !== undefined || percent === true || unit !== undefined;
}

/**
 * A number as a column's format wants it.
 * @param groups whether thousands are set apart where the format does not say so
 */
export function numberText(value: number | bigint, format: ColumnFormat, locale: string, groups: boolean): string {
  const { decimals, grouped = groups, percent = false, unit } = format;
  const text = formatNumber(value, locale, {
    style: percent ? 'percent' : 'decimal',
    useGrouping: grouped,
    ...(decimals === undefined
      ? { maximumFractionDigits: 6 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  });
  return unit === undefined ? text : `${text}\u00a0${unit}`;
}

/** The smallest and the largest value of a column. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Where a number lies between the smallest (0) and the largest (1). */
function shareOf(value: number, { min, max }: NumberRange): number {
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 1;
}

/**
 * The background of a cell as CSS's `background-image`; empty for none. Bars begin at zero, or at the smallest value
 * where all lie on one side of it.
 */
export function paintOf(value: unknown, paint: ColumnFormat['paint'], range: NumberRange | undefined): string {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (paint === undefined || range === undefined || typeof number !== 'number' || !Number.isFinite(number)) return '';
  if (paint === 'scale') {
    const share = Math.round(4 + 56 * shareOf(number, range));
    const colour = `color-mix(in srgb, var(--accent) ${share}%, transparent)`;
    return `linear-gradient(${colour}, ${colour})`;
  }
  const whole = { min: Math.min(0, range.min), max: Math.max(0, range.max) };
  const zero = shareOf(0, whole) * 100;
  const end = shareOf(number, whole) * 100;
  const [from, to] = [Math.min(zero, end).toFixed(2), Math.max(zero, end).toFixed(2)];
  const colour = number < 0 ? 'var(--bar-negative)' : 'var(--bar)';
  return `linear-gradient(to right, transparent ${from}%, ${colour} ${from}% ${to}%, transparent ${to}%)`;
}
