import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { DatasetReference, RowQuerySchema } from '#shared/rpc/records.ts';
import { type DatasetTab, tabId, useSession, views } from './session.ts';

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
});
const StoredSession = Type.Object({
  tabs: Type.Array(Type.Unsafe<Omit<DatasetTab, 'id'>>(StoredTab)),
  front: Type.Union([Type.Integer(), Type.Null()]),
});
type StoredSession = Static<typeof StoredSession>;

/** The open tabs as text to keep. */
export function sessionText(tabs: readonly DatasetTab[], activeTab: string | null): string {
  const front = tabs.findIndex((tab) => tab.id === activeTab);
  const stored: StoredSession = { tabs: tabs.map(({ id: _id, ...tab }) => tab), front: front < 0 ? null : front };
  return JSON.stringify(stored);
}

/** Reads what {@link sessionText} wrote; a text that it cannot have written gives no tabs. */
export function readSession(text: string | null): { tabs: DatasetTab[]; activeTab: string | null } {
  const parsed = parse(text);
  if (parsed === null) return { tabs: [], activeTab: null };
  const tabs = parsed.tabs.map((tab): DatasetTab => ({ ...tab, id: tabId(tab.reference, tab.query.version) }));
  return { tabs, activeTab: (parsed.front === null ? undefined : tabs[parsed.front]?.id) ?? tabs[0]?.id ?? null };
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
    const { tabs, activeTab } = useSession.getState();
    localStorage.setItem(storageKey, sessionText(tabs, activeTab));
  };
  useSession.subscribe((now, before) => {
    clearTimeout(timer);
    // What is open is kept at once, since a page may crash at any time; where in it one is may wait for a rest.
    if (now.activeTab !== before.activeTab || now.tabs.length !== before.tabs.length) write();
    else timer = setTimeout(write, rest);
  });
  window.addEventListener('pagehide', write);
}
