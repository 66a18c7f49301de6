const macNames: ReadonlyMap<string, string> = new Map([
  ['mod', '⌘'],
  ['shift', '⇧'],
  ['alt', '⌥'],
  ['ctrl', '⌃'],
]);
const names: ReadonlyMap<string, string> = new Map([
  ['mod', 'Ctrl'],
  ['shift', 'Shift'],
  ['alt', 'Alt'],
  ['ctrl', 'Ctrl'],
]);

/** Keys as they are printed on the keyboard of the platform. */
export function keyNames(keys: string, mac: boolean): string[] {
  return keys.split('+').map((key) => (mac ? macNames : names).get(key) ?? key);
}
