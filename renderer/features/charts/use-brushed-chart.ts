import { create } from 'zustand';
import type { Chart } from '#shared/chart.ts';
import type { Category } from '../../lib/groups/category.ts';
import { ofOpenTabs, onTabsClosed } from '../../state/session.ts';
import { useCharts } from './charts-store.ts';

/** A drawn chart whose categories are selected. */
export interface BrushedChart {
  /** Resolved. */
  readonly chart: Chart;
  readonly categories: readonly Category[];
}

/** Drawn charts, by tab and then by id: brushing one of them determines the queries of the others. */
const useDrawn = create<Readonly<Record<string, Readonly<Record<string, BrushedChart>>>>>(() => ({}));

onTabsClosed((open) => useDrawn.setState((drawn) => ofOpenTabs(drawn, open), true));

export function noteDrawn(tab: string, drawn: BrushedChart): void {
  useDrawn.setState(({ [tab]: others }) => ({ [tab]: { ...others, [drawn.chart.id]: drawn } }));
}

/** The chart of a tab that is being brushed; null if none is. */
export function useBrushedChart(tab: string): BrushedChart | null {
  const id = useCharts(({ brush }) => (brush?.tab === tab ? brush.chart : null));
  return useDrawn((drawn) => (id === null ? null : (drawn[tab]?.[id] ?? null)));
}
