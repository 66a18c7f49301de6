import { setMaxListeners } from 'node:events';

interface Running<Result> {
  readonly promise: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** The error of a caller who has cancelled. */
type ErrorOfAborted = (signal: AbortSignal) => unknown;
const reasonOf: ErrorOfAborted = ({ reason }) => reason;

/** Marks a signal that has many listeners by design: Node takes more than ten for a leak and warns. */
export function sharedSignal(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}

/** Waits for work that continues whether or not the caller cancels. @throws the error of a caller who has cancelled */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  errorOf: ErrorOfAborted = reasonOf,
): Promise<Result> {
  let leave = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(errorOf(signal));
  });
  if (signal.aborted) leave();
  else sharedSignal(signal).addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Work that several callers request and that is performed once, until the last of them has cancelled. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Running<Result>>();
  readonly #errorOf: ErrorOfAborted;

  constructor(errorOf: ErrorOfAborted = reasonOf) {
    this.#errorOf = errorOf;
  }

  /**
   * Joins the work of this key, or starts it. An abort of `signal` ends only this caller's wait; when
   * no other caller waits, it rejects once the work has cleaned up.
   */
  async join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (signal?.aborted) throw this.#errorOf(signal);
    const running = this.#running.get(key) ?? this.#start(key, start);
    running.waiting += 1;
    try {
      return await (signal === undefined ? running.promise : untilAborted(running.promise, signal, this.#errorOf));
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0 && this.#running.get(key) === running) {
        this.#running.delete(key);
        running.controller.abort(new DOMException('All callers have cancelled.', 'AbortError'));
        await running.promise.catch(() => {});
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const controller = new AbortController();
    const promise = start(controller.signal).finally(() => {
      if (this.#running.get(key)?.controller === controller) this.#running.delete(key);
    });
    // Waiting callers receive a failure; without any, it must not crash the process.
    promise.catch(() => {});
    const running: Running<Result> = { promise, controller, waiting: 0 };
    this.#running.set(key, running);
    return running;
  }

  /** Aborts the work of some keys, even if callers wait for it, and resolves when none of it runs any more. */
  async end(concerns: (key: string) => boolean, reason: Error): Promise<void> {
    const ended = [...this.#running].filter(([key]) => concerns(key)).map(([, running]) => running);
    for (const { controller } of ended) controller.abort(reason);
    await Promise.allSettled(ended.map(({ promise }) => promise));
  }

  /** Aborts all work, and waits until it has ended. */
  async close(): Promise<void> {
    await this.end(() => true, new DOMException('The row store is closed.', 'AbortError'));
    await this.settled();
  }

  /** Waits until all work has ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.allSettled([...this.#running.values()].map(({ promise }) => promise));
    }
  }
}
