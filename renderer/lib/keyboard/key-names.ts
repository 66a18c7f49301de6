/** Keys that keyboards name in words, each by its name in a list of keys. */
const worded = {
  mod: 'ctrl',
  ctrl: 'ctrl',
  shift: 'shift',
  alt: 'alt',
  Home: 'home',
  End: 'end',
  Delete: 'delete',
  Enter: 'enter',
  Space: 'space',
  Tab: 'tab',
} as const;

/** A key by the name of its word among the messages. */
export type WordedKey = (typeof worded)[keyof typeof worded];

const macSigns: ReadonlyMap<string, string> = new Map([
  ['mod', '⌘'],
  ['shift', '⇧'],
  ['alt', '⌥'],
  ['ctrl', '⌃'],
  ['Home', '↖'],
  ['End', '↘'],
  ['Delete', '⌫'],
  ['Enter', '↩'],
]);

const arrows: ReadonlyMap<string, string> = new Map([
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
]);

function isWorded(key: string): key is keyof typeof worded {
  return Object.hasOwn(worded, key);
}

/**
 * Keys as they are printed on the keyboard of the platform; several at the end stand together: each does it.
 * @param wordOf what a key is called in the person's language
 */
export function keyNames(keys: string, mac: boolean, wordOf: (key: WordedKey) => string): string[] {
  const nameOf = (key: string) =>
    (mac ? macSigns.get(key) : undefined) ?? arrows.get(key) ?? (isWorded(key) ? wordOf(worded[key]) : key);
  return keys.split('+').map((part) => part.split(' ').map(nameOf).join(' '));
}
