import { create } from 'zustand';

interface ColumnsSettings {
  /** Whether labels or names come first. */
  readonly called: 'label' | 'name';
}

const storageKey = 'almanac-columns';

/** The user's settings for the columns of every dataset. */
export const useColumnsSettings = create<ColumnsSettings>(() => ({
  called: localStorage.getItem(storageKey) === 'name' ? 'name' : 'label',
}));

/** Switches between labels and names. */
export function callColumnsBy(called: ColumnsSettings['called']): void {
  localStorage.setItem(storageKey, called);
  useColumnsSettings.setState({ called });
}
