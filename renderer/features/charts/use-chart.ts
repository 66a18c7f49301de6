import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Row } from '#shared/cell.ts';
import type { Chart, Dimension } from '#shared/chart.ts';
import type { Failure } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import { type GroupScope, groupsQuery, useExtents } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { type Category, categoryId } from '../../lib/groups/category.ts';
import { categoryText, dimensionText, tickText } from '../../lib/groups/category-text.ts';
import { narrowedQuery } from '../../lib/query/narrowed-query.ts';
import { useLocale } from '../../state/settings.ts';
import { type Brush, useTabState, useTabs } from '../../state/tab.ts';
import { type ChartData, chartData, ofSecond, type Unread, unreadOf, withUnread } from './model/chart-data.ts';
import type { ChartTexts } from './model/chart-parts.ts';
import { chartQuery, hasSecond, maxGroupsOf, totalQuery } from './model/chart-query.ts';
import { figuresOf } from './model/chart-style.ts';
import { comparedChart, comparedGroups, comparisonOf, isOfVersions } from './model/compare.ts';
import { type CalculatedChart, type Following, followingOf } from './model/following.ts';
import { groupsWithin, isCombinable, type JointGroups, jointGroups, jointQuery } from './model/joint.ts';
import { extentDimensions, resolveChart } from './model/resolve.ts';
import { axisName, columnWords, measureName, rangeText } from './model/title.ts';

/** A chart with its groups, loading or loaded. */
export type ChartState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | ReadyChart;

export interface ReadyChart extends ChartGroups {
  readonly kind: 'ready';
  /** The chart with steps and bins that suit the values. */
  readonly chart: Chart;
  /** The same as drawn, after its comparison has been applied. */
  readonly drawn: Chart;
  readonly data: ChartData;
  /** These groups belong to the previous query; those of the current one are being calculated. */
  readonly outdated: boolean;
  /** Whether these groups are those of the rows that are selected in another chart. */
  readonly isOfSelection: boolean;
  /** The groups divided by the categories of a chart that is brushed; see {@link useJoint}. */
  readonly joint: Joint;
}

