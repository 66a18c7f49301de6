import { createContext, use, useEffect } from 'react';

/** Closes the form that is open within a page of the settings; null if there is none. */
export const NestedForm = createContext<(leave: (() => void) | null) => void>(() => {});

/** Makes Escape close a form within a page of the settings instead of the whole dialog. */
export function useNestedForm(isOpen: boolean, leave: () => void): void {
  const setLeave = use(NestedForm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same, whatever function leaves it.
  useEffect(() => {
    if (!isOpen) return undefined;
    setLeave(() => leave);
    return () => setLeave(null);
  }, [isOpen, setLeave]);
}
