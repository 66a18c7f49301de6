import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A bar of buttons and fields that form a single tab stop. */
export function Toolbar({ label, className = '', children }: ToolbarProps) {
  return (
    <div className={`${styles.toolbar} ${className}`} role="toolbar" aria-label={label} ref={useOneTabStop()}>
      {children}
    </div>
  );
}

/** Makes the controls in an element of the role `toolbar` a single tab stop. @returns what the element takes as its ref */
export function useOneTabStop(): RefObject<HTMLDivElement | null> {
  const toolbar = useRef<HTMLDivElement>(null);
  useEffect(() => (toolbar.current === null ? undefined : oneTabStop(toolbar.current)), []);
  return toolbar;
}

/** The controls of a toolbar that the keyboard can reach, except in popups that it opens. */
const stops = 'button, input:not([type="hidden"]), select, textarea, a[href]';
/** Popups opened by a button of a toolbar have their own keys. */
const opened = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Makes a toolbar a single tab stop, at the control that had the focus last; arrows, Home and End move between its
 * controls (ARIA Authoring Practices, toolbar). In a field the arrows move the caret first.
 * @returns a function that removes this behaviour
 */
function oneTabStop(toolbar: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const items = () =>
    [...toolbar.querySelectorAll<HTMLElement>(stops)].filter((item) => {
      const inside = item.closest(opened);
      return inside === null || !toolbar.contains(inside);
    });
  const usable = () => items().filter((item) => !item.matches(':disabled, [aria-hidden="true"]'));
  const update = () => {
    const there = usable();
    const stop = last !== null && there.includes(last) ? last : there[0];
    for (const item of items()) {
      const tabIndex = item === stop ? 0 : -1;
      if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex;
    }
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !items().includes(target)) return;
    last = target;
    update();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const { target } = event;
    const there = usable();
    const position = target instanceof HTMLElement ? there.indexOf(target) : -1;
    if (position < 0 || (target instanceof HTMLInputElement && !leaves(target, event.key))) return;
    const next = {
      ArrowRight: there[(position + 1) % there.length],
      ArrowLeft: there[(position + there.length - 1) % there.length],
      Home: there[0],
      End: there.at(-1),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const observer = new MutationObserver(update);
  observer.observe(toolbar, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  toolbar.addEventListener('focusin', onFocus);
  toolbar.addEventListener('keydown', onKey);
  update();
  return () => {
    observer.disconnect();
    toolbar.removeEventListener('focusin', onFocus);
    toolbar.removeEventListener('keydown', onKey);
  };
}

/** Whether a key leaves a field because the caret cannot move any further. */
function leaves({ value, selectionStart, selectionEnd }: HTMLInputElement, key: string): boolean {
  if (selectionStart !== selectionEnd) return false;
  if (key === 'ArrowRight') return selectionEnd === null || selectionEnd === value.length;
  return key === 'ArrowLeft' && (selectionStart === null || selectionStart === 0);
}
