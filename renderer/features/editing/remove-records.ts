import type { RemovalTarget } from '#shared/rpc/editing.ts';
import { change } from '../../backend/changes.ts';
import { reportFailure } from '../../backend/failure.ts';
import { callBackend } from '../../backend/port.ts';
import { type RemovedState, removeFromWindow, restoreToWindow } from './edited-tabs.ts';

/** The window's state of deleted records, by deletion id. */
const taken = new Map<string, RemovedState>();

/** Deletes a record: hidden at once, deleted at its service after a few seconds. */
export async function removeSoon(target: RemovalTarget, label: string): Promise<void> {
  try {
    const { id } = await change('remove', { target, label });
    taken.set(id, removeFromWindow(target));
  } catch (error) {
    reportFailure(error);
  }
}

/** Undoes a deletion, and reopens the tabs that were open in this window. */
export async function restoreRemoved(id: string): Promise<void> {
  try {
    await callBackend('undoRemoval', { removal: id });
    restoreAfterFailure(id);
  } catch (error) {
    reportFailure(error);
  }
}

/** Restores the window's state for a deletion that failed. */
export function restoreAfterFailure(id: string): void {
  const away = taken.get(id);
  taken.delete(id);
  if (away !== undefined) restoreToWindow(away);
}
