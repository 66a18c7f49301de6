import { spaceEnd, valueEnd } from '#shared/text/json-bytes.ts';
import { objectMembers } from '../object-members.ts';

/** A value as it is written. */
export type Raw = Buffer;

/** What a missing value is written as. */
export const missing: Raw = Buffer.from('null');

/** A table with its values as they are written: no number loses a digit. */
export interface RawTable {
  readonly names: readonly string[];
  readonly rows: Iterable<readonly (Raw | undefined)[]>;
}

/** The items of a list, each as it is written. The text has to be a list whose brackets fit together. */
export function listItems(list: Raw): Raw[] {
  const items: Raw[] = [];
  let at = spaceEnd(list, list.indexOf('[') + 1);
  while (at < list.length && list[at] !== 0x5d) {
    const end = valueEnd(list, at);
    if (end < 0) break;
    items.push(list.subarray(at, end));
    at = spaceEnd(list, end);
    if (list[at] === 0x2c) at = spaceEnd(list, at + 1);
  }
  return items;
}

/** The members of an object, each as it is written; none of anything else. */
export function membersOf(object: Raw | undefined): Map<string, Raw> {
  if (object === undefined || object[0] !== 0x7b) return new Map();
  return new Map([...objectMembers(object)].map(([name, [start, end]]) => [name, object.subarray(start, end)]));
}

/** What a text says; anything else as it is written. */
export function textOf(value: Raw | undefined): string {
  const text = value?.toString('utf8') ?? 'null';
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

/** A name that none of the others is. */
export function unusedName(requested: string, names: readonly string[]): string {
  let name = requested;
  for (let number = 2; names.includes(name); number += 1) name = `${requested}_${number}`;
  return name;
}
