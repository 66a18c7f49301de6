/** Counts what is held under each key; a key without anything is forgotten. */
export class Tally<Key = string> {
  readonly #counts = new Map<Key, number>();
  #total = 0;

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  get total(): number {
    return this.#total;
  }

  /** The keys under which something is held. */
  get keys(): readonly Key[] {
    return [...this.#counts.keys()];
  }

  /** @returns a function that takes it off again; further calls do nothing */
  hold(key: Key, amount = 1): () => void {
    this.#change(key, amount);
    let isHeld = true;
    return () => {
      if (isHeld) this.#change(key, -amount);
      isHeld = false;
    };
  }

  #change(key: Key, by: number): void {
    const count = this.of(key) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
    this.#total += by;
  }
}
