import { describe, expect, it } from 'vitest';
import { everyRow, type Lookup } from '#shared/row-query.ts';
import { ApiError } from '../../plugins/api-error.ts';
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
  { id: 5, name: 'Straße', open: false },
];
const fields = {
  id: (item: Item) => item.id,
  name: (item: Item) => item.name,
  open: (item: Item) => item.open,
};

async function ids(column: string, lookup: Lookup, value: string): Promise<number[]> {
  const selected = await selectItems(items, { ...everyRow, filters: [{ column, lookup, value }] }, fields);
  return selected.map((item) => item.id);
}

describe('Items of a list', () => {
  it.each<[string, Lookup, string, number[]]>([
    ['id', 'exact', '3', [3]],
    ['id', 'gte', '3', [3, 4, 5]],
    ['id', 'in', '1,4,9', [1, 4]],
    ['id', 'range', '2,3', [2, 3]],
    ['name', 'exact', 'ab', [3]],
    ['name', 'ne', 'ab', [1, 2, 4, 5]],
    ['name', 'iexact', 'AB', [1, 3]],
    ['name', 'iexact', 'STRASSE', [5]],
    ['name', 'icontains', 'ASS', [5]],
    ['name', 'istartswith', 'STRAß', [5]],
    ['name', 'iendswith', 'SE', [5]],
    ['id', 'iexact', '2.0', [2]],
    ['id', 'iexact', 'x', []],
    ['name', 'isnull', 'true', [2]],
    ['name', 'regex', '^a', [3, 4]],
    ['name', 'iregex', '^A', [1, 3, 4]],
    ['open', 'exact', 'true', [1, 3]],
  ])('%s__%s=%s', async (column, lookup, value, expected) => {
    expect(await ids(column, lookup, value)).toEqual(expected);
  });

  it('NULLs come last in both directions, ties keep their order', async () => {
    const last = async (descending: boolean) =>
      (await selectItems(items, { ...everyRow, ordering: [{ column: 'name', descending }] }, fields)).at(-1)?.id;
    expect([await last(false), await last(true)]).toEqual([2, 2]);
  });

  it('a pattern that would take a backtracking engine forever is evaluated', async () => {
    expect(await ids('name', 'regex', '^(a+)+$')).toEqual([]);
    expect(await ids('name', 'iregex', '^(A+)+!$')).toEqual([4]);
  });

  it.each(['(', 'a{2000}', '((a{1000}){1000})', '(?=a)', '(a)\\1'])(
    'the first invalid pattern is named, and none is tried if a field is unknown',
    async (pattern) => {
      const refusal = await ids('name', 'regex', pattern).catch((error: ApiError) => error);
      expect(refusal).toMatchObject({ status: 400, body: { name__regex: [expect.stringContaining('not a regular')] } });
    },
  );

  it('the first unusable pattern is named, and none is evaluated if a field is unknown', async () => {
    const filters = (columns: readonly string[]) =>
      columns.map((column, at) => ({ column, lookup: 'regex' as const, value: at === 0 ? 'a' : '(' }));
    const refused = async (columns: readonly string[]) =>
      (await selectItems(items, { ...everyRow, filters: filters(columns) }, fields).catch((error) => error)).body;
    expect(await refused(['id', 'name'])).toEqual({ name__regex: [expect.any(String)] });
    expect(await refused(['id', 'size'])).toEqual({ size__regex: ['The field "size" cannot be compared.'] });
  });

  it('patterns that take too long together are refused while other requests are served', async () => {
    const long = Array.from({ length: 40 }, (_, id) => ({ id, name: 'ab'.repeat(500_000), open: true }));
    // Each matches all texts, so that all hundred patterns are evaluated.
    const filters = Array.from({ length: 100 }, (_, at) => ({
      column: 'name',
      lookup: 'regex' as const,
      value: `(?:[ab]*a[ab]{${2 * at + 1}}){9}$`,
    }));
    let beats = 0;
    const beat = setInterval(() => {
      beats += 1;
    }, 20);
    try {
      const refusal = await selectItems(long, { ...everyRow, filters }, fields).catch((error: ApiError) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect(JSON.stringify((refusal as ApiError).body)).toMatch(/name__regex.*too long/);
      expect(beats).toBeGreaterThan(10);
    } finally {
      clearInterval(beat);
    }
  });
});
