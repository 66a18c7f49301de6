import type { Cell } from '#shared/cell.ts';
import { extremesOf } from '../../lib/extremes.ts';
import { breaksOf, classesBetween } from '../../lib/groups/value-breaks.ts';

/** A class of a legend. */
export type ValueClass =
  /** Numbers from `from` inclusive to `to` exclusive; a missing end is open. */
  | { readonly kind: 'range'; readonly from?: number; readonly to?: number }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'others' }
  | { readonly kind: 'missing' };

const quantiles = { kind: 'quantile', count: 5 } as const;
const maxValues = 7;

/** Classes for the values of a column: quantiles of numbers, or the most frequent texts. */
export function classesOf(cells: readonly Cell[]): ValueClass[] {
  const present = cells.filter((cell): cell is NonNullable<Cell> => cell !== null && typeof cell !== 'object');
  const missing: ValueClass[] = present.length < cells.length ? [{ kind: 'missing' }] : [];
  const breaks = present.every(isNumber) ? breaksOf(present.map(Number), quantiles) : [];
  if (breaks.length > 0)
    return [...classesBetween(breaks).map((ends) => ({ kind: 'range', ...ends }) as const), ...missing];
  const counts = new Map<string, number>();
  for (const cell of present) counts.set(String(cell), (counts.get(String(cell)) ?? 0) + 1);
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxValues);
  const values = frequent.map(([value]): ValueClass => ({ kind: 'value', value }));
  return [...values, ...(counts.size > maxValues ? [{ kind: 'others' } as const] : []), ...missing];
}

function isNumber(cell: Cell): cell is number | bigint {
  return typeof cell === 'number' || typeof cell === 'bigint';
}

/** The index of a value's class; -1 for none. */
export function classOf(cell: Cell, classes: readonly ValueClass[]): number {
  if (cell === null) return classes.findIndex((each) => each.kind === 'missing');
  const fitting = classes.findIndex((each) => {
    if (each.kind === 'range') return isNumber(cell) && Number(cell) < (each.to ?? Number.POSITIVE_INFINITY);
    return each.kind === 'value' && each.value === String(cell);
  });
  return fitting >= 0 ? fitting : classes.findIndex((each) => each.kind === 'others');
}

/** The sizes of points: from the smallest value to the largest; areas grow evenly between them. */
export interface SizeScale {
  readonly from: number;
  readonly to: number;
}

/** The scale of the numbers of a column, whatever their sign: from zero, or from the smallest where all are about as large. */
export function sizeScaleOf(cells: readonly Cell[]): SizeScale | null {
  const sizes = cells.filter(isNumber).map((cell) => Math.abs(Number(cell)));
  const extremes = extremesOf(sizes);
  if (extremes === null) return null;
  const [least, to] = extremes;
  return { from: least < to / 2 ? 0 : least, to };
}

/** How large a point is drawn, from 0 to 1; as the smallest without a value. */
export function sizeIn({ from, to }: SizeScale, cell: Cell): number {
  if (!isNumber(cell) || to === from) return 0;
  return Math.sqrt(Math.max(0, Math.abs(Number(cell)) - from) / (to - from));
}
