import type { TFunction } from 'i18next';
import type { Cell } from '#shared/cell.ts';
import type { DifferingRow } from '#shared/rpc/calls/insight.ts';
import type { GroupTable } from '../../lib/groups/table-text.ts';
import { kindWords } from './kind-words.ts';

const isNumber = (cell: Cell) => typeof cell === 'number' || typeof cell === 'bigint';

/** By how much a number has changed, without the digits that binary fractions add; null for other values. */
export function differenceOf(before: Cell, after: Cell): number | bigint | null {
  if (typeof before === 'bigint' || typeof after === 'bigint') {
    const areWhole = [before, after].every((cell) => typeof cell === 'bigint' || Number.isSafeInteger(cell));
    return areWhole ? BigInt(after as number) - BigInt(before as number) : null;
  }
  if (typeof before !== 'number' || typeof after !== 'number') return null;
  const change = after - before;
  return Number.isSafeInteger(change) ? change : Number(change.toPrecision(15));
}

/**
 * Differing rows as a table: the kind of change, the key, and of each other column the value before and after, with the
 * difference of numbers.
 * @param columns names of the values of the rows, in their order
 */
export function differenceTable(
  t: TFunction,
  rows: readonly DifferingRow[],
  columns: readonly string[],
  key: readonly string[],
  labels: ReadonlyMap<string, string>,
): GroupTable {
  const labelOf = (name: string) => labels.get(name) ?? name;
  const cell = (row: DifferingRow['before'], at: number) => row?.[at] ?? null;
  const parts = columns.map((name, at) => {
    if (key.includes(name)) {
      return { head: [labelOf(name)], cells: (row: DifferingRow) => [cell(row.after, at) ?? cell(row.before, at)] };
    }
    const hasNumbers = rows.some(({ before, after }) => isNumber(cell(before, at)) && isNumber(cell(after, at)));
    const values = (row: DifferingRow): Cell[] => {
      const [before, after] = [cell(row.before, at), cell(row.after, at)];
      return hasNumbers ? [before, after, differenceOf(before, after)] : [before, after];
    };
    const column = labelOf(name);
    const head = [t('comparing.columnBefore', { column }), t('comparing.columnAfter', { column })];
    return { head: hasNumbers ? [...head, t('comparing.columnDifference', { column })] : head, cells: values };
  });
  return {
    head: [t('comparing.kind'), ...parts.flatMap(({ head }) => head)],
    lines: rows.map((row) => [t(kindWords[row.kind]), ...parts.flatMap(({ cells }) => cells(row))]),
  };
}
