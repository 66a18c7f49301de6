import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Filter, joinList, type OrderTerm } from '#shared/row-query.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore({ prepareAlways: false });
});

afterAll(() => store.close());

interface Entry {
  readonly id: number;
  readonly town: string | null;
  readonly day: string | null;
  readonly amount: number | null;
}

const towns = ['Ulm', 'ulm', 'Zürich', 'Ärö', 'Aalen', 'a b', '😀', 'Ulm '];
const days = ['2024-02-29', '2024-03-01', '1999-12-31', '2024-2-1'];

const entries = fc
  .array(
    fc.record({
      town: fc.option(fc.constantFrom(...towns)),
      day: fc.option(fc.constantFrom(...days)),
      amount: fc.option(fc.integer({ min: -3, max: 3 })),
    }),
    { minLength: 60, maxLength: 200 },
  )
  .map((records): Entry[] => records.map((record, id) => ({ id, ...record })));

const orderings = fc.uniqueArray(
  fc.record({ column: fc.constantFrom('town' as const, 'day' as const, 'amount' as const), descending: fc.boolean() }),
  { minLength: 1, maxLength: 3, selector: ({ column }) => column },
);

function compare(one: Entry, other: Entry, terms: readonly OrderTerm[]): number {
  for (const { column, descending } of terms) {
    const [left, right] = [one[column as keyof Entry], other[column as keyof Entry]];
    if (left === right) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const order =
      typeof left === 'string' ? Buffer.compare(Buffer.from(left), Buffer.from(String(right))) : left - Number(right);
    return descending ? -order : order;
  }
  return one.id - other.id;
}

describe('views ordered by texts that repeat', () => {
  it('have the rows in the order of their values', async () => {
    const property = fc.asyncProperty(entries, orderings, fc.boolean(), async (rows, ordering, isFiltered) => {
      const version = await store.take(JSON.stringify(rows), {
        format: 'json',
        keepTypes: true,
        columns: [
          { source: 'town', type: 'text' },
          { source: 'day', type: 'text' },
        ],
      });
      const filters: Filter[] = isFiltered ? [{ column: 'town', lookup: 'in', value: joinList(['Ulm', 'Ärö']) }] : [];
      const found = await store.page(version, { ordering, filters });
      const matching = rows
        .filter(({ town }) => !isFiltered || town === 'Ulm' || town === 'Ärö')
        .sort((one, other) => compare(one, other, ordering));
      expect((found as Entry[]).map(({ id }) => id)).toEqual(matching.map(({ id }) => id));
      await store.rows.remove(version.key);
    });
    await fc.assert(property, { numRuns: 30 });
  }, 240_000);
});
