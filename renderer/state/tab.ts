import { type Static, Type } from 'typebox';
import { create } from 'zustand';
import { Chart, newChartId } from '#shared/chart.ts';
import type { Immutable } from '#shared/immutable.ts';
import { type LinkedParts, linkedViews } from '#shared/open-link.ts';
import { RowQuerySchema } from '#shared/query-schemas.ts';
import type { Filter, RowQuery } from '#shared/row-query.ts';
import { DatasetReference } from '#shared/rpc/records.ts';
import { oneOf, orNull } from '#shared/schema-parts.ts';
import { emptySummary, Summary } from '#shared/summary.ts';
import { ColumnLayout, sameLayout } from '../lib/column-format.ts';
import type { Bounds } from '../lib/geometry/geometry-bounds.ts';
import type { Category } from '../lib/groups/category.ts';
import { type History, stepped, withStep } from './history.ts';

export const views = linkedViews;
export type View = (typeof views)[number];

/** Where the grid is scrolled to: the topmost visible row, counted from 0, and the horizontal position in pixels. */
const ScrollPosition = Type.Object({ firstRow: Type.Integer({ minimum: 0 }), sideways: Type.Number({ minimum: 0 }) });
type ScrollPosition = Immutable<Static<typeof ScrollPosition>>;

export const topLeft: ScrollPosition = { firstRow: 0, sideways: 0 };

/** A saved query that names a tab. */
const SavedMark = Type.Object({ url: Type.String(), label: Type.String() });
export type SavedMark = Immutable<Static<typeof SavedMark>>;

/** A statement that is written in a tab, and the service that runs it. */
const WrittenStatement = Type.Object({
  connection: Type.String(),
  sql: Type.String(),
  /** The run whose result the tab shows, with the number of its rows and the names of its columns. */
  ran: orNull(
    Type.Object({
      sql: Type.String(),
      count: Type.Number(),
      milliseconds: Type.Number(),
      columns: Type.Array(Type.String()),
    }),
  ),
  asSteps: Type.Optional(Type.Boolean()),
  /** The dataset whose recipe is being changed. */
  recipeOf: Type.Optional(DatasetReference),
});
export type WrittenStatement = Immutable<Static<typeof WrittenStatement>>;

/** What a tab shows: an open dataset, at its newest or at a chosen version. It survives a restart. */
export const DatasetTab = Type.Object({
  /** No other tab of this window has it, not even a closed one. */
  id: Type.String(),
  reference: DatasetReference,
  label: Type.String(),
  /** Pinned tabs come first and are not closed by accident. */
  pinned: Type.Boolean(),
  view: oneOf(...views),
  query: RowQuerySchema,
  /** Where the grid was scrolled to when the tab was closed; the current position is in {@link TabState}. */
  start: ScrollPosition,
  /** The column layout of the grid; null until the user changes it. */
  layout: orNull(ColumnLayout),
  /** The saved query that the tab was opened from or saved as; the current query may differ from it. */
  saved: orNull(SavedMark),
  /** The charts over the tab's rows. */
  charts: Type.Array(Chart),
  /** The summary table of the tab's rows. */
  summary: Summary,
  /** Path of the viewed file that the tab shows; absent for datasets. */
  file: Type.Optional(Type.String()),
  /** The statement whose result the tab shows as a viewed file, with an empty path before there is one. */
  statement: Type.Optional(WrittenStatement),
});
export type DatasetTab = Immutable<Static<typeof DatasetTab>>;

/** Selected rows of a tab's query, both ends inclusive, counted from 0. */
export interface Selection {
  readonly from: number;
  readonly to: number;
  /** The names of the columns whose cells are selected in the grid; null for one cell, and for rows on the map. */
  readonly columns: readonly string[] | null;
}

/** A cell to go to. Without a row, the one with the focus or the topmost; without a column, the one with the focus. */
interface RequestedCell {
  readonly row?: number;
  readonly column?: string;
}

/** A position of the map: an earlier one, or a box to fit; null for the whole world. */
export type MapPosition =
  | { readonly kind: 'camera'; readonly center: readonly [number, number]; readonly zoom: number }
  | { readonly kind: 'box'; readonly box: Bounds }
  | null;

interface TabMap {
  /** The visible part; null until it was drawn. */
  readonly extent: Bounds | null;
  /** Where the user moved it. */
  readonly position: MapPosition;
  /** Names of the columns that colour and size. */
  readonly colourBy: string | null;
  readonly sizeBy: string | null;
}

/** A chart in which categories are selected. */
export interface BrushedChart {
  /** Resolved. */
  readonly chart: Chart;
  readonly categories: readonly Category[];
}

