import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { Tally } from '../../lib/tally.ts';

export interface TurnLimits {
  readonly maxRunning: number;
  readonly maxRunningPerCaller: number;
  /** Concurrent pieces of work if each further one is the first of its caller: none waits for others' long work. */
  readonly maxRunningOfManyCallers: number;
  /** Maximum number of waiting pieces of work of all callers. */
  readonly maxWaiting: number;
}

/** Too much work is waiting. */
export class BusyError extends ExplainedError {
  /** @param retryAfter seconds after which another attempt makes sense */
  constructor(retryAfter = 1) {
    super(explain('too-many-waiting'), { kind: 'throttled', status: 503, retry: true, retryAfter });
  }
}

/** Releases the turn; only the first call counts. */
export type EndTurn = () => void;

interface Waiting {
  readonly start: (end: EndTurn) => void;
  readonly onPlace: ((place: number) => void) | undefined;
  place: number;
}

/**
 * Turns for work of several callers. Each caller has its own queue, and the queues are served in rotation: a hundred
 * pieces of work of one caller delay another caller's only one by at most one turn. A caller without running work may
 * start even when others occupy the regular number of turns.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Waiting work by caller, in the order in which the callers are served next. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #running = new Tally();
  #waitingInAll = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn.
   * @param signal leaves the queue when it is aborted
   * @param onPlace called with the position in the queue whenever it changes, 1 for the next; never called if there is
   * no queue
   * @returns a function that releases the turn
   * @throws {BusyError} if too many are waiting; the signal's reason if it is aborted before the turn came
   */
  async take(caller: string, signal?: AbortSignal, onPlace?: (place: number) => void): Promise<EndTurn> {
    signal?.throwIfAborted();
    if (!this.#queues.has(caller) && this.#mayStart(caller)) return this.#start(caller);
    if (this.#waitingInAll >= this.#limits.maxWaiting) throw new BusyError();
    return this.#wait(caller, signal, onPlace);
  }

  /** Number of running or waiting pieces of work of a caller. */
  count(caller: string): number {
    return this.#running.of(caller) + (this.#queues.get(caller)?.length ?? 0);
  }

  /** Whether work of other callers is running. */
  othersRun(caller: string): boolean {
    return this.#running.total > this.#running.of(caller);
  }

  #wait(caller: string, signal: AbortSignal | undefined, onPlace: Waiting['onPlace']): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(caller, waiting);
        reject(signal?.reason);
        this.#reportPlaces();
      };
      const waiting: Waiting = {
        start: (end) => {
          signal?.removeEventListener('abort', leave);
          resolve(end);
        },
        onPlace,
        place: 0,
      };
      signal?.addEventListener('abort', leave, { once: true });
      const queue = this.#queues.get(caller);
      if (queue === undefined) this.#queues.set(caller, [waiting]);
      else queue.push(waiting);
      this.#waitingInAll += 1;
      this.#reportPlaces();
    });
  }

  #remove(caller: string, waiting: Waiting): void {
    const queue = this.#queues.get(caller) ?? [];
    const at = queue.indexOf(waiting);
    if (at < 0) return;
    queue.splice(at, 1);
    this.#waitingInAll -= 1;
    if (queue.length === 0) this.#queues.delete(caller);
  }

  #mayStart(caller: string): boolean {
    const { maxRunning, maxRunningPerCaller, maxRunningOfManyCallers } = this.#limits;
    const own = this.#running.of(caller);
    if (own >= maxRunningPerCaller) return false;
    return this.#running.total < (own === 0 ? maxRunningOfManyCallers : maxRunning);
  }

  #start(caller: string): EndTurn {
    const end = this.#running.hold(caller);
    return () => {
      end();
      this.#startNext();
    };
  }

  #startNext(): void {
    let started = false;
    for (let caller = this.#nextCaller(); caller !== undefined; caller = this.#nextCaller()) {
      const queue = this.#queues.get(caller) ?? [];
      const waiting = queue.shift();
      this.#queues.delete(caller);
      // A caller that was served goes to the end of the rotation.
      if (queue.length > 0) this.#queues.set(caller, queue);
      this.#waitingInAll -= 1;
      waiting?.start(this.#start(caller));
      started = true;
    }
    if (started) this.#reportPlaces();
  }

  /** Callers without running work come before those with some. */
  #nextCaller(): string | undefined {
    const ready = [...this.#queues.keys()].filter((caller) => this.#mayStart(caller));
    return ready.find((caller) => this.#running.of(caller) === 0) ?? ready[0];
  }

  /** A position is the number of turns until one's own: the queues are served in rotation. */
  #reportPlaces(): void {
    const queues = [...this.#queues.values()];
    for (const [order, queue] of queues.entries()) {
      for (const [at, waiting] of queue.entries()) {
        if (waiting.onPlace === undefined) continue;
        const before = (other: Waiting[], otherOrder: number) =>
          Math.min(other.length, otherOrder < order ? at + 1 : at);
        const place = 1 + queues.reduce((sum, other, otherOrder) => sum + before(other, otherOrder), 0);
        if (place === waiting.place) continue;
        waiting.place = place;
        waiting.onPlace(place);
      }
    }
  }
}
