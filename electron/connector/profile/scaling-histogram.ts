import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';

type Bins = Omit<NonNullable<ColumnProfile['histogram']>, 'of'>;

/** With more bins than this, neighbours are merged. */
const maxBins = 32;
/** Powers of two for the width of a bin. */
const [finest, widest] = [-1020, 1020];
/** Multiples of a width beyond this are not distinguishable. */
const maxMultiples = 2 ** 52;

/**
 * Counts a stream of numbers with an unknown range: bins start at multiples of a power of two, and neighbours are
 * merged when there are too many. All counts are exact.
 */
export class ScalingHistogram {
  #power: number | null = null;
  readonly #counts = new Map<number, number>();
  #first: number | null = null;
  #equal = 0;

  add(value: number): void {
    if (this.#power === null) {
      this.#first ??= value;
      if (value === this.#first) {
        this.#equal += 1;
        return;
      }
      this.#begin(this.#first, value);
    }
    this.#count(value, 1);
  }

  /** The finest width for the first two different numbers. */
  #begin(one: number, other: number): void {
    const span = Math.abs(one - other);
    const power = Number.isFinite(span) ? Math.ceil(Math.log2(span / (maxBins - 2))) : widest;
    this.#power = Math.min(widest, Math.max(finest, power));
    this.#count(one, this.#equal);
  }

  #count(value: number, times: number): void {
    while (Math.abs(value) / 2 ** (this.#power ?? widest) >= maxMultiples) this.#join();
    const bin = Math.floor(value / 2 ** (this.#power ?? 0));
    const known = this.#counts.get(bin);
    this.#counts.set(bin, (known ?? 0) + times);
    if (known !== undefined) return;
    while (this.#length() > maxBins && (this.#power ?? widest) < widest) this.#join();
  }

  #ends(): readonly [low: number, high: number] {
    return [Math.min(...this.#counts.keys()), Math.max(...this.#counts.keys())];
  }

  #length(): number {
    const [low, high] = this.#ends();
    return high - low + 1;
  }

  #join(): void {
    const before = [...this.#counts];
    this.#power = (this.#power ?? 0) + 1;
    this.#counts.clear();
    for (const [bin, count] of before) {
      const half = Math.floor(bin / 2);
      this.#counts.set(half, (this.#counts.get(half) ?? 0) + count);
    }
  }

  /** The bins so far; null before the first number. */
  bins(): Bins | null {
    if (this.#first === null) return null;
    if (this.#power === null) return { from: this.#first, to: this.#first, counts: [this.#equal] };
    const width = 2 ** this.#power;
    const [low, high] = this.#ends();
    const counts = Array.from({ length: high - low + 1 }, (_, at) => this.#counts.get(low + at) ?? 0);
    return { from: low * width, to: (high + 1) * width, counts };
  }
}
