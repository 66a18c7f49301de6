import PQueue from 'p-queue';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { insightCalls } from '#shared/rpc/insight-calls.ts';
import type { Connections } from './connector/connections/connections.ts';
import { abortedError } from './connector/errors.ts';

/** The functions behind the window's calls about what data are like. */
export type InsightFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof insightCalls>;

/** Profiles that are made at once on one connection: rows that somebody looks at must not wait behind them. */
const atOnce = 2;

export function insightFunctionsOver(connections: Pick<Connections, 'use'>): InsightFunctions {
  const queues = new Map<string, PQueue>();

  /** In turn; what nobody waits for any more leaves the queue. */
  async function inTurn<Result>(connection: string, signal: AbortSignal, act: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(connection) ?? new PQueue({ concurrency: atOnce });
    queues.set(connection, queue);
    try {
      return await queue.add(act, { signal });
    } catch (error) {
      throw signal.aborted ? abortedError() : error;
    }
  }

  return {
    outlineColumns: ({ reference: { connection, ...name }, version }, signal) =>
      connections.use(connection, (source) => source.outline(name, version, signal)),
    profileColumn: ({ reference: { connection, ...name }, query, column, rows }, signal) =>
      inTurn(connection, signal, () =>
        connections.use(connection, (source) => source.profile(name, query, column, rows, signal)),
      ),
  };
}
