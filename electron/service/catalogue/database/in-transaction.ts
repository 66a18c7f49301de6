import type { Transaction } from 'kysely';
import type { Records } from './catalogue.ts';
import type { Tables } from './tables.ts';

/** Runs several statements atomically: in the current transaction, or in a new one. */
export async function inTransaction<Result>(
  records: Records,
  act: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (records.isTransaction) return await act(records as Transaction<Tables>);
  return await records.transaction().execute(act);
}
