import { budgetWaitMs, type HostBudget, type SentRequest } from '#shared/host-budgets.ts';
import { inTransaction, type Records } from '../database/catalogue.ts';

/** A request that waits for its turn at a host. Times are milliseconds since 1970, like all in this file. */
export interface HostRequest {
  readonly host: string;
  readonly path: string;
  readonly budgets: readonly HostBudget[];
  /** The pause between two requests. */
  readonly delayMs: number;
  readonly now: number;
}

/** How long a request has to wait, in milliseconds; it was recorded as sent if both are 0. */
export interface HostWait {
  /** Wait because the host asked for a pause. */
  readonly pauseMs: number;
  /** Wait because a budget is spent. */
  readonly budgetMs: number;
}

export interface HostPause {
  /** The moment before which nothing is sent. */
  readonly notBefore: number;
  /** Milliseconds between two requests, as last known. */
  readonly delayMs: number;
}

/** Requests to a host that count against its budgets. Those from the future, before the clock was set back, do not. */
export async function listHostRequests(records: Records, host: string, now: number): Promise<SentRequest[]> {
  return await records
    .selectFrom('host_requests')
    .select(['path', 'at'])
    .where('host', '=', host)
    .where('at', '<=', now)
    .orderBy('at')
    .execute();
}

/** The pause of a host; null if it never asked for one. A pause recorded in the future, by a clock, is over. */
export async function findHostPause(records: Records, host: string, now: number): Promise<HostPause | null> {
  const row = await records.selectFrom('host_pauses').selectAll().where('host', '=', host).executeTakeFirst();
  if (row === undefined) return null;
  return { notBefore: row.since <= now ? row.not_before : 0, delayMs: row.delay };
}

/** Records a request as sent, before it is, unless it has to wait. */
export async function takeHostTurn(
  records: Records,
  { host, path, budgets, delayMs, now }: HostRequest,
): Promise<HostWait> {
  return await inTransaction(records, async (transaction) => {
    const pause = await findHostPause(transaction, host, now);
    const pauseMs = Math.max(0, (pause?.notBefore ?? 0) - now);
    if (pauseMs > 0) return { pauseMs, budgetMs: 0 };
    if (budgets.length > 0) {
      const budgetMs = budgetWaitMs(budgets, await listHostRequests(transaction, host, now), path, now);
      if (budgetMs > 0) return { pauseMs: 0, budgetMs };
      const oldest = now - Math.max(...budgets.map(({ perMs }) => perMs));
      await transaction.deleteFrom('host_requests').where('host', '=', host).where('at', '<=', oldest).execute();
      await transaction.insertInto('host_requests').values({ host, path, at: now }).execute();
    }
    if (delayMs > 0) await writePause(transaction, host, { notBefore: now + delayMs, delayMs }, now);
    return { pauseMs: 0, budgetMs: 0 };
  });
}

/**
 * Sends nothing to a host before a moment; a longer pause stays.
 * @param delayMs milliseconds between two requests from then on; null leaves them unchanged
 */
export async function pauseHost(
  records: Records,
  host: string,
  notBefore: number,
  delayMs: number | null,
  now: number,
): Promise<void> {
  await inTransaction(records, async (transaction) => {
    const before = await findHostPause(transaction, host, now);
    const pause = {
      notBefore: Math.max(notBefore, before?.notBefore ?? 0),
      delayMs: delayMs ?? before?.delayMs ?? 0,
    };
    await writePause(transaction, host, pause, now);
  });
}

async function writePause(records: Records, host: string, { notBefore, delayMs }: HostPause, now: number) {
  const values = { not_before: Math.round(notBefore), since: Math.round(now), delay: Math.round(delayMs) };
  await records
    .insertInto('host_pauses')
    .values({ host, ...values })
    .onConflict((conflict) => conflict.column('host').doUpdateSet(values))
    .execute();
}
