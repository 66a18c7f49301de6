import { create } from 'zustand';
import type { DataColumn } from '../../../lib/data-column.ts';

/** A place in a heading of the grid that a histogram is drawn in. */
export interface HeadSlot {
  readonly tab: string;
  readonly column: DataColumn;
  readonly element: HTMLElement;
}

/** The headings that are on the screen: the grid makes and removes them while it is scrolled sideways. */
export const useHeadSlots = create<{ readonly slots: readonly HeadSlot[] }>(() => ({ slots: [] }));

/** Adds a place, or replaces what was known of it. */
export function noteSlot(slot: HeadSlot): void {
  useHeadSlots.setState(({ slots }) => ({ slots: [...slots.filter(({ element }) => element !== slot.element), slot] }));
}

export function removeSlot(element: HTMLElement): void {
  useHeadSlots.setState(({ slots }) => ({ slots: slots.filter((slot) => slot.element !== element) }));
}
