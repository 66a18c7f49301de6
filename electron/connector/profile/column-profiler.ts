import type { Column } from '#shared/api/column.ts';
import type { Cell } from '#shared/cell.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { GeometryFacts } from './geometry-facts.ts';
import { NumberCollector } from './number-facts.ts';
import { TextFacts } from './text-facts.ts';
import { ValueCounts } from './value-counts.ts';

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
