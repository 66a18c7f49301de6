import { create } from 'zustand';

/** Maximum number of undo steps. */
const maxSteps = 100;

interface Steps<Value> {
  readonly past: readonly Value[];
  readonly future: readonly Value[];
}

/** Undo and redo steps of one kind of state, per tab. */
export interface UndoSteps<Value> {
  /** Changes the value of a tab; no step is recorded if it stays the same. */
  readonly change: (tab: string, change: (value: Value) => Value) => void;
  /** Records that a tab's state was changed elsewhere, with its previous value. */
  readonly record: (tab: string, before: Value) => void;
  readonly undo: (tab: string) => void;
  readonly redo: (tab: string) => void;
  /** Drops the steps of all other tabs. */
  readonly keepOnly: (tabs: ReadonlySet<string>) => void;
  /** Whether there is a step to undo, and one to redo. */
  readonly useOpen: (tab: string) => readonly [canUndo: boolean, canRedo: boolean];
}

/**
 * Keeps undo steps for this session of the window; the state itself is stored elsewhere.
 * @param readNow reads the current value of a tab
 * @param note replaces the value of a tab
 */
export function openUndoSteps<Value>(
  readNow: (tab: string) => Value,
  note: (tab: string, value: Value) => void,
): UndoSteps<Value> {
  const noSteps: Steps<Value> = { past: [], future: [] };
  const useSteps = create<Readonly<Record<string, Steps<Value>>>>(() => ({}));
  const stepsOf = (tab: string) => useSteps.getState()[tab] ?? noSteps;

  function move(tab: string, from: keyof Steps<Value>, to: keyof Steps<Value>): void {
    const steps = stepsOf(tab);
    const target = steps[from].at(-1);
    if (target === undefined) return;
    useSteps.setState({ [tab]: { ...steps, [from]: steps[from].slice(0, -1), [to]: [...steps[to], readNow(tab)] } });
    note(tab, target);
  }

  const record = (tab: string, before: Value) =>
    useSteps.setState({ [tab]: { past: [...stepsOf(tab).past, before].slice(-maxSteps), future: [] } });

  return {
    record,
    change(tab, change) {
      const before = readNow(tab);
      const after = change(before);
      if (after === before) return;
      record(tab, before);
      note(tab, after);
    },
    undo: (tab) => move(tab, 'past', 'future'),
    redo: (tab) => move(tab, 'future', 'past'),
    keepOnly: (tabs) =>
      useSteps.setState((all) => Object.fromEntries(Object.entries(all).filter(([tab]) => tabs.has(tab))), true),
    useOpen(tab) {
      const canUndo = useSteps((all) => (all[tab] ?? noSteps).past.length > 0);
      const canRedo = useSteps((all) => (all[tab] ?? noSteps).future.length > 0);
      return [canUndo, canRedo];
    },
  };
}
