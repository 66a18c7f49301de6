import type { VersionColumn } from './version-metadata.ts';

/** How the columns of two versions differ. */
export interface SchemaChange {
  readonly added: readonly VersionColumn[];
  readonly removed: readonly VersionColumn[];
  readonly retyped: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

/** `char` and `text` differ in their longest value only. */
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

/** What has become of a column from one version to another. */
export interface ColumnChange {
  readonly name: string;
  /** Types; null where the version does not have it. */
  readonly before: string | null;
  readonly after: string | null;
  readonly kind: 'same' | 'added' | 'removed' | 'retyped';
}

/** Every column of either version: in the order of the later one, removed ones after them. */
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
