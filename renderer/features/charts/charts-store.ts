import { create } from 'zustand';
import type { Chart } from '#shared/chart.ts';
import type { Filter, RowQuery } from '#shared/row-query.ts';
import { narrowedQuery } from '../../lib/query/narrowed-query.ts';
import {
  changeQuery,
  type DatasetTab,
  noteCharts,
  ofOpenTabs,
  onTabsClosed,
  showView,
  useSession,
} from '../../state/session.ts';
import { tabHistory } from '../../state/view-steps.ts';
import type { JointGroups } from './model/joint.ts';

/** The selection in one of a tab's charts: the others only show its rows. */
export interface Brush {
  readonly tab: string;
  readonly chart: string;
  /** Of the selected categories along the brushed axis or on the map, ascending. */
  readonly positions: readonly number[];
  /** The pointer is still down. */
  readonly moving: boolean;
  /** Conditions that select the same rows; null if the API has none. */
  readonly filters: readonly Filter[] | null;
  /** The selected categories in words. */
  readonly text: string;
}

/** What may stand beside the charts of a tab and follows what is selected in them. */
export type Beside = 'rows' | 'map';

interface ChartsState {
  readonly brush: Brush | null;
  /** The brush as it was when the pointer was last up. */
  readonly settled: Brush | null;
  /** Joint groups of other charts with the brushed one, by their chart; null where they are too many to be read. */
  readonly joint: Readonly<Record<string, JointGroups | null>>;
  /** The chart whose settings are shown, by tab. */
  readonly chosen: Readonly<Record<string, string>>;
  /** By tab. */
  readonly beside: Readonly<Record<string, readonly Beside[]>>;
}

export const useCharts = create<ChartsState>(() => ({ brush: null, settled: null, joint: {}, chosen: {}, beside: {} }));

onTabsClosed((open) => {
  const ofOpen = (brush: Brush | null) => (brush !== null && open.has(brush.tab) ? brush : null);
  useCharts.setState(({ brush, settled, joint, chosen, beside }) => ({
    brush: ofOpen(brush),
    settled: ofOpen(settled),
    joint: ofOpen(brush) === null ? {} : joint,
    chosen: ofOpenTabs(chosen, open),
    beside: ofOpenTabs(beside, open),
  }));
});

/** What is done in the charts of a tab step by step. */
interface ChartWork {
  readonly charts: readonly Chart[];
  readonly brush: Brush | null;
  /** What the tab asks of its rows. */
  readonly query: RowQuery;
}

const noQuery: RowQuery = { filters: [], ordering: [], search: '', fields: null, version: null };

function tabOf(tab: string): DatasetTab | undefined {
  return useSession.getState().tabs.find(({ id }) => id === tab);
}

/** Steps in the charts of each tab: charts that were made and changed, selections, and rows that were led to. */
const chartSteps = tabHistory.stepsOf<ChartWork>(
  (tab) => {
    const { settled } = useCharts.getState();
    const open = tabOf(tab);
    return {
      charts: open?.charts ?? [],
      brush: settled?.tab === tab ? settled : null,
      query: open?.query ?? noQuery,
    };
  },
  (tab, { charts, brush, query }) => {
    noteBrush(brush, true);
    const open = tabOf(tab);
    if (open?.charts !== charts) noteCharts(tab, charts);
    if (open?.query !== query) changeQuery(tab, query);
  },
);

/** Changes the charts of a tab. A selection is of charts as they were, so it goes with each change. */
export function changeCharts(tab: string, change: (charts: readonly Chart[]) => readonly Chart[]): void {
  chartSteps.change(tab, (work) => {
    const charts = change(work.charts);
    return charts === work.charts ? work : { ...work, charts, brush: null };
  });
}

/** Changes one chart of a tab; one that is not there yet, as it is only proposed, is added. */
export function putChart(tab: string, chart: Chart): void {
  changeCharts(tab, (charts) =>
    charts.some(({ id }) => id === chart.id)
      ? charts.map((one) => (one.id === chart.id ? chart : one))
      : [...charts, chart],
  );
}

/** Selects in a chart, or nothing any more. While the pointer is down there is no step to undo. */
export function selectInChart(tab: string, brush: Brush | null): void {
  const { settled } = useCharts.getState();
  const before = settled?.tab === tab ? settled : null;
  if (brush?.moving === true) noteBrush(brush, false);
  else if (isSame(before, brush)) noteBrush(before, true);
  else chartSteps.change(tab, (work) => ({ ...work, brush }));
}

function isSame(one: Brush | null, other: Brush | null): boolean {
  if (one === null || other === null) return one === other;
  return one.chart === other.chart && String(one.positions) === String(other.positions);
}

/** Leads to the rows of a tab that conditions select, as a step of its charts. */
export function leadToRows(tab: string, filters: readonly Filter[]): void {
  chartSteps.change(tab, (work) => ({
    ...work,
    brush: null,
    query: { ...work.query, ...narrowedQuery(work.query, filters) },
  }));
  showView(tab, 'rows');
}

export function chooseChart(tab: string, chart: string): void {
  useCharts.setState((state) => ({ chosen: { ...state.chosen, [tab]: chart } }));
}

/** Shows something beside the charts of a tab, or no longer. */
export function toggleBeside(tab: string, what: Beside): void {
  useCharts.setState(({ beside }) => {
    const shown = beside[tab] ?? [];
    const next = shown.includes(what) ? shown.filter((one) => one !== what) : [...shown, what];
    return { beside: { ...beside, [tab]: next } };
  });
}

function noteBrush(brush: Brush | null, settled: boolean): void {
  useCharts.setState(({ brush: before, joint }) => ({
    brush,
    ...(settled && { settled: brush }),
    joint: brush !== null && before?.chart === brush.chart && before.tab === brush.tab ? joint : {},
  }));
}

/** Clears a selection of a tab whose rows have changed under it. */
export function clearBrush(tab: string): void {
  if (useCharts.getState().brush?.tab === tab) noteBrush(null, true);
}

export function noteJoint(brushed: string, chart: string, groups: JointGroups | null): void {
  useCharts.setState(({ brush, joint }) => (brush?.chart === brushed ? { joint: { ...joint, [chart]: groups } } : {}));
}
