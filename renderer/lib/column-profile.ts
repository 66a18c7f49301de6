import type { Cell, Row } from '#shared/cell.ts';

/** One bar of a distribution: numbers from `from` to `to` (the last bar includes its end), or one value. */
export type ProfileBar =
  | { readonly kind: 'range'; readonly from: number; readonly to: number; readonly count: number }
  | { readonly kind: 'value'; readonly value: string; readonly count: number };

/** What the rows that were read say of one column. */
export interface ColumnProfile {
  readonly missing: number;
  readonly distinct: number;
  readonly numbers: { readonly min: number; readonly median: number; readonly max: number } | null;
  /** Characters of the shortest and the longest text. */
  readonly lengths: { readonly min: number; readonly max: number } | null;
  readonly bars: readonly ProfileBar[];
}

/** Bars of a histogram, and most frequent values that are listed. */
const bins = 24;
const longestList = 12;

/** Profiles a column, given by its position in the rows. */
export function profileColumn(rows: readonly Row[], position: number): ColumnProfile {
  const cells = rows.map((row) => row[position] ?? null).filter((cell): cell is NonNullable<Cell> => cell !== null);
  const missing = rows.length - cells.length;
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const value = valueText(cell);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const distinct = exactDistinct(cells, counts);
  const numbers = cells.filter((cell) => typeof cell === 'number' || typeof cell === 'bigint').map(Number);
  if (numbers.length > 0 && numbers.length === cells.length) {
    const sorted = Float64Array.from(numbers).sort();
    const summary = numberSummary(sorted);
    return { missing, distinct, numbers: summary, lengths: null, bars: histogram(sorted, summary) };
  }
  const texts = cells.filter((cell) => typeof cell === 'string');
  return { missing, distinct, numbers: null, lengths: lengthsOf(texts), bars: mostFrequent(counts) };
}

/** Geometries are counted by their kind, everything else by its value. */
function valueText(cell: NonNullable<Cell>): string {
  return typeof cell === 'object' ? cell.type : String(cell);
}

function exactDistinct(cells: readonly NonNullable<Cell>[], counts: ReadonlyMap<string, number>): number {
  if (!cells.some((cell) => typeof cell === 'object')) return counts.size;
  return new Set(cells.map((cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell)))).size;
}

function numberSummary(sorted: Float64Array) {
  const at = (index: number) => sorted[index] ?? 0;
  const middle = (sorted.length - 1) / 2;
  return {
    min: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    max: at(sorted.length - 1),
  };
}

/** Equally wide bars; whole numbers in few steps get a bar each. */
function histogram(sorted: Float64Array, { min, max }: { min: number; max: number }): ProfileBar[] {
  if (min === max) return [{ kind: 'range', from: min, to: max, count: sorted.length }];
  const whole = sorted.every(Number.isInteger);
  const width = whole ? Math.max(1, Math.ceil((max - min + 1) / bins)) : (max - min) / bins;
  const bars = whole ? Math.floor((max - min) / width) + 1 : bins;
  const counts = new Array<number>(bars).fill(0);
  for (const value of sorted) {
    const bar = Math.min(bars - 1, Math.floor((value - min) / width));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return counts.map((count, bar): ProfileBar => {
    const from = min + bar * width;
    const to = whole ? Math.min(max, from + width - 1) : bar === bars - 1 ? max : from + width;
    return { kind: 'range', from, to, count };
  });
}

/** The most frequent values, unless every value is another one. */
function mostFrequent(counts: ReadonlyMap<string, number>): ProfileBar[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, longestList);
  const [first] = sorted;
  if (first === undefined || (first[1] === 1 && counts.size > longestList)) return [];
  return sorted.map(([value, count]): ProfileBar => ({ kind: 'value', value, count }));
}

function lengthsOf(texts: readonly string[]): { min: number; max: number } | null {
  if (texts.length === 0) return null;
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (const { length } of texts) [min, max] = [Math.min(min, length), Math.max(max, length)];
  return { min, max };
}
