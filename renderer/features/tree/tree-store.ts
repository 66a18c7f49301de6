import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { create } from 'zustand';

const storageKey = 'almanac-tree';
/** Open lines that are remembered; of more, those that were opened first are closed at the next start. */
const maxRemembered = 2000;

interface TreeStore {
  readonly filter: string;
  /** Lines that the person has opened; the others are closed. */
  readonly expanded: readonly string[];
  /** Whether there is word of a former run: only without it the window chooses what is open. */
  readonly kept: boolean;
}

/** What the person has set in the catalogue. */
export const useTreeStore = create<TreeStore>(() => ({ filter: '', expanded: [], kept: false }));

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

/** Opens lines where no former run has left any open or closed. */
export function expandAtFirst(ids: readonly string[]): void {
  if (!useTreeStore.getState().kept) expandAlso(ids);
}

/** Reads which lines were open; null for a text that was not written here. */
export function readExpanded(text: string | null): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Value.Check(Type.Array(Type.String()), value) ? value : null;
  } catch {
    return null;
  }
}

/** Opens the lines that were open in the last run, and keeps them from then on. */
export function persistTree(): void {
  const expanded = readExpanded(localStorage.getItem(storageKey));
  if (expanded !== null) useTreeStore.setState({ expanded, kept: true });
  useTreeStore.subscribe((now, before) => {
    if (now.expanded === before.expanded) return;
    localStorage.setItem(storageKey, JSON.stringify(now.expanded.slice(-maxRemembered)));
  });
}
