import type { TFunction } from 'i18next';
import type { Dimension, Measure } from '#shared/chart.ts';
import { decimalSum } from '#shared/number/decimal.ts';
import type { DataColumn } from '../data-column.ts';
import { formatDataDay, formatDataMonth, formatShortNumber, formatValue, formatWeekday } from '../format/format.ts';
import type { Category } from './category.ts';

/** The label of a category on an axis, in a legend and in a table. */
export function categoryText(t: TFunction, category: Category, dimension: Dimension, locale: string): string {
  if (category.kind === 'missing') return t('charts.missing');
  if (category.kind === 'others') return t('charts.others', { count: category.count });
  const { value } = category;
  switch (dimension.function) {
    case 'Bin':
      return `${binText(Number(value), locale)} – ${binText(decimalSum(Number(value), dimension.step), locale)}`;
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
      return typeof value === 'number' ? formatValue(value, locale, false) : String(value);
  }
}

/** Longer numbers are truncated under an axis, after which all of them would look alike. */
const [maxTickLength, tickDigits] = [12, 6];

/** Short enough to fit under an axis. */
export function tickText(t: TFunction, category: Category, dimension: Dimension, locale: string): string {
  if (category.kind !== 'value' || dimension.function !== 'Bin') {
    return categoryText(t, category, dimension, locale).replace(/\s+/g, ' ');
  }
  const text = binText(Number(category.value), locale);
  return text.length > maxTickLength ? formatShortNumber(Number(category.value), locale, tickDigits) : text;
}

/** An end of a bin, in full. A service may have calculated it with doubles, whose last digits are noise. */
function binText(value: number, locale: string): string {
  return formatValue(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)), locale, true);
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
