/** A map that keeps what was used last and lets go of the rest. */
export class LruMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;
  readonly #letGo: (value: Value, key: Key) => void;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  /**
   * @param most how much may be kept, in the units of `weigh`; by default entries
   * @param letGo called for whatever is dropped, replaced or deleted
   */
  constructor(
    most: number,
    letGo: (value: Value, key: Key) => void = () => {},
    weigh: (value: Value) => number = () => 1,
  ) {
    this.#most = most;
    this.#letGo = letGo;
    this.#weigh = weigh;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Keeps a value, though it alone may be more than fits. */
  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most || oldest === key) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weigh(value);
    this.#letGo(value, key);
  }

  keys(): Key[] {
    return [...this.#entries.keys()];
  }
}
