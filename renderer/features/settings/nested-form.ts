import { createContext, use, useEffect } from 'react';

/** Takes what leaves the form that is open within a page of the settings; null where none is. */
export const NestedForm = createContext<(leave: (() => void) | null) => void>(() => {});

/** Lets Escape leave a form within a page of the settings, in place of the settings as a whole. */
export function useNestedForm(isOpen: boolean, leave: () => void): void {
  const note = use(NestedForm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same, whatever function leaves it.
  useEffect(() => {
    if (!isOpen) return undefined;
    note(() => leave);
    return () => note(null);
  }, [isOpen, note]);
}
