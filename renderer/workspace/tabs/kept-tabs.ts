import { useState } from 'react';
import type { DatasetTab } from '../../state/tab.ts';

/** Number of hidden tabs whose grids stay drawn. Each holds its drawn cells and up to twenty blocks of rows. */
const maxKept = 4;

/** The last tabs shown, newest first: those shown now and a few before them. */
export function recentTabs(recent: readonly string[], shown: readonly string[]): readonly string[] {
  return [...shown, ...recent.filter((id) => !shown.includes(id))].slice(0, shown.length + maxKept);
}

/**
 * The tabs to draw: those shown, and the grids shown last, so that returning to one takes no longer than a frame. Maps
 * and charts are not kept: they hold graphics memory. Nor is anything beside two tabs, whose size is another one.
 */
export function useDrawnTabs(tabs: readonly DatasetTab[], shown: readonly DatasetTab[]): readonly DatasetTab[] {
  const [recent, setRecent] = useState<readonly string[]>([]);
  const ids = recentTabs(
    recent,
    shown.map(({ id }) => id),
  );
  if (ids.join(' ') !== recent.join(' ')) setRecent(ids);
  if (shown.length > 1) return shown;
  return tabs.filter((tab) => shown.includes(tab) || (tab.view === 'rows' && ids.includes(tab.id)));
}
