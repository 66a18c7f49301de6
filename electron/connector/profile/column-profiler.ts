import type { Column } from '#shared/api/column.ts';
import type { Cell } from '#shared/cell.ts';
import { quantileOf } from '#shared/number/decimal.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { DistinctEstimate } from './distinct-estimate.ts';
import { GeometryFacts } from './geometry-facts.ts';
import { ScalingHistogram } from './scaling-histogram.ts';
import { TextFacts } from './text-facts.ts';

type Listed = string | number | bigint;

/** Limits on distinct values counted one by one, on frequent values listed, and on the length of those. */
const [maxCounted, maxListed, maxListedLength] = [10_000, 20, 255];

/** Counts distinct values: the first ones individually, all of them approximately. */
class ValueCounts {
  readonly #counts = new Map<Listed, number>();
  #estimate: DistinctEstimate | null = null;
  #total = 0;

  add(value: Listed): void {
    this.#total += 1;
    const known = this.#counts.get(value);
    if (known !== undefined || this.#counts.size < maxCounted) this.#counts.set(value, (known ?? 0) + 1);
    else this.#estimate ??= this.#begun();
    this.#estimate?.add(`${typeof value} ${value}`);
  }

  #begun(): DistinctEstimate {
    const estimate = new DistinctEstimate();
    for (const value of this.#counts.keys()) estimate.add(`${typeof value} ${value}`);
    return estimate;
  }

  distinct(): NonNullable<ColumnProfile['distinct']> {
    const exact = this.#estimate === null;
    return { count: exact ? this.#counts.size : Math.min(this.#total, this.#estimate?.count() ?? 0), exact };
  }

  /** Listed counts are exact; a value that came late among very many may be missing. */
  frequent(): NonNullable<ColumnProfile['frequent']> {
    const { count, exact } = this.distinct();
    if (!exact && count > this.#total / 2) return [];
    const largest = [...this.#counts.values()].reduce((most, times) => Math.max(most, times), 0);
    // Values that occur once each are not frequent.
    if (largest === 1 && count > maxListed) return [];
    return [...this.#counts]
      .filter(([value]) => typeof value !== 'string' || value.length <= maxListedLength)
      .sort(([, one], [, other]) => other - one)
      .slice(0, maxListed)
      .map(([value, times]) => ({ value, count: times }));
  }
}

type Numbers = NonNullable<ColumnProfile['numbers']>;

/** Size of the uniform sample of numbers for the quartiles. */
const sampled = 20_000;

/** Minimum, maximum, mean, quartiles and histogram of a stream of numbers. */
class NumberCollector {
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

/** Profiles a column from a stream of values in constant memory. */
export class ColumnProfiler {
  readonly #column: Column;
  #rows = 0;
  #present = 0;
  #numeric = 0;
  #shapes = 0;
  readonly #counts = new ValueCounts();
  readonly #numbers = new NumberCollector();
  readonly #texts = new TextFacts();
  readonly #geometry = new GeometryFacts();

  constructor(column: Column) {
    this.#column = column;
  }

  add(cell: Cell): void {
    this.#rows += 1;
    if (cell === null) return;
    this.#present += 1;
    if (typeof cell === 'object') {
      this.#shapes += 1;
      this.#geometry.add(cell);
      return;
    }
    const value = typeof cell === 'boolean' ? String(cell) : cell;
    this.#counts.add(value);
    if (typeof value === 'string') {
      this.#texts.add(value);
      return;
    }
    this.#numeric += 1;
    this.#numbers.add(value);
  }

  /** @param of total number of rows, if known */
  profile(of: number | null): ColumnProfile {
    const { name, type } = this.#column;
    const counted = { column: name, type, rows: this.#rows, of, missing: this.#rows - this.#present };
    const nothing = { distinct: null, numbers: null, lengths: null, dates: null, histogram: null };
    if (type === 'geometry' || this.#shapes > 0) {
      return { ...counted, ...nothing, frequent: null, geometry: this.#geometry.geometry() };
    }
    const distinct = this.#counts.distinct();
    const frequent = this.#counts.frequent();
    const base = { ...counted, ...nothing, distinct, frequent, geometry: null };
    if (this.#numeric < this.#present) return { ...base, ...this.#texts.profile(frequent.length > 0) };
    const bins = this.#numbers.histogram.bins();
    return { ...base, numbers: this.#numbers.numbers(), histogram: bins === null ? null : { of: 'values', ...bins } };
  }
}
