import { abortedError } from '../errors.ts';
import { sharedSignal } from '../shared-signal.ts';

interface Load<Result> {
  readonly promise: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Joins the load of a key, or starts it. */
type SharedLoad<Result, Key> = (
  key: Key,
  signal: AbortSignal,
  start: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** Loads that several callers wait for together: a load is aborted when the last of them cancels. */
export function shareLoads<Result, Key = number>(): SharedLoad<Result, Key> {
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

  return (key, signal, start) => {
    if (signal.aborted) return Promise.reject(abortedError());
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
  };
}
