/** Subscribes to changes until the returned function is called. */
export type OnChange = (listener: () => void) => () => void;

/** Changes that many listeners follow. */
export interface GatheredChanges {
  readonly onChange: OnChange;
  close(): void;
}

/**
 * Announces all changes within a while once: after each, every open page reads the catalogue again.
 * @param delayMs from the first of them until they are announced
 */
export function gatherChanges(source: OnChange, delayMs: number): GatheredChanges {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  const stop = source(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener();
    }, delayMs);
  });
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      stop();
      clearTimeout(timer);
    },
  };
}