/** The groups of a chart, of two versions where they are compared. */
interface ChartGroups {
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

/** Queries the groups of a chart. @param resolved null where they are not needed, or not yet known how to be asked for */
function useGroups(chart: Chart, resolved: Chart | null, scope: GroupScope, rows: RowQuery) {
  const query = useMemo(() => chartQuery(resolved ?? chart, rows), [chart, resolved, rows]);
  const version = rows.version ?? scope.newest;
  const comparison = useMemo(() => (resolved === null ? null : comparisonOf(resolved, version)), [resolved, version]);
  const otherQuery = useMemo(
    () => (comparison === null ? query : { ...query, rows: { ...query.rows, version: comparison.version } }),
    [query, comparison],
  );
  const own = useQuery({ ...groupsQuery(scope, query, maxGroupsOf(chart)), enabled: resolved !== null });
  const others = useQuery({ ...groupsQuery(scope, otherQuery, maxGroupsOf(chart)), enabled: comparison !== null });
  const answer = own.isPlaceholderData ? undefined : own.data;
  const other = others.isPlaceholderData ? undefined : others.data;
  const ofAll = useMemo(
    () => (resolved === null || comparison !== null ? null : totalQuery(resolved, rows)),
    [resolved, comparison, rows],
  );
  // Rows without a value do not belong to the others of a chart that leaves them out.
  const isOfOthers = answer !== undefined && isPart(answer) && (chart.missing || hasMissing(answer.groups));
  const isTotalNeeded = ofAll !== null && isOfOthers;
  const totals = useQuery({ ...groupsQuery(scope, ofAll ?? query, 1), enabled: isTotalNeeded });
  const total = totals.isPlaceholderData ? undefined : totals.data;
  const read = useMemo((): ChartGroups | null => {
    if (resolved === null || answer === undefined) return null;
    const { groups, count, basis } = answer;
    if (comparison === null) {
      if (isTotalNeeded && total === undefined) return null;
      const unread =
        isTotalNeeded && total !== undefined ? unreadOf(groups, count ?? 0, total.groups[0]?.[0] ?? null) : null;
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
      incomparable: comparison.as === 'difference' && [answer, other].some(isPart),
      drawnGroups: comparedGroups(resolved, comparison.as, shown, second),
    };
  }, [resolved, answer, query, comparison, other, otherQuery, version, isTotalNeeded, total]);
  const asked = [
    ...(resolved === null ? [] : [own]),
    ...(comparison === null ? [] : [others]),
    ...(isTotalNeeded ? [totals] : []),
  ];
  const failed = asked.find(({ error }) => error !== null);
  return { read, comparison, failed };
}

/** What must be queried again when a selection in another chart ends, because its parts cannot be combined. */
function filtersFor(brush: Brush | null, chart: Chart, joint: Joint): Brush['filters'] {
  const isOther = brush !== null && brush.chart !== chart.id;
  return isOther && !brush.moving && (!isCombinable(chart) || joint === null) ? brush.filters : null;
}

/**
 * Calculates a chart over the rows of a query, and of those that are selected in another chart of the tab.
 * @param tab empty for a chart that follows no selection
 */
export function useChart(
  tab: string,
  chart: Chart,
  all: readonly DataColumn[],
  scope: GroupScope,
  rows: RowQuery,
): ChartState {
  const dimensions = useMemo(() => extentDimensions(chart), [chart]);
  const extent = useExtents(dimensions, all, scope, rows);
  const { extents } = extent;
  const resolved = useMemo(() => (extents === null ? null : resolveChart(chart, extents)), [chart, extents]);
  const joint = useJoint(tab, chart, resolved, scope, rows);
  const filters = useTabState(tab, ({ brush }) => filtersFor(brush, chart, joint));
  const selected = useMemo(
    (): RowQuery | null => (filters === null ? null : { ...rows, ...narrowedQuery(rows, filters) }),
    [rows, filters],
  );
  const { read, comparison, failed } = useGroups(chart, resolved, scope, rows);
  const part = useGroups(chart, selected === null ? null : resolved, scope, selected ?? rows);
  const whole = useMemo((): ReadyChart | null => {
    if (resolved === null || read === null) return null;
    const drawn = comparison === null ? resolved : comparedChart(resolved, comparison.as);
    const ofRead = chartData(drawn, read.drawnGroups);
    const data = read.unread === null ? ofRead : withUnread(ofRead, read.unread);
    return { kind: 'ready', chart: resolved, drawn, ...read, data, outdated: false, isOfSelection: false, joint };
  }, [resolved, read, comparison, joint]);
  const ready = useMemo((): ReadyChart | null => {
    if (whole === null || selected === null) return whole;
    if (part.read === null) return { ...whole, outdated: true };
    const ofRead = chartData(whole.drawn, part.read.drawnGroups, whole.data);
    // The number of the others stays that of the whole.
    const { unread } = part.read;
    const data = unread === null ? ofRead : withUnread(ofRead, { ...unread, groups: 0 });
    return { ...whole, ...part.read, data, isOfSelection: true };
  }, [whole, selected, part.read]);
  // The previous drawing stays on screen until the next one is ready.
  const before = useRef<ReadyChart | null>(null);
  useEffect(() => {
    if (ready !== null) before.current = ready;
  }, [ready]);
  const failure = extent.error === null ? (failed ?? part.failed) : extent;
  if (failure !== undefined) {
    return { kind: 'failed', failure: failureOf(failure.error), retry: () => void failure.refetch() };
  }
  if (ready !== null) return ready;
  return before.current === null ? { kind: 'loading' } : { ...before.current, outdated: true };
}

/** Whether there are more groups than were read. */
function isPart({ groups, count }: { readonly groups: readonly Row[]; readonly count: number | null }): boolean {
  return (count ?? groups.length) > groups.length;
}

/** Whether there is a group of rows without a value. */
function hasMissing(groups: readonly Row[]): boolean {
  return groups.some(([first]) => first === null);
}

/**
 * The texts of a chart over the columns of a dataset.
 * @param chart as drawn
 * @param nameOf the name of a version
 */
export function useChartTexts(
  chart: Chart,
  columns: readonly DataColumn[],
  isDifference: boolean,
  nameOf: (version: string) => string,
): ChartTexts {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(() => {
    const words = columnWords(columns, locale);
    const dimensionAt = (which: 'x' | 'y' | 'color'): Dimension => chart[which] ?? chart.x;
    const nameOfDimension = (dimension: Dimension) =>
      isOfVersions(dimension) ? t('chartComparison.version') : dimensionText(t, dimension, words.labelOf);
    const textOf = (text: typeof categoryText) => (category: Category, which: 'x' | 'y' | 'color') => {
      const dimension = dimensionAt(which);
      const isRaw = chart.style?.dates === 'iso' && category.kind === 'value' && typeof category.value === 'string';
      const isVersion = category.kind === 'value' && isOfVersions(dimension);
      if (isVersion) return nameOf(String(category.value));
      return isRaw ? String(category.value) : text(t, category, dimension, locale);
    };
    // The same categories are named again at every move of a selection.
    const ticks = { x: new WeakMap<Category, string>(), y: new WeakMap<Category, string>() };
    const nameTick = textOf(tickText);
    const tick = (category: Category, which: 'x' | 'y') => {
      const text = ticks[which].get(category) ?? nameTick(category, which);
      ticks[which].set(category, text);
      return text;
    };
    const measure = measureName(t, chart, words);
    return {
      locale,
      ...figuresOf(chart, locale),
      x: nameOfDimension(chart.x),
      y: chart.y === null ? '' : nameOfDimension(chart.y),
      axisX: isOfVersions(chart.x) ? t('chartComparison.version') : axisName(t, chart.x, words),
      axisY: chart.y === null ? '' : axisName(t, chart.y, words),
      second: hasSecond(chart) ? measureName(t, ofSecond(chart), words) : '',
      mean: t('chartReferences.mean'),
      measure: isDifference ? t('chartComparison.differenceOf', { measure }) : measure,
      category: textOf(categoryText),
      tick,
      range: (first: Category, last: Category) => rangeText(t, chart.x, first, last, words, locale),
    };
  }, [t, locale, chart, columns, isDifference, nameOf]);
}

/** Maximum number of joint groups: with more, the chart waits for the end of the brush. */
const maxJointGroups = 100_000;

/** Null where they are too many or cannot be read; undefined while they are read, and if nothing is brushed. */
type Joint = JointGroups | null | undefined;

/**
 * The groups of a chart divided by the categories of another one, asked for once, when that one is brushed.
 * @param resolved null until it is known how to ask for its groups
 */
function useJoint(tab: string, chart: Chart, resolved: Chart | null, scope: GroupScope, rows: RowQuery): Joint {
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
