import type { Cell, Row } from '#shared/cell.ts';
import type { Chart, Dimension } from '#shared/chart.ts';
import { type Category, categoryId, compareCategories, missingId } from '../../../lib/groups/category.ts';
import { keyOf } from '../../../lib/groups/group-query.ts';
import { fillPeriods } from '../../../lib/groups/periods.ts';

/** One line, or one colour of bars. */
export interface Series {
  /** Null for the only series of a chart without colours. */
  readonly category: Category | null;
  /** By position of the category; null if there is no such group. Five numbers for box plots. */
  readonly values: readonly (number | null)[];
  readonly boxes: readonly (readonly number[] | null)[];
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

const maxPanels = 12;
const maxSeries = 10;

/** Functions whose value over several groups follows from the values of these groups. */
const combining: Partial<Record<Chart['measure']['function'], (first: number, second: number) => number>> = {
  Count: (first, second) => first + second,
  Sum: (first, second) => first + second,
  Share: (first, second) => first + second,
  Min: Math.min,
  Max: Math.max,
};

/** How the values of several groups are combined; undefined if they cannot be. Differences of extremes cannot. */
function combiningOf({ measure, compare }: Chart) {
  const isExtreme = measure.function === 'Min' || measure.function === 'Max';
  return isExtreme && compare?.as === 'difference' ? undefined : combining[measure.function];
}

interface Group {
  readonly x: string;
  readonly second: string;
  readonly color: string;
  readonly facet: string;
  readonly values: readonly (number | null)[];
}

/**
 * Arranges groups for drawing.
 * @param chart resolved
 * @param rows groups in the order of `chartQuery`: the distinct keys, then the values
 * @param whole what the chart shows of more rows: the same categories and series keep their places
 */
export function chartData(chart: Chart, rows: readonly Row[], whole: ChartData | null = null): ChartData {
  const positions = keyPositions(chart);
  const known = new Map<string, Category>();
  const reader = (dimension: Dimension | null): ((row: Row) => string) => {
    if (dimension === null) return () => '';
    const at = positions.get(keyOf(dimension).text) ?? 0;
    return (row) => {
      const value = row[at] ?? null;
      const category: Category = value === null ? { kind: 'missing' } : { kind: 'value', value };
      const id = categoryId(category);
      known.set(id, category);
      return id;
    };
  };
  const readers = {
    x: reader(chart.x),
    second: reader(chart.y),
    color: reader(chart.color),
    facet: reader(chart.facet),
  };
  const groups = rows.flatMap((row): Group[] => {
    const group = {
      x: readers.x(row),
      second: readers.second(row),
      color: readers.color(row),
      facet: readers.facet(row),
      values: row.slice(positions.size).map(numberOf),
    };
    const isMissing = [group.x, group.second, group.color, group.facet].includes(missingId);
    return isMissing && !chart.missing ? [] : [group];
  });
  if (whole !== null) return likeWhole(chart, whole, groups);
  const facets = chart.facet === null ? [''] : inOrder([...new Set(groups.map(({ facet }) => facet))], known);
  const shown = facets.slice(0, maxPanels);
  const x = axisOf(chart, chart.x, groups, ({ x: id }) => id, known);
  const second = chart.y === null ? null : rowsOf(chart, chart.y, groups, known);
  const colors = colorsOf(chart, groups, known);
  const panels = shown.map((facet) => {
    const own = facet === '' ? groups : groups.filter((group) => group.facet === facet);
    const series = colors.ids.map((id) => {
      const category = id === '' ? null : categoryOf(id, colors, known);
      return seriesOf(chart, own, x, second, colors, id, category);
    });
    return {
      facet: facet === '' ? null : (known.get(facet) ?? null),
      categories: x.ids.map((id) => categoryOf(id, x, known)),
      second: second === null ? [] : second.ids.map((id) => categoryOf(id, second, known)),
      series,
    };
  });
  return {
    panels,
    hiddenPanels: facets.length - shown.length,
    hiddenCategories: x.hidden + (second?.hidden ?? 0) + colors.hidden,
  };
}

/** Groups of some of the rows, in the panels, categories and series of all rows. */
function likeWhole(chart: Chart, whole: ChartData, groups: readonly Group[]): ChartData {
  const panels = whole.panels.map((panel) => {
    const own = panel.facet === null ? groups : groupsOfFacet(groups, categoryId(panel.facet));
    const x = axisLike(panel.categories);
    const second = chart.y === null ? null : axisLike(panel.second);
    const colors = axisLike(panel.series.flatMap(({ category }) => category ?? []));
    const series = panel.series.map(({ category }) =>
      seriesOf(chart, own, x, second, colors, category === null ? '' : categoryId(category), category),
    );
    return { ...panel, series };
  });
  return { ...whole, panels };
}

function groupsOfFacet(groups: readonly Group[], id: string): readonly Group[] {
  return groups.filter(({ facet }) => facet === id);
}

function axisLike(categories: readonly Category[]): Axis {
  const ids = categories.map(categoryId);
  const own = new Set(ids);
  const hasOthers = own.has(othersId);
  return { ids, isOther: (id) => hasOthers && id !== '' && !own.has(id), otherCount: 0, hidden: 0 };
}

function keyPositions({ x, y, color, facet }: Chart): Map<string, number> {
  const texts = [x, y, color, facet].flatMap((dimension) => (dimension === null ? [] : [keyOf(dimension).text]));
  return new Map([...new Set(texts)].map((text, at) => [text, at]));
}

function numberOf(cell: Cell): number | null {
  return typeof cell === 'number' || typeof cell === 'bigint' ? Number(cell) : null;
}

const othersId = 'others';

/** The categories along one axis. */
interface Axis {
  readonly ids: readonly string[];
  /** Whether a category is combined with others at the end. */
  readonly isOther: (id: string) => boolean;
  readonly otherCount: number;
  readonly hidden: number;
}

function categoryOf(id: string, { otherCount }: Axis, known: ReadonlyMap<string, Category>): Category {
  if (id === othersId) return { kind: 'others', count: otherCount };
  return known.get(id) ?? { kind: 'missing' };
}

function axisOf(
  chart: Chart,
  dimension: Dimension,
  groups: readonly Group[],
  idOf: (group: Group) => string,
  known: Map<string, Category>,
): Axis {
  const ids = [...new Set(groups.map(idOf))];
  if (dimension.function !== null) {
    const values = inOrder(ids, known).flatMap((id) => {
      const category = known.get(id);
      return category?.kind === 'value' ? [category.value] : [];
    });
    const filled = fillPeriods(dimension, values).map((value): Category => ({ kind: 'value', value }));
    for (const category of filled) known.set(categoryId(category), category);
    const all = [...filled.map(categoryId), ...ids.filter((id) => id === missingId)];
    return allOf(all);
  }
  const ordered = chart.sort === 'key' ? inOrder(ids, known) : byValue(ids, groups, idOf, chart);
  return shorten(ordered, chart, chart.top);
}

/** The rows of a heat map or scatter plot: those of the largest values, ordered by name. */
function rowsOf(chart: Chart, y: Dimension, groups: readonly Group[], known: Map<string, Category>): Axis {
  const axis = axisOf({ ...chart, sort: y.function === null ? 'descending' : 'key' }, y, groups, secondOf, known);
  const own = axis.ids.filter((id) => id !== othersId);
  return { ...axis, ids: [...inOrder(own, known), ...axis.ids.filter((id) => id === othersId)] };
}

function secondOf({ second }: Group): string {
  return second;
}

/** The first few, and the rest as one if their values can be combined. */
function shorten(ordered: readonly string[], chart: Chart, most: number): Axis {
  if (ordered.length <= most) return allOf(ordered);
  const kept = ordered.slice(0, most);
  const rest = new Set(ordered.slice(most));
  const combines = combiningOf(chart) !== undefined && chart.mark !== 'box';
  if (!combines) return { ...allOf(kept), hidden: rest.size };
  return { ids: [...kept, othersId], isOther: (id) => rest.has(id), otherCount: rest.size, hidden: 0 };
}

function allOf(ids: readonly string[]): Axis {
  return { ids, isOther: () => false, otherCount: 0, hidden: 0 };
}

function byValue(ids: readonly string[], groups: readonly Group[], idOf: (group: Group) => string, chart: Chart) {
  const combine = combiningOf(chart) ?? Math.max;
  const totals = new Map<string, number>();
  for (const group of groups) {
    const value = chart.mark === 'box' ? group.values[2] : group.values[0];
    if (value == null) continue;
    const id = idOf(group);
    const before = totals.get(id);
    totals.set(id, before === undefined ? value : combine(before, value));
  }
  const sign = chart.sort === 'ascending' ? 1 : -1;
  const lowest = sign * Number.POSITIVE_INFINITY;
  const ranked = ids.map((id) => ({ id, isMissing: id === missingId, total: totals.get(id) ?? lowest }));
  ranked.sort((first, second) => {
    if (first.isMissing || second.isMissing) return Number(first.isMissing) - Number(second.isMissing);
    const difference = first.total - second.total;
    return Number.isNaN(difference) ? 0 : sign * difference;
  });
  return ranked.map(({ id }) => id);
}

/** By value: numbers before texts, the missing value last. */
function inOrder(ids: readonly string[], known: ReadonlyMap<string, Category>): string[] {
  return [...ids].sort((first, second) => compareCategories(known.get(first), known.get(second)));
}

function colorsOf(chart: Chart, groups: readonly Group[], known: ReadonlyMap<string, Category>): Axis {
  if (chart.color === null) return allOf(['']);
  const ids = [...new Set(groups.map(({ color }) => color))];
  if (chart.color.function !== null) return shorten(inOrder(ids, known), chart, maxSeries);
  // The largest have a colour of their own; they are ordered by name.
  const largest = shorten(
    byValue(ids, groups, ({ color }) => color, { ...chart, sort: 'descending' }),
    chart,
    maxSeries,
  );
  const own = largest.ids.filter((id) => id !== othersId);
  return { ...largest, ids: [...inOrder(own, known), ...largest.ids.filter((id) => id === othersId)] };
}

function seriesOf(
  chart: Chart,
  groups: readonly Group[],
  x: Axis,
  second: Axis | null,
  colors: Axis,
  color: string,
  category: Category | null,
): Series {
  const combine = combiningOf(chart) ?? ((first: number) => first);
  const width = x.ids.length;
  const columns = new Map(x.ids.map((id, at) => [id, at]));
  const lines = second === null ? null : new Map(second.ids.map((id, at) => [id, at]));
  const values: (number | null)[] = new Array(width * (second?.ids.length ?? 1)).fill(null);
  const boxes: (number[] | null)[] = new Array(width).fill(null);
  for (const group of groups) {
    const id = colors.isOther(group.color) ? othersId : group.color;
    if (id !== color) continue;
    const column = columns.get(x.isOther(group.x) ? othersId : group.x);
    const line = lines === null ? 0 : lines.get(second?.isOther(group.second) ? othersId : group.second);
    if (column === undefined || line === undefined) continue;
    const at = line * width + column;
    const value = group.values[0] ?? null;
    const before = values[at] ?? null;
    values[at] = before === null || value === null ? (value ?? before) : combine(before, value);
    const box = group.values.filter((each) => each !== null);
    if (chart.mark === 'box' && box.length === 5) boxes[column] = box;
  }
  const shown = chart.y === null ? zeroes(chart, values) : values;
  return {
    category,
    values: chart.running ? runningTotal(shown) : shown,
    boxes,
  };
}

/** A missing group has no rows. */
function zeroes({ measure }: Chart, values: readonly (number | null)[]): (number | null)[] {
  const isCount = measure.function === 'Count' || measure.function === 'Share';
  return values.map((value) => (value === null && isCount ? 0 : value));
}

function runningTotal(values: readonly (number | null)[]): (number | null)[] {
  let total = 0;
  return values.map((value) => {
    total += value ?? 0;
    return total;
  });
}
