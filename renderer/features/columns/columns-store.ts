import { create } from 'zustand';

interface ColumnsSettings {
  /** By what columns are called first. */
  readonly called: 'label' | 'name';
}

const storageKey = 'almanac-columns';

/** What the person has set for the columns of every dataset. */
export const useColumnsSettings = create<ColumnsSettings>(() => ({
  called: localStorage.getItem(storageKey) === 'name' ? 'name' : 'label',
}));

/** Calls columns by their labels or by their names. */
export function callColumnsBy(called: ColumnsSettings['called']): void {
  localStorage.setItem(storageKey, called);
  useColumnsSettings.setState({ called });
}
