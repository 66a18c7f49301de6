import { openUndoSteps, type UndoSteps } from '../lib/undo-steps.ts';
import { useSession } from './session.ts';

/** Undo steps of something that each tab has; they end with the tab. Parameters as of {@link openUndoSteps}. */
export function openTabSteps<Value>(
  readNow: (tab: string) => Value,
  note: (tab: string, value: Value) => void,
): UndoSteps<Value> {
  const steps = openUndoSteps(readNow, note);
  useSession.subscribe(({ tabs }, before) => {
    if (tabs !== before.tabs) steps.keepOnly(new Set(tabs.map(({ id }) => id)));
  });
  return steps;
}
