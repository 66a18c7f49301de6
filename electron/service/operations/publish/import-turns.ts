import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { Tally } from '../../../lib/tally.ts';
import { type EndTurn, FairTurns } from '../../work/fair-turns.ts';

export interface ImportLimits {
  /** Maximum number of concurrent imports, also if all are of one caller. */
  readonly maxRunning: number;
  /** Maximum number of concurrent imports if each additional one is the first of its caller. */
  readonly maxRunningOfManyCallers: number;
  /** Maximum number of files of one caller that are being received, queued or read. */
  readonly maxPerCaller: number;
  /** Maximum number of such files of all callers together. */
  readonly maxInAll: number;
}

export const defaultImportLimits: ImportLimits = {
  maxRunning: 2,
  maxRunningOfManyCallers: 4,
  maxPerCaller: 16,
  maxInAll: 256,
};

/** A file is refused because too many are being received or read. */
function tooManyImports(status: 429 | 503, reason: Explanation): ExplainedError {
  return new ExplainedError(reason, { kind: 'throttled', status, retry: true, retryAfter: 30 });
}

/** The caller of imports from within this process: jobs, commands, samples. */
export const ownImports = 'this process';

/** Runs an import when it is its caller's turn. @param onPlace called with the position in the queue */
export async function inImportTurn<Result>(
  imports: Pick<ImportTurns, 'take'>,
  { caller = ownImports, signal, onProgress }: LongWork,
  run: () => Promise<Result>,
  onPlace: (place: number) => void = () => {},
): Promise<Result> {
  const endTurn = await imports.take(caller, signal, (place) => {
    onPlace(place);
    onProgress?.({ phase: 'waiting', rows: 0, bytes: 0, fraction: null });
  });
  return await run().finally(endTurn);
}

/** The version of an import was deleted. */
export class ImportCancelledError extends ExplainedError {
  override readonly name = 'AbortError';
  constructor() {
    super(explain('version-gone'), { kind: 'not-found', status: 404 });
  }
}

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** The running and queued imports. */
export class ImportTurns {
  readonly #limits: ImportLimits;
  readonly #turns: FairTurns;
  readonly #admitted = new Tally();
  readonly #running = new Map<string, Running>();

  constructor(limits: ImportLimits = defaultImportLimits) {
    this.#limits = limits;
    this.#turns = new FairTurns({
      maxRunning: limits.maxRunning,
      maxRunningPerCaller: limits.maxRunning,
      maxRunningOfManyCallers: limits.maxRunningOfManyCallers,
      // Files from outside are counted when they are admitted; those of this process are few.
      maxWaiting: Number.POSITIVE_INFINITY,
    });
  }

  /**
   * Counts a file of a caller from before it is received.
   * @returns a function that releases it
   * @throws {ExplainedError} if the caller, or all callers together, already have too many
   */
  admit(caller: string): EndTurn {
    const own = this.#admitted.of(caller);
    if (own >= this.#limits.maxPerCaller) {
      throw tooManyImports(429, explain('imports-of-caller', { count: own }));
    }
    if (this.#admitted.total >= this.#limits.maxInAll) {
      throw tooManyImports(503, explain('imports-of-all'));
    }
    return this.#admitted.hold(caller);
  }

  /** Number of files of all callers that were admitted and not released yet. */
  admitted(): number {
    return this.#admitted.total;
  }

  /**
   * Waits for the turn of an import.
   * @param onPlace called with the position in the queue while it waits, 1 for the next
   * @returns a function that ends the turn
   */
  take(caller: string, signal: AbortSignal | undefined, onPlace: (place: number) => void): Promise<EndTurn> {
    return this.#turns.take(caller, signal, onPlace);
  }

  /** Makes the import of a version, queued or running, cancellable: {@link cancel} aborts the signal of `work`. */
  async track<T>(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#running.set(key, { controller, ended });
    try {
      return await work(signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]));
    } finally {
      this.#running.delete(key);
      end();
    }
  }

  /** Keys of the versions whose imports are queued or running. */
  tracked(): string[] {
    return [...this.#running.keys()];
  }

  /** Cancels the import of a version, queued or running; resolves when its files are removed. */
  async cancel(key: string): Promise<void> {
    const found = this.#running.get(key);
    if (found === undefined) return;
    found.controller.abort(new ImportCancelledError());
    await found.ended;
  }
}