/** The selection in one of a tab's charts: the others only show its rows. */
export interface Brush {
  readonly chart: string;
  /** The chart as it was drawn: it determines the queries of the others. */
  readonly source: BrushedChart;
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

/** Two versions of a dataset that are compared, by their slugs. */
export interface ComparedVersions {
  readonly before: string;
  readonly after: string;
  /** Restricts the comparison to rows that this query selects in either version; null for all rows. */
  readonly rows: RowQuery | null;
}

/** What the user can undo: what a tab shows, and what is selected in its charts. */
interface Step extends Pick<DatasetTab, 'query' | 'layout' | 'charts' | 'summary'> {
  readonly brush: Brush | null;
}

/** What else belongs to an open tab. It is made and dropped with the tab, and not stored. */
interface TabState {
  /** Changes while the user scrolls: read it when it is needed, so that nothing is rendered for it. */
  readonly position: ScrollPosition;
  readonly selection: Selection | null;
  /** The cell that the grid should scroll to and focus. */
  readonly requestedCell: RequestedCell | null;
  /** The column whose statistics should be shown. */
  readonly requestedColumn: string | null;
  readonly map: TabMap;
  readonly brush: Brush | null;
  /** The brush as it was when the pointer was last up. */
  readonly settled: Brush | null;
  /** Id of the chart whose settings are shown; null for the last one. */
  readonly chosenChart: string | null;
  readonly beside: readonly Beside[];
  /** The comparison that the versions view shows instead of the list. */
  readonly compared: ComparedVersions | null;
  /** Whether the file of the tab has been opened since the tab was. */
  readonly isViewing: boolean;
  readonly history: History<Step>;
}

const newState: TabState = {
  position: topLeft,
  selection: null,
  requestedCell: null,
  requestedColumn: null,
  map: { extent: null, position: null, colourBy: null, sizeBy: null },
  brush: null,
  settled: null,
  chosenChart: null,
  beside: [],
  compared: null,
  isViewing: false,
  history: { past: [], future: [] },
};

/** The pages that are shown instead of a tab. */
export type Page =
  | { readonly kind: 'home' }
  | { readonly kind: 'followed' }
  /** What the address of the page names is being opened. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'namespace'; readonly connection: string; readonly namespace: string };

interface Tabs {
  readonly tabs: readonly DatasetTab[];
  /** By the id of an open tab; missing until something differs from the state of a new tab. */
  readonly states: Readonly<Record<string, TabState>>;
  /** Null while a page is shown. */
  readonly activeTab: string | null;
  readonly page: Page;
  /** Two tabs that are shown side by side while one of them is active, the left one first. */
  readonly split: readonly [left: string, right: string] | null;
  /** Closed tabs, last closed first. */
  readonly closed: readonly DatasetTab[];
  /** The tab whose view gets the focus as soon as its content is there; null for none. */
  readonly focused: string | null;
}

/** The open tabs, with everything that belongs to each. */
export const useTabs = create<Tabs>(() => ({
  tabs: [],
  states: {},
  activeTab: null,
  page: { kind: 'home' },
  split: null,
  closed: [],
  focused: null,
}));

/** What is released with a tab, by its id. */
const releases = new Map<string, () => void>();

/** Releases something when a tab is closed: threads and memory that are no plain state. */
export function releaseWithTab(id: string, release: () => void): void {
  releases.set(id, release);
}

/**
 * The only way to change the tabs. What belongs to a closed tab is dropped, and another tab than the one that was
 * active does not get the focus.
 */
export function changeTabs(change: (now: Tabs) => Partial<Tabs>): void {
  useTabs.setState((now) => {
    const next = { ...now, ...change(now) };
    if (next.tabs === now.tabs && next.activeTab === now.activeTab) return next;
    const open = new Set(next.tabs.map(({ id }) => id));
    const states = Object.entries(next.states).filter(([id]) => open.has(id));
    return {
      ...next,
      states: states.length === Object.keys(next.states).length ? next.states : Object.fromEntries(states),
      focused: next.activeTab === now.activeTab ? next.focused : null,
    };
  });
  for (const [id, release] of releases) {
    if (tabOf(id) !== undefined) continue;
    releases.delete(id);
    release();
  }
}

/** An open tab; undefined once it is closed. */
export function tabOf(id: string): DatasetTab | undefined {
  return useTabs.getState().tabs.find((tab) => tab.id === id);
}

function stateIn({ states, tabs }: Tabs, id: string): TabState {
  return states[id] ?? { ...newState, position: tabs.find((tab) => tab.id === id)?.start ?? topLeft };
}

export function stateOf(id: string): TabState {
  return stateIn(useTabs.getState(), id);
}

