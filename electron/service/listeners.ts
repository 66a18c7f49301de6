/** A list of functions to call back. */
export interface Listeners {
  /** Adds a listener; returns the function that removes it. */
  readonly add: (listener: () => void) => () => void;
  readonly announce: () => void;
}

export function listenersOf(): Listeners {
  const listeners = new Set<() => void>();
  return {
    add: (listener) => {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    announce: () => {
      for (const listener of listeners) listener();
    },
  };
}
