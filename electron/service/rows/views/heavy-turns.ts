import type { LongWork } from '../../../lib/long-work.ts';
import { FairTurns } from '../../work/fair-turns.ts';

/** From so many rows, sorting takes hundreds of megabytes. */
const heavyRows = 1 << 24;

/** Whether work on so many rows waits for its turn. */
export function isHeavy(rows: number): boolean {
  return rows >= heavyRows;
}

/**
 * Turns for the parts of an index that need much memory: sorting by the engine, ranking a column, sorting by ranks. Of
 * large versions only one of them runs at a time, for any caller, so that their memory does not add up. Work in its
 * turn must not wait for other work that needs one.
 */
export class HeavyTurns {
  readonly #turns = new FairTurns({
    maxRunning: 1,
    maxRunningPerCaller: 1,
    maxRunningOfManyCallers: 1,
    maxWaiting: 1024,
  });

  /** Runs work on a version of so many rows, in its turn if it is heavy. @throws {BusyError} if too many are waiting */
  async run<Result>(rows: number, { signal, caller }: LongWork, work: () => Promise<Result>): Promise<Result> {
    if (!isHeavy(rows)) return work();
    const end = await this.#turns.take(caller ?? '', signal);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