/** Part of a tab's state. @param select returns the same value while nothing has changed */
export function useTabState<Value>(id: string, select: (state: TabState) => Value): Value {
  return useTabs(({ states }) => select(states[id] ?? newState));
}

export function changeState(id: string, change: (state: TabState) => Partial<TabState>): void {
  if (tabOf(id) === undefined) return;
  changeTabs((now) => {
    const state = stateIn(now, id);
    return { states: { ...now.states, [id]: { ...state, ...change(state) } } };
  });
}

/** Whether a change can be undone: the same query once more is none. */
function isStep(before: Step, after: Step): boolean {
  return (
    JSON.stringify(before.query) !== JSON.stringify(after.query) ||
    !sameLayout(before.layout, after.layout) ||
    before.charts !== after.charts ||
    before.summary !== after.summary ||
    before.brush !== after.brush
  );
}

interface Open {
  readonly tab: DatasetTab;
  readonly state: TabState;
}

/** What follows from another query: row numbers mean other rows, and what is selected in charts is of other rows. */
function afterQuery(before: RowQuery, after: RowQuery): Partial<TabState> {
  const rows = ({ filters, join, search, version }: RowQuery) => JSON.stringify([filters, join, search, version]);
  return {
    position: topLeft,
    selection: null,
    ...(rows(before) !== rows(after) && { brush: null, settled: null }),
  };
}

function stepOf({ query, layout, charts, summary }: DatasetTab, brush: Brush | null): Step {
  return { query, layout, charts, summary, brush };
}

/** Changes what a tab shows, as a step of its history if the user can undo it. */
export function changeTab(id: string, change: (open: Open) => Partial<DatasetTab>, brush?: Brush | null): void {
  changeTabs((now) => {
    const tab = now.tabs.find((each) => each.id === id);
    if (tab === undefined) return {};
    const state = stateIn(now, id);
    const next = { ...tab, ...change({ tab, state }) };
    const changed = {
      ...state,
      ...(next.query !== tab.query && afterQuery(tab.query, next.query)),
      ...(brush !== undefined && { brush, settled: brush }),
    };
    const before = stepOf(tab, state.settled);
    const after = stepOf(next, brush === undefined ? state.settled : brush);
    const history = isStep(before, after) ? withStep(state.history, before) : state.history;
    return {
      tabs: now.tabs.map((each) => (each === tab ? next : each)),
      states: { ...now.states, [id]: { ...changed, history } },
    };
  });
}

/** What a link to a tab shows besides its rows. */
export function linkedPartsOf({ id, view, charts, summary }: DatasetTab): LinkedParts | undefined {
  const { map, compared } = stateOf(id);
  const { position } = map;
  const parts: LinkedParts = {
    ...(view !== 'rows' && { tab: view }),
    ...(charts.length > 0 && { charts }),
    ...(JSON.stringify(summary) !== JSON.stringify(emptySummary) && { summary }),
    ...(view === 'map' && position?.kind === 'camera' && { map: { center: position.center, zoom: position.zoom } }),
    ...(view === 'versions' && compared !== null && { compared: { before: compared.before, after: compared.after } }),
  };
  return Object.keys(parts).length === 0 ? undefined : parts;
}

/** Shows the parts of a link in a tab, and nothing of them that the link does not have. */
export function showLinkedParts(id: string, parts: LinkedParts = {}): void {
  const { tab: view = 'rows', charts = [], summary = emptySummary, map, compared } = parts;
  const before = tabOf(id);
  if (before === undefined) return;
  const same = JSON.stringify([charts, summary]) === JSON.stringify([before.charts, before.summary]);
  changeTab(id, () => ({ view, ...(!same && { charts, summary }) }));
  changeState(id, (state) => ({
    compared: compared === undefined ? null : { ...compared, rows: null },
    ...(map !== undefined && { map: { ...state.map, position: { kind: 'camera', ...map } } }),
  }));
}

/** Switches a tab to one of its dataset's views. */
export function showView(id: string, view: View): void {
  changeTab(id, () => ({ view }));
}

export function changeQuery(id: string, change: Partial<RowQuery>): void {
  changeTab(id, ({ tab }) => ({ query: { ...tab.query, ...change } }));
}

export function showStatistics(tab: string, column: string): void {
  changeState(tab, () => ({ requestedColumn: column }));
  showView(tab, 'columns');
}

/** The column whose statistics were requested, once; null if there is none. */
export function takeRequestedColumn(tab: string): string | null {
  const column = stateOf(tab).requestedColumn;
  if (column !== null) changeState(tab, () => ({ requestedColumn: null }));
  return column;
}

/** Stores the scroll position of a tab, so that it can be restored. */
export function setPosition(id: string, position: Partial<ScrollPosition>): void {
  changeState(id, (state) => ({ position: { ...state.position, ...position } }));
}

