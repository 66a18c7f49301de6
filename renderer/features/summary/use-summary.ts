import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Failure } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import type { Summary } from '#shared/summary.ts';
import { allGroupsQuery, type GroupScope, useExtents } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { labelled } from '../../lib/groups/category.ts';
import { resolveDimension } from '../../lib/groups/resolve-dimensions.ts';
import { isWithoutBase, withBase } from '../../lib/groups/show-as.ts';
import { dimensionAlong, type GroupingSet, groupingSets, maxSummaryGroups } from './model/summary-query.ts';
import { type HeatRange, heatRanges, type SummaryTree, summaryTree } from './model/summary-tree.ts';

/** A summary with its groups. */
export interface ReadySummary {
  readonly kind: 'ready';
  /** With resolved keys. */
  readonly summary: Summary;
  readonly sets: readonly GroupingSet[];
  readonly tree: SummaryTree;
  readonly ranges: readonly (HeatRange | null)[];
  readonly basis: RowBasis;
  /** Whether the groups are those of the previous query, while the current ones are being calculated. */
  readonly outdated: boolean;
}

/** A summary, loading or loaded. */
export type SummaryState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly kind: 'too-many'; readonly count: number }
  | ReadySummary;

/** Calculates a summary over the rows of a query. */
export function useSummary(
  { rows: rowKeys, columns: columnKeys, measures, sort, heat }: Summary,
  columns: readonly DataColumn[],
  scope: GroupScope,
  rows: RowQuery,
): SummaryState {
  const dimensions = useMemo(() => {
    const along = measures.some(({ show }) => isWithoutBase(show))
      ? dimensionAlong({ rows: rowKeys, columns: columnKeys })
      : null;
    return [...rowKeys, ...columnKeys, ...(along === null ? [] : [{ ...along, function: 'auto' as const }])];
  }, [rowKeys, columnKeys, measures]);
  const extent = useExtents(dimensions, columns, scope, rows);
  const { extents } = extent;
  const resolved = useMemo(() => {
    if (extents === null) return null;
    const [ofRows, ofColumns] = [rowKeys, columnKeys].map((keys) =>
      keys.map((key) => labelled(resolveDimension(key, extents), columns)),
    );
    const keys = { rows: ofRows ?? [], columns: ofColumns ?? [] };
    const along = dimensionAlong(keys);
    const shown = measures.map((measure) => {
      if (measure.show === undefined || along === null) return measure;
      return { ...measure, show: withBase(measure.show, along, extents) };
    });
    return { ...keys, measures: shown };
  }, [rowKeys, columnKeys, measures, extents, columns]);
  const sets = useMemo(() => (resolved === null ? [] : groupingSets(resolved, rows)), [resolved, rows]);
  const queries = useMemo(() => sets.map(({ query }) => query), [sets]);
  const groups = useQuery({ ...allGroupsQuery(scope, queries, maxSummaryGroups), enabled: queries.length > 0 });
  const answer = queries.length > 0 ? groups.data : undefined;
  const found = useMemo(() => {
    if (answer?.kind !== 'read' || resolved === null) return null;
    const { answers, basis } = answer;
    return { resolved, sets, tree: summaryTree(sets, answers, resolved), ranges: heatRanges(sets, answers), basis };
  }, [answer, resolved, sets]);
  // The previous result stays on screen until the next one is ready.
  const before = useRef<typeof found>(null);
  if (found !== null) before.current = found;
  const failed = extent.error ?? groups.error;
  if (failed !== null) {
    return { kind: 'failed', failure: failureOf(failed), retry: () => void (extent.error ? extent : groups).refetch() };
  }
  if (answer?.kind === 'too-many') return answer;
  const shown = found ?? before.current;
  if (shown === null) return { kind: 'loading' };
  const { resolved: keys, ...parts } = shown;
  return { kind: 'ready', ...parts, summary: { ...keys, sort, heat }, outdated: found === null };
}
