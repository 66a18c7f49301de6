import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { Progress } from '../../../lib/long-work.ts';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';
import type { DiffRow } from './diff-plan.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ prepareAlways: false });
});
afterAll(() => store.close());

type Table = ReadonlyMap<number, readonly [name: string | null, price: number | null]>;

const table: fc.Arbitrary<Table> = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 12 }),
      fc.tuple(fc.option(fc.constantFrom('', 'a', 'b')), fc.option(fc.constantFrom(0, 1.5, 2))),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((entries) => new Map(entries));

function take(rows: Table): Promise<StoredVersion> {
  const lines = [...rows].map(([id, [name, price]]) => JSON.stringify({ id, name, price }));
  const columns = [
    { source: 'name', type: 'text' },
    { source: 'price', type: 'float' },
  ] as const;
  return store.take(`${lines.join('\n')}\n`, { format: 'ndjson', columns });
}

async function allRows(before: StoredVersion, after: StoredVersion, key: readonly string[]): Promise<DiffRow[]> {
  const rows: DiffRow[] = [];
  for (;;) {
    const page = await store.rows.open(before).diffPage(after, key, { offset: rows.length, limit: 3 }, {});
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

const parse = (row: string | null) => JSON.parse(row ?? 'null') as { id: number } | null;

describe('a difference', () => {
  it('by key, applied to the old rows, yields the new ones', async () => {
    const property = fc.asyncProperty(table, table, async (old, now) => {
      const [before, after] = [await take(old), await take(now)];
      const summary = await store.rows.open(before).diff(after, ['id'], {});
      const rows = await allRows(before, after, ['id']);
      expect(rows.length).toBe(summary.added + summary.removed + summary.changed);
      const result = new Map((await store.page(before)).map((row) => [(row as { id: number }).id, row]));
      for (const { kind, before: was, after: is, changed } of rows) {
        if (kind !== 'added') expect(result.get(parse(was)?.id ?? -1)).toEqual(parse(was));
        if (kind === 'removed') result.delete(parse(was)?.id ?? -1);
        else result.set(parse(is)?.id ?? -1, parse(is));
        expect(changed.length > 0).toBe(kind === 'changed');
      }
      const expected = new Map((await store.page(after)).map((row) => [(row as { id: number }).id, row]));
      expect(new Map([...result].sort(([one], [other]) => one - other))).toEqual(
        new Map([...expected].sort(([one], [other]) => one - other)),
      );
      for (const { key } of [before, after]) await store.rows.remove(key);
    });
    await fc.assert(property, { seed, numRuns: caseCount(3, 12) });
  });

  it('matches date-times of a key by instant, and reports another way of writing one as a change', async () => {
    const before = await store.take('at,n\n2020-03-29T01:30:00+01:00,1\n2020-03-29T01:30:00+02:00,2\n');
    const after = await store.take(
      'at,n\n2020-03-29T00:30:00Z,1\n2020-03-29T01:30:00+02:00,3\n2020-03-29T01:30:00Z,4\n',
    );
    const rows = await allRows(before, after, ['at']);
    expect(rows.map(({ kind, changed, key }) => [kind, changed, key])).toEqual([
      ['changed', ['at'], ['2020-03-29T00:30:00Z']],
      ['changed', ['n'], ['2020-03-29T01:30:00+02:00']],
      ['added', [], ['2020-03-29T01:30:00Z']],
    ]);
  });

  it('reports by how much numbers changed, and in which row', async () => {
    const head = 'id,day,n,share,name\n';
    const before = await store.take(`${head}a,1,9007199254740993,0.2,x\n"a,b",2,5,1.5,y\nc,3,1,1,z\nd,4,1,3e-300,z\n`);
    const after = await store.take(
      `${head}a,1,9007199254740990,0.3,x\n"a,b",2,,1.25,z\nc,3,1,1.00001,z\nd,4,1,1e-300,z\n`,
    );
    const rows = await allRows(before, after, ['id', 'day']);
    expect(rows.map(({ key, changed, changes }) => ({ key, changed, changes }))).toEqual([
      { key: ['a', '1'], changed: ['n', 'share'], changes: [-3, 0.1] },
      { key: ['a,b', '2'], changed: ['n', 'share', 'name'], changes: [null, -0.25, null] },
      { key: ['c', '3'], changed: ['share'], changes: [0.00001] },
      { key: ['d', '4'], changed: ['share'], changes: [-2e-300] },
    ]);
  });

  it('of whole rows counts duplicate rows', async () => {
    const before = await store.take('a,b\n1,x\n1,x\n2,y\n3,\n');
    const after = await store.take('a,b\n2,y\n1,x\n3,z\n2,y\n');
    expect(await store.rows.open(before).diff(after, [], {})).toMatchObject({ added: 2, removed: 2, changed: 0 });
    const rows = await allRows(before, after, []);
    expect(rows.map(({ kind, before: was, after: is }) => [kind, was ?? is])).toEqual([
      ['added', '{"a":3,"b":"z"}'],
      ['added', '{"a":2,"b":"y"}'],
      ['removed', '{"a":1,"b":"x"}'],
      ['removed', '{"a":3,"b":null}'],
    ]);
  });

  it('reports which cells and which columns have changed', async () => {
    const before = await store.take('id,same,gone,typed,name\n1,a,b,1,x\n2,a,b,2,y\n');
    const after = await store.take('id,name,typed,same,come\n1,x,1.0,a,new\n2,z,2.5,a,new\n');
    expect(await store.rows.open(before).diff(after, ['id'], {})).toEqual({
      key: ['id'],
      added: 0,
      removed: 0,
      changed: 1,
      columnsAdded: ['come'],
      columnsRemoved: ['gone'],
      columnsRetyped: [{ name: 'typed', before: 'integer', after: 'float' }],
    });
    const [row] = await allRows(before, after, ['id']);
    expect(row?.changed).toEqual(['name', 'typed']);
  });

  it('of versions with the same checksum is empty, without reading', async () => {
    const [before, after] = [await store.take('a,b\n1,x\n1,y\n'), await store.take('a,b\n1,x\n1,y\n')];
    expect(after.checksum).toBe(before.checksum);
    // Reading them would show that their rows are not unique by this key.
    const summary = await store.rows.open(before).diff(after, ['a'], {});
    expect(summary).toMatchObject({ added: 0, removed: 0, changed: 0 });
    expect(await store.rows.open(before).diffPage(after, ['a'], { offset: 0, limit: 10 }, {})).toEqual([]);
  });

  const keys = [
    ['a', 'a,b\n1,x\n1,y\n', 'several rows have the same "a"'],
    ['a', 'a,b\n1,x\n,y\n', 'some rows have no "a"'],
    ['c', 'a,b\n1,x\n', 'no column "c" in both versions'],
  ] as const;
  it.each(keys)('refuses the key %s of %j', async (key, text, message) => {
    const [before, after] = [await store.take('a,b\n9,x\n'), await store.take(text)];
    const refused = store.rows.open(before).diff(after, [key], {});
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ name: 'InvalidFilterError', parameter: 'key' });
  });

  it('accepts several columns as a key', async () => {
    const before = await store.take('a,b,c\n1,x,1\n1,y,2\n');
    const after = await store.take('a,b,c\n1,x,1\n1,y,3\n2,x,4\n');
    expect(await store.rows.open(before).diff(after, ['a', 'b'], {})).toMatchObject({
      added: 1,
      removed: 0,
      changed: 1,
    });
  });
});

it('of only some rows reads the differing ones piece by piece, and reports how far it is', async () => {
  const rows = 100_000;
  const text = (from: number) =>
    `id,kind\n${Array.from({ length: rows }, (_, at) => `${from + at},${at % 3 === 0 ? 'a' : 'b'}`).join('\n')}\n`;
  // All rows differ.
  const [before, after] = [await store.take(text(0)), await store.take(text(rows))];
  const onlyA = { ...everyRow, filters: [{ column: 'kind', lookup: 'exact', value: 'a' }] } as const;
  const fractions: (number | null)[] = [];
  const onProgress = ({ phase, fraction }: Progress) => {
    if (phase === 'filtering') fractions.push(fraction);
  };
  const selected = Math.ceil(rows / 3);
  expect(await store.rows.open(before).diff(after, ['id'], { onProgress }, onlyA)).toMatchObject({
    added: selected,
    removed: selected,
    changed: 0,
  });
  expect(fractions).toEqual([0.5, 1]);
  const last = await store.rows.open(before).diffPage(after, ['id'], { offset: 2 * selected - 1, limit: 5 }, {}, onlyA);
  expect(last.map((row) => [row.kind, parse(row.before)?.id])).toEqual([['removed', rows - 1]]);
});