/** Sets the column layout of a tab; null resets it. */
export function setLayout(id: string, layout: ColumnLayout | null): void {
  changeTab(id, () => ({ layout }));
}

/** Links a tab to a saved query. */
export function setSaved(id: string, saved: SavedMark | null): void {
  changeTab(id, () => ({ saved }));
}

export function changeSummary(id: string, change: (summary: Summary) => Summary): void {
  changeTab(id, ({ tab }) => ({ summary: change(tab.summary) }));
}

/** Shows a chart in a tab, adding it unless the same is there. */
export function showChart(id: string, chart: Chart): void {
  const drawn = ({ id: _id, ...rest }: Chart) => JSON.stringify(rest);
  changeTab(id, ({ tab: { charts } }) => ({
    view: 'charts',
    charts: charts.some((one) => drawn(one) === drawn(chart))
      ? charts
      : [...charts, { ...chart, id: newChartId(charts) }],
  }));
}

/** Changes the charts of a tab. A selection is of charts as they were, so it goes with each change. */
export function changeCharts(id: string, change: (charts: readonly Chart[]) => readonly Chart[]): void {
  const charts = tabOf(id)?.charts;
  if (charts === undefined) return;
  const next = change(charts);
  if (next !== charts) changeTab(id, () => ({ charts: next }), null);
}

/** Changes one chart of a tab; one that is not there yet, as it is only proposed, is added. */
export function putChart(id: string, chart: Chart): void {
  changeCharts(id, (charts) =>
    charts.some((one) => one.id === chart.id)
      ? charts.map((one) => (one.id === chart.id ? chart : one))
      : [...charts, chart],
  );
}

/** Selects in a chart, or nothing any more. While the pointer is down there is no step to undo. */
export function selectInChart(id: string, brush: Brush | null): void {
  const { settled } = stateOf(id);
  if (brush?.moving === true) changeState(id, () => ({ brush }));
  else if (isSame(settled, brush)) changeState(id, () => ({ brush: settled }));
  else changeTab(id, () => ({}), brush);
}

function isSame(one: Brush | null, other: Brush | null): boolean {
  if (one === null || other === null) return one === other;
  return one.chart === other.chart && String(one.positions) === String(other.positions);
}

export function chooseChart(id: string, chart: string): void {
  if (stateOf(id).chosenChart !== chart) changeState(id, () => ({ chosenChart: chart }));
}

/** Shows something beside the charts of a tab, or no longer. */
export function toggleBeside(id: string, what: Beside): void {
  changeState(id, ({ beside }) => ({
    beside: beside.includes(what) ? beside.filter((one) => one !== what) : [...beside, what],
  }));
}

/** Selects rows or cells of a tab; null for none. */
export function select(id: string, selection: Selection | null): void {
  changeState(id, () => ({ selection }));
}

/** Goes to a cell of the grid, when it is shown. */
export function requestCell(id: string, cell: RequestedCell): void {
  changeState(id, () => ({ requestedCell: cell }));
}

/** Selects a row from a view other than the grid, which scrolls to it when it is shown. */
export function requestRow(id: string, row: number): void {
  changeState(id, ({ position }) => ({
    selection: { from: row, to: row, columns: null },
    requestedCell: { row },
    position: { ...position, firstRow: row },
  }));
}

export function changeMap(id: string, change: Partial<TabMap>): void {
  changeState(id, ({ map }) => ({ map: { ...map, ...change } }));
}

/** Undoes the last step of a tab, wherever it was made. */
export function undo(id: string): void {
  move(id, 'past');
}

/** Makes an undone step again. */
export function redo(id: string): void {
  move(id, 'future');
}

/** The steps of a tab: whether any can be undone or made again, and what does so. */
export function useSteps(id: string) {
  const canUndo = useTabState(id, ({ history }) => history.past.length > 0);
  const canRedo = useTabState(id, ({ history }) => history.future.length > 0);
  return { canUndo, canRedo, undo: () => undo(id), redo: () => redo(id) };
}

function move(id: string, from: 'past' | 'future'): void {
  changeTabs((now) => {
    const tab = now.tabs.find((each) => each.id === id);
    if (tab === undefined) return {};
    const state = stateIn(now, id);
    const step = stepped(state.history, from, stepOf(tab, state.settled));
    if (step === null) return {};
    const { brush, ...shown } = step.state;
    const changed = { ...state, ...(shown.query !== tab.query && afterQuery(tab.query, shown.query)) };
    return {
      tabs: now.tabs.map((each) => (each === tab ? { ...tab, ...shown } : each)),
      states: { ...now.states, [id]: { ...changed, brush, settled: brush, history: step.history } },
    };
  });
}
