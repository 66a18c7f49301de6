import type { Chart } from '#shared/chart.ts';
import { extremesOf } from '../../../lib/extremes.ts';
import { formatPercentage } from '../../../lib/format/format.ts';
import type { Panel } from './chart-data.ts';
import {
  axisDigits,
  type ChartColors,
  type ChartTexts,
  fontSize,
  higher,
  isCodeMap,
  type Limits,
  lower,
} from './chart-parts.ts';
import { hasSecond } from './chart-query.ts';
import { chosenEnds } from './chart-style.ts';
import { referenceValues } from './references.ts';
import { roundLimits } from './value-range.ts';

/** Room beyond lying bars for a letter of their values, as a share of what they span. */
const letterRoom = 0.017;

/** An axis of bars of which each has its value beside it needs no marks. @param letters of the longest value */
export function withRoomForValues(letters: number) {
  const room = (min: number, max: number) => letters * letterRoom * (Math.max(0, max) - Math.min(0, min));
  return {
    axisLabel: { show: false },
    splitLine: { show: false },
    min: ({ min, max }: Limits) => (min < 0 ? min - room(min, max) : 0),
    max: ({ min, max }: Limits) => (max > 0 ? max + room(min, max) : 0),
  };
}

/** The ends and the marks of an axis of values; what is missing is left to the library. */
interface ValueEnds {
  readonly min?: number;
  readonly max?: number;
  /** Distance of the marks. */
  readonly interval?: number;
  /** Where bars begin. */
  readonly startValue?: number;
  /** Of a logarithmic axis. */
  readonly ticks?: readonly number[];
}

function valueEnds(chart: Chart, panel: Panel, limits: Limits | null): ValueEnds {
  if (limits !== null) return roundLimits(limits);
  const reached = referenceValues(chart, panel);
  const chosen = chosenEnds(chart);
  if (chart.scale === 'log') {
    const values = panel.series.flatMap((series) => series.values.filter((value) => value !== null));
    // The shortest bar has a length as well.
    const shortest =
      chart.mark === 'bar' ? values.filter((value) => value > 0).reduce(lower, Number.POSITIVE_INFINITY) : null;
    const ticks = logTicks([...values, ...reached]);
    // Stacked bars end elsewhere.
    if (ticks === null || chart.stack !== 'none' || chart.mark === 'box') return chosen;
    const [first = 1] = ticks;
    const min = shortest === null ? first : Math.min(first, shortest / 2);
    return { min, max: ticks.at(-1) ?? first, ...(shortest !== null && { startValue: min }), ...chosen, ticks };
  }
  if (reached.length === 0) return chosen;
  const values = [...drawnValues(chart, panel), ...(isFree(chart) ? [] : [0])];
  const [min, max] = extremesOf([...values, ...reached]) ?? [0, 0];
  // The words of a line stand above it.
  const top = Math.max(max, reached.reduce(higher) + aboveLine * (max - min));
  return { ...roundLimits({ min, max: top }, maxMarks), ...chosen };
}

/** Room above a line for its words, as a share of the axis, and marks of an axis with lines at most. */
const [aboveLine, maxMarks] = [0.05, 6];

/** What an axis has to reach: values, the five of each box, or the ends of stacked bars. */
function drawnValues({ stack }: Chart, { series, categories }: Panel): number[] {
  if (stack === 'none') {
    return series.flatMap(({ values, boxes }) => [...values, ...boxes.flat()].filter((value) => value !== null));
  }
  const sum = (at: number, sign: 1 | -1) =>
    series.reduce((total, { values }) => total + sign * Math.max(0, sign * (values[at] ?? 0)), 0);
  return categories.flatMap((_, at) => [sum(at, 1), sum(at, -1)]);
}

