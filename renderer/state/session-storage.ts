import { type Static, Type } from 'typebox';
import type { Immutable } from '#shared/immutable.ts';
import { orNull } from '#shared/schema-parts.ts';
import { readStored, storedKeys, writeStored } from './persisted.ts';
import { changeTabs, DatasetTab, useTabs } from './tab.ts';
import { leaving, newTabId } from './tabs.ts';

const storageKey = 'almanac-session';
/** The id of the original window. */
const firstWindow = 'first';

/** Delay in milliseconds for batching changes before they are written. */
const debounceMs = 300;

/** The tabs, the active one, two side by side, and the closed ones, last closed first. */
const StoredSession = Type.Object({
  tabs: Type.Array(DatasetTab),
  activeTab: orNull(Type.String()),
  split: orNull(Type.Tuple([Type.String(), Type.String()])),
  closed: Type.Array(DatasetTab),
});
export type StoredSession = Immutable<Static<typeof StoredSession>>;

/** Reads a session stored under a key, in which tabs get new ids; anything else yields no tabs. */
export function readSession(key: string): StoredSession {
  const stored = readStored(key, StoredSession);
  if (stored === undefined) return { tabs: [], activeTab: null, split: null, closed: [] };
  const ids = new Map([...stored.tabs, ...stored.closed].map(({ id }) => [id, newTabId()]));
  const renamed = (tab: DatasetTab): DatasetTab => ({ ...tab, id: ids.get(tab.id) ?? tab.id });
  const [left, right] = (stored.split ?? []).map((id) => ids.get(id));
  return {
    tabs: stored.tabs.map(renamed),
    activeTab: ids.get(stored.activeTab ?? '') ?? null,
    split: left === undefined || right === undefined ? null : [left, right],
    closed: stored.closed.map(renamed),
  };
}

/** State shared by all windows. */
export function readStoredSessions(): StoredSession[] {
  return storedKeys()
    .filter((key) => key.startsWith(storageKey))
    .map(readSession);
}

/** The storage key of a window's tabs. */
export function sessionKey(window: string): string {
  return window === firstWindow || window === '' ? storageKey : `${storageKey}-${window}`;
}

/** Ids of this window and the others. */
interface WindowIds {
  /** Its own id. */
  readonly window: string;
  /** Ids of all windows at the time it was opened, including its own. */
  readonly windows: readonly string[];
  /** An id greater than that of every window opened since then. */
  readonly opened: string;
}

/** The keys of windows that were closed for good; a reloaded page does not know those opened since. */
export function staleKeys(keys: readonly string[], { window, windows, opened }: WindowIds): string[] {
  const used = new Set([window, ...windows].map(sessionKey));
  const isOld = (key: string) => key === storageKey || key < sessionKey(opened);
  return keys.filter((key) => key.startsWith(storageKey) && !used.has(key) && isOld(key));
}

/** Restores the tabs of the window's last session, and stores them from then on. */
export function persistSession(place: WindowIds): void {
  const storageKey = sessionKey(place.window);
  for (const key of staleKeys(storedKeys(), place)) writeStored(key, undefined);
  changeTabs(() => readSession(storageKey));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    const { tabs, activeTab, split, closed } = useTabs.getState();
    writeStored(storageKey, { tabs: tabs.map(leaving), activeTab, split, closed });
  };
  useTabs.subscribe((now, before) => {
    clearTimeout(timer);
    // Open tabs are stored at once, since a page may crash at any time; scroll positions can wait.
    if (now.activeTab !== before.activeTab || now.tabs.length !== before.tabs.length) write();
    else timer = setTimeout(write, debounceMs);
  });
  window.addEventListener('pagehide', write);
}
