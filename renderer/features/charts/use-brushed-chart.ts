import { create } from 'zustand';
import type { Chart } from '#shared/chart.ts';
import type { Category } from '../../lib/groups/category.ts';
import { useCharts } from './charts-store.ts';

/** A chart whose categories are selected, as it is drawn. */
export interface BrushedChart {
  /** Resolved. */
  readonly chart: Chart;
  readonly categories: readonly Category[];
}

/** Charts that are drawn, by tab and name: what brushing one of them asks of the others. */
const useDrawn = create<Readonly<Record<string, BrushedChart>>>(() => ({}));

export function noteDrawn(tab: string, drawn: BrushedChart): void {
  useDrawn.setState({ [keyOf(tab, drawn.chart.id)]: drawn });
}

/** The chart of a tab that is brushed; null where none is. */
export function useBrushedChart(tab: string): BrushedChart | null {
  const id = useCharts(({ brush }) => (brush?.tab === tab ? brush.chart : null));
  return useDrawn((drawn) => (id === null ? null : (drawn[keyOf(tab, id)] ?? null)));
}

function keyOf(tab: string, chart: string): string {
  return `${chart} ${tab}`;
}
