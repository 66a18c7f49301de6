import type { VersionColumn } from './version-metadata.ts';

/** The differences between the columns of two versions. */
export interface SchemaChange {
  readonly added: readonly VersionColumn[];
  readonly removed: readonly VersionColumn[];
  readonly retyped: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

/** `char` and `text` differ only in their longest value. */
const form = (type: string) => (type === 'char' ? 'text' : type);

export function schemaChange(before: readonly VersionColumn[], after: readonly VersionColumn[]): SchemaChange {
  const old = new Map(before.map(({ name, type }) => [name, type]));
  const now = new Map(after.map(({ name, type }) => [name, type]));
  return {
    added: after.filter(({ name }) => !old.has(name)),
    removed: before.filter(({ name }) => !now.has(name)),
    retyped: before.flatMap(({ name, type }) => {
      const other = now.get(name);
      return other === undefined || form(other) === form(type) ? [] : [{ name, before: type, after: other }];
    }),
  };
}

/** The change of a column between two versions. */
export interface ColumnChange {
  readonly name: string;
  /** Types; null if the version does not have the column. */
  readonly before: string | null;
  readonly after: string | null;
  readonly kind: 'same' | 'added' | 'removed' | 'retyped';
}

/** Every column of either version: in the order of the later one, removed ones at the end. */
export function columnChanges(before: readonly VersionColumn[], after: readonly VersionColumn[]): ColumnChange[] {
  const { added, removed, retyped } = schemaChange(before, after);
  const old = new Map(before.map(({ name, type }) => [name, type]));
  const isNew = new Set(added.map(({ name }) => name));
  const isOther = new Set(retyped.map(({ name }) => name));
  const there = after.map(({ name, type }): ColumnChange => {
    const kind = isNew.has(name) ? 'added' : isOther.has(name) ? 'retyped' : 'same';
    return { name, before: old.get(name) ?? null, after: type, kind };
  });
  return [
    ...there,
    ...removed.map(({ name, type }): ColumnChange => ({ name, before: type, after: null, kind: 'removed' })),
  ];
}
