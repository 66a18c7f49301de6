import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Chart } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { type GroupScope, groupsQuery } from '../../backend/service/statistics.ts';
import { categoryId } from '../../lib/groups/category.ts';
import { useSession } from '../../state/session.ts';
import { noteJoint, useCharts } from './charts-store.ts';
import { type ChartData, chartData } from './model/chart-data.ts';
import { chartQuery } from './model/chart-query.ts';
import { type Following, followingOf } from './model/following.ts';
import { groupsWithin, isCombinable, jointGroups, jointQuery } from './model/joint.ts';
import { useBrushedChart } from './use-brushed-chart.ts';
import type { ReadyChart } from './use-chart.ts';

/** Maximum number of joint groups: with more, the chart waits for the end of the brush. */
const maxJointGroups = 100_000;

/** Queries the groups of this chart divided by the categories of another one, once, when that one is brushed. */
export function useJoint(tab: string, chart: Chart, scope: GroupScope, rows: RowQuery): void {
  const brushed = useBrushedChart(tab);
  const isOther = brushed !== null && brushed.chart.id !== chart.id && isCombinable(chart);
  const query = useMemo(
    () => (isOther ? jointQuery(brushed.chart, chart, rows) : chartQuery(chart, rows)),
    [isOther, brushed, chart, rows],
  );
  const { data, isPlaceholderData, isError } = useQuery({
    ...groupsQuery(scope, query, maxJointGroups),
    enabled: isOther,
  });
  useEffect(() => {
    // Without joint groups, the chart is queried again when the selection ends.
    if (isOther && isError) noteJoint(brushed.chart.id, chart.id, null);
    if (!isOther || data === undefined || isPlaceholderData) return;
    const axis = brushed.categories.map(categoryId);
    const isWhole = data.count === null || data.count <= data.groups.length;
    // A part of the joint groups would give a part of each value.
    if (!isWhole) noteJoint(brushed.chart.id, chart.id, null);
    else noteJoint(brushed.chart.id, chart.id, jointGroups(brushed.chart, chart, axis, query, data.groups));
  }, [isOther, brushed, chart, query, data, isPlaceholderData, isError]);
}

/**
 * The data of a chart over the rows selected in another chart of the tab; its own if none are.
 * @param when whether they follow the pointer, or are those of when it was last up
 */
export function useWithinBrush(tab: string, chart: Chart, data: ChartData, when: 'brush' | 'settled'): ChartData {
  const brush = useCharts((state) => state[when]);
  const joint = useCharts((state) => state.joint[chart.id]);
  const isFront = useSession((session) => session.activeTab === tab);
  return useMemo(() => {
    if (!isFront || brush === null || brush.tab !== tab || brush.chart === chart.id || joint == null) return data;
    return chartData(chart, groupsWithin(joint, chart.measure, brush.positions), data);
  }, [isFront, brush, joint, chart, tab, data]);
}

/** @param state what was calculated of the chart */
export function useFollowing(tab: string, state: Pick<ReadyChart, 'chart' | 'isOfSelection'>): Following {
  return useCharts(({ brush, joint }) => followingOf(tab, state, brush, joint[state.chart.id]));
}
