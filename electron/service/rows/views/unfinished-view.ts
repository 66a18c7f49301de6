import type { Progress } from '../../../lib/long-work.ts';

/** Maximum number of first rows that are known before a view is complete: 400 KB in memory. */
const maxFirst = 100_000;

/** What is known of a view that is being built. */
export class UnfinishedView {
  readonly #startedAt = performance.now();
  readonly #waiting = new Set<{ readonly count: number; readonly resolve: (numbers: Int32Array) => void }>();
  #first = new Int32Array(0);
  #found = 0;
  #fraction: number | null = null;

  /** 0 to 1 of the current phase, or null while unknown. */
  get fraction(): number | null {
    return this.#fraction;
  }

  /** Number of rows found so far, of a view in the order of the file. */
  get found(): number {
    return this.#found;
  }

  note({ fraction }: Progress): void {
    this.#fraction = fraction;
  }

  /** Appends row numbers, of a view in the order of the file. */
  add(numbers: Int32Array): void {
    this.#found += numbers.length;
    const held = this.#first.length;
    if (held < maxFirst) {
      const kept = numbers.subarray(0, maxFirst - held);
      const first = new Int32Array(held + kept.length);
      first.set(this.#first);
      first.set(kept, held);
      this.#first = first;
    }
    for (const waiter of this.#waiting) {
      if (waiter.count > this.#first.length) continue;
      this.#waiting.delete(waiter);
      waiter.resolve(this.#first);
    }
  }

  /** At least the first `count` row numbers, once they are known; pending if there are fewer, or fewer are kept. */
  first(count: number): Promise<Int32Array> {
    if (count <= this.#first.length) return Promise.resolve(this.#first);
    return new Promise((resolve) => this.#waiting.add({ count, resolve }));
  }

  /** Time since the view was requested. */
  seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }
}
