import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { create } from 'zustand';

const storageKey = 'almanac-tree';
/** Maximum number of expanded lines that are stored; beyond it, the oldest are collapsed at the next start. */
const maxRemembered = 2000;

interface TreeStore {
  readonly filter: string;
  /** Lines that the user has expanded; all others are collapsed. */
  readonly expanded: readonly string[];
  /** Whether there is a stored state: only without it the window decides what is expanded. */
  readonly kept: boolean;
}

/** The user's settings of the catalogue. */
export const useTreeStore = create<TreeStore>(() => ({ filter: '', expanded: [], kept: false }));

/** Filters by this text. */
export function setFilter(filter: string): void {
  useTreeStore.setState({ filter });
}

/** Expands exactly these lines. */
export function setExpanded(expanded: readonly string[]): void {
  useTreeStore.setState({ expanded });
}

/** Expands one more line. */
export function expandAlso(ids: readonly string[]): void {
  useTreeStore.setState(({ expanded }) => ({ expanded: [...new Set([...expanded, ...ids])] }));
}

/** Expands lines unless there is a stored state. */
export function expandAtFirst(ids: readonly string[]): void {
  if (!useTreeStore.getState().kept) expandAlso(ids);
}

/** Reads the expanded lines; null for any other text. */
export function readExpanded(text: string | null): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Value.Check(Type.Array(Type.String()), value) ? value : null;
  } catch {
    return null;
  }
}

/** Restores the expanded lines of the last session, and stores them from then on. */
export function persistTree(): void {
  const expanded = readExpanded(localStorage.getItem(storageKey));
  if (expanded !== null) useTreeStore.setState({ expanded, kept: true });
  useTreeStore.subscribe((now, before) => {
    if (now.expanded === before.expanded) return;
    localStorage.setItem(storageKey, JSON.stringify(now.expanded.slice(-maxRemembered)));
  });
}
