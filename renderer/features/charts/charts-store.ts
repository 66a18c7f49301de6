import { create } from 'zustand';
import type { Chart } from '#shared/chart.ts';
import type { Filter } from '#shared/row-query.ts';
import { openUndoSteps } from '../../lib/undo-steps.ts';
import { noteCharts, useSession } from '../../session/session.ts';
import type { JointGroups } from './model/joint.ts';

/** The selection in one of a tab's charts: the others only show its rows. */
export interface Brush {
  readonly tab: string;
  readonly chart: string;
  /** Positions along the brushed axis, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** The pointer is still down. */
  readonly moving: boolean;
  /** Conditions that select the same rows; null if the API has none. */
  readonly filters: readonly Filter[] | null;
  /** The selected categories in words. */
  readonly text: string;
}

interface ChartsState {
  readonly brush: Brush | null;
  /** Joint groups of the other charts with the brushed one, by chart. */
  readonly joint: Readonly<Record<string, JointGroups>>;
  /** The chart whose settings are shown, by tab. */
  readonly chosen: Readonly<Record<string, string>>;
}

export const useCharts = create<ChartsState>(() => ({ brush: null, joint: {}, chosen: {} }));

/**
 * The charts of each tab, with their undo steps. A selection refers to the charts as they were, so every step clears
 * it.
 */
export const chartSteps = openUndoSteps<readonly Chart[]>(
  (tab) => useSession.getState().tabs.find(({ id }) => id === tab)?.charts ?? [],
  (tab, charts) => {
    useCharts.setState({ brush: null, joint: {} });
    noteCharts(tab, charts);
  },
);

export function chooseChart(tab: string, chart: string): void {
  useCharts.setState((state) => ({ chosen: { ...state.chosen, [tab]: chart } }));
}

export function setBrush(brush: Brush | null): void {
  useCharts.setState(({ brush: before, joint }) => ({
    brush,
    joint: brush !== null && before?.chart === brush.chart && before.tab === brush.tab ? joint : {},
  }));
}

export function noteJoint(brushed: string, chart: string, groups: JointGroups): void {
  useCharts.setState(({ brush, joint }) => (brush?.chart === brushed ? { joint: { ...joint, [chart]: groups } } : {}));
}
