import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collation, everyRow, type Filter, joinList, type OrderTerm, type RowQuery } from '#shared/row-query.ts';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { EncodedPage } from '../pages/encoded-page.ts';
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

// The last two are equal in every language.
const towns = ['Ulm', 'ulm', 'Zürich', 'Ärö', 'Aalen', 'a b', '😀', 'Ulm ', 'Ýr', 'Y\u0301r'];
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

const collations = fc.constantFrom<Collation | undefined>(undefined, 'de', 'sv');

function compare(one: Entry, other: Entry, { ordering: terms, collation }: Asked): number {
  const { compare: collate } = new Intl.Collator(collation);
  for (const { column, descending } of terms) {
    const [left, right] = [one[column as keyof Entry], other[column as keyof Entry]];
    if (left === right) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const texts = [String(left), String(right)] as const;
    const byCode = Buffer.compare(Buffer.from(texts[0]), Buffer.from(texts[1]));
    const byText = collation === undefined ? byCode : collate(...texts);
    const order = typeof left === 'string' ? byText : left - Number(right);
    if (order !== 0) return descending ? -order : order;
  }
  return one.id - other.id;
}

const searches = fc.constantFrom('', 'ul', ' B', '-0', '😀', 'nowhere');
const pages = fc.array(fc.record({ offset: fc.nat(210), limit: fc.integer({ min: 1, max: 120 }) }), {
  minLength: 1,
  maxLength: 4,
});

interface Asked {
  readonly ordering: readonly OrderTerm[];
  readonly collation: Collation | undefined;
  readonly filtered: boolean;
  readonly search: string;
}

function queryOf({ ordering, collation, filtered, search }: Asked): RowQuery {
  const filters: Filter[] = filtered
    ? [{ column: 'town', lookup: 'in', value: joinList(['Ulm', 'Ärö', 'Aalen']) }]
    : [];
  return { ...everyRow, ordering, collation, filters, search };
}

/** The ids of the rows that a query selects, in its order. */
function expectedIds(rows: readonly Entry[], asked: Asked): number[] {
  const { filtered, search } = asked;
  const contains = (text: string | null) => text?.toLowerCase().includes(search.toLowerCase()) === true;
  return rows
    .filter(({ town }) => !filtered || town === 'Ulm' || town === 'Ärö' || town === 'Aalen')
    .filter(({ town, day }) => search === '' || contains(town) || contains(day))
    .sort((one, other) => compare(one, other, asked))
    .map(({ id }) => id);
}

function take(store: TestStore, rows: readonly Entry[]): Promise<StoredVersion> {
  return store.take(JSON.stringify(rows), {
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
}

function idsOf({ json }: EncodedPage): number[] {
  return (JSON.parse(`[${json.toString('utf8')}]`) as Entry[]).map(({ id }) => id);
}

describe.each([
  ['by ranks', 0],
  ['by the engine', Number.POSITIVE_INFINITY],
])('views ordered %s', (_, rankedFrom) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore({
      prepareAlways: false,
      viewLimits: { rankedFrom, earlyFrom: 0, firstPieceRows: 7, maxPieceRows: 50 },
    });
  });

  afterAll(() => store.close());

  it('have the rows in the order of their values, before and after their index', async () => {
    const asked = fc.record({
      ordering: fc.oneof({ arbitrary: orderings, weight: 3 }, { arbitrary: fc.constant([]), weight: 1 }),
      collation: collations,
      filtered: fc.boolean(),
      search: searches,
    });
    const property = fc.asyncProperty(entries, asked, pages, fc.boolean(), async (rows, one, ranges, countLater) => {
      const version = await take(store, rows);
      const query = queryOf(one);
      const expected = expectedIds(rows, one);
      const read = (later: boolean) =>
        Promise.all(
          ranges.map(({ offset, limit }) => store.rows.open(version).page(query, offset, limit, { countLater: later })),
        );
      const before = await read(countLater);
      for (const [at, { offset, limit }] of ranges.entries()) {
        const page = before[at];
        if (page === undefined) throw new Error('A page is missing.');
        expect(idsOf(page)).toEqual(expected.slice(offset, offset + limit));
        expect([expected.length, ...(countLater ? [null] : [])]).toContain(page.count);
        // A shorter page is the last one.
        if (page.count === null) expect(page.rows).toBe(limit);
      }
      await expect.poll(() => store.rows.open(version).viewProgress(query).state, { timeout: 60_000 }).toBe('ready');
      expect(store.rows.open(version).viewProgress(query).count).toBe(expected.length);
      const after = await read(countLater);
      expect(after.map(({ json }) => json.toString('utf8'))).toEqual(before.map(({ json }) => json.toString('utf8')));
      expect(after.map(({ count }) => count)).toEqual(ranges.map(() => expected.length));
      await store.rows.remove(version.key);
    });
    await fc.assert(property, { seed, numRuns: caseCount(6, 100) });
  });
});
