/** Maximum number of steps that can be undone. */
const maxSteps = 100;

/** The earlier and the undone states of something, the nearest one last. */
export interface History<State> {
  readonly past: readonly State[];
  readonly future: readonly State[];
}

/** A history with one more state to return to; what was undone before can no longer be redone. */
export function withStep<State>({ past }: History<State>, before: State): History<State> {
  return { past: [...past, before].slice(-maxSteps), future: [] };
}

/** Takes the nearest state of a history in one direction, in exchange for the present one; null if there is none. */
export function stepped<State>(
  history: History<State>,
  from: keyof History<State>,
  now: State,
): { readonly state: State; readonly history: History<State> } | null {
  const state = history[from].at(-1);
  if (state === undefined) return null;
  const left = history[from].slice(0, -1);
  if (from === 'past') return { state, history: { past: left, future: [...history.future, now] } };
  return { state, history: { past: [...history.past, now], future: left } };
}
