import type { Cell } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';
import type { CodeList } from '#shared/codes/code-list.ts';
import { instantOf } from '#shared/time/instant.ts';
import type { DataColumn } from '../data-column.ts';

/** One value of a dimension: a single group of rows, or several groups combined. */
export type Category =
  | { readonly kind: 'value'; readonly value: NonNullable<Cell> }
  | { readonly kind: 'missing' }
  /** Values beyond the maximum number shown. */
  | { readonly kind: 'others'; readonly count: number };

/** The category of a value; null is the missing one. */
export function categoryOf(value: Cell): Category {
  return value === null ? { kind: 'missing' } : { kind: 'value', value };
}

/** The number that a cell has; null for other cells. */
export function numberOf(cell: Cell | undefined): number | null {
  return typeof cell === 'number' || typeof cell === 'bigint' ? Number(cell) : null;
}

/** A dimension with the list of its codes, if it has one. */
export type LabelledDimension = Dimension & { readonly codes?: CodeList };

/** A dimension with the list of its column's codes, which its values are. */
export function labelled(dimension: Dimension, columns: readonly DataColumn[]): LabelledDimension {
  const { function: by, column } = dimension;
  const codes = by === null || by === 'Level' ? columns.find(({ name }) => name === column)?.codes : undefined;
  return codes === undefined ? dimension : { ...dimension, codes: codes.list };
}

/** Compares values of a dimension: codes in the order of their list, before all others. */
export function categoryOrder({ codes }: LabelledDimension): (one: Cell, other: Cell) => number {
  if (codes === undefined) return compareCells;
  const places = new Map([...codes.keys()].map((code, place) => [code, place]));
  const placeOf = (cell: Cell) => (cell === null ? codes.size : (places.get(String(cell)) ?? codes.size));
  return (one, other) => placeOf(one) - placeOf(other) || compareCells(one, other);
}

/** A key that distinguishes a number from the same text. */
export function categoryId(category: Category): string {
  return category.kind === 'value' ? `${typeof category.value} ${String(category.value)}` : category.kind;
}

/** Compares by value: numbers before texts, date-times by their instant, the missing value last. */
export function compareCategories(first: Category | undefined, second: Category | undefined): number {
  return compareCells(cellOf(first), cellOf(second));
}

/** Compares values of categories; null stands for the missing one. */
export function compareCells(one: Cell, other: Cell): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const areNumbers = typeof one !== 'string' && typeof other !== 'string';
  if (areNumbers) return Number(one) - Number(other);
  if (typeof one === 'string' && typeof other === 'string') {
    const [left, right] = [instantOf(one), instantOf(other)];
    if (left !== null && right !== null && left !== right) return left < right ? -1 : 1;
  }
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

/** The value that a category stands for; null for one of no single value. */
export function cellOf(category: Category | undefined): Cell {
  return category?.kind === 'value' ? category.value : null;
}
