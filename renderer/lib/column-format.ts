import { type Static, Type } from 'typebox';
import type { Immutable } from '#shared/immutable.ts';
import { formatNumber } from './format/format.ts';

/** Maximum number of decimal places that can be chosen. */
export const maxDecimals = 10;

/** The user's format for the values of a column; a missing option follows from the values. */
export const ColumnFormat = Type.Object({
  /** Fixed number of decimal places. */
  decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: maxDecimals })),
  grouped: Type.Optional(Type.Boolean()),
  /** Whether 0.25 is shown as 25%. */
  percent: Type.Optional(Type.Boolean()),
  /** Shown after each number. */
  unit: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  /** Length of dates; `iso` shows them as stored. */
  date: Type.Optional(
    Type.Union([Type.Literal('short'), Type.Literal('medium'), Type.Literal('long'), Type.Literal('iso')]),
  ),
  /** How a code is shown. */
  codes: Type.Optional(Type.Union([Type.Literal('label'), Type.Literal('code'), Type.Literal('both')])),
  /** Whether the background shows the magnitude of a number. */
  paint: Type.Optional(Type.Union([Type.Literal('scale'), Type.Literal('bars')])),
});
export type ColumnFormat = Static<typeof ColumnFormat>;

/** Whether a format changes the text of numbers. */
export function writesNumbers({ decimals, grouped, percent, unit }: ColumnFormat): boolean {
  return decimals !== undefined || grouped !== undefined || percent === true || unit !== undefined;
}

/**
 * Formats a number for a column.
 * @param groups whether thousands are grouped if the format does not specify it
 */
export function numberText(value: number | bigint, format: ColumnFormat, locale: string, groups: boolean): string {
  const { decimals, grouped = groups, percent = false, unit } = format;
  const text = formatNumber(value, locale, {
    style: percent ? 'percent' : 'decimal',
    useGrouping: grouped,
    ...(decimals === undefined
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  });
  return unit === undefined ? text : `${text}\u00a0${unit}`;
}

/** The smallest and the largest value of a column. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Position of a number between the smallest (0) and the largest (1). */
function shareOf(value: number, { min, max }: NumberRange): number {
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 1;
}

/** The background of a cell as a CSS `background-image`; empty for none. Bars start at zero. */
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

/** Columns in display order, by name. */
export const ColumnLayout = Type.Array(
  Type.Object({
    name: Type.String(),
    hidden: Type.Boolean(),
    frozen: Type.Boolean(),
    /** In pixels; 0 for the automatic width. */
    width: Type.Integer(),
  }),
);
export type ColumnLayout = Immutable<Static<typeof ColumnLayout>>;

/** Whether two layouts look the same; a width of 0 means the automatic width. */
export function sameLayout(one: ColumnLayout | null, other: ColumnLayout | null): boolean {
  if (one === null || other === null || one.length !== other.length) return one === other;
  return one.every(({ name, hidden, frozen, width }, place) => {
    const like = other[place];
    if (like?.name !== name || like.hidden !== hidden || like.frozen !== frozen) return false;
    return width === like.width || width === 0 || like.width === 0;
  });
}
