import type { RemovalTarget } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { attempt } from '../../backend/failure.ts';
import { callBackend } from '../../backend/port.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { type DatasetEntry, useFavourites } from '../../state/favourites.ts';
import { changeTabs, type DatasetTab, useTabs } from '../../state/tab.ts';
import { closeTab, leaving } from '../../state/tabs.ts';

/** The window's state of deleted records, by deletion id. */
const taken = new Map<string, RemovedState>();

/** Deletes a record: hidden at once, deleted at its service after a few seconds. */
export async function removeSoon(target: RemovalTarget, label: string): Promise<void> {
  await attempt(async () => {
    const { id } = await change('remove', { target, label });
    taken.set(id, removeFromWindow(target));
  });
}

/** Undoes a deletion, and reopens the tabs that were open in this window. */
export async function restoreRemoved(id: string): Promise<void> {
  await attempt(async () => {
    await callBackend('undoRemoval', { removal: id });
    restoreAfterFailure(id);
  });
}

/** Restores the window's state for a deletion that failed. */
export function restoreAfterFailure(id: string): void {
  const away = taken.get(id);
  taken.delete(id);
  if (away !== undefined) restoreToWindow(away);
}

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
interface RemovedState {
  readonly tabs: readonly DatasetTab[];
  readonly favourites: readonly DatasetEntry[];
  readonly recent: readonly DatasetEntry[];
}

/** Closes the tabs of a deleted item and removes it from favourites and recent datasets; returns them for undo. */
function removeFromWindow(target: RemovalTarget): RemovedState {
  const tabs = useTabs.getState().tabs.filter(({ reference, query }) => isOf(target, reference, query.version));
  const left = tabs.map(leaving);
  for (const tab of tabs) closeTab(tab.id);
  const isRemoved = ({ reference }: DatasetEntry) => isOf(target, reference);
  const { favourites, recent } = useFavourites.getState();
  const stays = (entry: DatasetEntry) => !isRemoved(entry);
  useFavourites.setState({ favourites: favourites.filter(stays), recent: recent.filter(stays) });
  // Deleted datasets must not be reopened as the last closed tab.
  changeTabs(({ closed }) => ({
    closed: closed.filter(({ reference, query }) => !isOf(target, reference, query.version)),
  }));
  return { tabs: left, favourites: favourites.filter(isRemoved), recent: recent.filter(isRemoved) };
}

/** Restores what {@link removeFromWindow} removed. */
function restoreToWindow({ tabs, favourites, recent }: RemovedState): void {
  useFavourites.setState((list) => ({
    favourites: [...list.favourites, ...favourites],
    recent: [...recent, ...list.recent],
  }));
  const front = tabs.at(-1)?.id;
  if (front === undefined) return;
  changeTabs((session) => ({
    tabs: [...session.tabs, ...tabs.filter(({ id }) => !session.tabs.some((open) => open.id === id))],
    activeTab: front,
  }));
}

/** Changes what the window keeps of datasets. Tabs keep their ids, and with them their undo steps and their places. */
function changeEntries(change: <Entry extends DatasetEntry>(entry: Entry) => Entry): void {
  changeTabs(({ tabs, closed }) => ({ tabs: tabs.map(change), closed: closed.map(change) }));
  useFavourites.setState(({ favourites, recent }) => ({
    favourites: favourites.map(change),
    recent: recent.map(change),
  }));
}

/** Updates the open and closed tabs of a dataset, favourites and recent datasets with its new address and label. */
export function renameTabs(from: DatasetReference, to: DatasetReference, label: string): void {
  changeEntries((entry) => (sameDataset(entry.reference, from) ? { ...entry, reference: to, label } : entry));
}

/** Updates all datasets of a namespace with its new address, and the page of the namespace. */
export function moveTabs(connection: string, from: string, to: string): void {
  if (from === to) return;
  const isWithin = (place: { readonly connection: string; readonly namespace: string }) =>
    place.connection === connection && place.namespace === from;
  changeEntries((entry) =>
    isWithin(entry.reference) ? { ...entry, reference: { ...entry.reference, namespace: to } } : entry,
  );
  changeTabs(({ page }) => (page.kind === 'namespace' && isWithin(page) ? { page: { ...page, namespace: to } } : {}));
}
