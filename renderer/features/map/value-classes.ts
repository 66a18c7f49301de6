import type { Cell } from '#shared/cell.ts';

/** A class of a legend. */
export type ValueClass =
  /** Numbers from `from` to `to`, both inclusive; a number on a boundary belongs to the lower class. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'others' }
  | { readonly kind: 'missing' };

const ranges = 5;
const maxValues = 7;

/** Classes for the values of a column: quantiles of numbers, or the most frequent texts. */
export function classesOf(cells: readonly Cell[]): ValueClass[] {
  const present = cells.filter((cell): cell is NonNullable<Cell> => cell !== null && typeof cell !== 'object');
  const missing: ValueClass[] = present.length < cells.length ? [{ kind: 'missing' }] : [];
  if (present.every((cell) => typeof cell === 'number' || typeof cell === 'bigint')) {
    return [...quantiles(Float64Array.from(present, Number).sort()), ...missing];
  }
  const counts = new Map<string, number>();
  for (const cell of present) counts.set(String(cell), (counts.get(String(cell)) ?? 0) + 1);
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxValues);
  const values = frequent.map(([value]): ValueClass => ({ kind: 'value', value }));
  return [...values, ...(counts.size > maxValues ? [{ kind: 'others' } as const] : []), ...missing];
}

function quantiles(sorted: Float64Array): ValueClass[] {
  const classes: ValueClass[] = [];
  let from = sorted[0];
  for (let part = 1; part <= ranges && from !== undefined; part += 1) {
    const to = sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * part) / ranges) - 1)] ?? from;
    const previous = classes.at(-1);
    // Many equal values fill several quantiles, which become one class.
    if (previous?.kind === 'range' && previous.to === to) continue;
    classes.push({ kind: 'range', from, to });
    from = to;
  }
  return classes;
}

/** The index of a value's class; -1 for none. */
export function classOf(cell: Cell, classes: readonly ValueClass[]): number {
  if (cell === null) return classes.findIndex((each) => each.kind === 'missing');
  const number = typeof cell === 'number' || typeof cell === 'bigint' ? Number(cell) : null;
  const fitting = classes.findIndex((each) => {
    if (each.kind === 'range') return number !== null && number <= each.to;
    return each.kind === 'value' && each.value === String(cell);
  });
  return fitting >= 0 ? fitting : classes.findIndex((each) => each.kind === 'others');
}
