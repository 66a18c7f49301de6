import type { ColumnType } from '#shared/api/column.ts';
import type { LongWork } from '../../../lib/long-work.ts';

export interface PageWork extends LongWork {
  /**
   * Whether the first rows may be returned before all are counted: `VersionRows.viewProgress` then reports the number
   * of rows. By default the page waits for it.
   */
  readonly countLater?: boolean;
}

/** Which items of a result a page has: `offset` to `offset + limit` (exclusive). */
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** Texts around the rows of a page. */
export interface PageFrame {
  readonly before: string;
  readonly after: string;
}

/** A page of rows already encoded as JSON objects, joined by commas. */
export interface EncodedPage {
  /** Total number of rows of the query; null if it follows: see {@link PageWork}. */
  readonly count: number | null;
  readonly rows: number;
  /** UTF-8; one object per row with a key per requested column, in column order. */
  readonly json: Buffer;
}

/** A page of rows that are known, but not read yet. */
export interface FoundPage extends Omit<EncodedPage, 'json'> {
  /** Reads the rows, within texts if some are given: without copying the page once more. */
  read(frame?: PageFrame): Promise<Buffer>;
}

/** A page of groups, encoded like rows, and their columns. */
export interface GroupPage extends EncodedPage {
  readonly count: number;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}
