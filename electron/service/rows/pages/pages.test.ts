import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow, type Filter, type RowQuery } from '#shared/row-query.ts';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';

interface ModelRow {
  readonly i: bigint | null;
  readonly f: number | null;
  readonly t: string | null;
  readonly g: readonly [number, number] | null;
}

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'ab',
    'é',
    'É',
    'null',
    '007',
    ' ',
    'a"b',
    'x,y',
    'line\nbreak',
    '%',
    '_',
    '😀',
    '\u0000',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const integers = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -(2n ** 53n) - 1n),
);
const floats = fc.oneof(
  fc.constantFrom(0, 0.1, -0.1, 1.5, 5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 1e21),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
);
const degrees = (most: number) => fc.integer({ min: -most * 10, max: most * 10 }).map((tenths) => tenths / 10);
const row: fc.Arbitrary<ModelRow> = fc.record({
  i: fc.option(integers),
  f: fc.option(floats),
  t: fc.option(texts),
  g: fc.option(fc.tuple(degrees(180), degrees(90))),
});

function featureText({ i, f, t, g }: ModelRow): string {
  const geometry = g === null ? null : { type: 'Point', coordinates: g };
  const properties = `{"i":${i},"f":${f === null ? null : JSON.stringify(f)},"t":${JSON.stringify(t)}}`;
  return `{"type":"Feature","geometry":${JSON.stringify(geometry)},"properties":${properties}}`;
}

function collection(rows: readonly ModelRow[]): string {
  return `{"type":"FeatureCollection","features":[${rows.map(featureText).join(',')}]}`;
}

const types = [
  { source: 'i', type: 'integer' },
  { source: 'f', type: 'float' },
  { source: 't', type: 'text' },
] as const;

type Condition = Filter & { readonly holds: (row: ModelRow) => boolean };

function condition(
  column: keyof ModelRow,
  lookup: Filter['lookup'],
  value: string,
  holds: Condition['holds'],
): Condition {
  return { column, lookup, value, holds };
}

const byteOrder = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

const conditions: fc.Arbitrary<Condition> = fc.oneof(
  integers.map((value) => condition('i', 'exact', `${value}`, ({ i }) => i === value)),
  integers.map((value) => condition('i', 'ne', `${value}`, ({ i }) => i !== value)),
  integers.map((value) => condition('i', 'gte', `${value}`, ({ i }) => i !== null && i >= value)),
  fc
    .tuple(integers, integers)
    .map(([low, high]) => condition('i', 'range', `${low},${high}`, ({ i }) => i !== null && i >= low && i <= high)),
  floats.map((value) => condition('f', 'lt', `${value}`, ({ f }) => f !== null && f < value)),
  fc
    .constantFrom('true', 'false')
    .map((value) => condition('t', 'isnull', value, ({ t }) => (t === null) === (value === 'true'))),
  fc
    .constantFrom('a', 'b', '"', '%', '_', 'é', ' ')
    .map((value) => condition('t', 'contains', value, ({ t }) => t?.includes(value) ?? false)),
  fc
    .constantFrom('a', 'A', 'N')
    .map((value) =>
      condition('t', 'icontains', value, ({ t }) => t?.toLowerCase().includes(value.toLowerCase()) ?? false),
    ),
  fc
    .constantFrom('a', 'null', ' ')
    .map((value) => condition('t', 'startswith', value, ({ t }) => t?.startsWith(value) ?? false)),
  fc
    .constantFrom('a', 'ab', '')
    .map((value) => condition('t', 'gt', value, ({ t }) => t !== null && byteOrder(t, value) > 0)),
  fc.constant(condition('t', 'in', 'a,"x,y",007', ({ t }) => t !== null && ['a', 'x,y', '007'].includes(t))),
  fc
    .tuple(degrees(180), degrees(90))
    .map(([west, south]) =>
      condition(
        'g',
        'bbox' as Filter['lookup'],
        `${west},${south},180,90`,
        ({ g }) => g !== null && g[0] >= west && g[1] >= south,
      ),
    ),
);

const orderings = fc.uniqueArray(
  fc.record({ column: fc.constantFrom('i' as const, 'f' as const, 't' as const), descending: fc.boolean() }),
  { maxLength: 3, selector: ({ column }) => column },
);

function compareValues(one: ModelRow[keyof ModelRow], other: ModelRow[keyof ModelRow]): number {
  if (typeof one === 'string' && typeof other === 'string') return byteOrder(one, other);
  if (one === other || one === null || other === null) return 0;
  return one < other ? -1 : 1;
}

/** The result of a query, calculated without an engine. */
function expected(rows: readonly ModelRow[], holds: readonly Condition[], { ordering, search }: RowQuery): ModelRow[] {
  const folded = search.toLowerCase();
  const selected = rows.filter(
    (row) =>
      holds.every((one) => one.holds(row)) && (search === '' || (row.t?.toLowerCase().includes(folded) ?? false)),
  );
  return selected.sort((one, other) => {
    for (const { column, descending } of ordering) {
      const [left, right] = [one[column as keyof ModelRow], other[column as keyof ModelRow]];
      if (left === null && right === null) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      const order = compareValues(left, right);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

/** The expected text of a row: integers exactly, floats in any equivalent notation. */
function parsed(json: Buffer): unknown[] {
  const exact = json.toString('utf8').replaceAll(/"i":(-?\d+)/g, '"i":"$1"');
  return JSON.parse(`[${exact}]`);
}

function modelObject({ i, f, t, g }: ModelRow) {
  const geometry = g === null ? null : { type: 'Point', coordinates: [g[0] + 0, g[1] + 0] };
  return { i: i === null ? null : `${i}`, f, t, geometry };
}

describe('pages', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore({ prepareAlways: false });
  });
  afterAll(() => store.close());

  async function pagesOf(version: StoredVersion, query: RowQuery, size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let offset = 0; ; offset += size) {
      const page = await store.rows.open(version).page(query, offset, size);
      if (page.rows === 0) break;
      parts.push(page.json);
      expect(page.rows).toBe(Math.min(size, Number(page.count) - offset));
    }
    return Buffer.from(parts.map((part) => part.toString('utf8')).join(','));
  }

  it('together are the result of the query, whatever source they are served from', async () => {
    const property = fc.asyncProperty(
      fc.array(row, { maxLength: 24 }),
      fc.array(fc.tuple(fc.array(conditions, { maxLength: 2 }), orderings, fc.constantFrom('', '', 'A', 'é')), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, requested, size) => {
        if (rows.length === 0) return;
        const columns = [...types, { source: 'geometry', name: 'g' }].filter(
          ({ source }) => source === 'geometry' || rows.length > 0,
        );
        const version = await store.take(collection(rows), { format: 'geojson', columns });
        const queries = requested.map(([filters, ordering, search]) => ({ ...everyRow, filters, ordering, search }));
        const fromParquet: Buffer[] = [];
        for (const query of queries) fromParquet.push(await pagesOf(version, query, size));
        await store.rows.open(version).prepare({});
        for (const [at, query] of queries.entries()) {
          const json = await pagesOf(version, query, size);
          expect(json.equals(fromParquet[at] ?? Buffer.alloc(0))).toBe(true);
          const matching = expected(rows, requested[at]?.[0] ?? [], query);
          expect(parsed(json).map(renamed)).toEqual(matching.map(modelObject));
        }
        await store.rows.remove(version.key);
      },
    );
    await fc.assert(property, { seed, numRuns: caseCount(4, 25) });
  });
});

function renamed(row: unknown): unknown {
  const { g, ...rest } = row as { g: unknown };
  return { ...rest, geometry: g };
}
