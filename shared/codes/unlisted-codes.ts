import type { ColumnType } from '../api/column.ts';
import type { MomentKind } from '../time/moment-kind.ts';
import { type CodeList, isValidIn } from './code-list.ts';

/** A value that is no code of a list, or not valid in the periods of its rows. */
export interface UnlistedCode {
  readonly value: string;
  readonly rows: number;
  /** Whether the value is in the list, but for other periods. */
  readonly listed: boolean;
}

/** Values that are named; more say nothing new. */
export const maxNamed = 8;

/** Collects the values of a column that are in no list; missing and empty ones are no codes. */
export class UnlistedCount {
  readonly #list: CodeList;
  readonly #found = new Map<string, UnlistedCode>();

  constructor(list: CodeList) {
    this.#list = list;
  }

  /** @param period in ISO 8601; null for none @param rows number of rows with the value in the period */
  add(value: string | null, period: string | null, rows = 1): void {
    if (value === null || value === '') return;
    const code = this.#list.get(value);
    if (code !== undefined && isValidIn(code, period)) return;
    const before = this.#found.get(value)?.rows ?? 0;
    this.#found.set(value, { value, rows: before + rows, listed: code !== undefined });
  }

  /** The most frequent first. */
  get found(): readonly UnlistedCode[] {
    return [...this.#found.values()].sort((one, other) => other.rows - one.rows);
  }

  /** How many, and some of them. */
  get named(): { readonly count: number; readonly values: readonly string[] } {
    return { count: this.#found.size, values: this.found.slice(0, maxNamed).map(({ value }) => value) };
  }
}

interface PeriodColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly moment?: MomentKind | null;
}

/** Names of columns of years, which have no format that says so. */
const periodNames = /^(?:time|time_?period|period|year|jahr|zeit|tid|ann[eé]e|a[nñ]o|anno)$/i;

/**
 * The column with the period of each row: the first of dates or periods, otherwise one whose name says so; null if there
 * is none, or all codes are always valid.
 * @param except the column of the codes
 */
export function periodColumn(list: CodeList, columns: readonly PeriodColumn[], except: string): string | null {
  const isDated = [...list.values()].some(({ validity }) => validity.some(({ from, to }) => (from ?? to) !== null));
  if (!isDated) return null;
  const others = columns.filter(({ name, type }) => name !== except && type !== 'geometry');
  const dated = others.find(({ moment }) => (moment ?? 'time') !== 'time');
  return (dated ?? others.find(({ name }) => periodNames.test(name)))?.name ?? null;
}
