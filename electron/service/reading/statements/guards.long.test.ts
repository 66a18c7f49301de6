import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import { endlessAttacks, guardedAttacks, namedAttacks } from './testing/attacks-for-test.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ prepareAlways: false, memoryBytes: 256 * 2 ** 20, threads: 2 });
});
afterAll(() => store.close());

let made = 0;
function run(sql: string, limitMs: number) {
  made += 1;
  const statement = { sql, inputs: [], geometries: [], maxRows: 1_000, limitMs };
  return store.rows.derive(`attack-${made}`, statement, {}).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}

describe('the disposable process alone, without the guards before it', () => {
  it.each(endlessAttacks)('ends %s within its limits, in our words', async (sql) => {
    const error = await run(sql, 4_000);
    expect(error?.message).toMatch(/more than \d+ (seconds|rows)|more memory|could not be run|cannot be computed/);
    // The store works as before.
    expect(await run('SELECT 1 AS one', 30_000)).toBeNull();
  });

  it('answers what only the first guards refuse without a file, a path or a setting of this machine', async () => {
    const shown: string[] = [];
    for (const { sql, aims } of [...guardedAttacks, ...namedAttacks]) {
      if (aims === 'exhaust' || aims === 'varies') continue;
      const message = (await run(sql, 20_000))?.message ?? '';
      if (message.includes(store.folder) || /root:|spill|parquet'/.test(message)) shown.push(sql);
    }
    expect(shown).toEqual([]);
  });
});
