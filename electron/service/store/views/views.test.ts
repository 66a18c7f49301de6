import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Filter, joinList, type OrderTerm } from '#shared/row-query.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';

interface Entry {
  readonly id: number;
  readonly town: string | null;
  readonly day: string | null;
  readonly amount: number | null;
  readonly ratio: number | null;
  /** Too wide a range to be ranked by distance. */
  readonly wide: number | null;
}

const towns = ['Ulm', 'ulm', 'Zürich', 'Ärö', 'Aalen', 'a b', '😀', 'Ulm '];
const days = ['2024-02-29', '2024-03-01', '1999-12-31', '2024-2-1'];
const ratios = [0.5, -2.25, 1e300, 0, 5e-324];
const wides = [-9_007_199_254_740_991, 0, 7, 9_007_199_254_740_991];

const entries = fc
  .array(
    fc.record({
      town: fc.option(fc.constantFrom(...towns)),
      day: fc.option(fc.constantFrom(...days)),
      amount: fc.option(fc.integer({ min: -3, max: 3 })),
      ratio: fc.option(fc.constantFrom(...ratios)),
      wide: fc.option(fc.constantFrom(...wides)),
    }),
    { minLength: 60, maxLength: 200 },
  )
  .map((records): Entry[] => records.map((record, id) => ({ id, ...record })));

const orderings = fc.uniqueArray(
  fc.record({
    column: fc.constantFrom('town' as const, 'day' as const, 'amount' as const, 'ratio' as const, 'wide' as const),
    descending: fc.boolean(),
  }),
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

describe.each([
  ['by ranks', 0],
  ['by the engine', Number.POSITIVE_INFINITY],
])('views ordered %s', (_, rankedFrom) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore({ prepareAlways: false, rankedFrom });
  });

  afterAll(() => store.close());

  it('have the rows in the order of their values', async () => {
    const property = fc.asyncProperty(entries, orderings, fc.boolean(), async (rows, ordering, isFiltered) => {
      const version = await store.take(JSON.stringify(rows), {
        format: 'json',
        keepTypes: true,
        columns: [
          { source: 'town', type: 'text' },
          { source: 'day', type: 'text' },
          { source: 'amount', type: 'integer' },
          { source: 'ratio', type: 'float' },
          { source: 'wide', type: 'integer' },
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
    await fc.assert(property, { numRuns: 15 });
  }, 240_000);
});
