import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../engine/engine.ts';
import type { Session } from '../../engine/session.ts';
import { IngestError } from '../reading.ts';
import { checkStatement, engineFunctions } from './check-statement.ts';
import { lockSession } from './plan-statement.ts';
import { type Attack, guardedAttacks, namedAttacks } from './testing/attacks-for-test.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-guards-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inSession<Result>(use: (session: Session) => Promise<Result>): Promise<Result> {
  const engine = await openEngine({
    memoryBytes: 256 * 2 ** 20,
    threads: 1,
    spillFolder: folder,
    functions: {},
    alone: true,
  });
  try {
    return await engine.import({}, use);
  } finally {
    await engine.close();
  }
}

it('there are at least 300 attacks', () => {
  const all = [...guardedAttacks, ...namedAttacks].map(({ sql }) => sql);
  expect(new Set(all).size).toBeGreaterThanOrEqual(300);
});

describe('the first guard alone', () => {
  it('refuses every attack by its text, in our words', async () => {
    const passed: string[] = [];
    await inSession(async (session) => {
      for (const { sql } of guardedAttacks) {
        const error = await checkStatement(session, sql).then(
          () => null,
          (reason: unknown) => reason,
        );
        if (!(error instanceof IngestError) || !error.reason.code.startsWith('sql-')) passed.push(sql);
      }
    });
    expect(passed).toEqual([]);
  });

  it('permits what computes values', async () => {
    await inSession(async (session) => {
      for (const sql of [
        'SELECT lower(a), sum(b) OVER (ORDER BY c), row_number() OVER () FROM "geo/x" AS t',
        'WITH t AS (SELECT 1 AS a), u AS (FROM t) SELECT * FROM u JOIN t USING (a)',
        'SELECT unnest([1, 2]), [x + 1 for x in [1]], {a: 1}.a, map {1: 2}, (1, 2)',
        'SELECT x.upper(), a::DATE, extract(year FROM d), d + INTERVAL 1 DAY, age(d, e), list_aggregate([1], \'sum\') FROM "a/b" x',
        'PIVOT "a/b" ON y IN (1, 2) USING sum(v)',
        'UNPIVOT "a/b" ON y, z INTO NAME n VALUE v',
        'SELECT * FROM range(3), generate_series(1, 2), unnest([1])',
        'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT n FROM t',
        'VALUES (1, 2), (3, 4)',
        'SELECT t.current_date FROM "a/b" t',
      ]) {
        await expect(checkStatement(session, sql), sql).resolves.toMatchObject({ sql });
      }
    });
  });

  it('names the tables that a statement does not define itself', async () => {
    const sql =
      'WITH own AS (SELECT * FROM "a/b") SELECT * FROM own, "c/d" x WHERE EXISTS (FROM "a/b") AND 1 IN (FROM main.y)';
    const { tables } = await inSession((session) => checkStatement(session, sql));
    expect(tables.map(({ name }) => name).sort()).toEqual(['a/b', 'c/d', 'main.y']);
  });

  it('refuses statements that are too long or too deep, and texts of random parts, without failing otherwise', async () => {
    await inSession(async (session) => {
      await expect(checkStatement(session, `SELECT '${'x'.repeat(10_000_000)}'`)).rejects.toThrow('longer than 100000');
      const deep = `SELECT ${'('.repeat(40_000)}1${')'.repeat(40_000)}`;
      await expect(checkStatement(session, deep)).rejects.toThrow();
      expect(await session.row('SELECT 1')).toEqual([1]);
    });
  });

  it('knows every function of the engine: a new one has to be reviewed', async () => {
    const known = await inSession(engineFunctions);
    // After an update of the engine, read what is new, and refuse what does more than compute a value.
    expect(known.size).toBe(774);
  });
});

/** What stands in a locked session for the answer of an attack; it must never be what the attack is after. */
async function attack(session: Session, { sql }: Attack): Promise<string> {
  try {
    return JSON.stringify(await session.rows(sql), (_, value) => (typeof value === 'bigint' ? String(value) : value));
  } catch {
    return '';
  }
}

describe('the third guard alone', () => {
  it('lets no statement read or write a file, or change a setting', async () => {
    const outside = path.join(tmpdir(), 'almanac-attack.csv');
    await rm(outside, { force: true });
    const before = await readdir(folder);
    const answers = await inSession(async (session) => {
      await lockSession(session, []);
      const found: string[] = [];
      for (const one of [...guardedAttacks, ...namedAttacks]) {
        if (one.aims === 'exhaust') continue;
        const answer = await attack(session, one);
        if (/root:|\/bin\//.test(answer)) found.push(one.sql);
      }
      const settings = await session.row(
        "SELECT current_setting('enable_external_access'), current_setting('lock_configuration'), current_setting('allowed_paths')",
      );
      expect(settings.slice(0, 2)).toEqual([false, true]);
      return found;
    });
    expect(answers).toEqual([]);
    expect(await readdir(folder)).toEqual(before);
    await expect(readdir(outside)).rejects.toThrow();
  });
});
