import { LRUCache } from 'lru-cache';
import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { abortedError } from '../errors.ts';
import type { VersionedRange } from '../rows/dataset-rows.ts';
import { ColumnProfiler } from './column-profiler.ts';

/** Reads rows `offset` to `offset + limit` (exclusive) of the profiled data. */
export type ReadRange = (offset: number, limit: number, signal: AbortSignal) => Promise<VersionedRange>;

/** Rows per read: between two reads a reading can be paused and resumed. */
const rowsPerRead = 1_000;
const maxReadings = 4;

/** The reading of one query's rows so far. Its profilers contain only complete reads. */
class Reading {
  readonly #columns: readonly Column[];
  #profilers: readonly ColumnProfiler[];
  #read = 0;
  #count: number | null = null;
  #ended = false;
  #version: string | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#profilers = columns.map((column) => new ColumnProfiler(column));
  }

  /** Reads until there are `minRows` rows, for one caller after the other. */
  readTo(minRows: number, range: ReadRange, signal: AbortSignal): Promise<void> {
    const turn = this.#turn.then(() => this.#readOn(minRows, range, signal));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #readOn(minRows: number, range: ReadRange, signal: AbortSignal): Promise<void> {
    while (!this.#ended && this.#read < minRows) {
      if (signal.aborted) throw abortedError();
      const page = await range(this.#read, Math.min(rowsPerRead, minRows - this.#read), signal);
      if (this.#read > 0 && page.version !== this.#version) {
        this.#startAnew();
        continue;
      }
      this.#version = page.version;
      for (const row of page.rows) for (const [at, each] of this.#profilers.entries()) each.add(row[at] ?? null);
      this.#read += page.rows.length;
      this.#ended = page.last || page.rows.length === 0;
      this.#count = page.count ?? (this.#ended ? this.#read : null);
    }
  }

  /** Rows of two versions must not be profiled together. */
  #startAnew(): void {
    this.#profilers = this.#columns.map((column) => new ColumnProfiler(column));
    this.#read = 0;
    this.#ended = false;
  }

  profile(column: string): ColumnProfile | null {
    const position = this.#columns.findIndex(({ name }) => name === column);
    return this.#profilers[position]?.profile(this.#count) ?? null;
  }
}

/**
 * The profile of a column after reading at least `minRows` rows, or all; null if there is no such column.
 * @param of the dataset, and what identifies it and its newest version
 */
type ProfileRows = (
  of: { readonly dataset: Pick<Dataset, 'columns'>; readonly names: readonly (string | null)[] },
  query: RowQuery,
  wanted: { readonly column: string; readonly minRows: number },
  range: ReadRange,
  signal: AbortSignal,
) => Promise<ColumnProfile | null>;

/** Calculates profiles from rows, for services that offer none: one reading serves all columns of a query. */
export function openRowProfiles(): ProfileRows {
  const readings = new LRUCache<string, Reading>({ max: maxReadings });
  return async ({ dataset: { columns }, names }, query, { column, minRows }, range, signal) => {
    const { filters, join, search, version } = query;
    const shape = columns.map(({ name, type }) => [name, type]);
    const key = JSON.stringify([names, shape, filters, join, search, version]);
    const reading = readings.get(key) ?? new Reading(columns);
    readings.set(key, reading);
    await reading.readTo(minRows, range, signal);
    return reading.profile(column);
  };
}
