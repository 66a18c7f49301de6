import type { Explanation } from '#shared/failures.ts';
import type { OpenedTable } from '../formats/opened-table.ts';
import type { Source } from '../reading.ts';
import type { Readings } from '../values/infer.ts';
import type { PlannedColumn } from './plan-columns.ts';

/** Everything that is determined before a file is written. */
export interface TablePlan {
  readonly opened: OpenedTable;
  readonly source: Source;
  readonly columns: readonly PlannedColumn[];
  readonly readings: Readings;
  readonly fitting: ReadonlySet<string>;
  readonly conversions: readonly Explanation[];
  /** Condition on the source's rows if those with bad values are omitted. */
  readonly kept?: string;
  /** The relation that is written instead of the source's own rows; absent if those are written. */
  readonly query?: {
    readonly sql: string;
    /** The rows that precede the source's own. */
    readonly before: { readonly rows: number; readonly bytes: number };
  };
}
