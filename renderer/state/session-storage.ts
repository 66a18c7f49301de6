import { type Static, Type } from 'typebox';
import { Chart } from '#shared/chart.ts';
import { orNull } from '#shared/one-of.ts';
import { RowQuerySchema } from '#shared/query-schemas.ts';
import { DatasetReference } from '#shared/rpc/records.ts';
import { emptySummary, Summary } from '#shared/summary.ts';
import { readStored, storedKeys, writeStored } from './persisted.ts';
import { changeTabs, type DatasetTab, useTabs, views } from './tab.ts';
import { leaving, newTabId } from './tabs.ts';

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
  statement: Type.Optional(
    Type.Object({
      connection: Type.String(),
      sql: Type.String(),
      asSteps: Type.Optional(Type.Boolean()),
      recipeOf: Type.Optional(DatasetReference),
      ran: orNull(
        Type.Object({
          sql: Type.String(),
          count: Type.Number(),
          milliseconds: Type.Number(),
          columns: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
});
type LaterMember = 'saved' | 'charts' | 'summary';
type StoredTab = Omit<DatasetTab, 'id' | 'start' | LaterMember> &
  Partial<Pick<DatasetTab, LaterMember>> & { readonly firstRow: number; readonly sideways?: number };
const StoredSession = Type.Object({
  tabs: Type.Array(Type.Unsafe<StoredTab>(StoredTab)),
  front: Type.Union([Type.Integer(), Type.Null()]),
  closed: Type.Optional(Type.Array(Type.Unsafe<StoredTab>(StoredTab))),
  /** The positions of two tabs that are shown side by side. */
  split: Type.Optional(Type.Tuple([Type.Integer(), Type.Integer()])),
});
type StoredSession = Static<typeof StoredSession>;

/** The stored session: the tabs, the active one, two side by side, and the closed ones, last closed first. */
export type SavedSession = Pick<ReturnType<typeof useTabs.getState>, 'tabs' | 'activeTab' | 'split' | 'closed'>;

function withoutId({ id: _id, start, ...tab }: DatasetTab): StoredTab {
  return { ...tab, ...start };
}

/** The form in which the tabs are stored. */
export function storedSession({ tabs, activeTab, split, closed }: SavedSession): StoredSession {
  const positionOf = (id: string | null) => tabs.findIndex((tab) => tab.id === id);
  const front = positionOf(activeTab);
  return {
    tabs: tabs.map(withoutId),
    front: front < 0 ? null : front,
    closed: closed.map(withoutId),
    ...(split !== null && { split: [positionOf(split[0]), positionOf(split[1])] as [number, number] }),
  };
}

/** Reads what {@link storedSession} made under a key; anything else yields no tabs. */
export function readSession(key: string): SavedSession {
  const parsed = readStored(key, StoredSession);
  if (parsed === undefined) return { tabs: [], activeTab: null, split: null, closed: [] };
  const all = [...parsed.tabs, ...(parsed.closed ?? [])].map((tab): DatasetTab => {
    const { saved = null, charts = [], summary = emptySummary, firstRow, sideways = 0, ...rest } = tab;
    return { ...rest, saved, charts, summary, start: { firstRow, sideways }, id: newTabId() };
  });
  const tabs = all.slice(0, parsed.tabs.length);
  const front = parsed.front === null ? undefined : tabs[parsed.front];
  const active = parsed.front === null ? null : ((front ?? tabs[0])?.id ?? null);
  const [left, right] = parsed.split?.map((position) => tabs[position]?.id) ?? [];
  const split = left === undefined || right === undefined ? null : ([left, right] as const);
  return { tabs, activeTab: active, split, closed: all.slice(parsed.tabs.length) };
}

/** State shared by all windows. */
export function readSavedSessions(): SavedSession[] {
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
    const now = useTabs.getState();
    writeStored(storageKey, storedSession({ ...now, tabs: now.tabs.map(leaving) }));
  };
  useTabs.subscribe((now, before) => {
    clearTimeout(timer);
    // Open tabs are stored at once, since a page may crash at any time; scroll positions can wait.
    if (now.activeTab !== before.activeTab || now.tabs.length !== before.tabs.length) write();
    else timer = setTimeout(write, debounceMs);
  });
  window.addEventListener('pagehide', write);
}
