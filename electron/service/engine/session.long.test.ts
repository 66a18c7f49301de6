import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ memoryBytes: 96 * 2 ** 20, prepareAlways: false });
});
afterAll(() => store.close());

describe('a dataset with more columns than the engine can hold in memory', () => {
  it('is refused with a message, and can be read with fewer columns and as Parquet', async () => {
    const names = Array.from({ length: 8_000 }, (_, at) => `c${at}`);
    const record = names.map((name) => `text of ${name}`);
    const version = await store.take(`${names.join(',')}\n${record.join(',')}\n${record.join(',')}\n`);
    const target = (name: string) => join(store.folder, name);
    for (const format of ['csv', 'ndjson'] as const) {
      const failed = store.rows.open(version).exportTo(everyRow, format, target(`all.${format}`), {});
      await expect(failed).rejects.toMatchObject({ kind: 'local-failed', status: 507 });
      await expect(failed).rejects.toThrow(/^Reading 8000 columns at once takes more memory .* as Parquet\.$/);
    }
    const few = { ...everyRow, fields: ['c1', 'c7999'] };
    expect((await store.rows.open(version).exportTo(few, 'csv', target('few.csv'), {})).rows).toBe(2);
    expect((await store.rows.open(version).exportTo(everyRow, 'parquet', target('all.parquet'), {})).rows).toBe(2);
  });
});
