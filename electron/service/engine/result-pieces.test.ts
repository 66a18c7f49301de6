import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultPieces } from './result-pieces.ts';
import { runNow } from './run-statement.ts';
import { openSession, type Session } from './session.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
let session: Session;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  session = openSession(connection, runNow, undefined);
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const descending = 'SELECT i::INTEGER FROM range(10) AS numbers(i) WHERE i >= $1 ORDER BY i DESC';

async function tables(): Promise<number> {
  const [count] = await session.row('SELECT count(*) FROM duckdb_tables()');
  return Number(count);
}

it('yields the rows of a query in their order, and leaves no table behind', async () => {
  const pieces: unknown[][] = [];
  for await (const piece of resultPieces(session, descending, [2], {}, 3)) {
    pieces.push((await piece.getRows()).map(([number]) => number));
  }
  expect(pieces).toEqual([
    [9, 8, 7],
    [6, 5, 4],
    [3, 2],
  ]);
  expect(await tables()).toBe(0);
});

it('yields nothing for no rows, and leaves no table behind if it is not read to its end or fails', async () => {
  for await (const piece of resultPieces(session, descending, [99], {})) expect(piece).toBeUndefined();
  for await (const piece of resultPieces(session, descending, [0], {}, 3)) {
    expect(piece.rowCount).toBe(3);
    break;
  }
  const failing = resultPieces(session, 'SELECT missing FROM range(1)', [], {});
  await expect(failing.next()).rejects.toThrow('missing');
  expect(await tables()).toBe(0);
});
