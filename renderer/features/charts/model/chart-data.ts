import type { Cell, Row } from '#shared/cell.ts';
import type { Chart, Dimension } from '#shared/chart.ts';
import { decimalSum } from '#shared/number/decimal.ts';
import { type Category, categoryOf, categoryOrder, cellOf, numberOf } from '../../../lib/groups/category.ts';
import { keyOf, keysOf } from '../../../lib/groups/group-query.ts';
import { arePeriods, fillPeriods } from '../../../lib/groups/periods.ts';
import { isCodeMap } from './chart-parts.ts';
import { hasSecond } from './chart-query.ts';
import { dimensionsOf } from './resolve.ts';

/** One line, or one colour of bars. */
export interface Series {
  /** Null for the only series of a chart without colours. */
  readonly category: Category | null;
  /** By position of the category; null if there is no such group. Five numbers for box plots. */
  readonly values: readonly (number | null)[];
  readonly boxes: readonly (readonly number[] | null)[];
  /** All digits of values that no double has, by their position; those of a single group. */
  readonly exact: ReadonlyMap<number, bigint>;
  /** Whether these are values of the second measure. */
  readonly isSecond?: boolean;
}

/** The data of one drawing. */
export interface Panel {
  /** Null for a chart without small multiples. */
  readonly facet: Category | null;
  readonly categories: readonly Category[];
  /** Categories of the second dimension of heat maps and scatter plots; empty otherwise. */
  readonly second: readonly Category[];
  readonly series: readonly Series[];
}

export interface ChartData {
  readonly panels: readonly Panel[];
  /** Number of small multiples that are not shown because there are too many. */
  readonly hiddenPanels: number;
  /** Number of groups that are not shown because their values cannot be combined. */
  readonly hiddenCategories: number;
}

/** What is said in place of a chart that shows nothing. */
const absences = {
  incomparable: { title: 'chartComparison.tooMany', text: 'chartComparison.tooManyText' },
  rows: { title: 'charts.nothing', text: 'charts.nothingText' },
  values: { title: 'charts.noValues', text: 'charts.noValuesText' },
} as const;

/** Why there is nothing to draw; null if there is. @param incomparable whether not all groups of both versions were read */
export function absenceOf({ panels }: ChartData, incomparable: boolean) {
  if (incomparable) return absences.incomparable;
  if (panels.some(hasValues)) return null;
  return (panels[0]?.categories.length ?? 0) === 0 ? absences.rows : absences.values;
}

function hasValues({ categories, series }: Panel): boolean {
  return (
    categories.length > 0 && series.some(({ values, boxes }) => [...values, ...boxes].some((value) => value !== null))
  );
}

/** The groups of a chart that were not read, all together. */
export interface Unread {
  readonly groups: number;
  readonly value: number;
}

const maxPanels = 12;
/** More countries or states than there are. */
const maxShapes = 500;
const maxSeries = 10;
/** Of those that are grey but for a few. */
const maxGreySeries = 60;

/** Functions whose value over several groups follows from the values of these groups. */
const combining: Partial<Record<Chart['measure']['function'], (first: number, second: number) => number>> = {
  Count: (first, second) => first + second,
  Sum: decimalSum,
  Share: decimalSum,
  Min: Math.min,
  Max: Math.max,
};

/** How the values of several groups are combined; undefined if they cannot be. Differences of extremes cannot. */
function combiningOf({ measure, compare, show, stack }: Chart) {
  if (measure.function === 'Value' && show === undefined && stack !== 'none') return decimalSum;
  if (show !== undefined) return show.kind === 'share' ? decimalSum : undefined;
  const isExtreme = measure.function === 'Min' || measure.function === 'Max';
  return isExtreme && compare?.as === 'difference' ? undefined : combining[measure.function];
}

/** A group of rows: the value of each dimension, and those of the measure. */
interface Group {
  readonly x: Cell;
  readonly second: Cell;
  readonly color: Cell;
  readonly facet: Cell;
  readonly value: number | null;
  /** That of the second measure. */
  readonly other: number | null;
  /** All its digits, where a double has not all of them. */
  readonly exact: bigint | null;
  /** The five numbers of a box plot; null for other charts. */
  readonly box: readonly number[] | null;
}

/**
 * Arranges groups for drawing.
 * @param chart resolved
 * @param rows groups in the order of `chartQuery`: the distinct keys, then the values
 * @param whole what the chart shows of more rows: the same categories and series keep their places
 */
