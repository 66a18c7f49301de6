import type { Chart } from '#shared/chart.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { emptySummary } from '#shared/summary.ts';
import { sameDataset } from '../lib/catalogue/find-records.ts';
import type { ColumnLayout } from '../lib/column-format.ts';
import { moved } from '../lib/moved.ts';
import {
  changeTabs,
  type DatasetTab,
  type Page,
  type SavedMark,
  stateOf,
  tabOf,
  topLeft,
  useTabs,
  type WrittenStatement,
} from './tab.ts';

/** Shows a page instead of the active tab, which stays open. */
export function showPage(page: Page): void {
  changeTabs(() => ({ activeTab: null, page }));
}

let idCount = 0;

/** A new id for a tab. No other tab of this window has it, not even a closed one. */
export function newTabId(): string {
  idCount += 1;
  return `tab-${idCount}`;
}

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
  readonly statement?: WrittenStatement;
}

/** Opens another tab, whatever is open already, at the end or replacing another. */
export function openTab(
  { reference, label, query = everyRow, layout = null, saved = null, charts = [], ...rest }: NewTab,
  inPlaceOf = '',
): void {
  changeTabs(({ tabs }) => {
    const id = newTabId();
    const old = tabs.find((tab) => tab.id === inPlaceOf);
    const tab: DatasetTab = {
      id,
      reference,
      label,
      pinned: old?.pinned ?? false,
      view: charts.length === 0 ? 'rows' : 'charts',
      query,
      start: topLeft,
      layout,
      saved,
      charts,
      summary: emptySummary,
      ...rest,
    };
    return {
      tabs: old === undefined ? [...tabs, tab] : tabs.map((each) => (each === old ? tab : each)),
      activeTab: id,
    };
  });
}

/** Opens a dataset in its own tab, or activates the tab that shows it. */
export function openDataset(reference: DatasetReference, label: string, version: string | null = null): void {
  const { tabs } = useTabs.getState();
  const open = tabs.find(
    (tab) => tab.saved === null && tab.query.version === version && sameDataset(tab.reference, reference),
  );
  if (open === undefined) openTab({ reference, label, query: { ...everyRow, version } });
  else showTab(open.id);
}

export function showTab(id: string): void {
  changeTabs(() => ({ activeTab: id }));
}

/** Replaces a tab by another view of its dataset. */
export function replaceView(id: string, query: RowQuery, layout: ColumnLayout | null): void {
  replaceTab(id, { query, layout });
}

/** Shows another dataset with the same columns in a tab, in its newest version: an offline copy, or its original. */
export function switchDataset(id: string, reference: DatasetReference): void {
  const tab = tabOf(id);
  if (tab !== undefined) replaceTab(id, { reference, query: { ...tab.query, version: null }, saved: null });
}

/** Replaces a tab in its place. The id changes, so that nothing of the grid's state remains. */
function replaceTab(id: string, change: Partial<DatasetTab>): void {
  changeTabs(({ tabs, activeTab, split }) => {
    const tab = tabs.find((each) => each.id === id);
    if (tab === undefined) return {};
    const next = { ...tab, ...change, start: topLeft, id: newTabId() };
    const renamed = (each: string) => (each === id ? next.id : each);
    return {
      tabs: tabs.map((each) => (each === tab ? next : each)),
      activeTab: activeTab === null ? null : renamed(activeTab),
      split: split === null ? null : [renamed(split[0]), renamed(split[1])],
    };
  });
}

/** Maximum number of closed tabs to remember. */
const maxRemembered = 20;

/** Pinned tabs first, otherwise in their order. */
function pinnedFirst(tabs: readonly DatasetTab[]): DatasetTab[] {
  return [...tabs.filter((tab) => tab.pinned), ...tabs.filter((tab) => !tab.pinned)];
}

/** A tab as it is closed: it is reopened where it is scrolled to. */
export function leaving(tab: DatasetTab): DatasetTab {
  return { ...tab, start: stateOf(tab.id).position };
}

