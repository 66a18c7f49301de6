import { sql } from 'kysely';
import { findRow, inTransaction, type Records } from '../database/catalogue.ts';

/** Counts how often datasets are viewed (their record or page) and how often their rows are requested. */
export type Usage = ReturnType<typeof countUsage>;

const flushMs = 5000;

function add(counts: Map<number, number>, more: ReadonlyMap<number, number>): void {
  for (const [id, count] of more) counts.set(id, (counts.get(id) ?? 0) + count);
}

/** Counts in memory and writes periodically: reading a page needs no commit, a crash loses seconds of counts. */
export function countUsage(records: Records) {
  const views = new Map<number, number>();
  const queries = new Map<number, number>();
  const write = async () => {
    const [seen, queried] = [new Map(views), new Map(queries)];
    const ids = new Set([...seen.keys(), ...queried.keys()]);
    if (ids.size === 0) return;
    views.clear();
    queries.clear();
    try {
      await inTransaction(records, async (transaction) => {
        for (const id of ids) {
          await transaction
            .updateTable('datasets')
            .set({
              views: sql`views + ${seen.get(id) ?? 0}`,
              row_queries: sql`row_queries + ${queried.get(id) ?? 0}`,
            })
            .where('id', '=', id)
            .execute();
        }
      });
    } catch (error) {
      add(views, seen);
      add(queries, queried);
      throw error;
    }
  };
  let timer: ReturnType<typeof setTimeout> | null = null;
  // No timer runs while there are no readers.
  const count = (counts: Map<number, number>, id: number) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    timer ??= setTimeout(() => {
      timer = null;
      void write().catch(() => {});
    }, flushMs).unref();
  };
  return {
    viewed: (id: number): void => count(views, id),
    queried: (id: number): void => count(queries, id),
    /** The counts of a dataset, including those not yet stored. */
    read: async (id: number): Promise<{ readonly views: number; readonly queries: number }> => {
      await write();
      const row = await findRow(records, 'datasets', { id });
      return { views: row?.views ?? 0, queries: row?.row_queries ?? 0 };
    },
    /** Stores the counts and stops. */
    close: async (): Promise<void> => {
      if (timer !== null) clearTimeout(timer);
      await write();
    },
  };
}
