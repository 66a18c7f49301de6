/** Why work is aborted when the service closes. */
export class ClosingError extends Error {
  override readonly name = 'AbortError';
  constructor() {
    super('The service is closing.');
  }
}

/** Work that continues after its request was answered. */
export type Background = ReturnType<typeof startBackground>;

export function startBackground() {
  const controller = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    /** Starts work that is aborted when the service closes; `work` handles its own errors. */
    start: (work: (signal: AbortSignal) => Promise<void>): void => {
      const one = work(controller.signal).finally(() => running.delete(one));
      running.add(one);
    },
    /** Aborts all work and waits until it has ended. */
    close: async (): Promise<void> => {
      controller.abort(new ClosingError());
      await Promise.allSettled(running);
    },
  };
}
