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

const arrows: ReadonlyMap<string, string> = new Map([
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
]);

/** Keys as they are printed on the keyboard of the platform; several at the end stand together: each does it. */
export function keyNames(keys: string, mac: boolean): string[] {
  const nameOf = (key: string) => (mac ? macNames : names).get(key) ?? arrows.get(key) ?? key;
  return keys.split('+').map((part) => part.split(' ').map(nameOf).join(' '));
}
