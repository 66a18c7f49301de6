import { isNumeric } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';

/** Figures of selected cells, in display order. */
export const figureNames = ['count', 'missing', 'sum', 'average', 'median', 'min', 'max'] as const;
export type FigureName = (typeof figureNames)[number];

/** Figures of cells; those of numbers are null if there are none. Sums of integers are exact. */
export interface SelectionFigures {
  /** Number of values that are not missing. */
  readonly count: number;
  readonly missing: number;
  readonly sum: number | bigint | null;
  readonly average: number | null;
  readonly median: number | null;
  readonly min: number | bigint | null;
  readonly max: number | bigint | null;
}

function isNumber(cell: Cell): cell is number | bigint {
  return typeof cell === 'number' || typeof cell === 'bigint';
}

/** A whole number that fits a double is displayed like any other. */
function plain(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/**
 * Calculates the figures of selected cells.
 * @param types of the columns, in the order of the cells
 */
export function figuresOfCells(rows: readonly Row[], types: readonly string[]): SelectionFigures {
  const numeric = types.map(isNumeric);
  const numbers: (number | bigint)[] = [];
  let [count, missing, whole, fractions, lost] = [0, 0, 0n, 0, 0];
  let isWhole = true;
  for (const row of rows) {
    for (const [at, type] of types.entries()) {
      const cell = row[at] ?? null;
      if (cell === null) missing += 1;
      else count += 1;
      if (numeric[at] !== true || !isNumber(cell)) continue;
      numbers.push(cell);
      if (type === 'integer' && (typeof cell === 'bigint' || Number.isInteger(cell))) {
        whole += BigInt(cell);
        continue;
      }
      isWhole = false;
      // Neumaier's sum: the low-order part lost in each addition is added at the end.
      const next = fractions + Number(cell);
      lost +=
        Math.abs(fractions) >= Math.abs(Number(cell))
          ? fractions - next + Number(cell)
          : Number(cell) - next + fractions;
      fractions = next;
    }
  }
  if (numbers.length === 0) return { count, missing, sum: null, average: null, median: null, min: null, max: null };
  numbers.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const sum = isWhole ? plain(whole) : fractions + lost + Number(whole);
  return {
    count,
    missing,
    sum,
    average: Number(sum) / numbers.length,
    median: medianOf(numbers),
    min: numbers[0] ?? null,
    max: numbers.at(-1) ?? null,
  };
}

function medianOf(sorted: readonly (number | bigint)[]): number {
  const half = Math.floor(sorted.length / 2);
  const upper = Number(sorted[half]);
  return sorted.length % 2 === 1 ? upper : (Number(sorted[half - 1]) + upper) / 2;
}
