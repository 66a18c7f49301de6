import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Chart } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { type GroupScope, groupsQuery } from '../../backend/statistics.ts';
import { categoryId } from '../../lib/groups/category.ts';
import { useTabState, useTabs } from '../../state/tab.ts';
import { type ChartData, chartData } from './model/chart-data.ts';
import { chartQuery } from './model/chart-query.ts';
import { type CalculatedChart, type Following, followingOf } from './model/following.ts';
import { groupsWithin, isCombinable, type JointGroups, jointGroups, jointQuery } from './model/joint.ts';

/** Maximum number of joint groups: with more, the chart waits for the end of the brush. */
const maxJointGroups = 100_000;

/** Null where they are too many or cannot be read; undefined while they are read, and if nothing is brushed. */
export type Joint = JointGroups | null | undefined;

/**
 * The groups of a chart divided by the categories of another one, asked for once, when that one is brushed.
 * @param resolved null until it is known how to ask for its groups
 */
export function useJoint(tab: string, chart: Chart, resolved: Chart | null, scope: GroupScope, rows: RowQuery): Joint {
  const brushed = useTabState(tab, ({ brush }) => brush?.source ?? null);
  const other = resolved !== null && brushed?.chart.id !== chart.id && isCombinable(resolved) ? brushed : null;
  const query = useMemo(
    () => (other === null || resolved === null ? chartQuery(chart, rows) : jointQuery(other.chart, resolved, rows)),
    [other, chart, resolved, rows],
  );
  const { data, isPlaceholderData, isError } = useQuery({
    ...groupsQuery(scope, query, maxJointGroups),
    enabled: other !== null,
  });
  return useMemo(() => {
    if (other === null || resolved === null) return undefined;
    // Without joint groups, the chart is queried again when the selection ends.
    if (isError) return null;
    if (data === undefined || isPlaceholderData) return undefined;
    // A part of the joint groups would give a part of each value.
    if (data.count !== null && data.count > data.groups.length) return null;
    return jointGroups(other.chart, resolved, other.categories.map(categoryId), query, data.groups);
  }, [other, resolved, query, data, isPlaceholderData, isError]);
}

/**
 * The data of a chart over the rows selected in another chart of the tab; its own if none are.
 * @param when whether they follow the pointer, or are those of when it was last up
 */
export function useWithinBrush(
  tab: string,
  chart: Chart,
  { data, joint }: { readonly data: ChartData; readonly joint: Joint },
  when: 'brush' | 'settled',
): ChartData {
  const brush = useTabState(tab, (state) => state[when]);
  const isFront = useTabs(({ activeTab }) => activeTab === tab);
  return useMemo(() => {
    if (!isFront || brush === null || brush.chart === chart.id || joint == null) return data;
    return chartData(chart, groupsWithin(joint, chart.measure, brush.positions), data);
  }, [isFront, brush, joint, chart, data]);
}

/** @param state what was calculated of the chart */
export function useFollowing(tab: string, state: CalculatedChart & { readonly joint: Joint }): Following {
  return useTabState(tab, ({ brush }) => followingOf(state, brush, state.joint));
}
