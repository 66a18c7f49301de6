import type { Cell } from '#shared/cell.ts';

/** One value of a dimension: a single group of rows, or several groups combined. */
export type Category =
  | { readonly kind: 'value'; readonly value: NonNullable<Cell> }
  | { readonly kind: 'missing' }
  /** Values beyond the maximum number shown. */
  | { readonly kind: 'others'; readonly count: number };

/** A key that distinguishes a number from the same text. */
export function categoryId(category: Category): string {
  return category.kind === 'value' ? `${typeof category.value} ${String(category.value)}` : category.kind;
}

export const missingId = 'missing';

/** Compares by value: numbers before texts, the missing value last. */
export function compareCategories(first: Category | undefined, second: Category | undefined): number {
  const [a, b] = [cellOf(first), cellOf(second)];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const areNumbers = typeof a !== 'string' && typeof b !== 'string';
  if (areNumbers) return Number(a) - Number(b);
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}

function cellOf(category: Category | undefined): NonNullable<Cell> | null {
  return category?.kind === 'value' ? category.value : null;
}
