import { abortedError } from '../errors.ts';
import { sharedSignal } from '../shared-signal.ts';

interface Load<Result> {
  readonly promise: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Loads that several callers wait for together: a load is aborted when the last of them cancels. */
export interface SharedLoads<Result, Key> {
  /** Joins the load of this key, or starts it. */
  load(key: Key, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export function shareLoads<Result, Key = number>(): SharedLoads<Result, Key> {
  const open = new Map<Key, Load<Result>>();

  function begin(key: Key, start: (signal: AbortSignal) => Promise<Result>): Load<Result> {
    const controller = new AbortController();
    const promise = start(controller.signal).finally(() => {
      if (open.get(key)?.controller === controller) open.delete(key);
    });
    // Waiting callers receive the failure; there may be none left.
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
