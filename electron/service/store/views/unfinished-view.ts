import type { Progress } from '../row-store.ts';

/** How far a view is that is being built. */
export class UnfinishedView {
  readonly #startedAt = performance.now();
  #fraction: number | null = null;

  /** 0 to 1 of the current phase, or null while unknown. */
  get fraction(): number | null {
    return this.#fraction;
  }

  note({ fraction }: Progress): void {
    this.#fraction = fraction;
  }

  /** Time since the view was requested. */
  seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }
}
