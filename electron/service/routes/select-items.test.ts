import { describe, expect, it } from 'vitest';
import { everyRow, type Lookup } from '#shared/row-query.ts';
import { ApiError } from '../plugins/api-error.ts';
import { selectItems } from './select-items.ts';

interface Item {
  readonly id: number;
  readonly name: string | null;
  readonly open: boolean;
}

const items: readonly Item[] = [
  { id: 1, name: 'Ab', open: true },
  { id: 2, name: null, open: false },
  { id: 3, name: 'ab', open: true },
  { id: 4, name: `${'a'.repeat(40)}!`, open: false },
];
const fields = {
  id: (item: Item) => item.id,
  name: (item: Item) => item.name,
  open: (item: Item) => item.open,
};

function ids(column: string, lookup: Lookup, value: string): number[] {
  return selectItems(items, { ...everyRow, filters: [{ column, lookup, value }] }, fields).map((item) => item.id);
}

describe('Items of a list', () => {
  it.each<[string, Lookup, string, number[]]>([
    ['id', 'exact', '3', [3]],
    ['id', 'gte', '3', [3, 4]],
    ['id', 'in', '1,4,9', [1, 4]],
    ['id', 'range', '2,3', [2, 3]],
    ['name', 'exact', 'ab', [3]],
    ['name', 'ne', 'ab', [1, 2, 4]],
    ['name', 'iexact', 'AB', [1, 3]],
    ['name', 'isnull', 'true', [2]],
    ['name', 'regex', '^a', [3, 4]],
    ['name', 'iregex', '^A', [1, 3, 4]],
    ['open', 'exact', 'true', [1, 3]],
  ])('%s__%s=%s', (column, lookup, value, expected) => {
    expect(ids(column, lookup, value)).toEqual(expected);
  });

  it('NULLs come last in both directions, ties stay', () => {
    const order = (descending: boolean) =>
      selectItems(items, { ...everyRow, ordering: [{ column: 'name', descending }] }, fields).at(-1)?.id;
    expect([order(false), order(true)]).toEqual([2, 2]);
  });

  it('a pattern that would take for ever is refused in time', () => {
    const before = performance.now();
    expect(() => ids('name', 'regex', '^(a+)+$')).toThrow(ApiError);
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
