import type { TFunction } from 'i18next';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { DataColumn } from '../data-column.ts';
import { isQuantity } from './cell-text.ts';
import { formatFigure, formatSpan, formatTime, formatValue } from './format.ts';
import { momentText } from './moment-text.ts';
import type { ProfileBar } from './profile-bars.ts';

/** Formats a number of a column for display. */
export function quantityText(value: number | bigint, column: DataColumn, locale: string): string {
  return formatValue(value, locale, isQuantity(column));
}

/** The quartiles of a profile, and whether they are exact. */
export type MedianEstimate = Pick<NonNullable<ColumnProfile['numbers']>, 'quartiles' | 'quartilesExact'>;

/** The median of a profile; an estimate is marked, and has no more digits than it deserves. */
export function medianText(
  t: TFunction,
  { quartiles: [, median], quartilesExact }: MedianEstimate,
  column: DataColumn,
  locale: string,
): string {
  if (quartilesExact) return quantityText(median, column, locale);
  return t('profile.about', { count: quantityText(Number(median.toPrecision(6)), column, locale) });
}

/** Describes a bar in words. */
export function barText(t: TFunction, bar: ProfileBar, column: DataColumn, locale: string): string {
  const { count } = bar;
  switch (bar.kind) {
    case 'missing':
      return t('profile.missingBar', { count });
    case 'others':
      return t('profile.othersBar', { count });
    case 'shape':
      return t('profile.value', { value: bar.shape, count });
    case 'value':
      return t('profile.value', { value: valueText(bar.value, column, locale), count });
    case 'range':
      return rangeText(t, bar, column, locale);
  }
}

/** One of the frequent values. */
export function valueText(value: string | number | bigint, column: DataColumn, locale: string): string {
  if (typeof value !== 'string') return quantityText(value, column, locale);
  return column.moment === undefined ? value : momentText(value, column.moment, locale);
}

function rangeText(t: TFunction, bar: ProfileBar & { kind: 'range' }, column: DataColumn, locale: string): string {
  const { of, count } = bar;
  if (of === 'times' && bar.step !== undefined) {
    const { unit, size } = bar.step;
    const clock = column.moment === 'time';
    const from = formatSpan(bar.from, unit, locale, clock);
    if (size === 1 && unit !== 'hour') return t('profile.value', { value: from, count });
    return t('profile.range', { from, to: formatSpan(bar.to - 60_000, unit, locale, clock), count });
  }
  if (of === 'times') {
    return t('profile.range', { from: formatTime(bar.from, locale), to: formatTime(bar.to, locale), count });
  }
  const whole = of === 'lengths' || column.type === 'integer';
  const from = whole ? Math.ceil(bar.from) : bar.from;
  const to = whole && !bar.last ? Math.ceil(bar.to) - 1 : bar.to;
  const [first, last] = [endText(from, column, locale), endText(to, column, locale)];
  if (of === 'lengths') return t('profile.lengthBar', { from: first, to: last, count });
  return first === last
    ? t('profile.value', { value: first, count })
    : t('profile.range', { from: first, to: last, count });
}

/** An end of a range, which the profile calculated. */
function endText(end: number, column: DataColumn, locale: string): string {
  return isQuantity(column) ? formatFigure(end, locale) : quantityText(end, column, locale);
}
