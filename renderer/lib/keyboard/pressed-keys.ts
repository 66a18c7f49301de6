import { type ChangedShortcuts, type FixedKey, fixedKeys, initialKeysOf } from '#shared/shortcuts.ts';
import allKeys from './keys.json' with { type: 'json' };

/** Whether the window has the keys and menus of macOS. */
export const mac = navigator.userAgent.includes('Mac');

/** The part of a keyboard event that is used. */
interface PressedKeys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether exactly these keys were pressed, with no other modifier. */
export function isPressed(event: PressedKeys, name: FixedKey): boolean {
  const parts = fixedKeys[name].split('+');
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

/** Keys that move the focus or the caret, or edit text. */
const movingKeys: ReadonlySet<string> = new Set(allKeys.moving);
const freeMovingKeys: ReadonlySet<string> = new Set(allKeys.freeMoving);
/** Keys that the operating system, the browser engine or native menus handle on some platform. */
const systemKeys: ReadonlySet<string> = new Set(allKeys.system);

const modifiers = ['ctrl', 'mod', 'alt', 'shift'] as const;

/** A key without modifiers as lists of shortcuts write it; null for modifiers, and for keys without a name. */
function endOf(key: string): string | null {
  if (key === ' ') return 'Space';
  if (key === '+') return 'Plus';
  const upper = key.toUpperCase();
  // Some letters have no single capital.
  if ([...key].length === 1) return upper.length === key.length ? upper : key;
  return movingKeys.has(key) || /^F[1-9]\d?$/.test(key) ? key : null;
}

/** What was pressed as lists of shortcuts write it; null while only modifiers are pressed. */
export function pressedKeys(event: PressedKeys, onMac: boolean): string | null {
  const end = endOf(event.key);
  if (end === null) return null;
  const parts = [
    // Tabs are switched with Ctrl on a Mac too.
    event.ctrlKey && (onMac || end === 'Tab' ? 'ctrl' : 'mod'),
    event.metaKey && (onMac ? 'mod' : 'meta'),
    event.altKey && 'alt',
    event.shiftKey && 'shift',
    end,
  ];
  return parts.filter((part) => part !== false).join('+');
}

/** Why a command cannot have certain keys. */
type KeyRefusal = 'character' | 'moving' | 'system';

/** Why a command cannot have these keys; null if it can, unless they are among the fixed ones. */
export function refusalOf(keys: string, onMac: boolean): KeyRefusal | null {
  const parts = keys.split('+');
  const end = parts.at(-1) ?? '';
  if (systemKeys.has(keys) || parts.includes('meta')) return 'system';
  // On a Mac, Ctrl with a letter edits text, and Command+H hides the window.
  if ((parts.includes('ctrl') && end !== 'Tab') || (onMac && keys === 'mod+H')) return 'system';
  if (movingKeys.has(end)) return freeMovingKeys.has(keys) ? null : 'moving';
  if (end.length > 1 && end !== 'Plus') return null;
  // With Alt, many keyboards type further characters.
  return parts.includes('mod') && !parts.includes('alt') ? null : 'character';
}

/** Whether a text is written as {@link pressedKeys} writes keys, and a command can have them. */
export function isShortcut(keys: string, onMac: boolean): boolean {
  const parts = keys.split('+');
  const end = parts.pop() ?? '';
  return (
    endOf(end === 'Plus' ? '+' : end) === end &&
    parts.join() === modifiers.filter((modifier) => parts.includes(modifier)).join() &&
    refusalOf(keys, onMac) === null &&
    !Object.values<string>(fixedKeys).includes(keys)
  );
}

/** The stored keys that commands can have; the other commands keep their initial ones. */
export function readShortcuts(stored: unknown, onMac: boolean): ChangedShortcuts {
  const changed = new Map<string, string>();
  for (const [command, keys] of Object.entries(stored ?? {})) {
    const isFree = ![...changed.values()].includes(keys);
    if (typeof keys === 'string' && isFree && isShortcut(keys, onMac)) changed.set(command, keys);
  }
  return Object.fromEntries(changed);
}

/** Gives keys to a command, and takes them from any other; undefined removes those that the user chose. */
export function assignKeys(changed: ChangedShortcuts, command: string, keys: string | undefined): ChangedShortcuts {
  const others = Object.entries(changed).filter(([other, own]) => other !== command && own !== keys);
  const isInitial = keys === initialKeysOf(command);
  return Object.fromEntries(keys === undefined || isInitial ? others : [...others, [command, keys]]);
}
