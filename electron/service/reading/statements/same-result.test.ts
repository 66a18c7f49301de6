import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { caseCount, runsAll, seed } from '../../../lib/testing/tier.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';

/** Statements whose result depends on the order in which rows are read, unless that is prevented. */
const statements = [
  'SELECT k, sum(v) AS total, avg(v) AS mean, stddev(v) AS spread FROM "n/t" GROUP BY k',
  'SELECT sum(v) AS total, string_agg(t, \'\') AS texts, first(v) AS one, any_value(t) AS other FROM "n/t"',
  'SELECT k, row_number() OVER (ORDER BY k) AS n, sum(v) OVER (ORDER BY k) AS running FROM "n/t"',
  'SELECT DISTINCT ON (k) k, v, t FROM "n/t"',
  'SELECT * FROM (SELECT * FROM "n/t" LIMIT 1000) ORDER BY k',
  'SELECT a.k, count(*) AS n, sum(a.v * b.v) AS product FROM "n/t" a JOIN "n/t" b USING (k) GROUP BY a.k',
  'SELECT * FROM "n/t" ORDER BY k DESC LIMIT 5000',
  'SELECT * FROM "n/t"',
  'SELECT k, approx_quantile(v, 0.5) AS middle, mode(t) AS usual, list(v) AS all_values FROM "n/t" WHERE v < 20 GROUP BY k',
  'PIVOT "n/t" ON k IN (1, 2, 3) USING sum(v), count(*) GROUP BY t',
];

const threadCounts = [1, 2, 4];
const stores: TestStore[] = [];
const versions: StoredVersion[] = [];
beforeAll(async () => {
  const random = seededRandom(seed);
  const rows = Array.from(
    { length: 150_000 },
    (_, at) => `${Math.floor(random() * 300)},${random() * 1000},text ${at % 500}`,
  );
  const csv = `k,v,t\n${rows.join('\n')}\n`;
  for (const threads of threadCounts) {
    const store = await openTestStore({ threads, prepareAlways: false });
    stores.push(store);
    versions.push(await store.take(csv));
  }
});
afterAll(async () => {
  for (const store of stores) await store.close();
});

let made = 0;
async function checksumOf(at: number, sql: string): Promise<string> {
  const [store, version] = [stores[at], versions[at]];
  if (store === undefined || version === undefined) throw new Error('There is no such store.');
  made += 1;
  const statement = { sql, inputs: [{ name: 'n/t', version }], geometries: [], maxRows: null, limitMs: 600_000 };
  const { key, checksum } = await store.rows.derive(`same-${made}`, statement, {});
  await store.rows.remove(key);
  return checksum;
}

it.each(statements)('%s gives the same bytes with one, two and four threads, also under load', async (sql) => {
  const runs = caseCount(1, 7);
  const expected = await checksumOf(0, sql);
  for (let round = 0; round < runs; round += 1) {
    // All at once: the threads take turns on the processors in another way each time.
    const found = runsAll
      ? await Promise.all(threadCounts.map((_, at) => checksumOf(at, sql)))
      : [await checksumOf(1, sql), await checksumOf(2, sql)];
    expect(new Set(found)).toEqual(new Set([expected]));
  }
});
