import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../../engine/engine.ts';
import type { Session } from '../../../engine/session.ts';
import { parquetOptions } from '../../../files/parquet-file.ts';
import { joinParquet } from './join-parquet.ts';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-join-'));
  engine = await openEngine({ memoryBytes: 2 ** 28, threads: 1, spillFolder: folder, functions: {}, alone: true });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const use = <T>(work: (session: Session) => Promise<T>) => engine.long({}, work);
const rows = 130_000;

async function write(session: Session, name: string, columns: string, count = rows): Promise<string> {
  const path = join(folder, name);
  await session.run(`COPY (SELECT ${columns} FROM range(${count}) AS numbers(n)) TO '${path}' (${parquetOptions})`);
  return path;
}

const left = `n AS "__proto__", CASE WHEN n % 7 = 0 THEN NULL ELSE 'text ' || n END AS b`;
const right = `('POINT (' || n % 90 || ' 1)')::GEOMETRY AS g, n / 3 AS f, 'the same' AS s`;

it('files with columns of the same rows become one, in any order of the columns', async () => {
  await use(async (session) => {
    const parts = [
      { path: await write(session, 'left.parquet', left), positions: [4, 0] },
      { path: await write(session, 'right.parquet', right), positions: [1, 2, 3] },
    ];
    const target = join(folder, 'joined.parquet');
    await joinParquet(parts, ['b', 'place', 'f', 's', 'é "q"'], target, undefined);
    const expected = `SELECT b, g AS place, f, s, "__proto__" AS "é ""q""" FROM (SELECT ${left}, ${right} FROM range(${rows}) AS numbers(n))`;
    const different = `SELECT count(*) FROM ((${expected}) EXCEPT ALL FROM read_parquet('${target}'))`;
    expect(await session.row(different)).toEqual([0n]);
    expect(await session.row(`SELECT count(*) FROM read_parquet('${target}')`)).toEqual([BigInt(rows)]);
    const described = await session.rows(
      `SELECT column_name, column_type FROM (DESCRIBE FROM read_parquet('${target}'))`,
    );
    expect(described.map(([name]) => name)).toEqual(['b', 'place', 'f', 's', 'é "q"']);
    expect(String(described[1]?.[1])).toContain('GEOMETRY');
    const groups = await session.rows(
      `SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${target}')`,
    );
    expect(groups).toHaveLength(3);
    const [geo] = await session.row(
      `SELECT decode(value) FROM parquet_kv_metadata('${target}') WHERE decode(key) = 'geo'`,
    );
    expect(JSON.parse(String(geo))).toMatchObject({
      primary_column: 'place',
      columns: { place: { bbox: [0, 1, 89, 1] } },
    });
  });
});

it('files with other rows are refused', async () => {
  await use(async (session) => {
    const parts = [
      { path: await write(session, 'some.parquet', 'n'), positions: [0] },
      { path: await write(session, 'fewer.parquet', 'n', rows - 1), positions: [1] },
    ];
    await expect(joinParquet(parts, ['a', 'b'], join(folder, 'uneven.parquet'), undefined)).rejects.toThrow(
      'different row groups',
    );
  });
});
