import type { Row } from '#shared/cell.ts';
import type { RowPage } from '#shared/rpc/records.ts';

/** Rows per call. */
export const pageSize = 10_000;
/** Concurrent calls. */
const atOnce = 2;

/** A read of many rows, in pages that arrive in order. */
export interface FeatureReading {
  readonly read: (offset: number, limit: number, signal: AbortSignal) => Promise<RowPage>;
  /** Called with each page in order; the next waits for it. */
  readonly onPage: (rows: readonly Row[], offset: number, count: number | null) => Promise<void> | void;
  readonly signal: AbortSignal;
}

/**
 * Reads rows `from` inclusive to `to` exclusive, or to the last one.
 * @returns the number of rows before `to`, and whether more follow
 */
export async function readThrough({ read, onPage, signal }: FeatureReading, from: number, to: number) {
  const coming: { readonly offset: number; readonly page: Promise<RowPage> }[] = [];
  let next = from;
  let known: number | null = null;
  for (;;) {
    while (coming.length < atOnce && next < to && (known === null || next < known)) {
      const page = read(next, Math.min(pageSize, to - next), signal);
      // Its failure is reported when its turn comes, even if an earlier one failed before.
      page.catch(() => undefined);
      coming.push({ offset: next, page });
      next += pageSize;
    }
    const first = coming.shift();
    if (first === undefined)
      return { read: Math.min(next, to, known ?? Number.POSITIVE_INFINITY), last: known !== null && next >= known };
    const { rows, count, last } = await first.page;
    const end = first.offset + rows.length;
    known = count ?? (last ? end : null);
    await onPage(rows, first.offset, known);
    signal.throwIfAborted();
    if (last || rows.length === 0) return { read: end, last: true };
  }
}
