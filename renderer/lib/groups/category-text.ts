import type { TFunction } from 'i18next';
import type { Dimension, Measure } from '#shared/chart.ts';
import { decimalSum } from '#shared/number/decimal.ts';
import type { DataColumn } from '../data-column.ts';
import { isQuantity } from '../format/cell-text.ts';
import {
  formatDataDay,
  formatDataMonth,
  formatDataNumber,
  formatShortNumber,
  formatValue,
  formatWeekday,
} from '../format/format.ts';
import type { Category, LabelledDimension } from './category.ts';
import { epochUnitMs, isoPeriod, periodStepMs } from './periods.ts';

/** The label of a category on an axis, in a legend and in a table. */
export function categoryText(t: TFunction, category: Category, dimension: LabelledDimension, locale: string): string {
  if (category.kind === 'missing') return t('charts.missing');
  if (category.kind === 'others') return t('charts.others', { count: category.count });
  const { value } = category;
  const label = dimension.codes?.get(String(value))?.label;
  if (label !== undefined) return label;
  switch (dimension.function) {
    case 'Bin':
      if (periodStepMs(dimension) !== null) return timeText(Number(value), dimension, locale);
      return `${boundText(Number(value), dimension, locale)} – ${boundText(decimalSum(Number(value), dimension.step), dimension, locale)}`;
    case 'Weekday':
      return formatWeekday(Number(value), locale);
    case 'Month':
      return formatDataMonth(String(value), locale);
    case 'Day':
      return formatDataDay(String(value), locale);
    case 'Hour':
      return `${formatDataDay(String(value).slice(0, 10), locale)} ${String(value).slice(11)}:00`;
    case 'IsMissing':
      return value === true ? t('charts.missing') : t('charts.present');
    default:
      return typeof value === 'number' ? formatValue(value, locale, false) : periodText(String(value), locale);
  }
}

/** Where a bin begins or ends; years are not grouped. */
export function boundText(value: number, { column }: Dimension, locale: string): string {
  return formatDataNumber(value, locale, isQuantity({ name: column, label: '' }));
}

/** A period as texts have it, in words where it is a month or a day; other texts as they are. */
function periodText(text: string, locale: string): string {
  const period = isoPeriod(text);
  if (period?.length === 7 && !/[QW]/.test(period)) return formatDataMonth(period, locale);
  return period?.length === 10 ? formatDataDay(period, locale) : text;
}

/** The begin of a bin of times that are stored as numbers. */
function timeText(value: number, dimension: Dimension, locale: string): string {
  const iso = new Date(value * (epochUnitMs(dimension) ?? 1)).toISOString();
  const day = formatDataDay(iso.slice(0, 10), locale);
  return (periodStepMs(dimension) ?? 0) % dayMs === 0 ? day : `${day} ${iso.slice(11, 16)}`;
}

const dayMs = 86_400_000;

/** Longer numbers are truncated under an axis, after which all of them would look alike. */
const [maxTickLength, tickDigits] = [12, 6];

/** Short enough to fit under an axis. */
export function tickText(t: TFunction, category: Category, dimension: Dimension, locale: string): string {
  if (category.kind !== 'value' || dimension.function !== 'Bin' || periodStepMs(dimension) !== null) {
    return categoryText(t, category, dimension, locale).replace(/\s+/g, ' ');
  }
  const text = boundText(Number(category.value), dimension, locale);
  return text.length > maxTickLength ? formatShortNumber(Number(category.value), locale, tickDigits) : text;
}

/** The label of a dimension: its column and the steps it is divided into. */
export function dimensionText(t: TFunction, dimension: Dimension, labelOf: (column: string) => string): string {
  const column = labelOf(dimension.column);
  if (dimension.function === null || dimension.function === 'auto') return column;
  return t(`chartSteps.${dimension.function}`, { column, step: dimension.step });
}

/** The label of a measure: "Average of delay". */
export function measureText(
  t: TFunction,
  { function: by, column }: Measure,
  labelOf: (column: string) => string,
): string {
  if (column === null) return by === 'Share' ? t('charts.shareOfRows') : t('charts.countOfRows');
  return t(`chartMeasures.${by}`, { column: labelOf(column) });
}

/** Column labels by name. */
export function labelIn(columns: readonly DataColumn[]): (name: string) => string {
  const labels = new Map(columns.map(({ name, label }) => [name, label || name]));
  return (name) => labels.get(name) ?? name;
}
