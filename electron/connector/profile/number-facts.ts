import { quantileOf } from '#shared/number/decimal.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { ScalingHistogram } from './scaling-histogram.ts';

type Numbers = NonNullable<ColumnProfile['numbers']>;

/** Size of the uniform sample of numbers for the quartiles. */
const sampled = 20_000;

/** Minimum, maximum, mean, quartiles and histogram of a stream of numbers. */
export class NumberCollector {
  readonly histogram = new ScalingHistogram();
  #count = 0;
  #sum = 0;
  #min: number | bigint = Number.POSITIVE_INFINITY;
  #max: number | bigint = Number.NEGATIVE_INFINITY;
  readonly #sample: number[] = [];
  #random = 1;

  add(value: number | bigint): void {
    const number = Number(value);
    this.#count += 1;
    this.#sum += number;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    this.histogram.add(number);
    if (this.#sample.length < sampled) this.#sample.push(number);
    else this.#replace(number);
  }

  /** The n-th number replaces another one with probability `sampled / n`; deterministic. */
  #replace(number: number): void {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    const place = Math.floor((this.#random / 2 ** 32) * this.#count);
    if (place < sampled) this.#sample[place] = number;
  }

  /** The facts so far; null before the first number. */
  numbers(): Numbers | null {
    if (this.#count === 0) return null;
    const sorted = Float64Array.from(this.#sample).sort();
    const at = (share: number) => quantileOf(sorted, share);
    return {
      min: this.#min,
      max: this.#max,
      mean: this.#sum / this.#count,
      quartiles: [at(0.25), at(0.5), at(0.75)],
      quartilesExact: this.#count <= sampled,
    };
  }
}
