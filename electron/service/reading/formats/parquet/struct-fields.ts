import type { List, Struct, ThriftField, Value } from './compact-protocol.ts';

/** A structure with other fields, in the order of their ids. */
export function withFields(given: Struct, fields: Readonly<Record<number, ThriftField>>): Struct {
  const all = new Map(given);
  for (const [number, field] of Object.entries(fields)) all.set(Number(number), field);
  return new Map([...all].sort(([one], [other]) => one - other));
}

/** A list with other items of the same kind. */
export function replaced(given: Struct, field: number, items: readonly Value[]): ThriftField {
  const { kind, value } = given.get(field) as ThriftField;
  return { kind, value: { kind: (value as List).kind, items } };
}

/** The items of a list; none if there is no such field. */
export function itemsOf(given: Struct, field: number): readonly Value[] {
  return (given.get(field)?.value as List | undefined)?.items ?? [];
}

/** A value that is a structure. @throws {Error} if it is another */
export function structOf(value: Value | undefined): Struct {
  if (!(value instanceof Map)) throw new Error('Parquet’s metadata has another value instead of a structure.');
  return value;
}

/** A number, 0 if there is no such field. */
export function numberIn(given: Struct, field: number): number {
  return Number(given.get(field)?.value ?? 0);
}

/** A text as the metadata has it. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}
