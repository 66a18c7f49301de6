import type { RemovalTarget } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { type DatasetEntry, useFavourites } from '../../session/favourites.ts';
import { closeTab } from '../../session/open-tabs.ts';
import { type DatasetTab, tabId, useSession } from '../../session/session.ts';

/** @param version slug of the version that is open; null for the newest */
function isOf(
  target: RemovalTarget,
  { connection, namespace, dataset }: DatasetReference,
  version: string | null = null,
): boolean {
  if (target.connection !== connection || target.namespace !== namespace) return false;
  if (target.kind === 'namespace') return true;
  return target.dataset === dataset && (target.kind === 'dataset' || target.version === version);
}

/** The window's state of a deleted record. */
export interface RemovedState {
  readonly tabs: readonly DatasetTab[];
  readonly favourites: readonly DatasetEntry[];
  readonly recent: readonly DatasetEntry[];
}

/** Closes the tabs of a deleted item and removes it from favourites and recent datasets; returns them for undo. */
export function removeFromWindow(target: RemovalTarget): RemovedState {
  const tabs = useSession.getState().tabs.filter(({ reference, query }) => isOf(target, reference, query.version));
  for (const tab of tabs) closeTab(tab.id);
  const isRemoved = ({ reference }: DatasetEntry) => isOf(target, reference);
  const { favourites, recent } = useFavourites.getState();
  const stays = (entry: DatasetEntry) => !isRemoved(entry);
  useFavourites.setState({ favourites: favourites.filter(stays), recent: recent.filter(stays) });
  // Deleted datasets must not be reopened as the last closed tab.
  useSession.setState(({ closed }) => ({
    closed: closed.filter(({ reference, query }) => !isOf(target, reference, query.version)),
  }));
  return { tabs, favourites: favourites.filter(isRemoved), recent: recent.filter(isRemoved) };
}

/** Restores what {@link removeFromWindow} removed. */
export function restoreToWindow({ tabs, favourites, recent }: RemovedState): void {
  useFavourites.setState((list) => ({
    favourites: [...list.favourites, ...favourites],
    recent: [...recent, ...list.recent],
  }));
  const front = tabs.at(-1)?.id;
  if (front === undefined) return;
  useSession.setState((session) => ({
    tabs: [...session.tabs, ...tabs.filter(({ id }) => !session.tabs.some((open) => open.id === id))],
    activeTab: front,
  }));
}

/** Updates the open tabs of a dataset with its new address and label. */
export function renameTabs(from: DatasetReference, to: DatasetReference, label: string): void {
  const { connection, namespace, dataset } = from;
  const target = { kind: 'dataset', connection, namespace, dataset } as const;
  useSession.setState(({ tabs, activeTab }) => {
    const renamed = (tab: DatasetTab): DatasetTab =>
      isOf(target, tab.reference) ? { ...tab, reference: to, label, id: tabId(to, tab.query.version) } : tab;
    const front = tabs.find(({ id }) => id === activeTab);
    return { tabs: tabs.map(renamed), activeTab: front === undefined ? activeTab : renamed(front).id };
  });
  useFavourites.setState(({ favourites, recent }) => {
    const moved = (entry: DatasetEntry) => (isOf(target, entry.reference) ? { reference: to, label } : entry);
    return { favourites: favourites.map(moved), recent: recent.map(moved) };
  });
}
