import type { ColumnType } from '#shared/api/column.ts';

/** Counts of the differences between two versions. */
export interface DiffSummary {
  /** Key columns that rows were matched by; empty if whole rows were compared. */
  readonly key: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly columnsAdded: readonly string[];
  readonly columnsRemoved: readonly string[];
  readonly columnsRetyped: readonly {
    readonly name: string;
    readonly before: ColumnType;
    readonly after: ColumnType;
  }[];
}

/** One differing row: JSON objects of the row before and after, null if it is missing there. */
export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: string | null;
  readonly after: string | null;
  /** Names of the columns whose values differ; empty unless `kind` is "changed". */
  readonly changed: readonly string[];
  /** By how much each of those values changed, in the same order; null unless both are numbers. */
  readonly changes: readonly (number | null)[];
  /** The row's values in the key columns, as texts, in the order of {@link DiffSummary.key}. */
  readonly key: readonly string[];
}
