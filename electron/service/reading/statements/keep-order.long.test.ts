import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';

/** Enough that rows which come in order are not sorted. */
const count = 600_000;
const threadCounts = [1, 2, 4];
const stores: { readonly store: TestStore; readonly versions: Readonly<Record<string, StoredVersion>> }[] = [];

beforeAll(async () => {
  const rows = Array.from({ length: count }, (_, id) => {
    const region = `region ${String(Math.floor(id / 9_000)).padStart(3, '0')}`;
    return `${region},${id},${(id * 7) % 1_000},${id / 3}`;
  });
  const names = Array.from({ length: 1_000 }, (_, k) => `${k},name ${k % 77}`);
  for (const threads of threadCounts) {
    const store = await openTestStore({ threads, prepareAlways: false });
    const facts = await store.take(`region,id,k,v\n${rows.join('\n')}\n`);
    const versions = { 'n/facts': facts, 'n/names': await store.take(`k,name\n${names.join('\n')}\n`) };
    stores.push({ store, versions });
  }
});
afterAll(async () => {
  for (const { store } of stores) await store.close();
});

let made = 0;
async function checksumsOf(sql: string): Promise<string[]> {
  return await Promise.all(
    stores.map(async ({ store, versions }) => {
      const { tables } = await store.rows.check(sql, {});
      const inputs = tables.flatMap(({ name }) => {
        const version = versions[name];
        return version === undefined ? [] : [{ name, version }];
      });
      made += 1;
      const statement = { sql, inputs, geometries: [], maxRows: null, limitMs: 600_000 };
      const { key, checksum, rows } = await store.rows.derive(`kept-${made}`, statement, {});
      await store.rows.remove(key);
      expect(rows).toBeGreaterThan(0);
      return checksum;
    }),
  );
}

it.each([
  // In order by the first column, or by the first two.
  'SELECT id, v * 2 AS twice, region FROM "n/facts"',
  'SELECT region, id, k FROM "n/facts"',
  'SELECT region, id, name FROM "n/facts" JOIN "n/names" USING (k)',
  'SELECT id, name FROM "n/facts" LEFT JOIN (FROM "n/names" WHERE k < 500) USING (k)',
  // As many rows, but in no order, or with ties that the first columns do not decide.
  'SELECT -id AS id, region FROM "n/facts"',
  'SELECT region, k, v FROM "n/facts"',
  'SELECT region, id, k FROM "n/facts" WHERE k <> 3',
  'SELECT nullif(id, 0) AS id, k FROM "n/facts"',
])('%s has the bytes of sorted rows, with one, two and four threads', async (sql) => {
  const sorted = await checksumsOf(`${sql} ORDER BY 1`);
  expect(new Set([...(await checksumsOf(sql)), ...sorted]).size).toBe(1);
});
