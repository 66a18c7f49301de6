import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { DistinctEstimate } from './distinct-estimate.ts';

type Listed = string | number | bigint;

/** Limits on distinct values counted one by one, on frequent values listed, and on the length of those. */
const [maxCounted, maxListed, maxListedLength] = [10_000, 20, 255];

/** Counts distinct values: the first ones individually, all of them approximately. */
export class ValueCounts {
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
