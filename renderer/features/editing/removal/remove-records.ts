import type { EditableTarget } from '#shared/rpc/editing.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { remove, undoRemoval } from '../../../api/service/editing.ts';
import { putBack, type TakenAway, takeAway } from '../edited-tabs.ts';

/** What this window had of what was deleted here, by the deletion's id. */
const taken = new Map<string, TakenAway>();

/** Deletes something: out of sight at once, at its service in some seconds. */
export async function removeSoon(target: EditableTarget, label: string): Promise<void> {
  try {
    const { id } = await remove(target, label);
    taken.set(id, takeAway(target));
  } catch (error) {
    reportFailure(error);
  }
}

/** Brings it back, with its tabs if they were open here. */
export async function undo(id: string): Promise<void> {
  try {
    await undoRemoval(id);
    putBackTaken(id);
  } catch (error) {
    reportFailure(error);
  }
}

/** Puts back what was taken away for a deletion that did not come to pass. */
export function putBackTaken(id: string): void {
  const away = taken.get(id);
  taken.delete(id);
  if (away !== undefined) putBack(away);
}
