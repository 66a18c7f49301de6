import { Type } from 'typebox';
import { Value } from 'typebox/value';

const storageKey = 'almanac-recent-commands';
/** Commands that are remembered. */
const maxRemembered = 5;

/** The identifiers of the commands that were chosen lately, the last one first. */
export function recentCommands(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Value.Check(Type.Array(Type.String()), value) ? value : [];
  } catch {
    return [];
  }
}

/** Notes that a command was chosen. */
export function noteCommand(id: string): void {
  const others = recentCommands().filter((other) => other !== id);
  localStorage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, maxRemembered)));
}
