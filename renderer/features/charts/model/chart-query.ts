import type { Aggregate, AggregateQuery, GroupKey, GroupOrder } from '#shared/aggregate-query.ts';
import type { Chart, ShowAs } from '#shared/chart.ts';
import { type Filter, joinList, type RowQuery } from '#shared/row-query.ts';
import { aggregateOf, keyOf, keysOf } from '../../../lib/groups/group-query.ts';
import { maxSinglePlaces } from '../../../lib/groups/resolve-dimensions.ts';
import { derivationOf, divisorOf } from '../../../lib/groups/show-as.ts';
import { narrowedQuery } from '../../../lib/query/narrowed-query.ts';
import { dimensionsOf } from './resolve.ts';

/** Maximum number of groups of a chart: more cannot be distinguished on a screen. */
export function maxGroupsOf({ mark }: Chart): number {
  return mark === 'map' ? maxSinglePlaces : 20_000;
}

/** The aggregates of a chart's measure, in the order of a group's values after its keys. */
export const valueName = 'value';
const [shownValue, divisorName, secondName] = ['shown', 'divisor', 'second'];
/** The ends of a box plot's whiskers and box, and its line: extremes would flatten every box. */
export const boxQuantiles = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

function quantileOf(column: string, probability: number): Aggregate {
  return { name: `p${probability * 100}`, function: 'Quantile', column, probability };
}

/** Conditions of a chart itself: the series that it draws, and where it begins. */
export function ownFilters({ x, color, series = [], from = '' }: Chart): Filter[] {
  return [
    ...(color === null || series.length === 0
      ? []
      : [{ column: color.column, lookup: 'in' as const, value: joinList(series) }]),
    ...(from === '' ? [] : [{ column: x.column, lookup: 'gte' as const, value: from }]),
  ];
}

/** The query of a resolved chart. */
export function chartQuery(chart: Chart, all: RowQuery): AggregateQuery {
  const own = ownFilters(chart);
  const rows = own.length === 0 ? all : { ...all, ...narrowedQuery(all, own) };
  const keys = keysOf(dimensionsOf(chart));
  if (chart.show !== undefined && chart.mark !== 'box') return shownQuery(chart, chart.show, rows, keys);
  const aggregates =
    chart.mark === 'box' && chart.measure.column !== null
      ? boxQuantiles.map((probability) => quantileOf(chart.measure.column ?? '', probability))
      : [aggregateOf(chart.measure, valueName), ...secondAggregates(chart)];
  return { rows: { ...rows, ordering: [], fields: null }, keys, aggregates, having: [], ordering: orderingOf(chart) };
}

/** The second value of a chart, which follows the first in its answer. */
function secondAggregates(chart: Chart): Aggregate[] {
  return hasSecond(chart) && chart.second !== undefined ? [aggregateOf(chart.second, secondName)] : [];
}

/** Whether a chart draws a second value: beside colours, small charts or another version there is no place for it. */
export function hasSecond({ second, mark, color, facet, y, compare }: Chart): boolean {
  const isAlone = color === null && facet === null && y === null && compare === undefined;
  return second !== undefined && isAlone && (mark === 'line' || mark === 'area' || mark === 'bar');
}

/** A query whose last value of each group is what is shown of it. */
function shownQuery(chart: Chart, show: ShowAs, rows: RowQuery, keys: readonly GroupKey[]): AggregateQuery {
  const key = keyOf(chart.x).text;
  const isOfSeries = chart.color !== null || chart.facet !== null;
  const among = isOfSeries ? [key] : [];
  const derived = [derivationOf(show, { name: shownValue, of: valueName, divisor: divisorName, key, among })];
  const divisor = divisorOf(show);
  const aggregates = [
    aggregateOf(chart.measure, valueName),
    ...secondAggregates(chart),
    ...(divisor === null ? [] : [aggregateOf(divisor, divisorName)]),
  ];
  const ordering = orderingOf(chart).map(({ descending }) => ({ name: shownValue, descending }));
  return { rows: { ...rows, ordering: [], fields: null }, keys, aggregates, derived, having: [], ordering };
}

/**
 * Queries the value of all groups together, of which a chart may read a part: what is left of it is that of the others.
 * @returns null for a chart that does not put the others together, or whose values cannot be subtracted
 */
export function totalQuery(chart: Chart, rows: RowQuery): AggregateQuery | null {
  const { x, y, color, facet, measure, mark } = chart;
  if (hasSecond(chart)) return null;
  const isSubtractable = measure.function === 'Count' || measure.function === 'Sum' || measure.function === 'Share';
  if (
    chart.others !== true ||
    chart.show !== undefined ||
    x.function !== null ||
    y !== null ||
    color !== null ||
    facet !== null
  )
    return null;
  return isSubtractable && mark !== 'box' ? { ...chartQuery(chart, rows), keys: [], ordering: [] } : null;
}

/** If there are more groups than can be read, the largest are read, unless the chart is ordered by its keys. */
function orderingOf({ mark, sort }: Chart): GroupOrder[] {
  if (sort === 'key' || mark === 'box' || mark === 'heatmap' || mark === 'scatter') return [];
  return [{ name: valueName, descending: sort === 'descending' }];
}
