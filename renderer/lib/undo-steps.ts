import { create } from 'zustand';

/** Maximum number of undo steps. */
const maxSteps = 100;

/** Applies an earlier or later state, and returns the step back to the current one. */
type Step = () => Step;

interface Steps {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** What a user does with a history of steps, per tab. */
export interface UndoMoves {
  readonly undo: (tab: string) => void;
  readonly redo: (tab: string) => void;
  /** Drops the steps of all other tabs. */
  readonly keepOnly: (tabs: ReadonlySet<string>) => void;
  /** Whether there is a step to undo, and one to redo. */
  readonly useOpen: (tab: string) => readonly [canUndo: boolean, canRedo: boolean];
}

/** Undo and redo steps of one kind of state. */
export interface UndoSteps<Value> extends UndoMoves {
  /** Changes the value of a tab; no step is recorded if it stays the same. */
  readonly change: (tab: string, change: (value: Value) => Value) => void;
  /** Records that a tab's state was changed elsewhere, with its previous value, unless a step caused the change. */
  readonly record: (tab: string, before: Value) => void;
}

/** Undo and redo steps of several kinds of state, in the order in which they were made. */
export interface UndoHistory extends UndoMoves {
  /**
   * The steps of one kind of state. Undoing and redoing apply to the whole history.
   * @param readNow reads the current value of a tab
   * @param note replaces the value of a tab
   */
  readonly stepsOf: <Value>(
    readNow: (tab: string) => Value,
    note: (tab: string, value: Value) => void,
  ) => UndoSteps<Value>;
}

const noSteps: Steps = { past: [], future: [] };

/** Opens a history for this session of the window; the state itself is stored elsewhere. */
export function openUndoHistory(): UndoHistory {
  const useSteps = create<Readonly<Record<string, Steps>>>(() => ({}));
  const stepsIn = (tab: string) => useSteps.getState()[tab] ?? noSteps;
  /** Whether a step is being applied. */
  let isApplying = false;

  function apply<Result>(step: () => Result): Result {
    isApplying = true;
    try {
      return step();
    } finally {
      isApplying = false;
    }
  }

  function move(tab: string, from: keyof Steps, to: keyof Steps): void {
    const steps = stepsIn(tab);
    const step = steps[from].at(-1);
    if (step === undefined) return;
    const back = apply(step);
    useSteps.setState({ [tab]: { ...steps, [from]: steps[from].slice(0, -1), [to]: [...steps[to], back] } });
  }

  const moves: UndoMoves = {
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

  return {
    ...moves,
    stepsOf(readNow, note) {
      type Value = ReturnType<typeof readNow>;
      const stepTo = (tab: string, value: Value): Step => {
        return () => {
          const now = readNow(tab);
          note(tab, value);
          return stepTo(tab, now);
        };
      };
      const record = (tab: string, before: Value) => {
        if (isApplying) return;
        const past = [...stepsIn(tab).past, stepTo(tab, before)].slice(-maxSteps);
        useSteps.setState({ [tab]: { past, future: [] } });
      };
      return {
        ...moves,
        record,
        change(tab, change) {
          const before = readNow(tab);
          const after = change(before);
          if (after === before) return;
          record(tab, before);
          apply(() => note(tab, after));
        },
      };
    },
  };
}
