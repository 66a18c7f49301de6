/**
 * Keys that work in one place of the window, by what they do there: the list by which they are bound and by which the
 * sheet of shortcuts shows them. Of several keys at the end each does it.
 */
export const placeKeys = {
  firstRow: 'mod+Home',
  lastRow: 'mod+End',
  extendSelection: 'shift+ArrowUp ArrowDown ArrowLeft ArrowRight',
  selectAll: 'mod+A',
  copyCells: 'mod+C',
  toggleDetails: 'Space',
  sortMore: 'shift+Enter',
  showTab: 'ArrowLeft ArrowRight Home End',
  moveTab: 'ctrl+shift+ArrowLeft ArrowRight',
  closeTab: 'Delete',
} as const;

export type PlaceKey = keyof typeof placeKeys;

/** What is used of a keyboard event. */
interface PressedKeys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether these keys were pressed, and no other modifier with them. */
export function isPressed(event: PressedKeys, name: PlaceKey): boolean {
  const parts = placeKeys[name].split('+');
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
