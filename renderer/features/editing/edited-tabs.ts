import type { EditableTarget } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { closeTab } from '../../open-tabs.ts';
import { type DatasetTab, tabId, useSession } from '../../session.ts';
import { type ShelfEntry, useShelf } from '../../shelf.ts';

function isOf(target: EditableTarget, { connection, namespace, dataset }: DatasetReference): boolean {
  if (target.connection !== connection || target.namespace !== namespace) return false;
  return target.kind === 'namespace' || target.dataset === dataset;
}

/** What this window had of something that was deleted. */
export interface TakenAway {
  readonly tabs: readonly DatasetTab[];
  readonly favourites: readonly ShelfEntry[];
  readonly recent: readonly ShelfEntry[];
}

/** Closes the tabs of what was deleted and takes it from the shelf; gives all that, to be put back. */
export function takeAway(target: EditableTarget): TakenAway {
  const tabs = useSession.getState().tabs.filter(({ reference }) => isOf(target, reference));
  for (const tab of tabs) closeTab(tab.id);
  const gone = ({ reference }: ShelfEntry) => isOf(target, reference);
  const { favourites, recent } = useShelf.getState();
  const stays = (entry: ShelfEntry) => !gone(entry);
  useShelf.setState({ favourites: favourites.filter(stays), recent: recent.filter(stays) });
  // What is gone is not to be opened once more as a tab that was closed last.
  useSession.setState(({ closed }) => ({ closed: closed.filter(({ reference }) => !isOf(target, reference)) }));
  return { tabs, favourites: favourites.filter(gone), recent: recent.filter(gone) };
}

/** Puts back what {@link takeAway} took. */
export function putBack({ tabs, favourites, recent }: TakenAway): void {
  useShelf.setState((shelf) => ({
    favourites: [...shelf.favourites, ...favourites],
    recent: [...recent, ...shelf.recent],
  }));
  const front = tabs.at(-1)?.id;
  if (front === undefined) return;
  useSession.setState((session) => ({
    tabs: [...session.tabs, ...tabs.filter(({ id }) => !session.tabs.some((open) => open.id === id))],
    activeTab: front,
  }));
}

/** Gives the open tabs of a dataset its new address and label. */
export function renameTabs(from: DatasetReference, to: DatasetReference, label: string): void {
  const { connection, namespace, dataset } = from;
  const target = { kind: 'dataset', connection, namespace, dataset } as const;
  useSession.setState(({ tabs, activeTab }) => {
    const renamed = (tab: DatasetTab): DatasetTab =>
      isOf(target, tab.reference) ? { ...tab, reference: to, label, id: tabId(to, tab.query.version) } : tab;
    const front = tabs.find(({ id }) => id === activeTab);
    return { tabs: tabs.map(renamed), activeTab: front === undefined ? activeTab : renamed(front).id };
  });
  useShelf.setState(({ favourites, recent }) => {
    const moved = (entry: ShelfEntry) => (isOf(target, entry.reference) ? { reference: to, label } : entry);
    return { favourites: favourites.map(moved), recent: recent.map(moved) };
  });
}
