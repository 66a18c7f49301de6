/** Functions to call back. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Adds a listener, which may be the same as another one; returns the function that removes it. */
  readonly add = (listener: () => void): (() => void) => {
    const own = () => listener();
    this.#all.add(own);
    return () => void this.#all.delete(own);
  };

  readonly announce = (): void => {
    for (const listener of this.#all) listener();
  };
}
