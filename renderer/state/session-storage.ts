import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Chart } from '#shared/chart.ts';
import { RowQuerySchema } from '#shared/query-schemas.ts';
import { DatasetReference } from '#shared/rpc/records.ts';
import { emptySummary, Summary } from '#shared/summary.ts';
import { type DatasetTab, newTabId, useSession, views } from './session.ts';

const storageKey = 'almanac-session';
/** The id of the original window. */
const firstWindow = 'first';

/** Delay in milliseconds for batching changes before they are written. */
const debounceMs = 300;

const StoredTab = Type.Object({
  reference: DatasetReference,
  label: Type.String(),
  pinned: Type.Boolean(),
  view: Type.Union(views.map((view) => Type.Literal(view))),
  query: RowQuerySchema,
  firstRow: Type.Integer({ minimum: 0 }),
  // Sessions stored by older releases have no such value and start at the left.
  sideways: Type.Optional(Type.Number({ minimum: 0 })),
  layout: Type.Union([
    Type.Null(),
    Type.Array(
      Type.Object({ name: Type.String(), hidden: Type.Boolean(), frozen: Type.Boolean(), width: Type.Integer() }),
    ),
  ]),
  // Sessions stored before there were saved queries have none.
  saved: Type.Optional(Type.Union([Type.Null(), Type.Object({ url: Type.String(), label: Type.String() })])),
  charts: Type.Optional(Type.Array(Chart)),
  summary: Type.Optional(Summary),
  file: Type.Optional(Type.String()),
});
type LaterMember = 'saved' | 'sideways' | 'charts' | 'summary';
type StoredTab = Omit<DatasetTab, 'id' | LaterMember> & Partial<Pick<DatasetTab, LaterMember>>;
const StoredSession = Type.Object({
  tabs: Type.Array(Type.Unsafe<StoredTab>(StoredTab)),
  front: Type.Union([Type.Integer(), Type.Null()]),
  closed: Type.Optional(Type.Array(Type.Unsafe<StoredTab>(StoredTab))),
  /** The positions of two tabs that are shown side by side. */
  split: Type.Optional(Type.Tuple([Type.Integer(), Type.Integer()])),
});
type StoredSession = Static<typeof StoredSession>;

/** The stored session: the tabs, the active one, two side by side, and the closed ones, last closed first. */
export type SavedSession = Pick<ReturnType<typeof useSession.getState>, 'tabs' | 'activeTab' | 'split' | 'closed'>;

function withoutId({ id: _id, ...tab }: DatasetTab): StoredTab {
  return tab;
}

/** Serialises the tabs. */
export function sessionText({ tabs, activeTab, split, closed }: SavedSession): string {
  const positionOf = (id: string | null) => tabs.findIndex((tab) => tab.id === id);
  const front = positionOf(activeTab);
  const stored: StoredSession = {
    tabs: tabs.map(withoutId),
    front: front < 0 ? null : front,
    closed: closed.map(withoutId),
    ...(split !== null && { split: [positionOf(split[0]), positionOf(split[1])] as [number, number] }),
  };
  return JSON.stringify(stored);
}

/** Reads what {@link sessionText} wrote; any other text yields no tabs. */
export function readSession(text: string | null): SavedSession {
  const parsed = parse(text);
  if (parsed === null) return { tabs: [], activeTab: null, split: null, closed: [] };
  const all = [...parsed.tabs, ...(parsed.closed ?? [])].map((tab): DatasetTab => {
    const { saved = null, sideways = 0, charts = [], summary = emptySummary } = tab;
    return { ...tab, saved, sideways, charts, summary, id: newTabId() };
  });
  const tabs = all.slice(0, parsed.tabs.length);
  const front = parsed.front === null ? undefined : tabs[parsed.front];
  const active = parsed.front === null ? null : ((front ?? tabs[0])?.id ?? null);
  const [left, right] = parsed.split?.map((position) => tabs[position]?.id) ?? [];
  const split = left === undefined || right === undefined ? null : ([left, right] as const);
  return { tabs, activeTab: active, split, closed: all.slice(parsed.tabs.length) };
}

function parse(text: string | null): StoredSession | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Value.Check(StoredSession, value) ? value : null;
  } catch {
    return null;
  }
}

/** State shared by all windows. */
export function readSavedSessions(): SavedSession[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(storageKey));
  return keys.map((key) => readSession(localStorage.getItem(key)));
}

/** The storage key of a window's tabs. */
export function sessionKey(window: string): string {
  return window === firstWindow || window === '' ? storageKey : `${storageKey}-${window}`;
}

/** Ids of this window and the others. */
export interface WindowIds {
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
  for (const key of staleKeys(Object.keys(localStorage), place)) localStorage.removeItem(key);
  useSession.setState(readSession(localStorage.getItem(storageKey)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    localStorage.setItem(storageKey, sessionText(useSession.getState()));
  };
  useSession.subscribe((now, before) => {
    clearTimeout(timer);
    // Open tabs are stored at once, since a page may crash at any time; scroll positions can wait.
    if (now.activeTab !== before.activeTab || now.tabs.length !== before.tabs.length) write();
    else timer = setTimeout(write, debounceMs);
  });
  window.addEventListener('pagehide', write);
}
