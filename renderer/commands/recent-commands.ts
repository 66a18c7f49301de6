import { Type } from 'typebox';
import { Value } from 'typebox/value';

const storageKey = 'almanac-recent-commands';
/** Maximum number of stored commands. */
const maxRemembered = 5;

/** Ids of the recently chosen commands, the latest first. */
export function recentCommands(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Value.Check(Type.Array(Type.String()), value) ? value : [];
  } catch {
    return [];
  }
}

/** Records that a command was chosen. */
export function noteCommand(id: string): void {
  const others = recentCommands().filter((other) => other !== id);
  localStorage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, maxRemembered)));
}
