import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Chart, Dimension } from '#shared/chart.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { groupsSql, type ShownGroups } from '#shared/text/groups-sql.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { type Category, cellOf } from '../../../lib/groups/category.ts';
import { keyOf } from '../../../lib/groups/group-query.ts';
import type { ChartData } from './chart-data.ts';
import { valueName } from './chart-query.ts';

interface ShownChart {
  /** The chart as drawn. */
  readonly drawn: Chart;
  readonly data: ChartData;
  readonly queries: readonly AggregateQuery[];
}

/**
 * The statement with the groups that a chart shows: what it leaves out or puts together, the statement does too.
 * @param nameOf the name of what is put together
 * @returns null where SQL would give other numbers
 */
export function chartSql(
  reference: DatasetReference,
  { drawn, data, queries }: ShownChart,
  columns: readonly DataColumn[],
  nameOf: (category: Category) => string,
): string | null {
  const [query, ...compared] = queries;
  const [panel] = data.panels;
  if (query === undefined || panel === undefined || compared.length > 0) return null;
  const shownOf = (dimension: Dimension | null, categories: readonly Category[]): ShownGroups[] => {
    if (dimension === null || dimension.function !== null) return [];
    const others = categories.find(({ kind }) => kind === 'others');
    const values = categories.filter((category) => category !== others).map(cellOf);
    return [{ key: keyOf(dimension).text, values, others: others === undefined ? null : nameOf(others) }];
  };
  const colors = panel.series.flatMap(({ category }) => category ?? []);
  const axes = [...shownOf(drawn.x, panel.categories), ...shownOf(drawn.y, panel.second)];
  const places = [...axes, ...shownOf(drawn.color, colors)];
  const isCut = data.hiddenCategories > 0 || places.some((place) => place.others !== null);
  const isByKey = drawn.x.function !== null || drawn.sort === 'key';
  const isUnordered = drawn.running && (isCut || !isByKey || panel.categories.some(({ kind }) => kind === 'missing'));
  if (data.hiddenPanels > 0 || isUnordered || (isCut && drawn.color?.function != null)) return null;
  const running = { name: 'running', function: 'Cumulative', of: valueName, key: keyOf(drawn.x).text } as const;
  return groupsSql(reference, drawn.running ? { ...query, derived: [running] } : query, {
    columns,
    skipsMissing: !drawn.missing,
    shown: isCut ? places : [],
  });
}