/** Closes every matching tab; if the active one is closed, its neighbour becomes active. */
function closeWhere(closes: (tab: DatasetTab) => boolean): void {
  changeTabs((session) => {
    const closing = session.tabs.filter(closes);
    if (closing.length === 0) return {};
    const tabs = session.tabs.filter((tab) => !closing.includes(tab));
    const front = session.tabs.findIndex((tab) => tab.id === session.activeTab);
    const left = session.tabs.slice(0, Math.max(0, front)).filter((tab) => !closing.includes(tab)).length;
    const neighbour = tabs[Math.min(left, tabs.length - 1)]?.id ?? null;
    // A page that is shown stays.
    const stays = session.activeTab === null || tabs.some((tab) => tab.id === session.activeTab);
    return {
      tabs,
      activeTab: stays ? session.activeTab : neighbour,
      ...(tabs.length === 0 && { page: { kind: 'home' } as const }),
      closed: [...closing.map(leaving).toReversed(), ...session.closed].slice(0, maxRemembered),
    };
  });
}

export function closeTab(id: string): void {
  closeWhere((tab) => tab.id === id);
}

/** Closes all tabs except this one and the pinned ones. */
export function closeOtherTabs(id: string): void {
  closeWhere((tab) => tab.id !== id && !tab.pinned);
}

export function closeTabsRightOf(id: string): void {
  const { tabs } = useTabs.getState();
  const position = tabs.findIndex((tab) => tab.id === id);
  closeWhere((tab) => tabs.indexOf(tab) > position && !tab.pinned);
}

function showSame(first: DatasetTab, second: DatasetTab): boolean {
  const shown = ({ reference, query, layout, saved }: DatasetTab) => JSON.stringify([reference, query, layout, saved]);
  return shown(first) === shown(second);
}

/** Reopens a closed tab with the state that it had, under a new id: the given one, or the last closed one that is not open again. */
export function reopenTab(closedTab?: DatasetTab): void {
  changeTabs(({ tabs, closed }) => {
    const left = closed.filter((tab) => !tabs.some((open) => showSame(open, tab)));
    const found = closedTab ?? left[0];
    if (found === undefined) return { closed: [] };
    const tab = { ...found, id: newTabId() };
    return { tabs: pinnedFirst([...tabs, tab]), activeTab: tab.id, closed: left.filter((each) => each !== found) };
  });
}

export function pinTab(id: string, pinned: boolean): void {
  changeTabs(({ tabs }) => ({
    tabs: pinnedFirst(tabs.map((tab) => (tab.id === id ? { ...tab, pinned } : tab))),
  }));
}

/** Moves a tab to another position, counted from 0; pinned tabs stay before the others. */
export function moveTab(id: string, to: number): void {
  changeTabs(({ tabs }) => {
    const from = tabs.findIndex((tab) => tab.id === id);
    return from < 0 ? {} : { tabs: pinnedFirst(moved(tabs, from, Math.min(tabs.length - 1, Math.max(0, to)))) };
  });
}

/** Activates the tab `by` positions further on, wrapping around at the ends. */
export function showNeighbour(by: 1 | -1): void {
  changeTabs(({ tabs, activeTab }) => {
    const position = tabs.findIndex((tab) => tab.id === activeTab);
    // From a page, the next tab is the first one and the previous the last.
    const from = position < 0 && by < 0 ? 0 : position;
    const next = tabs[(from + by + tabs.length) % tabs.length];
    return next === undefined ? {} : { activeTab: next.id };
  });
}

/** Shows a tab to the right of the active one. */
export function showBeside(id: string): void {
  changeTabs(({ activeTab }) => (activeTab === null || activeTab === id ? {} : { split: [activeTab, id] }));
}

/** Shows one tab at a time again. */
export function closeSplit(): void {
  changeTabs(() => ({ split: null }));
}

/** Shows the other of two tabs alone. */
export function closeSide(id: string): void {
  changeTabs(({ split }) => ({ split: null, activeTab: split?.find((each) => each !== id) ?? id }));
}

/** The visible tabs from left to right: two if the active one is shown beside another. */
export function shownTabs({
  tabs,
  activeTab,
  split,
}: Pick<ReturnType<typeof useTabs.getState>, 'tabs' | 'activeTab' | 'split'>): readonly DatasetTab[] {
  const ids = split !== null && activeTab !== null && split.includes(activeTab) ? split : [activeTab];
  // If one of the two was closed, the other is shown alone.
  return ids.flatMap((id) => tabs.find((tab) => tab.id === id) ?? []);
}

/** The adjacent tab whose rows scroll along: one of the same dataset, for instance of another version. */
export function scrollPartner(id: string): string | null {
  const shown = shownTabs(useTabs.getState());
  const [own, other] = [shown.find((tab) => tab.id === id), shown.find((tab) => tab.id !== id)];
  if (own === undefined || other === undefined || !sameDataset(own.reference, other.reference)) return null;
  return other.id;
}
