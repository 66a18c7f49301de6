import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { DatasetReference, RowQuerySchema } from '#shared/rpc/records.ts';
import { type DatasetTab, freeTabId, useSession, views } from './session.ts';

const storageKey = 'almanac-session';

/** How long changes may pile up before they are written, in milliseconds. */
const rest = 300;

const StoredTab = Type.Object({
  reference: DatasetReference,
  label: Type.String(),
  pinned: Type.Boolean(),
  view: Type.Union(views.map((view) => Type.Literal(view))),
  query: RowQuerySchema,
  firstRow: Type.Integer({ minimum: 0 }),
  layout: Type.Union([
    Type.Null(),
    Type.Array(
      Type.Object({ name: Type.String(), hidden: Type.Boolean(), frozen: Type.Boolean(), width: Type.Integer() }),
    ),
  ]),
  // Sessions that were kept before there were saved queries have none.
  saved: Type.Optional(Type.Union([Type.Null(), Type.Object({ url: Type.String(), label: Type.String() })])),
});
type StoredTab = Omit<DatasetTab, 'id' | 'saved'> & Partial<Pick<DatasetTab, 'saved'>>;
const StoredSession = Type.Object({
  tabs: Type.Array(Type.Unsafe<StoredTab>(StoredTab)),
  front: Type.Union([Type.Integer(), Type.Null()]),
  closed: Type.Optional(Type.Array(Type.Unsafe<StoredTab>(StoredTab))),
});
type StoredSession = Static<typeof StoredSession>;

/** What is kept of a session: the tabs, which of them is in front, and those that were closed, the last one first. */
export type KeptSession = Pick<ReturnType<typeof useSession.getState>, 'tabs' | 'activeTab' | 'closed'>;

function withoutId({ id: _id, ...tab }: DatasetTab): StoredTab {
  return tab;
}

/** The tabs as text to keep. */
export function sessionText({ tabs, activeTab, closed }: KeptSession): string {
  const front = tabs.findIndex((tab) => tab.id === activeTab);
  const stored: StoredSession = {
    tabs: tabs.map(withoutId),
    front: front < 0 ? null : front,
    closed: closed.map(withoutId),
  };
  return JSON.stringify(stored);
}

/** Reads what {@link sessionText} wrote; a text that it cannot have written gives no tabs. */
export function readSession(text: string | null): KeptSession {
  const parsed = parse(text);
  if (parsed === null) return { tabs: [], activeTab: null, closed: [] };
  const all: DatasetTab[] = [];
  for (const tab of [...parsed.tabs, ...(parsed.closed ?? [])]) {
    all.push({ ...tab, saved: tab.saved ?? null, id: freeTabId(all, tab.reference, tab.query.version) });
  }
  const tabs = all.slice(0, parsed.tabs.length);
  const front = parsed.front === null ? undefined : tabs[parsed.front];
  return { tabs, activeTab: (front ?? tabs[0])?.id ?? null, closed: all.slice(parsed.tabs.length) };
}

function parse(text: string | null): StoredSession | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Value.Check(StoredSession, value) ? value : null;
  } catch {
    return null;
  }
}

/** Opens the tabs of the last run, and keeps them from then on. */
export function keepSession(): void {
  useSession.setState(readSession(localStorage.getItem(storageKey)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    localStorage.setItem(storageKey, sessionText(useSession.getState()));
  };
  useSession.subscribe((now, before) => {
    clearTimeout(timer);
    // What is open is kept at once, since a page may crash at any time; where in it one is may wait for a rest.
    if (now.activeTab !== before.activeTab || now.tabs.length !== before.tabs.length) write();
    else timer = setTimeout(write, rest);
  });
  window.addEventListener('pagehide', write);
}
