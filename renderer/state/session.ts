import { create } from 'zustand';
import { type Chart, newChartId } from '#shared/chart.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { emptySummary, type Summary } from '#shared/summary.ts';
import type { ColumnLayout } from '../lib/column-format.ts';

/** The views of a dataset, in the order of their tabs and keys. The last one is missing where nothing can be mapped. */
export const views = ['rows', 'columns', 'charts', 'summary', 'versions', 'about', 'map'] as const;
export type View = (typeof views)[number];

/** An open dataset, at its newest or at a chosen version. */
export interface DatasetTab {
  readonly id: string;
  readonly reference: DatasetReference;
  readonly label: string;
  /** Pinned tabs come first and are not closed by accident. */
  readonly pinned: boolean;
  readonly view: View;
  readonly query: RowQuery;
  /** The topmost visible row of the grid, counted from 0. */
  readonly firstRow: number;
  /** Horizontal scroll position of the grid, in pixels. */
  readonly sideways: number;
  /** The column layout of the grid; null until the user changes it. */
  readonly layout: ColumnLayout | null;
  /** The saved query that the tab was opened from or saved as; the current query may differ from it. */
  readonly saved: SavedMark | null;
  /** The charts over the tab's rows. */
  readonly charts: readonly Chart[];
  /** The summary table of the tab's rows. */
  readonly summary: Summary;
  /** Path of the viewed file that the tab shows; absent for datasets. */
  readonly file?: string;
}

/** A saved query that names a tab. */
export interface SavedMark {
  readonly url: string;
  readonly label: string;
}

/** The number of rows of a tab's query, as far as known. */
export interface RowCount {
  readonly count: number;
  /** False while more rows may follow. */
  readonly exact: boolean;
}

/** Two versions of a dataset that are compared, by their slugs. */
export interface ComparedVersions {
  readonly before: string;
  readonly after: string;
  /** Restricts the comparison to rows that this query selects in either version; null for all rows. */
  readonly rows: RowQuery | null;
}

/** The pages that are shown instead of a tab. */
export type Page =
  | { readonly kind: 'home' }
  | { readonly kind: 'followed' }
  | { readonly kind: 'namespace'; readonly connection: string; readonly namespace: string };

interface Session {
  readonly tabs: readonly DatasetTab[];
  /** Null while a page is shown. */
  readonly activeTab: string | null;
  readonly page: Page;
  /** Two tabs that are shown side by side while one of them is active, the left one first. */
  readonly split: readonly [left: string, right: string] | null;
  /** Closed tabs, last closed first. */
  readonly closed: readonly DatasetTab[];
  /** By tab; learnt from reading, and not stored. */
  readonly rowCounts: Readonly<Record<string, RowCount>>;
  /** By tab: the comparison that its versions view shows instead of the list. Not stored. */
  readonly compared: Readonly<Record<string, ComparedVersions>>;
}

/** State shared by the features: the open datasets and their queries. */
export const useSession = create<Session>(() => ({
  tabs: [],
  activeTab: null,
  page: { kind: 'home' },
  split: null,
  closed: [],
  rowCounts: {},
  compared: {},
}));

/** Shows a page instead of the active tab, which stays open. */
export function showPage(page: Page): void {
  useSession.setState({ activeTab: null, page });
}

/** Number of ids given so far. */
let idCount = 0;

/** A new id for a tab. No other tab of this window has it, not even a closed one. */
export function newTabId(): string {
  idCount += 1;
  return `tab-${idCount}`;
}

/** Calls a function with the ids of the open tabs whenever one has been closed or replaced. */
export function onTabsClosed(drop: (open: ReadonlySet<string>) => void): void {
  useSession.subscribe(({ tabs }, before) => {
    if (tabs === before.tabs) return;
    const open = new Set(tabs.map(({ id }) => id));
    if (before.tabs.some(({ id }) => !open.has(id))) drop(open);
  });
}

/** The values of open tabs, among values by tab. */
export function ofOpenTabs<Value>(
  values: Readonly<Record<string, Value>>,
  open: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([tab]) => open.has(tab)));
}

onTabsClosed((open) =>
  useSession.setState(({ rowCounts, compared }) => ({
    rowCounts: ofOpenTabs(rowCounts, open),
    compared: ofOpenTabs(compared, open),
  })),
);

/** The initial state of a tab. */
export interface NewTab {
  readonly reference: DatasetReference;
  readonly label: string;
  readonly query?: RowQuery;
  readonly layout?: ColumnLayout | null;
  readonly saved?: SavedMark | null;
  /** Charts over its rows; if there are any, the tab opens with them. */
  readonly charts?: readonly Chart[];
  readonly file?: string;
}

/** Opens another tab, whatever is open already, at the end or replacing another. */
export function openTab(
  { reference, label, query = everyRow, layout = null, saved = null, charts = [], file }: NewTab,
  inPlaceOf = '',
): void {
  useSession.setState(({ tabs }) => {
    const id = newTabId();
    const old = tabs.find((tab) => tab.id === inPlaceOf);
    const tab: DatasetTab = {
      id,
      reference,
      label,
      pinned: old?.pinned ?? false,
      view: charts.length === 0 ? 'rows' : 'charts',
      query,
      firstRow: 0,
      sideways: 0,
      layout,
      saved,
      charts,
      summary: emptySummary,
      ...(file !== undefined && { file }),
    };
    return {
      tabs: old === undefined ? [...tabs, tab] : tabs.map((each) => (each === old ? tab : each)),
      activeTab: id,
    };
  });
}

