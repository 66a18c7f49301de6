import type { EChartsOption } from 'echarts';
import type { Dimension } from '#shared/chart.ts';
import type { Category } from '../../../lib/groups/category.ts';

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
  const isNumeric = dimension.function === 'Bin' || dimension.function === 'Year';
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

/** Whether each category must be named; those of time follow from each other. */
function isNamed({ function: by }: Dimension): boolean {
  return by === null || by === 'Lower' || by === 'IsMissing' || by === 'Weekday';
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

/**
 * Slants the labels below a drawing that must all be there but do not fit side by side.
 * @param width of the drawing in pixels
 */
export function withRoomForLabels(option: EChartsOption, width: number): EChartsOption {
  const axis = option.xAxis;
  if (axis === undefined || Array.isArray(axis) || axis.type !== 'category' || axis.axisLabel?.interval !== 0) {
    return option;
  }
  const labels = (axis.data ?? []).map(String);
  const longest = Math.min(maxLabelPx, letterPx * labels.reduce((most, label) => Math.max(most, label.length), 0));
  const room = (width - 80) / Math.max(1, labels.length);
  if (longest + letterPx <= room || room < linePx) return option;
  return { ...option, xAxis: { ...axis, axisLabel: { ...axis.axisLabel, rotate: slantDegrees } } };
}
