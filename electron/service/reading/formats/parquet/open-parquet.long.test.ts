import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../rows/testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** The path of a Parquet file beside the store with the result of a query. */
async function parquet(name: string, query: string): Promise<string> {
  const path = await store.file(name, '');
  const instance = await DuckDBInstance.create();
  const engine = await instance.connect();
  await engine.run(`COPY (${query}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
  engine.closeSync();
  instance.closeSync();
  return path;
}

const take = async (key: string, path: string, lookup: { path: string; by: string }) =>
  store.rows.ingest(key, { path, format: 'parquet', lookup }, {}, {});

test('columns of a second file replace the one that numbers its rows, in the original order of rows', async () => {
  const rows = 20_000;
  const path = await parquet(
    'trips.parquet',
    `SELECT i AS trip, CAST((i * 7) % 3 AS USMALLINT) AS town, i / 2 AS half FROM range(${rows}) AS of(i)`,
  );
  const towns = await parquet(
    'towns.parquet',
    `SELECT * FROM (VALUES ('Aa', 5), ('Bb', NULL), ('Cc', 7)) AS of("Name", height)`,
  );
  const version = await take('trips', path, { path: towns, by: 'town' });
  expect(version.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'trip integer',
    'Name char',
    'height integer',
    'half float',
  ]);
  const names = ['Aa', 'Bb', 'Cc'];
  const heights = [5, null, 7];
  expect(await store.page(version, {}, 0, rows)).toEqual(
    Array.from({ length: rows }, (_, trip) => {
      const town = (trip * 7) % 3;
      return { trip, Name: names[town], height: heights[town], half: trip / 2 };
    }),
  );
});

test('a number without a row yields missing values, and an unknown column is an error', async () => {
  const path = await parquet('few.parquet', 'SELECT * FROM (VALUES (0), (9), (NULL)) AS of(place)');
  const looked = await parquet('one.parquet', "SELECT 'only' AS name");
  const version = await take('few', path, { path: looked, by: 'place' });
  expect(await store.page(version)).toEqual([{ name: 'only' }, { name: null }, { name: null }]);
  await expect(take('none', path, { path: looked, by: 'nowhere' })).rejects.toThrow('nowhere');
});
