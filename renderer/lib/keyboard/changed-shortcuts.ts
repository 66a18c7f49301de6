import { type ChangedShortcuts, initialKeysOf } from '#shared/shortcuts.ts';
import { isShortcut } from './pressed-keys.ts';

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
