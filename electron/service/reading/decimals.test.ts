import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test.each([
  ['DECIMAL(18,0)', '999999999999999999', 'integer', '999999999999999999'],
  ['DECIMAL(38,0)', '9223372036854775807', 'integer', '9223372036854775807'],
  ['DECIMAL(38,0)', '-9223372036854775809', 'char', '"-9223372036854775809"'],
  ['DECIMAL(15,2)', '1234567890123.45', 'float', '1234567890123.45'],
  ['DECIMAL(38,2)', '12.50', 'float', '12.5'],
  ['DECIMAL(19,2)', '12345678901234567.89', 'char', '"12345678901234567.89"'],
  ['DECIMAL(38,10)', '0.1234567891', 'float', '0.1234567891'],
])('%s with %s is stored as %s without losing a digit', async (type, text, expected, json) => {
  const path = join(store.folder, 'decimals.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT '${text}'::${type} AS n UNION ALL SELECT NULL) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  const version = await store.rows.ingest(
    `${type}-${text}`.replaceAll(/[^0-9A-Za-z]/g, '_'),
    { path, format: 'parquet' },
    {},
    {},
  );
  expect(version.columns.map((column) => column.type)).toEqual([expected]);
  const page = await store.rows.open(version).page(everyRow, 0, 10);
  expect(page.json.toString()).toContain(`"n":${json}`);
});