export function chartData(chart: Chart, rows: readonly Row[], whole: ChartData | null = null): ChartData {
  const groups = groupsOf(chart, rows);
  if (whole !== null) return likeWhole(chart, whole, groups);
  const facets = chart.facet === null ? null : distinct(groups, ({ facet }) => facet).sort(categoryOrder(chart.facet));
  const shown = facets?.slice(0, maxPanels) ?? [null];
  const x = axisOf(chart, chart.x, groups, ({ x: value }) => value);
  const second = chart.y === null ? null : rowsOf(chart, chart.y, groups);
  const colors = colorsOf(chart, groups);
  const panels = shown.flatMap((facet) => {
    const own = facets === null ? groups : groups.filter((group) => group.facet === facet);
    const panel = {
      facet: facets === null ? null : categoryOf(facet),
      categories: x.categories,
      second: second?.categories ?? [],
      series: seriesOf(chart, own, x, second, colors),
    };
    const other = secondSeries(chart, own, x);
    if (other.length === 0) return [panel];
    if (chart.second?.place === 'axis') return [{ ...panel, series: [...panel.series, ...other] }];
    return [panel, { ...panel, series: other }];
  });
  return {
    panels,
    hiddenPanels: facets === null ? 0 : facets.length - shown.length,
    hiddenCategories: x.hidden + (second?.hidden ?? 0) + (colors?.hidden ?? 0),
  };
}

function groupsOf(chart: Chart, rows: readonly Row[]): Group[] {
  const positions = new Map(keysOf(dimensionsOf(chart)).map(({ text }, at) => [text, at]));
  const width = positions.size;
  const [x, second, color, facet] = [chart.x, chart.y, chart.color, chart.facet].map((dimension) =>
    dimension === null ? null : (positions.get(keyOf(dimension).text) ?? 0),
  );
  const cellAt = (row: Row, at: number | null | undefined): Cell => (at == null ? null : (row[at] ?? null));
  const hasOther = hasSecond(chart);
  const groups: Group[] = [];
  for (const row of rows) {
    if (!chart.missing && hasMissingKey(row, width)) continue;
    // What is shown of a value follows it.
    const cell = (chart.show === undefined ? row[width] : row.at(-1)) ?? null;
    groups.push({
      x: cellAt(row, x),
      second: cellAt(row, second),
      color: cellAt(row, color),
      facet: cellAt(row, facet),
      value: numberOf(cell),
      other: hasOther ? numberOf(row[width + 1] ?? null) : null,
      exact: typeof cell === 'bigint' ? cell : null,
      box: chart.mark === 'box' ? boxOf(row, width) : null,
    });
  }
  return groups;
}

function hasMissingKey(row: Row, width: number): boolean {
  for (let at = 0; at < width; at += 1) if ((row[at] ?? null) === null) return true;
  return false;
}

function boxOf(row: Row, from: number): readonly number[] | null {
  const box = row.slice(from).flatMap((cell) => numberOf(cell) ?? []);
  return box.length === 5 ? box : null;
}

/**
 * What is left of the value of all groups beside those that were read.
 * @param rows the groups that were read, of a chart without other dimensions than its first
 * @param count of all groups
 * @param total their value
 */
export function unreadOf(rows: readonly Row[], count: number, total: Cell): Unread {
  const read = rows.reduce((sum, row) => decimalSum(sum, numberOf(row[1] ?? null) ?? 0), 0);
  return { groups: count - rows.length, value: decimalSum(numberOf(total) ?? 0, -read) };
}

/** Adds groups that were not read to what stands for the others. */
export function withUnread(data: ChartData, { groups, value }: Unread): ChartData {
  const panels = data.panels.map((panel) => {
    const at = panel.categories.findIndex(({ kind }) => kind === 'others');
    const others = panel.categories[at];
    if (others?.kind !== 'others') return panel;
    const series = panel.series.map((one) => ({
      ...one,
      values: one.values.with(at, decimalSum(one.values[at] ?? 0, value)),
      exact: new Map([...one.exact].filter(([position]) => position !== at)),
    }));
    const count = others.count + groups;
    return { ...panel, categories: panel.categories.with(at, { ...others, count }), series };
  });
  return { ...data, panels };
}

