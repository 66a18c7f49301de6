import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Row } from '#shared/cell.ts';
import type { Chart, ChartComparison } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { GroupAnswer, RowBasis } from '#shared/rpc/calls/statistics.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { type ReadGroups, readExtents } from '../../../lib/groups/extents.ts';
import { type ChartData, chartData, type Unread, unreadOf, withUnread } from './chart-data.ts';
import { chartQuery, maxGroupsOf, totalQuery } from './chart-query.ts';
import { comparedChart, comparedGroups, comparisonOf } from './compare.ts';
import { extentDimensions, resolveChart } from './resolve.ts';

/** What is asked for to draw a resolved chart. */
export interface GroupRequests {
  readonly version: string;
  readonly query: AggregateQuery;
  readonly comparison: ChartComparison | null;
  /** Of the version that it is compared with. */
  readonly otherQuery: AggregateQuery;
  /** Of all groups together; null for a chart that does not put the others together. */
  readonly ofAll: AggregateQuery | null;
}

/** @param version slug of the one that the rows are of */
export function groupRequests(chart: Chart, version: string, rows: RowQuery): GroupRequests {
  const query = chartQuery(chart, rows);
  const comparison = comparisonOf(chart, version);
  return {
    version,
    query,
    comparison,
    otherQuery: comparison === null ? query : { ...query, rows: { ...query.rows, version: comparison.version } },
    ofAll: comparison === null ? totalQuery(chart, rows) : null,
  };
}

/** Answers to {@link GroupRequests}, as far as they are needed. */
interface GroupAnswers {
  readonly own: GroupAnswer;
  readonly other: GroupAnswer | undefined;
  readonly total: GroupAnswer | undefined;
}

/** The groups of a chart, of two versions where they are compared. */
export interface ChartGroups {
  /** The query; for a comparison, the query of the other version follows it. */
  readonly queries: readonly AggregateQuery[];
  readonly groups: readonly Row[];
  /** Total number of groups. */
  readonly count: number | null;
  /** The groups that were not read; null where there are none, or where nothing is known of them but their number. */
  readonly unread: Unread | null;
  readonly basis: RowBasis;
  /** Not all groups of both versions were read, so their differences are unknown. */
  readonly incomparable: boolean;
  /** In the form that the chart as drawn has. */
  readonly drawnGroups: readonly Row[];
}

/** Whether the value of all groups is needed besides those that were read. */
export function isTotalNeeded(chart: Chart, { ofAll }: GroupRequests, own: GroupAnswer | undefined): boolean {
  // Rows without a value do not belong to the others of a chart that leaves them out.
  return ofAll !== null && own !== undefined && isPart(own) && (chart.missing || hasMissing(own.groups));
}

/**
 * Puts the answers together; null while one that is needed is missing.
 * @param chart resolved
 */
export function groupsRead(
  chart: Chart,
  requests: GroupRequests,
  { own, other, total }: GroupAnswers,
): ChartGroups | null {
  const { version, query, comparison, otherQuery } = requests;
  const { groups, count, basis } = own;
  if (comparison === null) {
    const needsTotal = isTotalNeeded(chart, requests, own);
    if (needsTotal && total === undefined) return null;
    const unread = needsTotal ? unreadOf(groups, count ?? 0, total?.groups[0]?.[0] ?? null) : null;
    return { queries: [query], groups, count, unread, basis, incomparable: false, drawnGroups: groups };
  }
  if (other === undefined) return null;
  const [shown, second] = [
    { version, groups },
    { version: comparison.version, groups: other.groups },
  ];
  return {
    queries: [query, otherQuery],
    groups,
    count,
    unread: null,
    basis: basis.kind === 'all' ? other.basis : basis,
    incomparable: comparison.as === 'difference' && [own, other].some(isPart),
    drawnGroups: comparedGroups(chart, comparison.as, shown, second),
  };
}

/** Whether there are more groups than were read. */
function isPart({ groups, count }: GroupAnswer): boolean {
  return (count ?? groups.length) > groups.length;
}

/** Whether there is a group of rows without a value. */
function hasMissing(groups: readonly Row[]): boolean {
  return groups.some(([first]) => first === null);
}

/** A chart with what it shows. */
export interface DrawnChart {
  /** The chart with steps and bins that suit the values. */
  readonly chart: Chart;
  /** The same as drawn, after its comparison has been applied. */
  readonly drawn: Chart;
  readonly data: ChartData;
}

/** @param chart resolved */
export function drawnChart(
  chart: Chart,
  comparison: ChartComparison | null,
  { drawnGroups, unread }: ChartGroups,
): DrawnChart {
  const drawn = comparison === null ? chart : comparedChart(chart, comparison.as);
  const data = chartData(drawn, drawnGroups);
  return { chart, drawn, data: unread === null ? data : withUnread(data, unread) };
}

/** Reads a chart as the window does step by step. @param version slug of the one that the rows are of */
export async function readChart(
  chart: Chart,
  columns: readonly DataColumn[],
  version: string,
  rows: RowQuery,
  read: ReadGroups,
): Promise<DrawnChart & ChartGroups> {
  const resolved = resolveChart(chart, await readExtents(extentDimensions(chart), columns, rows, read));
  const requests = groupRequests(resolved, version, rows);
  const { query, comparison, otherQuery, ofAll } = requests;
  const most = maxGroupsOf(chart);
  const [own, other] = await Promise.all([read(query, most), comparison === null ? undefined : read(otherQuery, most)]);
  const total = ofAll !== null && isTotalNeeded(resolved, requests, own) ? await read(ofAll, 1) : undefined;
  const groups = groupsRead(resolved, requests, { own, other, total });
  if (groups === null) throw new Error('An answer is missing.');
  return { ...groups, ...drawnChart(resolved, comparison, groups) };
}
