import { useSession } from '../../../session/session.ts';
import type { View } from './map-handle.ts';

/** How a person left a map. */
export interface MapMemory {
  /** What it showed, once the person has moved it. */
  readonly view: View;
  /** Name of the column that coloured it. */
  readonly colourBy: string | null;
}

const memories = new Map<string, MapMemory>();

// A tab that is closed and opened again begins anew.
useSession.subscribe(({ tabs }) => {
  for (const id of memories.keys()) if (!tabs.some((tab) => tab.id === id)) memories.delete(id);
});

/** How the map of a tab was left, so that coming back to it changes nothing. */
export function recallMap(tab: string): MapMemory {
  return memories.get(tab) ?? { view: null, colourBy: null };
}

/** Notes a part of how the map of a tab is left. */
export function rememberMap(tab: string, change: Partial<MapMemory>): void {
  memories.set(tab, { ...recallMap(tab), ...change });
}
