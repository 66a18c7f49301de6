import type { Chart, Dimension, Measure, ShowAs } from '#shared/chart.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { countOfRows, dimensionOf, kindOf } from '../../../lib/groups/dimension.ts';

/** What a chart has unless something else is chosen. */
export const plainChart = {
  mark: 'bar',
  y: null,
  measure: countOfRows,
  color: null,
  facet: null,
  top: 20,
  sort: 'key',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: false,
} as const satisfies Partial<Chart>;

/** A sensible default chart of the distribution of a column. */
export function chartOf(column: DataColumn, id: string): Chart {
  const kind = kindOf(column);
  const mark = kind === 'time' ? 'line' : kind === 'geometry' ? 'map' : 'bar';
  const sort = kind === 'text' && column.moment === undefined ? 'descending' : 'key';
  return { ...plainChart, id, mark, x: dimensionOf(column), sort, missing: true };
}

/**
 * A chart after a change of its dimensions: then a group may have several rows, which have an average and no value of
 * their own.
 */
export function ofRows(before: Chart, after: Chart): Chart {
  if (after.measure.function !== 'Value' && after.second?.function !== 'Value') return after;
  const keys = ({ x, color, facet, y }: Chart) =>
    JSON.stringify(
      [x, color, facet, y]
        .map((one) => one && [one.column, one.function, one.step])
        .filter(Boolean)
        .sort(),
    );
  if (keys(before) === keys(after)) return after;
  const averaged = <Of extends Measure>(measure: Of): Of =>
    measure.function === 'Value' ? { ...measure, function: 'Average' } : measure;
  const { second } = after;
  return { ...after, measure: averaged(after.measure), ...(second !== undefined && { second: averaged(second) }) };
}

/** A chart with something else shown of its values. A running total is one of the groups that are drawn. */
export function withShow({ show: _, ...value }: Chart, show: ShowAs | undefined): Chart {
  if (show === undefined || show.kind === 'running') return { ...value, running: show !== undefined };
  return { ...value, running: false, stack: 'none', show };
}

/** Puts another column, or none, into one of a chart's fields; the mark changes if it has to. */
export function withDimension(chart: Chart, place: 'x' | 'y' | 'color' | 'facet', column: DataColumn | null): Chart {
  if (column === null) {
    if (place === 'x') return chart;
    const plain = { ...chart, [place]: null };
    return place === 'y' && needsSecond(chart.mark) ? { ...plain, mark: 'bar' } : plain;
  }
  const dimension = dimensionOf(column);
  if (place === 'y') return withSecond(chart, column, dimension);
  if (place !== 'x') return { ...chart, [place]: dimension };
  const { mark, sort } = chartOf(column, chart.id);
  if (mark === 'map') return asMap({ ...chart, x: dimension, sort });
  if (chart.mark === 'map') return asMap({ ...chart, x: { ...dimension, function: null, step: 0 } });
  const keepsMark = needsSecond(chart.mark) || chart.mark === 'box';
  return { ...chart, x: dimension, sort, mark: keepsMark ? chart.mark : mark };
}

/** A chart over cells of places as a map, which has no second axis, no colours of its own and no order. */
export function asMap(chart: Chart): Chart {
  return { ...chart, mark: 'map', y: null, color: null, stack: 'none', running: false };
}

function withSecond(chart: Chart, column: DataColumn, y: Dimension): Chart {
  const bothNumbers = kindOf(column) === 'number' && chart.x.function === 'auto';
  const mark = needsSecond(chart.mark) ? chart.mark : bothNumbers ? 'scatter' : 'heatmap';
  return { ...chart, y, mark, color: null };
}

/** Marks that plot two dimensions against each other. */
export function needsSecond(mark: Chart['mark']): boolean {
  return mark === 'heatmap' || mark === 'scatter';
}

/** Another mark, with the defaults it requires. */
export function withMark(chart: Chart, mark: Chart['mark'], columns: readonly DataColumn[]): Chart {
  const isOfPlaces = kindOf(columns.find(({ name }) => name === chart.x.column) ?? noColumn) === 'geometry';
  if (mark === 'map') {
    const place = columns.find((column) => kindOf(column) === 'geometry') ?? null;
    if (place === null) return asMap({ ...chart, x: { ...chart.x, function: null, step: 0 } });
    return isOfPlaces ? asMap(chart) : withDimension(chart, 'x', place);
  }
  if (mark === 'scatter' && chart.mark === 'box') {
    // The column that the boxes show places the points.
    const boxed = columns.filter(({ name }) => name === chart.measure.column);
    return withMark({ ...chart, mark: 'bar', measure: countOfRows }, mark, [...boxed, ...columns]);
  }
  const changed = { ...chart, mark, ...(needsSecond(mark) ? {} : { y: null }) };
  if (needsSecond(mark) && chart.y === null) {
    const kind = mark === 'scatter' ? 'number' : 'text';
    const others = columns.filter(({ name, type }) => name !== chart.x.column && type !== 'geometry');
    const second = others.find((column) => kindOf(column) === kind) ?? others[0] ?? null;
    return { ...withDimension(changed, 'y', second), mark: second === null ? 'bar' : mark };
  }
  if (mark === 'box' && !isNumber(columns, chart.measure.column)) {
    const number = columns.find((column) => kindOf(column) === 'number');
    return { ...changed, color: null, measure: { function: 'Median', column: number?.name ?? null } };
  }
  return mark === 'box' ? { ...changed, color: null } : changed;
}

/** Stands for a column that there no longer is. */
const noColumn: DataColumn = { name: '', label: '', description: '', type: 'char' };

function isNumber(columns: readonly DataColumn[], name: string | null): boolean {
  const column = columns.find((one) => one.name === name);
  return column !== undefined && kindOf(column) === 'number';
}
