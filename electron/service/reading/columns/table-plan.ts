import type { Explanation } from '#shared/failures.ts';
import type { OpenedTable } from '../formats/relation.ts';
import type { Plan } from '../reading.ts';
import type { Readings } from '../values/infer.ts';
import type { PlannedColumn } from './plan-columns.ts';

/** Everything that is determined before a file is written. */
export interface TablePlan {
  readonly opened: OpenedTable;
  readonly file: Plan;
  readonly columns: readonly PlannedColumn[];
  readonly readings: Readings;
  readonly fitting: ReadonlySet<string>;
  readonly conversions: readonly Explanation[];
  /** Condition on the file's rows if those with bad values are omitted. */
  readonly kept?: string;
  /** The relation that is written instead of the file's own rows; absent if those are written. */
  readonly query?: {
    readonly sql: string;
    /** The rows that precede the file's own. */
    readonly before: { readonly rows: number; readonly bytes: number };
  };
}
