import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { create } from 'zustand';
import { DatasetReference } from '#shared/rpc/records.ts';
import { sameDataset, useSession } from './session.ts';

const storageKey = 'almanac-shelf';
/** Datasets that are remembered as opened lately. */
const longestMemory = 12;

const ShelfEntry = Type.Object({ reference: DatasetReference, label: Type.String() });
/** A dataset within quick reach. */
export type ShelfEntry = Static<typeof ShelfEntry>;

const Shelf = Type.Object({ favourites: Type.Array(ShelfEntry), recent: Type.Array(ShelfEntry) });
type Shelf = Static<typeof Shelf>;

/** Reads a kept shelf; a text that it cannot have written gives an empty one. */
export function readShelf(text: string | null): Shelf {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Value.Check(Shelf, value) ? value : { favourites: [], recent: [] };
  } catch {
    return { favourites: [], recent: [] };
  }
}

/** Favourites in the order they were chosen, and what was opened lately, the last first. */
export const useShelf = create<Shelf>(() => ({ favourites: [], recent: [] }));

/** Whether a dataset is a favourite. */
export function isFavourite(favourites: readonly ShelfEntry[], reference: DatasetReference): boolean {
  return favourites.some((entry) => sameDataset(entry.reference, reference));
}

/** Makes a dataset a favourite, or no longer one. */
export function toggleFavourite(entry: ShelfEntry): void {
  useShelf.setState(({ favourites }) => ({
    favourites: isFavourite(favourites, entry.reference)
      ? favourites.filter((other) => !sameDataset(other.reference, entry.reference))
      : [...favourites, entry],
  }));
}

/** Puts a dataset at the head of those opened lately. */
export function noteOpened(entry: ShelfEntry): void {
  useShelf.setState(({ recent }) => ({
    recent: [entry, ...recent.filter((other) => !sameDataset(other.reference, entry.reference))].slice(
      0,
      longestMemory,
    ),
  }));
}

/** Takes up the shelf of the last run, and keeps it with what is opened from then on. */
export function keepShelf(): void {
  useShelf.setState(readShelf(localStorage.getItem(storageKey)));
  useShelf.subscribe((shelf) => localStorage.setItem(storageKey, JSON.stringify(shelf)));
  useSession.subscribe((session, before) => {
    if (session.activeTab === before.activeTab) return;
    const opened = session.tabs.find((tab) => tab.id === session.activeTab);
    if (opened !== undefined) noteOpened({ reference: opened.reference, label: opened.label });
  });
}
