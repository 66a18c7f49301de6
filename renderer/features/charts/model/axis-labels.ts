import type { EChartsOption } from 'echarts';
import type { Dimension } from '#shared/chart.ts';
import { type Category, cellOf } from '../../../lib/groups/category.ts';
import { arePeriods, isoPeriod } from '../../../lib/groups/periods.ts';
import { drawnRange, drawnValuesOf, libraryLimits } from './value-range.ts';

/** Up to this number of categories each has a label. */
const maxLabels = 30;
/** Round numbers along an axis, at most. */
const maxRound = 10;

/** Pixels: of a letter in a label, of the longest label, and of a line of text. */
const [letterPx, maxLabelPx, linePx] = [6.6, 110, 16];
const slantDegrees = 40;

/** Which categories have a label: all of a few names, round numbers of bins and years, and others where there is room. */
export function labelledCategories(dimension: Dimension, categories: readonly Category[]) {
  const numbers = categories.flatMap((category) => (category.kind === 'value' ? [Number(category.value)] : []));
  const years = yearLabels(categories);
  if (years !== null) return years;
  const isYears = dimension.function === null && arePeriods(categories.map((category) => cellOf(category) ?? ''));
  const isNumeric = dimension.function === 'Bin' || dimension.function === 'Year' || isYears;
  if (isNumeric && categories.length > maxRound && numbers.every(Number.isFinite)) {
    const width = dimension.function === 'Bin' ? dimension.step : 1;
    const step = roundStep((numbers.at(-1) ?? 0) - (numbers[0] ?? 0), width);
    const isRound = categories.map((category) => {
      if (category.kind !== 'value') return true;
      const steps = Number(category.value) / step;
      return Math.abs(steps - Math.round(steps)) < 1e-6;
    });
    return { interval: (at: number) => isRound[at] ?? false };
  }
  // The last one stands for the others or for missing values, which nothing else explains.
  const closes = categories.length > 0 && categories.at(-1)?.kind !== 'value';
  return {
    ...(isNamed(dimension) && categories.length <= maxLabels && { interval: 0 }),
    ...(closes && { showMaxLabel: true }),
  };
}

/** With fewer years, the periods within them have labels. */
const minYears = 3;

/** Round years where they begin, along an axis of months, quarters, weeks or days over several years; null for others. */
function yearLabels(categories: readonly Category[]) {
  const periods = categories.flatMap((category) =>
    typeof cellOf(category) === 'string' ? (isoPeriod(String(cellOf(category))) ?? []) : [],
  );
  if (periods.length === 0 || periods.length < categories.length - 1 || periods[0]?.length === 4) return null;
  const years = periods.map((period) => Number(period.slice(0, 4)));
  const span = (years.at(-1) ?? 0) - (years[0] ?? 0);
  if (span < minYears) return null;
  const step = roundStep(span, 1);
  const begins = years.map(
    (year, at) => year % step === 0 && (at === 0 ? isBegin.test(periods[0] ?? '') : year !== years[at - 1]),
  );
  return {
    interval: (at: number) => begins[at] ?? at === categories.length - 1,
    formatter: (text: string, at: number) => (begins[at] === true ? String(years[at]) : text),
  };
}

/** The first month, quarter, week or day of a year. */
const isBegin = /^\d{4}-(01(-01.*)?|Q1|W01)$/;

/** Whether each category must be named; those of time follow from each other. */
function isNamed({ function: by }: Dimension): boolean {
  return by === null || by === 'Lower' || by === 'Level' || by === 'IsMissing' || by === 'Weekday';
}

/** The smallest round multiple of a width that divides a range into few parts. */
function roundStep(range: number, width: number): number {
  const least = range / maxRound;
  for (let power = 10 ** Math.floor(Math.log10(Math.max(least, width))); ; power *= 10) {
    for (const factor of [1, 2, 2.5, 5]) {
      const step = factor * power;
      const bins = step / width;
      if (step >= least && bins >= 1 && Math.abs(bins - Math.round(bins)) < 1e-6) return step;
    }
    // No round number is a multiple of a width such as 7.
    if (power > 1000 * Math.max(least, width)) return Math.ceil(least / width) * width;
  }
}

/** Pixels beside and above the plot that its labels and names take, about. */
const [besidePx, abovePx, rowsAbovePx] = [80, 100, 50];

/**
 * Slants the labels below a drawing that must all be there but do not fit side by side, and leaves out some where not
 * even that helps, or where those beside it do not fit below each other.
 * @param width of the drawing in pixels, as its height
 */
