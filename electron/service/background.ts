/** Why work is aborted when the service closes. */
export class ClosingError extends Error {
  override readonly name = 'AbortError';
  constructor() {
    super('The service is closing.');
  }
}

/** Work that continues after its request was answered. */
export interface Background {
  /** Starts work that is aborted when the service closes; `work` handles its own errors. */
  start(work: (signal: AbortSignal) => Promise<void>): void;
  /** Aborts all work and waits until it has ended. */
  close(): Promise<void>;
}

export function startBackground(): Background {
  const controller = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    start: (work) => {
      const one = work(controller.signal).finally(() => running.delete(one));
      running.add(one);
    },
    close: async () => {
      controller.abort(new ClosingError());
      await Promise.allSettled(running);
    },
  };
}
