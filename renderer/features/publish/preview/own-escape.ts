import type { FocusEvent } from 'react';

/** What the dialog around a field looks for before Escape closes it. */
const mark = 'data-mantine-stop-propagation';

/**
 * Properties of an element in whose fields Escape closes the field's own popup, or nothing, but not the dialog: a
 * browser reports the key also if it has closed the list of a field itself.
 */
export const ownEscape = {
  onFocusCapture: ({ target }: FocusEvent<HTMLElement>) => {
    if (!target.hasAttribute(mark)) target.setAttribute(mark, 'true');
  },
} as const;