/** The axis of values. */
export function valueAxis(chart: Chart, panel: Panel, texts: ChartTexts, colors: ChartColors, limits: Limits | null) {
  const isShare = chart.stack === 'share';
  const { ticks, ...ends } = valueEnds(chart, panel, limits);
  const largest = chart.scale === 'log' ? null : largestOf(chart, panel, limits);
  const most = (value: number) => Math.max(Math.abs(value), largest ?? 0);
  return {
    type: chart.scale === 'log' ? ('log' as const) : ('value' as const),
    // Counts and sums start at zero, or small differences would look large.
    scale: chart.mark === 'box' || (isFree(chart) && !isSingleValue(panel)),
    ...ends,
    ...(ticks !== undefined && { axisTick: { show: false, customValues: [...ticks] } }),
    axisLabel: {
      color: colors.quiet,
      fontSize,
      formatter: (value: number) =>
        isShare ? formatPercentage(value, texts.locale) : texts.axisFigure(value, axisDigits, most(value)),
      ...(ticks !== undefined && { customValues: [...ticks] }),
    },
    splitLine: { lineStyle: { color: colors.line } },
    // The first stands at the top.
    ...(chart.show?.kind === 'rank' && { inverse: true, min: 1, minInterval: 1 }),
  };
}

/** About how far an axis reaches from zero. */
export function largestOf(chart: Chart, panel: Panel, limits: Limits | null): number {
  const values = chart.stack === 'stacked' ? totalsOf(panel) : panel.series.flatMap((series) => series.values);
  return [...values, ...referenceValues(chart, panel), limits?.max ?? 0].reduce<number>(
    (most, value) => Math.max(most, Math.abs(value ?? 0)),
    0,
  );
}

/** Whether the axis of values may begin elsewhere than at zero: no bar or area stands on it. */
function isFree(chart: Chart): boolean {
  return chart.mark === 'box' || (chart.mark === 'line' && !isAmount(chart));
}

/** One point alone has nothing to be compared with but zero. */
function isSingleValue({ series }: Panel): boolean {
  return series.every(({ values }) => values.filter((value) => value !== null).length < 2) && series.length < 2;
}

function isAmount({ measure, show }: Chart): boolean {
  if (show !== undefined) return show.kind === 'share';
  return measure.function === 'Count' || measure.function === 'Sum' || measure.function === 'Share';
}

/** The sum of the values of all series in each category. */
export function totalsOf({ series, categories }: Panel): number[] {
  return categories.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0));
}

/** Smallest and largest value of several panels, for one scale of them all; null where each has its own. */
export function commonLimits(chart: Chart, panels: readonly Panel[]): Limits | null {
  const hasAxis = chart.y === null && chart.mark !== 'map';
  if (panels.length < 2 || hasSecond(chart) || (hasAxis && (chart.stack !== 'none' || chart.scale === 'log')))
    return null;
  const numbers = panels.flatMap(({ series }) =>
    series.flatMap(({ values, boxes: five }) => [...values, ...five.flatMap((box) => box ?? [])]),
  );
  const found = numbers.filter((value) => value !== null);
  if (found.length === 0) return null;
  const values = isCodeMap(chart) ? { values: found } : {};
  const isFromZero = !isFree(chart);
  return {
    min: found.reduce(lower, isFromZero ? 0 : Number.POSITIVE_INFINITY),
    max: found.reduce(higher, isFromZero ? 0 : Number.NEGATIVE_INFINITY),
    ...values,
  };
}

/** Up to so many powers of ten have marks between them: more of one than of several. */
const [maxFinest, maxFine] = [1, 2.5];
/** Marks along an axis, at most. */
const maxTicks = 9;

/**
 * Round marks along a logarithmic axis, from the last below all values to the first above them: powers of ten, with 2 and 5
 * between few of them, and only every second or third of very many.
 * @param values of which those above zero are drawn
 * @returns null if there are none
 */
export function logTicks(values: readonly number[]): readonly number[] | null {
  const drawn = extremesOf(values.filter((value) => value > 0));
  if (drawn === null) return null;
  const [low, high] = drawn;
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const powers = Math.log10(high / low);
  const isFine = powers <= maxFine;
  const factors = powers <= maxFinest ? [1, 2, 3, 5, 7] : isFine ? [1, 2, 5] : [1];
  const step = Math.max(1, Math.ceil((last - first) / (maxTicks - 1)));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += isFine ? 1 : step) {
    for (const factor of factors) ticks.push(Number(`${factor}e${power}`));
  }
  const from = ticks.findLastIndex((tick) => tick <= low);
  const to = ticks.findIndex((tick) => tick >= high);
  return ticks.slice(Math.max(0, from), to < 0 ? ticks.length : Math.max(to, from + 1) + 1);
}
