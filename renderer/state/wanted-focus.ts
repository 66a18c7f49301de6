import { useEffect } from 'react';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { enterView } from '../lib/keyboard/regions.ts';
import { changeTabs, useTabs } from './tab.ts';
import { openDataset } from './tabs.ts';

/** Whether a view that is still loading gets the focus. */
export function isFocusWanted(): boolean {
  return useTabs.getState().focused !== null;
}

/**
 * Gives the view of the active tab the focus as soon as its content is there: its rows if it has any. Whatever else the
 * user does first ends it.
 */
export function focusView(): void {
  changeTabs(({ activeTab }) => ({ focused: activeTab }));
}

/** Opens a dataset in its own tab, or activates the tab that shows it, with the focus in its rows. */
export function openWithFocus(reference: DatasetReference, label: string, version: string | null = null): void {
  openDataset(reference, label, version);
  focusView();
}

function drop(): void {
  if (isFocusWanted()) changeTabs(() => ({ focused: null }));
}

/** Keys that are meant for the view that is being shown, or belong to the shortcut that showed it. */
const expectedKeys = /^(?:Arrow|Page|Home|End|Control|Shift|Alt|Meta)/;

/** Leaves the focus alone once the user has clicked or typed while a view is still loading. */
export function dropFocusOnInput(): void {
  window.addEventListener('pointerdown', drop, { capture: true });
  window.addEventListener('keydown', ({ key }) => !expectedKeys.test(key) && drop(), { capture: true });
}

/** Moves the focus into the view of a tab that is to get it. @param isThere whether its content is there */
export function useWantedFocus(tab: string, isThere: boolean): void {
  const isWanted = useTabs(({ focused }) => focused === tab);
  useEffect(() => {
    if (!isWanted || !isThere) return;
    // Lists draw their first lines after they have been measured, before the next frame.
    const frame = requestAnimationFrame(() => {
      drop();
      enterView();
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted, isThere]);
}
