/**
 * Keys that work in one part of the window, by what they do there: both the bindings and the list of shortcuts use this
 * table. Several keys at the end are alternatives.
 */
export const localKeys = {
  firstRow: 'mod+Home',
  lastRow: 'mod+End',
  extendSelection: 'shift+ArrowUp ArrowDown ArrowLeft ArrowRight',
  selectAll: 'mod+A',
  copyCells: 'mod+C',
  toggleDetails: 'Space',
  sortMore: 'shift+Enter',
  undoView: 'mod+Z',
  redoView: 'mod+shift+Z',
  nextHit: 'F3',
  previousHit: 'shift+F3',
  showTab: 'ArrowLeft ArrowRight Home End',
  moveTab: 'ctrl+shift+ArrowLeft ArrowRight',
  closeTab: 'Delete',
  publish: 'mod+Enter',
} as const;

export type LocalKey = keyof typeof localKeys;

/** The part of a keyboard event that is used. */
interface PressedKeys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether exactly these keys were pressed, with no other modifier. */
export function isPressed(event: PressedKeys, name: LocalKey): boolean {
  const parts = localKeys[name].split('+');
  const ends = (parts.at(-1) ?? '').split(' ').map((key) => (key === 'Space' ? ' ' : key.toLowerCase()));
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  const control = event.ctrlKey || event.metaKey;
  return (
    ends.includes(event.key.toLowerCase()) &&
    control === (has('mod') || has('ctrl')) &&
    event.shiftKey === has('shift') &&
    !event.altKey
  );
}
