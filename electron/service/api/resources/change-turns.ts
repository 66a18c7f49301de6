/** Changes something by its path while nothing else changes it. */
export type ChangeAlone = <Result>(path: string, change: () => Promise<Result>) => Promise<Result>;

/** Changes of a path take place one after the other in this service. @param alone does so among all nodes */
export function changeTurns(alone: ChangeAlone): ChangeAlone {
  /** The last pending change of each path: the next one starts when it has ended. */
  const pending = new Map<string, Promise<unknown>>();
  return async (path, change) => {
    const own = (pending.get(path) ?? Promise.resolve()).then(() => alone(path, change));
    const settled = own.catch(() => undefined);
    pending.set(path, settled);
    try {
      return await own;
    } finally {
      if (pending.get(path) === settled) pending.delete(path);
    }
  };
}
