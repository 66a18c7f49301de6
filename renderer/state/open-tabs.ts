import { moved } from '../lib/moved.ts';
import { type DatasetTab, newTabId, useSession } from './session.ts';

/** Maximum number of closed tabs to remember. */
const maxRemembered = 20;

/** Pinned tabs first, otherwise in their order. */
function pinnedFirst(tabs: readonly DatasetTab[]): DatasetTab[] {
  return [...tabs.filter((tab) => tab.pinned), ...tabs.filter((tab) => !tab.pinned)];
}

/** Closes every matching tab; if the active one is closed, its neighbour becomes active. */
function closeWhere(closes: (tab: DatasetTab) => boolean): void {
  useSession.setState((session) => {
    const closing = session.tabs.filter(closes);
    if (closing.length === 0) return session;
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
      closed: [...closing.toReversed(), ...session.closed].slice(0, maxRemembered),
    };
  });
}

/** Closes a tab. */
export function closeTab(id: string): void {
  closeWhere((tab) => tab.id === id);
}

/** Closes all tabs except this one and the pinned ones. */
export function closeOtherTabs(id: string): void {
  closeWhere((tab) => tab.id !== id && !tab.pinned);
}

/** Closes the unpinned tabs to the right of this one. */
export function closeTabsRightOf(id: string): void {
  const { tabs } = useSession.getState();
  const position = tabs.findIndex((tab) => tab.id === id);
  closeWhere((tab) => tabs.indexOf(tab) > position && !tab.pinned);
}

/** Whether two tabs show the same view of the same dataset. */
function showSame(first: DatasetTab, second: DatasetTab): boolean {
  const shown = ({ reference, query, layout, saved }: DatasetTab) => JSON.stringify([reference, query, layout, saved]);
  return shown(first) === shown(second);
}

/** Reopens a closed tab with the state that it had, under a new id: the given one, or the last closed one that is not open again. */
export function reopenTab(closedTab?: DatasetTab): void {
  useSession.setState(({ tabs, closed }) => {
    const left = closed.filter((tab) => !tabs.some((open) => showSame(open, tab)));
    const found = closedTab ?? left[0];
    if (found === undefined) return { closed: [] };
    const tab = { ...found, id: newTabId() };
    return { tabs: pinnedFirst([...tabs, tab]), activeTab: tab.id, closed: left.filter((each) => each !== found) };
  });
}

/** Pins or unpins a tab. */
export function pinTab(id: string, pinned: boolean): void {
  useSession.setState(({ tabs }) => ({
    tabs: pinnedFirst(tabs.map((tab) => (tab.id === id ? { ...tab, pinned } : tab))),
  }));
}

/** Moves a tab to another position, counted from 0; pinned tabs stay before the others. */
export function moveTab(id: string, to: number): void {
  useSession.setState(({ tabs }) => {
    const from = tabs.findIndex((tab) => tab.id === id);
    return from < 0 ? {} : { tabs: pinnedFirst(moved(tabs, from, Math.min(tabs.length - 1, Math.max(0, to)))) };
  });
}

/** Activates the tab `by` positions further on, wrapping around at the ends. */
export function showNeighbour(by: 1 | -1): void {
  useSession.setState(({ tabs, activeTab }) => {
    const position = tabs.findIndex((tab) => tab.id === activeTab);
    // From a page, the next tab is the first one and the previous the last.
    const from = position < 0 && by < 0 ? 0 : position;
    const next = tabs[(from + by + tabs.length) % tabs.length];
    return next === undefined ? {} : { activeTab: next.id };
  });
}
