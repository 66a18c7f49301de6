import { create } from 'zustand';

/** Steps that can be undone. */
const maxSteps = 100;

interface Steps<Value> {
  readonly past: readonly Value[];
  readonly future: readonly Value[];
}

/** What was done to one thing of each tab, to be undone and done again. */
export interface UndoSteps<Value> {
  /** Changes the thing of a tab; nothing is noted where it stays as it is. */
  readonly change: (tab: string, change: (value: Value) => Value) => void;
  readonly undo: (tab: string) => void;
  readonly redo: (tab: string) => void;
  /** Whether there is a step to undo, and one to do again. */
  readonly useOpen: (tab: string) => readonly [canUndo: boolean, canRedo: boolean];
}

/**
 * Notes the steps of this run of the window; the thing itself stays where it is.
 * @param readNow reads the thing of a tab as it is now
 * @param note puts another in its place
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

  return {
    change(tab, change) {
      const before = readNow(tab);
      const after = change(before);
      if (after === before) return;
      useSteps.setState({ [tab]: { past: [...stepsOf(tab).past, before].slice(-maxSteps), future: [] } });
      note(tab, after);
    },
    undo: (tab) => move(tab, 'past', 'future'),
    redo: (tab) => move(tab, 'future', 'past'),
    useOpen(tab) {
      const canUndo = useSteps((all) => (all[tab] ?? noSteps).past.length > 0);
      const canRedo = useSteps((all) => (all[tab] ?? noSteps).future.length > 0);
      return [canUndo, canRedo];
    },
  };
}