/** Groups of some of the rows, in the panels, categories and series of all rows. */
function likeWhole(chart: Chart, whole: ChartData, groups: readonly Group[]): ChartData {
  const panels = whole.panels.map((panel) => {
    const facet = panel.facet;
    const own = facet === null ? groups : groups.filter((group) => group.facet === cellOf(facet));
    const x = axisLike(panel.categories);
    const second = chart.y === null ? null : axisLike(panel.second);
    const colors = chart.color === null ? null : axisLike(panel.series.flatMap(({ category }) => category ?? []));
    const { series } = panel;
    const isOfSecond = series[0]?.isSecond === true;
    const [first, other] = [seriesOf(chart, own, x, second, colors), secondSeries(chart, own, x)];
    return { ...panel, series: isOfSecond ? other : series.length > first.length ? [...first, ...other] : first };
  });
  return { ...whole, panels };
}

/** The categories along one axis, and where the values of its dimension stand among them. */
interface Axis {
  readonly categories: readonly Category[];
  readonly positions: ReadonlyMap<Cell, number>;
  /** The position of all other values; null where they are not shown. */
  readonly others: number | null;
  /** Number of values that are not shown. */
  readonly hidden: number;
}

function positionOf({ positions, others }: Axis, value: Cell): number | null {
  return positions.get(value) ?? others;
}

/** @param values in the order in which they stand */
function axisWith(values: readonly Cell[], combined = 0, hidden = 0): Axis {
  const categories = values.map(categoryOf);
  if (combined > 0) categories.push({ kind: 'others', count: combined });
  return {
    categories,
    positions: new Map(values.map((value, at) => [value, at])),
    others: combined > 0 ? values.length : null,
    hidden,
  };
}

function axisLike(categories: readonly Category[]): Axis {
  const others = categories.findIndex(({ kind }) => kind === 'others');
  const own = categories.flatMap((category, at) =>
    category.kind === 'others' ? [] : [[cellOf(category), at] as const],
  );
  return { categories, positions: new Map(own), others: others < 0 ? null : others, hidden: 0 };
}

function distinct(groups: readonly Group[], cellIn: (group: Group) => Cell): Cell[] {
  return [...new Set(groups.map(cellIn))];
}

function axisOf(chart: Chart, dimension: Dimension, groups: readonly Group[], cellIn: (group: Group) => Cell): Axis {
  const values = distinct(groups, cellIn).sort(categoryOrder(dimension));
  const known = values.filter((value) => value !== null);
  const isWhole = isJoined(chart) && known.every((value) => typeof value === 'number');
  if (dimension.function !== null || isWhole || (chart.sort === 'key' && arePeriods(known))) {
    const filled = fillPeriods(dimension, known, chart.measure.function === 'Value');
    return axisWith(values.includes(null) ? [...filled, null] : filled);
  }
  const ordered = chart.sort === 'key' ? values : byValue(chart, groups, cellIn);
  return shorten(ordered, chart, isCodeMap(chart) ? maxShapes : chart.top);
}

/** Whether the values of a chart are joined by lines. */
function isJoined({ mark }: Chart): boolean {
  return mark === 'line' || mark === 'area';
}

/** The rows of a heat map or scatter plot: those of the largest values, ordered by name. */
function rowsOf(chart: Chart, y: Dimension, groups: readonly Group[]): Axis {
  const axis = axisOf(
    { ...chart, sort: y.function === null ? 'descending' : 'key' },
    y,
    groups,
    (group) => group.second,
  );
  return inOrder(axis, y);
}

/** The same values by name; what stands for others stays at the end. */
function inOrder({ categories, hidden }: Axis, dimension: Dimension): Axis {
  const own = categories.filter(({ kind }) => kind !== 'others').map(cellOf);
  const combined = categories.find((category) => category.kind === 'others')?.count ?? 0;
  return axisWith(own.sort(categoryOrder(dimension)), combined, hidden);
}

/** The first few, and the rest as one if their values can be combined. */
function shorten(ordered: readonly Cell[], chart: Chart, most: number): Axis {
  if (ordered.length <= most) return axisWith(ordered);
  const rest = ordered.length - most;
  const isKept = chart.others === true || chart.stack !== 'none';
  const combines = isKept && combiningOf(chart) !== undefined && chart.mark !== 'box';
  return axisWith(ordered.slice(0, most), combines ? rest : 0, combines ? 0 : rest);
}

