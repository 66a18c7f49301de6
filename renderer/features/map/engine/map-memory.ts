import { onTabsClosed } from '../../../state/session.ts';
import type { View } from './map-handle.ts';

/** The state in which a user left a map. */
export interface MapMemory {
  /** The visible part, once the user has moved it. */
  readonly view: View;
  /** Name of the colour column. */
  readonly colourBy: string | null;
}

const memories = new Map<string, MapMemory>();

// A tab that is closed and reopened starts fresh.
onTabsClosed((open) => {
  for (const tab of memories.keys()) if (!open.has(tab)) memories.delete(tab);
});

/** The map state of a tab, so that returning to it changes nothing. */
export function recallMap(tab: string): MapMemory {
  return memories.get(tab) ?? { view: null, colourBy: null };
}

/** Updates part of a tab's map state. */
export function rememberMap(tab: string, change: Partial<MapMemory>): void {
  memories.set(tab, { ...recallMap(tab), ...change });
}
