interface Running<Result> {
  readonly promise: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work that several callers request and that is performed once, until the last of them has cancelled. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Running<Result>>();

  /**
   * Joins the work of this key, or starts it. An abort of `signal` ends only this caller's wait; when
   * no other caller waits, it rejects once the work has cleaned up.
   */
  async join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, start);
    running.waiting += 1;
    let giveUp = () => {};
    const givenUp = new Promise<never>((_, reject) => {
      giveUp = () => reject(signal?.reason);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
    try {
      return await Promise.race([running.promise, givenUp]);
    } finally {
      signal?.removeEventListener('abort', giveUp);
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
