/** How often a source is checked: a number with `h`, `d`, `w` or `mo` (hours, days, weeks, months), or `manual`. */
export const everyPattern = /^([1-9]\d{0,3}(h|d|w|mo)|manual)$/;

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * The time one interval after `from`, both in milliseconds since 1970; null for `manual`. Months are those of the
 * calendar: a month after 31 January is the last day of February.
 * @param every a number with `h`, `d`, `w` or `mo`, or `manual`
 */
export function afterInterval(every: string, from: number): number | null {
  const [, number = '', unit = ''] = /^(\d+)(h|d|w|mo)$/.exec(every) ?? [];
  if (unit === '') return null;
  const count = Number(number);
  if (unit !== 'mo') return from + count * (unitMs[unit] ?? 0);
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