/** Opens a dataset in its own tab, or activates the tab that shows it. */
export function openDataset(reference: DatasetReference, label: string, version: string | null = null): void {
  const { tabs } = useSession.getState();
  const open = tabs.find(
    (tab) => tab.saved === null && tab.query.version === version && sameDataset(tab.reference, reference),
  );
  if (open === undefined) openTab({ reference, label, query: { ...everyRow, version } });
  else showTab(open.id);
}

/** Whether two references name the same dataset. */
export function sameDataset(first: DatasetReference, second: DatasetReference): boolean {
  return (
    first.connection === second.connection && first.namespace === second.namespace && first.dataset === second.dataset
  );
}

/** Activates a tab. */
export function showTab(id: string): void {
  useSession.setState({ activeTab: id });
}

function changeTab(id: string, change: (tab: DatasetTab) => DatasetTab): void {
  useSession.setState((session) => {
    const tabs = session.tabs.map((tab) => (tab.id === id ? change(tab) : tab));
    return tabs.every((tab, position) => tab === session.tabs[position]) ? session : { tabs };
  });
}

/** Switches a tab to one of its dataset's views. */
export function showView(id: string, view: View): void {
  changeTab(id, (tab) => ({ ...tab, view }));
}

/** Changes the query of a tab. */
export function changeQuery(id: string, change: Partial<RowQuery>): void {
  changeTab(id, (tab) => ({ ...tab, query: { ...tab.query, ...change }, firstRow: 0 }));
}

/** Stores the scroll position of a tab, so that it can be restored. */
export function noteScrollPosition(id: string, place: Partial<Pick<DatasetTab, 'firstRow' | 'sideways'>>): void {
  changeTab(id, (tab) => {
    const moved = { ...tab, ...place };
    return moved.firstRow === tab.firstRow && moved.sideways === tab.sideways ? tab : moved;
  });
}

/** Stores the column layout of a tab; null resets it. */
export function noteLayout(id: string, layout: ColumnLayout | null): void {
  changeTab(id, (tab) => ({ ...tab, layout }));
}

/** Shows a chart in a tab, replacing the one with its id or adding it. */
export function showChart(id: string, chart: Chart): void {
  changeTab(id, (tab) => {
    const drawn = ({ id: _id, ...rest }: Chart) => JSON.stringify(rest);
    const isThere = tab.charts.some((one) => drawn(one) === drawn(chart));
    const charts = isThere ? tab.charts : [...tab.charts, { ...chart, id: newChartId(tab.charts) }];
    return { ...tab, charts, view: 'charts' };
  });
}

/** Sets the charts of a tab. */
export function noteCharts(id: string, charts: readonly Chart[]): void {
  changeTab(id, (tab) => ({ ...tab, charts }));
}

/** Sets the summary of a tab. */
export function noteSummary(id: string, summary: Summary): void {
  changeTab(id, (tab) => ({ ...tab, summary }));
}

/** Links a tab to a saved query. */
export function noteSaved(id: string, saved: SavedMark | null): void {
  changeTab(id, (tab) => ({ ...tab, saved }));
}

/** Replaces a tab by another view of its dataset. */
export function replaceView(id: string, query: RowQuery, layout: ColumnLayout | null): void {
  replaceTab(id, { query, layout });
}

/** Shows another dataset with the same columns in a tab, in its newest version: an offline copy, or its original. */
export function switchDataset(id: string, reference: DatasetReference): void {
  const tab = useSession.getState().tabs.find((each) => each.id === id);
  if (tab !== undefined) replaceTab(id, { reference, query: { ...tab.query, version: null }, saved: null });
}

/** Replaces a tab in its place. The id changes, so that nothing of the grid's state remains. */
function replaceTab(id: string, change: Partial<DatasetTab>): void {
  useSession.setState(({ tabs, activeTab, split }) => {
    const tab = tabs.find((each) => each.id === id);
    if (tab === undefined) return {};
    const next = { ...tab, ...change, firstRow: 0, sideways: 0, id: newTabId() };
    const renamed = (each: string) => (each === id ? next.id : each);
    return {
      tabs: tabs.map((each) => (each === tab ? next : each)),
      activeTab: activeTab === null ? null : renamed(activeTab),
      split: split === null ? null : [renamed(split[0]), renamed(split[1])],
    };
  });
}

/** Sets the row count of a tab's query. */
export function noteRowCount(id: string, rowCount: RowCount | null): void {
  useSession.setState((session) => {
    const { [id]: known, ...others } = session.rowCounts;
    if (rowCount === null) return { rowCounts: others };
    if (known?.count === rowCount.count && known.exact === rowCount.exact) return session;
    return { rowCounts: { ...others, [id]: rowCount } };
  });
}