/** The values by the measure of their groups, the missing one last. */
function byValue(chart: Chart, groups: readonly Group[], cellIn: (group: Group) => Cell): Cell[] {
  const combine = combiningOf(chart) ?? Math.max;
  const sign = chart.sort === 'ascending' ? 1 : -1;
  const lowest = sign * Number.POSITIVE_INFINITY;
  const totals = new Map<Cell, number>();
  for (const group of groups) {
    const [key, amount] = [cellIn(group), group.box?.[2] ?? group.value];
    const before = totals.get(key);
    if (before === undefined) totals.set(key, amount ?? lowest);
    else if (amount !== null) totals.set(key, before === lowest ? amount : combine(before, amount));
  }
  const ranked = [...totals].sort(([first, one], [second, other]) => {
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const difference = one - other;
    return Number.isNaN(difference) ? 0 : sign * difference;
  });
  return ranked.map(([value]) => value);
}

/** The series; null for a chart without colours. */
function colorsOf(chart: Chart, groups: readonly Group[]): Axis | null {
  if (chart.color === null) return null;
  const cellIn = ({ color }: Group) => color;
  if (chart.color.function !== null)
    return shorten(distinct(groups, cellIn).sort(categoryOrder(chart.color)), chart, maxSeries);
  // The largest have a colour of their own; they are ordered by name.
  const ranked = byValue({ ...chart, sort: 'descending' }, groups, cellIn);
  const { highlight = [] } = chart;
  if (highlight.length === 0) return inOrder(shorten(ranked, chart, maxSeries), chart.color);
  const isFirst = (cell: Cell) => highlight.includes(String(cell));
  return inOrder(
    shorten(
      ranked.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))),
      chart,
      maxGreySeries,
    ),
    chart.color,
  );
}

function seriesOf(chart: Chart, groups: readonly Group[], x: Axis, second: Axis | null, colors: Axis | null): Series[] {
  const combine = combiningOf(chart) ?? ((first: number) => first);
  const width = x.categories.length;
  const count = width * (second?.categories.length ?? 1);
  const series = (colors?.categories ?? [null]).map((category) => ({
    category,
    values: new Array<number | null>(count).fill(null),
    boxes: new Array<readonly number[] | null>(width).fill(null),
    exact: new Map<number, bigint>(),
  }));
  for (const group of groups) {
    const column = positionOf(x, group.x);
    const line = second === null ? 0 : positionOf(second, group.second);
    const own = series[(colors === null ? 0 : positionOf(colors, group.color)) ?? -1];
    if (column === null || line === null || own === undefined) continue;
    const at = line * width + column;
    const before = own.values[at] ?? null;
    const { value } = group;
    if (group.exact !== null && before === null) own.exact.set(at, group.exact);
    else own.exact.delete(at);
    own.values[at] = before === null || value === null ? (value ?? before) : combine(before, value);
    if (group.box !== null) own.boxes[column] = group.box;
  }
  return series.map(({ category, values, boxes, exact }) => {
    const shown = chart.y === null ? zeroes(chart, values) : values;
    if (chart.running) return { category, values: runningTotal(shown), boxes, exact: new Map() };
    return { category, values: shown, boxes, exact };
  });
}

/** The series of the second measure; none where there is none. */
function secondSeries(chart: Chart, groups: readonly Group[], x: Axis): Series[] {
  if (!hasSecond(chart) || chart.second === undefined) return [];
  const own = groups.map((group) => ({ ...group, value: group.other, exact: null }));
  return seriesOf(ofSecond(chart), own, x, null, null).map((series) => ({ ...series, isSecond: true }));
}

/** A chart of the second measure alone. */
export function ofSecond({ show: _, ...chart }: Chart): Chart {
  return chart.second === undefined ? chart : { ...chart, measure: chart.second, running: false };
}

/** A missing group has no rows. */
function zeroes({ measure, show }: Chart, values: readonly (number | null)[]): (number | null)[] {
  const isCount = show === undefined && (measure.function === 'Count' || measure.function === 'Share');
  return values.map((value) => (value === null && isCount ? 0 : value));
}

function runningTotal(values: readonly (number | null)[]): (number | null)[] {
  let total = 0;
  return values.map((value) => {
    total = decimalSum(total, value ?? 0);
    return total;
  });
}
