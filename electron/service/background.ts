/** Work that goes on after its request was answered. */
export interface Background {
  /** Starts work that is told to stop when the service closes; `work` handles its own errors. */
  start(work: (signal: AbortSignal) => Promise<void>): void;
  /** Tells all work to stop and waits until it has. */
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
      controller.abort(new DOMException('The service is closing.', 'AbortError'));
      await Promise.allSettled(running);
    },
  };
}
