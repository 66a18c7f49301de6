import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { create } from 'zustand';
import { DatasetReference } from '#shared/rpc/records.ts';
import { sameDataset, useSession } from './session.ts';

const storageKey = 'almanac-shelf';
/** Maximum number of recent datasets. */
const maxRemembered = 12;

const DatasetEntry = Type.Object({ reference: DatasetReference, label: Type.String() });
/** A dataset in a list of favourites or recent ones. */
export type DatasetEntry = Static<typeof DatasetEntry>;

const RememberedDatasets = Type.Object({ favourites: Type.Array(DatasetEntry), recent: Type.Array(DatasetEntry) });
type RememberedDatasets = Static<typeof RememberedDatasets>;

/** Reads the stored lists; invalid text yields empty ones. */
export function readFavourites(text: string | null): RememberedDatasets {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Value.Check(RememberedDatasets, value) ? value : { favourites: [], recent: [] };
  } catch {
    return { favourites: [], recent: [] };
  }
}

/** Favourites in the order they were added, and recent datasets, the latest first. */
export const useFavourites = create<RememberedDatasets>(() => ({ favourites: [], recent: [] }));

/** Whether a dataset is a favourite. */
export function isFavourite(favourites: readonly DatasetEntry[], reference: DatasetReference): boolean {
  return favourites.some((entry) => sameDataset(entry.reference, reference));
}

/** Adds a dataset to the favourites, or removes it. */
export function toggleFavourite(entry: DatasetEntry): void {
  useFavourites.setState(({ favourites }) => ({
    favourites: isFavourite(favourites, entry.reference)
      ? favourites.filter((other) => !sameDataset(other.reference, entry.reference))
      : [...favourites, entry],
  }));
}

/** Moves a dataset to the top of the recent ones. */
export function noteOpened(entry: DatasetEntry): void {
  useFavourites.setState(({ recent }) => ({
    recent: [entry, ...recent.filter((other) => !sameDataset(other.reference, entry.reference))].slice(
      0,
      maxRemembered,
    ),
  }));
}

/** Restores the lists of the last session, and stores every later change. */
export function persistFavourites(): void {
  useFavourites.setState(readFavourites(localStorage.getItem(storageKey)));
  useFavourites.subscribe((list) => localStorage.setItem(storageKey, JSON.stringify(list)));
  useSession.subscribe((session, before) => {
    if (session.activeTab === before.activeTab) return;
    const opened = session.tabs.find((tab) => tab.id === session.activeTab);
    if (opened !== undefined) noteOpened({ reference: opened.reference, label: opened.label });
  });
}
