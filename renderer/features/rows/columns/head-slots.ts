import { create } from 'zustand';
import type { DataColumn } from '../../../lib/data-column.ts';

/** The element in a heading of the grid that contains a histogram. */
export interface HeadSlot {
  readonly tab: string;
  readonly column: DataColumn;
  readonly element: HTMLElement;
}

/** The headings on screen: the grid creates and removes them while scrolling horizontally. */
export const useHeadSlots = create<{ readonly slots: readonly HeadSlot[] }>(() => ({ slots: [] }));

/** Adds an element, or replaces the previous one. */
export function noteSlot(slot: HeadSlot): void {
  useHeadSlots.setState(({ slots }) => ({ slots: [...slots.filter(({ element }) => element !== slot.element), slot] }));
}

export function removeSlot(element: HTMLElement): void {
  useHeadSlots.setState(({ slots }) => ({ slots: slots.filter((slot) => slot.element !== element) }));
}
