import type { Aggregate, AggregateQuery } from '#shared/aggregate-query.ts';
import type { Row } from '#shared/cell.ts';
import type { Chart } from '#shared/chart.ts';
import { decimalOf } from '#shared/number/decimal.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { categoryId, categoryOf, numberOf } from '../../../lib/groups/category.ts';
import { keyOf } from '../../../lib/groups/group-query.ts';
import { chartQuery, valueName } from './chart-query.ts';

/**
 * Groups of a chart divided by the categories of another one that is being brushed: queried once, then combined in the
 * window for each range, without another request.
 */
export interface JointGroups {
  /** The distinct keys of the chart's own groups. */
  readonly keys: readonly Row[];
  /** For each joint group: the position of its category along the brushed axis, and that of its own key. */
  readonly brushed: Int32Array;
  readonly own: Int32Array;
  /** The values of each joint group from which those of several follow, in the order of {@link partsOf}. */
  readonly values: readonly Float64Array[];
  /** The most decimals that the first of the values have: a sum of them has no more. */
  readonly decimals: number;
}

/** Whether the values of a chart can be combined from those of parts of its rows. */
export function isCombinable({ mark, measure, compare, show, second }: Chart): boolean {
  // A comparison would need the joint groups of two versions; it is queried again when the selection ends.
  return (
    mark !== 'box' &&
    compare === undefined &&
    show === undefined &&
    second === undefined &&
    combinable.has(measure.function)
  );
}

const combinable: ReadonlySet<Chart['measure']['function']> = new Set([
  'Count',
  'Share',
  'Sum',
  'Min',
  'Max',
  'Average',
  'Value',
]);

/** The aggregates of parts of the rows from which a measure of all of them follows. */
function partsOf(chart: Chart, query: AggregateQuery): readonly Aggregate[] {
  const { function: by, column } = chart.measure;
  if (by === 'Share') return [{ name: valueName, function: 'Count', column: null }];
  if (column === null) return query.aggregates;
  if (by === 'Average') {
    return [
      { name: valueName, function: 'Sum', column },
      { name: 'counted', function: 'Count', column },
    ];
  }
  return query.aggregates;
}

/** Queries the groups of `chart`, divided by the first dimension of the brushed chart. Both are resolved. */
export function jointQuery(brushed: Chart, chart: Chart, rows: RowQuery): AggregateQuery {
  const query = chartQuery(chart, rows);
  const first = keyOf(brushed.x);
  const keys = [first, ...query.keys.filter(({ text }) => text !== first.text)];
  return { ...query, keys, aggregates: partsOf(chart, query), ordering: [] };
}

/** @param axis ids of the categories along the brushed axis, in order */
export function jointGroups(
  brushed: Chart,
  chart: Chart,
  axis: readonly string[],
  query: AggregateQuery,
  rows: readonly Row[],
): JointGroups {
  const positions = new Map(axis.map((id, at) => [id, at]));
  const others = positions.get('others') ?? -1;
  const ownKeys = chartQuery(chart, query.rows).keys.map(({ text }) =>
    query.keys.findIndex((key) => key.text === text),
  );
  const known = new Map<string, number>();
  const keys: Row[] = [];
  const [atBrushed, own] = [new Int32Array(rows.length), new Int32Array(rows.length)];
  const values = query.aggregates.map((_, at) =>
    Float64Array.from(rows, (row) => numberOf(row[query.keys.length + at]) ?? Number.NaN),
  );
  const first = keyOf(brushed.x).text;
  const brushedKey = query.keys.findIndex(({ text }) => text === first);
  rows.forEach((row, at) => {
    const value = row[brushedKey] ?? null;
    const id = categoryId(categoryOf(value));
    atBrushed[at] = positions.get(id) ?? others;
    const key = ownKeys.map((position) => row[position] ?? null);
    const text = key.map((cell) => `${typeof cell} ${String(cell)}`).join('\u0000');
    const position = known.get(text) ?? known.size;
    if (position === known.size) {
      known.set(text, position);
      keys.push(key);
    }
    own[at] = position;
  });
  const decimals = values[0]?.reduce((most, value) => Math.max(most, decimalsOf(value)), 0) ?? 0;
  return { keys, brushed: atBrushed, own, values, decimals };
}

/** Number of digits after the decimal point, as many as can be shown; 0 for what is no finite number. */
function decimalsOf(value: number): number {
  // Counts are whole: their digits need not be looked at.
  if (!Number.isFinite(value) || Number.isInteger(value)) return 0;
  return Math.min(maxDecimals, -decimalOf(value).exponent);
}

/** The most digits after the decimal point that a number can be written with. */
const maxDecimals = 100;

/** The groups of the chart over the rows of the categories of the brushed axis that stand at these positions. */
export function groupsWithin(joint: JointGroups, measure: Chart['measure'], positions: readonly number[]): Row[] {
  const isSelected = new Uint8Array((positions.at(-1) ?? -1) + 1);
  for (const position of positions) isSelected[position] = 1;
  const totals = sums(joint, isSelected, measure.function);
  return joint.keys.flatMap((key, at) => {
    const total = totals[at] ?? Number.NaN;
    return Number.isNaN(total) ? [] : [[...key, total]];
  });
}

/** The value of each key; NaN without one. */
function sums(
  { keys, brushed, own, values: [first, second], decimals }: JointGroups,
  isSelected: Uint8Array,
  by: Chart['measure']['function'],
): Float64Array {
  const totals = new Float64Array(keys.length).fill(Number.NaN);
  const counts = new Float64Array(keys.length);
  const lost = new Float64Array(keys.length);
  let all = 0;
  for (let at = 0; at < brushed.length; at += 1) {
    if (isSelected[brushed[at] ?? -1] !== 1) continue;
    const value = first?.[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const key = own[at] ?? 0;
    const before = totals[key] ?? Number.NaN;
    counts[key] = (counts[key] ?? 0) + (second?.[at] ?? 0);
    all += value;
    if (Number.isNaN(before)) totals[key] = value;
    else if (by === 'Min') totals[key] = Math.min(before, value);
    else if (by === 'Max' || by === 'Value') totals[key] = Math.max(before, value);
    else {
      const after = before + value;
      // What the rounding of this addition lost (Neumaier 1974).
      const isMore = Math.abs(before) >= Math.abs(value);
      lost[key] = (lost[key] ?? 0) + (isMore ? before - after + value : value - after + before);
      totals[key] = after;
    }
  }
  if (by === 'Sum' || by === 'Average') {
    totals.forEach((total, key) => {
      // Sums of decimals have no more digits than these: 0.1 and 0.2 are 0.3.
      totals[key] = Number((total + (lost[key] ?? 0)).toFixed(decimals));
    });
  }
  if (by === 'Average') return totals.map((total, key) => total / (counts[key] ?? 1));
  // Of the rows of all groups within the selection.
  return by === 'Share' ? totals.map((total) => total / all) : totals;
}
