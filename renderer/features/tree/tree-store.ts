import { create } from 'zustand';

interface TreeStore {
  readonly filter: string;
  /** Lines that the person has opened; the others are closed. */
  readonly expanded: readonly string[];
}

/** What the person has set in the catalogue. */
export const useTreeStore = create<TreeStore>(() => ({ filter: '', expanded: [] }));

/** Keeps only what has this text in it. */
export function setFilter(filter: string): void {
  useTreeStore.setState({ filter });
}

/** Opens exactly these lines. */
export function setExpanded(expanded: readonly string[]): void {
  useTreeStore.setState({ expanded });
}

/** Opens a line beside those that are open. */
export function expandAlso(ids: readonly string[]): void {
  useTreeStore.setState(({ expanded }) => ({ expanded: [...new Set([...expanded, ...ids])] }));
}
