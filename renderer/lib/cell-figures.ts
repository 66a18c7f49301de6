import { isNumeric } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { aligned, type Decimal, decimalOf, decimalQuotient, numberOf, quantileOf } from '#shared/number/decimal.ts';

/** Figures of selected cells, in display order. */
export const figureNames = ['count', 'missing', 'sum', 'average', 'median', 'min', 'max'] as const;
export type FigureName = (typeof figureNames)[number];

/** Figures of cells; those of numbers are null if there are none. Sums are exact, and rounded once if no number holds them. */
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
  let [count, missing] = [0, 0];
  let total: Decimal = { digits: 0n, exponent: 0 };
  let isWhole = true;
  for (const row of rows) {
    for (const [at, type] of types.entries()) {
      const cell = row[at] ?? null;
      if (cell === null) missing += 1;
      else count += 1;
      if (numeric[at] !== true || !isNumber(cell)) continue;
      numbers.push(cell);
      isWhole &&= type === 'integer' && (typeof cell === 'bigint' || Number.isInteger(cell));
      const { digits, exponent } = aligned(total, decimalOf(cell));
      total = { digits: (digits[0] ?? 0n) + (digits[1] ?? 0n), exponent };
    }
  }
  if (numbers.length === 0) return { count, missing, sum: null, average: null, median: null, min: null, max: null };
  numbers.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return {
    count,
    missing,
    sum: isWhole ? plain(total.digits * 10n ** BigInt(total.exponent)) : numberOf(total),
    average: decimalQuotient(total, BigInt(numbers.length)),
    median: quantileOf(numbers, 0.5),
    min: numbers[0] ?? null,
    max: numbers.at(-1) ?? null,
  };
}
