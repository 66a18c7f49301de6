import { ObjectStoreError } from '../../../lib/objects/object-store-error.ts';

/** Milliseconds in which a store that did not answer all attempts is not asked again: only one reader waits. */
const awayMs = 5_000;

/** Remembers that a store is away, so that readers of what only it has are answered at once. */
export class Absence {
  #known: { readonly error: ObjectStoreError; readonly until: number } | null = null;

  /** Runs what asks the store, unless that did not answer a moment ago. @throws {ObjectStoreError} */
  async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#known !== null && performance.now() < this.#known.until) throw this.#known.error;
    try {
      return await work();
    } catch (error) {
      if (error instanceof ObjectStoreError && error.fault === 'unreachable')
        this.#known = { error, until: performance.now() + awayMs };
      throw error;
    }
  }

  /** The store has answered. */
  end(): void {
    this.#known = null;
  }
}
