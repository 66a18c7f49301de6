import { useEffect, useRef } from 'react';
import { useDialog } from '../dialogs/dialogs.ts';
import { useEditDialog } from '../dialogs/edit-dialogs.ts';
import { useFileDialogs } from '../dialogs/file-dialogs.ts';
import { useQueryDialog } from '../dialogs/query-dialogs.ts';

/** What stands over the panes only for a while. */
const passing = '[role="dialog"], [role="menu"], [role="listbox"], [role="alert"]';
/** By then a dialog has gone and given the focus back, where it could, in milliseconds. */
const settledMs = 300;

/**
 * Gives the focus back to where it was in the panes when a dialog has closed that cannot do so itself: the item of the
 * menu that opened it is not there any more.
 */
export function useFocusFallback(): void {
  const place = useRef<HTMLElement | null>(null);
  const dialogs = [
    useDialog(({ dialog }) => dialog),
    useFileDialogs(({ dialog }) => dialog),
    useEditDialog(({ dialog }) => dialog),
    useQueryDialog(({ dialog }) => dialog),
  ];
  const isOpen = dialogs.some((dialog) => dialog !== null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest(passing) === null) place.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (isOpen) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body && place.current?.isConnected) place.current.focus();
    }, settledMs);
    return () => clearTimeout(timer);
  }, [isOpen]);
}
