import { create } from 'zustand';
import type { Chart } from '#shared/chart.ts';
import type { Filter } from '#shared/row-query.ts';
import { noteCharts, useSession } from '../../session/session.ts';
import type { JointGroups } from './model/joint.ts';

/** Steps that can be undone. */
const maxSteps = 100;

interface Steps {
  readonly past: readonly (readonly Chart[])[];
  readonly future: readonly (readonly Chart[])[];
}

/** What is selected in one of a tab's charts: the others show the rows of it alone. */
export interface Brush {
  readonly tab: string;
  readonly chart: string;
  /** Positions along the brushed axis, both included. */
  readonly from: number;
  readonly to: number;
  /** The pointer is still down. */
  readonly moving: boolean;
  /** Conditions that select the same rows; null where there are none in the API. */
  readonly filters: readonly Filter[] | null;
  /** The selected categories in words. */
  readonly text: string;
}

interface ChartsState {
  readonly steps: Readonly<Record<string, Steps>>;
  readonly brush: Brush | null;
  /** Joint groups of other charts with the brushed one, by their chart. */
  readonly joint: Readonly<Record<string, JointGroups>>;
  /** The chart whose settings are shown, by tab. */
  readonly chosen: Readonly<Record<string, string>>;
}

export const useCharts = create<ChartsState>(() => ({ steps: {}, brush: null, joint: {}, chosen: {} }));

const noSteps: Steps = { past: [], future: [] };

export function stepsOf(state: ChartsState, tab: string): Steps {
  return state.steps[tab] ?? noSteps;
}

function chartsOf(tab: string): readonly Chart[] {
  return useSession.getState().tabs.find(({ id }) => id === tab)?.charts ?? [];
}

/** Changes a tab's charts, as a step that can be undone. */
export function changeCharts(tab: string, change: (charts: readonly Chart[]) => readonly Chart[]): void {
  const before = chartsOf(tab);
  useCharts.setState((state) => ({
    brush: null,
    joint: {},
    steps: { ...state.steps, [tab]: { past: [...stepsOf(state, tab).past, before].slice(-maxSteps), future: [] } },
  }));
  noteCharts(tab, change(before));
}

export function undoCharts(tab: string): void {
  move(tab, 'past', 'future');
}

export function redoCharts(tab: string): void {
  move(tab, 'future', 'past');
}

function move(tab: string, from: keyof Steps, to: keyof Steps): void {
  const steps = stepsOf(useCharts.getState(), tab);
  const target = steps[from].at(-1);
  if (target === undefined) return;
  const now = chartsOf(tab);
  useCharts.setState((state) => ({
    brush: null,
    joint: {},
    steps: { ...state.steps, [tab]: { ...steps, [from]: steps[from].slice(0, -1), [to]: [...steps[to], now] } },
  }));
  noteCharts(tab, target);
}

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
