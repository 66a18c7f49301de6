import { abortedError } from '../errors.ts';
import { sharedSignal } from '../shared-signal.ts';

interface Load<Result> {
  readonly promise: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Loads that several callers wait for together: one stops when the last of them no longer wants it. */
export interface SharedLoads<Result> {
  /** Joins the load of this key, or starts it. */
  load(key: number, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export function shareLoads<Result>(): SharedLoads<Result> {
  const open = new Map<number, Load<Result>>();

  function begin(key: number, start: (signal: AbortSignal) => Promise<Result>): Load<Result> {
    const controller = new AbortController();
    const promise = start(controller.signal).finally(() => {
      if (open.get(key)?.controller === controller) open.delete(key);
    });
    // Whoever waits hears of a failure; nobody may be waiting any more.
    promise.catch(() => undefined);
    const load = { promise, controller, waiting: 0 };
    open.set(key, load);
    return load;
  }

  return {
    async load(key, signal, start) {
      if (signal.aborted) throw abortedError();
      const load = open.get(key) ?? begin(key, start);
      load.waiting += 1;
      return new Promise((resolve, reject) => {
        const leave = () => {
          load.waiting -= 1;
          if (load.waiting === 0) {
            if (open.get(key) === load) open.delete(key);
            load.controller.abort();
          }
          reject(abortedError());
        };
        sharedSignal(signal).addEventListener('abort', leave, { once: true });
        const settle = () => signal.removeEventListener('abort', leave);
        load.promise.then(resolve, reject).finally(settle);
      });
    },
  };
}
