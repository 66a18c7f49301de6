import allKeys from './keys.json' with { type: 'json' };

/** Keys that are labelled with a word, each with its name in shortcut lists. */
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
  Escape: 'escape',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
} as const;

/** The label of a key from the messages. */
export type WordedKey = (typeof worded)[keyof typeof worded];

const macSigns: ReadonlyMap<string, string> = new Map(Object.entries(allKeys.signsOnMac));
const signs: ReadonlyMap<string, string> = new Map(Object.entries(allKeys.signs));

function isWorded(key: string): key is keyof typeof worded {
  return Object.hasOwn(worded, key);
}

/**
 * Keys as labelled on the platform's keyboard; several at the end are alternatives.
 * @param wordOf label of a key in the user's language
 */
export function keyNames(keys: string, mac: boolean, wordOf: (key: WordedKey) => string): string[] {
  const nameOf = (key: string) =>
    (mac ? macSigns.get(key) : undefined) ?? signs.get(key) ?? (isWorded(key) ? wordOf(worded[key]) : key);
  return keys.split('+').map((part) => part.split(' ').map(nameOf).join(' '));
}

/** The words by which keys are found in every language, as `ctrl+shift+f`; on a Mac, whose keys have signs, `cmd+f`. */
export function keyWords(keys: string, mac: boolean): string {
  return keys.replace('mod', mac ? 'cmd' : 'ctrl').replace('alt', mac ? 'option' : 'alt');
}