export function withRoomForLabels(option: EChartsOption, width: number, height: number): EChartsOption {
  const { xAxis, yAxis } = withLabelWidths(option, width);
  const changed = {
    ...option,
    ...(xAxis !== undefined && { xAxis }),
    ...(yAxis !== undefined && { yAxis }),
    ...(option.series !== undefined && { series: withNamesApart(option, height) }),
  };
  if (xAxis !== undefined && !Array.isArray(xAxis) && isWhollyNamed(xAxis)) {
    const labels = (xAxis.data ?? []).map(String);
    const longest = Math.min(maxLabelPx, letterPx * labels.reduce((most, label) => Math.max(most, label.length), 0));
    const room = (width - besidePx) / Math.max(1, labels.length);
    const needed = longest + letterPx;
    if (needed > room) {
      const fitting = room < linePx ? { interval: everyFew(labels.length, needed / room) } : { rotate: slantDegrees };
      changed.xAxis = { ...xAxis, axisLabel: { ...xAxis.axisLabel, ...fitting } };
    }
  }
  if (yAxis !== undefined && !Array.isArray(yAxis) && isWhollyNamed(yAxis)) {
    const count = yAxis.data?.length ?? 0;
    const room = (height - abovePx) / Math.max(1, count);
    if (room < linePx - 3) {
      changed.yAxis = { ...yAxis, axisLabel: { ...yAxis.axisLabel, interval: everyFew(count, linePx / room) } };
    }
  }
  return changed;
}

type XAxis = EChartsOption['xAxis'] | undefined;
type YAxis = EChartsOption['yAxis'] | undefined;

/** Names beside a drawing take up to a third of it, those below it less. */
function withLabelWidths({ xAxis, yAxis }: EChartsOption, width: number): { xAxis: XAxis; yAxis: YAxis } {
  const limited = <Axis extends XAxis | YAxis>(axis: Axis, most: number): Axis =>
    axis !== undefined && !Array.isArray(axis) && axis.type === 'category'
      ? ({ ...axis, axisLabel: { ...axis.axisLabel, width: Math.max(maxLabelPx, most) } } as Axis)
      : axis;
  return { xAxis: limited(xAxis, maxLabelPx), yAxis: limited(yAxis, besideShare * width) };
}

/** Share of a drawing's width that the names beside it take. */
const besideShare = 0.32;

/** Pixels of the name of a line, and above and below a plot, about. */
const [namePx, outsidePx] = [14, 45];

/** Names at the ends of lines that lie over each other are moved apart, up as far as down. */
function withNamesApart(option: EChartsOption, height: number): NonNullable<EChartsOption['series']> {
  const { series = [], yAxis } = option;
  const all = [series].flat();
  const range = drawnRange(option);
  if (yAxis === undefined || Array.isArray(yAxis) || yAxis.type !== 'value' || range === null) return series;
  const [min, max] = yAxis.scale === true ? range : [Math.min(0, range[0]), Math.max(0, range[1])];
  const ends = { ...libraryLimits({ min, max }), ...(typeof yAxis.max === 'number' && { max: yAxis.max }) };
  const plotPx = height - outsidePx;
  const named = all.flatMap((one, at) => {
    const value = 'endLabel' in one && Array.isArray(one.data) ? one.data.flatMap(drawnValuesOf).at(-1) : undefined;
    return value === undefined ? [] : [{ at, px: ((ends.max - value) / (ends.max - ends.min)) * plotPx }];
  });
  const moved = new Map(
    apart(
      named.toSorted((one, other) => one.px - other.px),
      plotPx,
    ),
  );
  return all.map((one, at) => {
    const by = moved.get(at);
    return by === undefined ? one : { ...one, labelLayout: { dy: by } };
  }) as NonNullable<EChartsOption['series']>;
}

/** How far each of several names is moved, so that those of a pile lie around the middle of their places. */
function apart(
  named: readonly { readonly at: number; readonly px: number }[],
  plotPx: number,
): [at: number, px: number][] {
  const piles: (typeof named)[] = [];
  const topOf = (pile: typeof named) => {
    const middle = pile.reduce((sum, { px }) => sum + px, 0) / pile.length;
    const reach = (pile.length - 1) * namePx;
    return Math.max(0, Math.min(middle - reach / 2, plotPx - reach));
  };
  for (const one of named) {
    let pile: typeof named = [one];
    for (
      let above = piles.at(-1);
      above !== undefined && topOf(above) + above.length * namePx > topOf(pile);
      above = piles.at(-1)
    ) {
      pile = [...above, ...pile];
      piles.pop();
    }
    piles.push(pile);
  }
  return piles.flatMap((pile) =>
    pile.map(({ at, px }, place): [number, number] => [at, topOf(pile) + place * namePx - px]),
  );
}

/** The height in pixels that a drawing needs for a label beside each of its rows; 0 where not all are named. */
export function leastHeight({ yAxis }: EChartsOption): number {
  if (yAxis === undefined || Array.isArray(yAxis) || !isWhollyNamed(yAxis)) return 0;
  return (yAxis.data?.length ?? 0) * linePx + rowsAbovePx;
}

type SomeAxis = Exclude<EChartsOption['xAxis'] | EChartsOption['yAxis'], undefined | unknown[]>;

/** Whether all categories of an axis are to be named. */
function isWhollyNamed(axis: SomeAxis): axis is Extract<SomeAxis, { readonly type?: 'category' }> {
  return axis.type === 'category' && axis.axisLabel?.interval === 0;
}

/** Names the first of every few categories, and the last one. */
function everyFew(count: number, few: number): (at: number) => boolean {
  const step = Math.max(1, Math.ceil(few));
  return (at) => at === count - 1 || (at % step === 0 && count - 1 - at >= step);
}
