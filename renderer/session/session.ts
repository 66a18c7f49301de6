import { create } from 'zustand';
import { type Chart, newChartId } from '#shared/chart.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { emptySummary, type Summary } from '#shared/summary.ts';

/** The views of a dataset. */
export const views = ['rows', 'columns', 'charts', 'summary', 'versions', 'map', 'about'] as const;
export type View = (typeof views)[number];

/** One open dataset, at its newest version or at one that was chosen. */
export interface DatasetTab {
  readonly id: string;
  readonly reference: DatasetReference;
  readonly label: string;
  /** Pinned tabs come first and are not closed by accident. */
  readonly pinned: boolean;
  readonly view: View;
  readonly query: RowQuery;
  /** The row at the top of the grid, counted from 0. */
  readonly firstRow: number;
  /** How far the grid is scrolled to the right, in pixels. */
  readonly sideways: number;
  /** How the grid's columns were laid out; null until the user changes it. */
  readonly layout: ColumnLayout | null;
  /** The saved query that the tab was opened from or was saved as; what is asked now may differ from it. */
  readonly saved: SavedMark | null;
  /** The charts over the tab's rows. */
  readonly charts: readonly Chart[];
  /** The summary table of the tab's rows. */
  readonly summary: Summary;
  /** Path of the file that the tab shows without its being published; left out for datasets. */
  readonly file?: string;
}

/** A saved query, by which a tab names itself. */
export interface SavedMark {
  readonly url: string;
  readonly label: string;
}

/** Columns in their order on the screen, by name. */
export type ColumnLayout = readonly {
  readonly name: string;
  readonly hidden: boolean;
  readonly frozen: boolean;
  /** In pixels; 0 for the width that it has by itself. */
  readonly width: number;
}[];

/** How many rows a tab's query has, as far as is known. */
export interface RowCount {
  readonly count: number;
  /** False while more rows may follow. */
  readonly exact: boolean;
}

interface Session {
  readonly tabs: readonly DatasetTab[];
  readonly activeTab: string | null;
  /** Tabs that were closed, the last one first. */
  readonly closed: readonly DatasetTab[];
  /** By tab; what was learned from reading, never kept beyond this run. */
  readonly rowCounts: Readonly<Record<string, RowCount>>;
}

/** What the features share: which datasets are open, and what is asked of each. */
export const useSession = create<Session>(() => ({ tabs: [], activeTab: null, closed: [], rowCounts: {} }));

/**
 * Names a tab by its dataset and version; the newest is `null`.
 * @param further distinguishes tabs of the same dataset and version: 0 for the first.
 */
export function tabId(reference: DatasetReference, version: string | null, further = 0): string {
  const names = [reference.connection, reference.namespace, reference.dataset, version];
  return JSON.stringify(further === 0 ? names : [...names, further]);
}

/** A name for one more tab beside those that are there. */
export function freeTabId(
  tabs: readonly Pick<DatasetTab, 'id'>[],
  reference: DatasetReference,
  version: string | null,
): string {
  const taken = new Set(tabs.map((tab) => tab.id));
  for (let further = 0; ; further += 1) {
    const id = tabId(reference, version, further);
    if (!taken.has(id)) return id;
  }
}

/** What a tab begins with. */
export interface NewTab {
  readonly reference: DatasetReference;
  readonly label: string;
  readonly query?: RowQuery;
  readonly layout?: ColumnLayout | null;
  readonly saved?: SavedMark | null;
  /** Charts over its rows; where there are any, the tab begins with them. */
  readonly charts?: readonly Chart[];
  readonly file?: string;
}

/** Opens one more tab, whatever is open already, at the end or in the place of another. */
export function openTab(
  { reference, label, query = everyRow, layout = null, saved = null, charts = [], file }: NewTab,
  inPlaceOf = '',
): void {
  useSession.setState(({ tabs }) => {
    const id = freeTabId(tabs, reference, query.version);
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

/** Opens a dataset in a tab of its own, or goes to the tab where it is open already. */
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

/** Brings a tab to the front. */
export function showTab(id: string): void {
  useSession.setState({ activeTab: id });
}

function changeTab(id: string, change: (tab: DatasetTab) => DatasetTab): void {
  useSession.setState((session) => ({ tabs: session.tabs.map((tab) => (tab.id === id ? change(tab) : tab)) }));
}

/** Shows one of the views of a tab's dataset. */
export function showView(id: string, view: View): void {
  changeTab(id, (tab) => ({ ...tab, view }));
}

/** Asks something else of a tab's rows. */
export function changeQuery(id: string, change: Partial<RowQuery>): void {
  changeTab(id, (tab) => ({ ...tab, query: { ...tab.query, ...change }, firstRow: 0 }));
}

/** Notes where a tab's rows are scrolled to, so that coming back shows the same place. */
export function notePlace(id: string, place: Partial<Pick<DatasetTab, 'firstRow' | 'sideways'>>): void {
  changeTab(id, (tab) => ({ ...tab, ...place }));
}

/** Saves the column layout of a tab; null clears it. */
export function noteLayout(id: string, layout: ColumnLayout | null): void {
  changeTab(id, (tab) => ({ ...tab, layout }));
}

/** Shows a chart in a tab: the one that is there already, or one more. */
export function showChart(id: string, chart: Chart): void {
  changeTab(id, (tab) => {
    const drawn = ({ id: _id, ...rest }: Chart) => JSON.stringify(rest);
    const isThere = tab.charts.some((one) => drawn(one) === drawn(chart));
    const charts = isThere ? tab.charts : [...tab.charts, { ...chart, id: newChartId(tab.charts) }];
    return { ...tab, charts, view: 'charts' };
  });
}

/** Notes the charts of a tab. */
export function noteCharts(id: string, charts: readonly Chart[]): void {
  changeTab(id, (tab) => ({ ...tab, charts }));
}

/** Notes the summary of a tab. */
export function noteSummary(id: string, summary: Summary): void {
  changeTab(id, (tab) => ({ ...tab, summary }));
}

/** Notes which saved query a tab belongs to. */
export function noteSaved(id: string, saved: SavedMark | null): void {
  changeTab(id, (tab) => ({ ...tab, saved }));
}

/** Shows another view of its dataset in the place of a tab. The identifier is a new one, so that nothing of the grid stays. */
export function replaceView(id: string, query: RowQuery, layout: ColumnLayout | null): void {
  useSession.setState(({ tabs, activeTab }) => {
    const tab = tabs.find((each) => each.id === id);
    if (tab === undefined) return {};
    const next = { ...tab, id: freeTabId(tabs, tab.reference, query.version), query, layout, firstRow: 0, sideways: 0 };
    return {
      tabs: tabs.map((each) => (each === tab ? next : each)),
      activeTab: activeTab === id ? next.id : activeTab,
    };
  });
}

/** Notes how many rows a tab's query has. */
export function noteRowCount(id: string, rowCount: RowCount | null): void {
  useSession.setState((session) => {
    const { [id]: known, ...others } = session.rowCounts;
    if (rowCount === null) return { rowCounts: others };
    if (known?.count === rowCount.count && known.exact === rowCount.exact) return session;
    return { rowCounts: { ...others, [id]: rowCount } };
  });
}
