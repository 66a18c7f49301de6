import { type Static, Type } from 'typebox';
import { DatasetReference } from '#shared/rpc/records.ts';
import { sameDataset } from '../lib/catalogue/find-records.ts';
import { persisted } from './persisted.ts';

/** Maximum number of recent datasets. */
const maxRemembered = 12;

const DatasetEntry = Type.Object({ reference: DatasetReference, label: Type.String() });
/** A dataset in a list of favourites or recent ones. */
export type DatasetEntry = Static<typeof DatasetEntry>;

const RememberedDatasets = Type.Object({ favourites: Type.Array(DatasetEntry), recent: Type.Array(DatasetEntry) });
type RememberedDatasets = Static<typeof RememberedDatasets>;

/** Favourites in the order they were added, and recent datasets, the latest first. */
export const useFavourites = persisted<RememberedDatasets>({ key: 'almanac-shelf', schema: RememberedDatasets });

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
export function addRecent(entry: DatasetEntry): void {
  useFavourites.setState(({ recent }) => ({
    recent: [entry, ...recent.filter((other) => !sameDataset(other.reference, entry.reference))].slice(
      0,
      maxRemembered,
    ),
  }));
}
