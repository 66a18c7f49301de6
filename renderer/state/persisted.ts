import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { create } from 'zustand';

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value stored under a key; undefined unless it matches the schema. */
export function readStored<Schema extends TSchema>(key: string, schema: Schema): Static<Schema> | undefined {
  const value = parse(localStorage.getItem(key));
  return Value.Check(schema, value) ? value : undefined;
}

/** Stores a value as JSON; undefined removes it. */
export function writeStored(key: string, value: unknown): void {
  const text = value === undefined ? null : JSON.stringify(value);
  if (text === null) localStorage.removeItem(key);
  // Another window may have stored the same value, which would be reported to it once more.
  else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
}

export function storedKeys(): readonly string[] {
  return Object.keys(localStorage);
}

interface Persisted<State extends object> {
  readonly key: string;
  /** The stored members. Each is read on its own: one that does not match has the initial value of its schema. */
  readonly schema: TObject;
  /** The initial values of what is not stored. */
  readonly more?: Partial<State>;
}

/** Opens a store whose members of the schema survive a restart, and are the same in all windows. */
export function persisted<State extends object>({ key, schema, more }: Persisted<State>) {
  const members = Object.entries(schema.properties);
  const read = (text: string | null): Partial<State> => {
    const stored = new Map<string, unknown>(Object.entries(parse(text) ?? {}));
    const valid = members.filter(([name, member]) => Value.Check(member, stored.get(name)));
    // Checked above, each against the schema of its name.
    return Object.fromEntries(valid.map(([name]) => [name, stored.get(name)])) as Partial<State>;
  };
  const initial = { ...Value.Create(schema), ...more } as State;
  const useStore = create<State>(() => ({ ...initial, ...read(localStorage.getItem(key)) }));
  useStore.subscribe((state) => {
    const all = new Map<string, unknown>(Object.entries(state));
    writeStored(key, Object.fromEntries(members.map(([name]) => [name, all.get(name)])));
  });
  window.addEventListener('storage', (event) => {
    if (event.key === key) useStore.setState(read(event.newValue));
  });
  return useStore;
}
