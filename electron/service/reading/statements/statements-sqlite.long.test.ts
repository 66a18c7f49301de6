import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quoteLiteral } from '#shared/text/quoting.ts';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import { type Engine, openEngine } from '../../engine/engine.ts';
import { dataFileName } from '../../files/stored-files.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import type { EngineLimits } from '../process/isolated-task.ts';
import { checkInProcess, writeStatement } from './write-statement.ts';

/** A part of a statement for the engine and for SQLite, which differ where the two spell things differently. */
interface Both {
  readonly ours: string;
  readonly sqlite: string;
}
const same = (sql: string): Both => ({ ours: sql, sqlite: sql });

/** A condition, as the number that SQLite has for it. */
const whole = (sql: string): Both => ({ ours: `CAST(${sql} AS INTEGER)`, sqlite: sql });

type Value = number | bigint | string | null;
type Table = readonly (readonly Value[])[];

/** Columns of both tables: integers up to 64 bits, quarters that doubles add exactly, texts and days. */
const columns = ['i', 'big', 'q', 's', 'Größe ü', 'day'] as const;
const types = ['INTEGER', 'INTEGER', 'REAL', 'TEXT', 'INTEGER', 'TEXT'];
const name = (column: string) => `"${column}"`;

const row = fc.tuple(
  fc.option(fc.integer({ min: -3, max: 3 })),
  fc.option(fc.constantFrom(9223372036854775807n, -9223372036854775807n, 9007199254740993n, 0n)),
  fc.option(fc.integer({ min: -8, max: 8 }).map((quarters) => quarters / 4)),
  fc.option(fc.constantFrom('a', 'b', 'B', '', 'ß', 'Zürich', 'Zürich', '日本', '👩‍👧', "it's", 'a b')),
  fc.option(fc.integer({ min: 0, max: 4 })),
  fc.option(fc.constantFrom('2019-12-31', '2020-02-28', '2020-02-29', '2021-01-01')),
);
const table = fc.array(row, { minLength: 1, maxLength: 14 });

const integer = fc.constantFrom('i', 'Größe ü');
const number = fc.constantFrom('i', 'q', 'Größe ü');
const any = fc.constantFrom(...columns);

function expression(alias: string): fc.Arbitrary<Both> {
  const of = (column: string) => `${alias}.${name(column)}`;
  return fc.oneof(
    any.map((column) => same(of(column))),
    fc.tuple(number, fc.constantFrom('+', '-', '*'), number).map(([a, by, b]) => same(`${of(a)} ${by} ${of(b)}`)),
    integer.map((column) => same(`abs(${of(column)})`)),
    number.map((column) => same(`coalesce(${of(column)}, 0)`)),
    integer.map((column) => ({ ours: `${of(column)} // 2`, sqlite: `${of(column)} / 2` })),
    fc.constantFrom('% 3', '- 1').map((rest) => same(`${of('big')} ${rest}`)),
    fc.constant(whole(`${of('big')} > 9007199254740992`)),
    fc.constant(same(`nullif(${of('s')}, 'a')`)),
    fc.constantFrom('i', 'big').map((column) => ({
      ours: `CAST(${of(column)} AS VARCHAR)`,
      sqlite: `CAST(${of(column)} AS TEXT)`,
    })),
    fc.constantFrom(`instr(${of('s')}, 'r')`, `replace(${of('s')}, 'ü', 'ue')`, `trim(${of('s')})`).map(same),
    any.map((column) => whole(`${of(column)} IS DISTINCT FROM ${of(column)}`)),
    fc.constant(same(`(SELECT count(*) FROM "n/two" z WHERE z.i = ${of('i')})`)),
    fc.constant(same(`(SELECT max(z.q) FROM "n/two" z WHERE z.s = ${of('s')})`)),
    fc.constant(
      same(
        `CASE ${of('s')} WHEN 'a' THEN CASE WHEN ${of('i')} IS NULL THEN 'none' ELSE 'some' END ELSE ${of('day')} END`,
      ),
    ),
    number.map((column) => same(`CASE WHEN ${of(column)} > 0 THEN 'plus' WHEN ${of(column)} < 0 THEN 'minus' END`)),
    fc.constant(same(`substr(${of('s')}, 1, 1) || '-' || ${of('s')}`)),
    fc.constant(same(`length(${of('s')})`)),
    fc.constant({
      ours: `CAST(CAST(${of('day')} AS DATE) + 1 AS VARCHAR)`,
      sqlite: `date(${of('day')}, '+1 day')`,
    }),
    fc.constant({
      ours: `CAST(year(CAST(${of('day')} AS DATE)) AS BIGINT)`,
      sqlite: `CAST(strftime('%Y', ${of('day')}) AS INTEGER)`,
    }),
    fc.constant({
      ours: `date_diff('day', DATE '2019-12-31', CAST(${of('day')} AS DATE))`,
      sqlite: `CAST(julianday(${of('day')}) - julianday('2019-12-31') AS INTEGER)`,
    }),
  );
}

function condition(alias: string): fc.Arbitrary<string> {
  const of = (column: string) => `${alias}.${name(column)}`;
  return fc.oneof(
    fc
      .tuple(number, fc.constantFrom('=', '<>', '<', '>='), fc.integer({ min: -2, max: 2 }))
      .map(([a, by, b]) => `${of(a)} ${by} ${b}`),
    any.map((column) => `${of(column)} IS NOT NULL`),
    fc.constant(`${of('s')} IN ('a', 'B', '日本')`),
    fc.constant(`${of('day')} BETWEEN '2020-01-01' AND '2020-12-31'`),
    fc.constant(`NOT (${of('i')} = 1 AND ${of('s')} = 'a')`),
    fc.constant(`${of('big')} >= 9007199254740993`),
    fc.constant(`${of('i')} NOT IN (SELECT z.i FROM "n/two" z)`),
    fc.constant(`${of('q')} > (SELECT avg(z.i) FROM "n/two" z)`),
    fc.constant(`EXISTS (SELECT 1 FROM "n/two" z WHERE z.i = ${of('i')})`),
    fc.constant(`${of('i')} IN (SELECT z."Größe ü" FROM "n/two" z WHERE z."Größe ü" IS NOT NULL)`),
  );
}

const aggregate = fc.oneof(
  fc.tuple(any, condition('t')).map(([column, only]) => same(`count(t.${name(column)}) FILTER (WHERE ${only})`)),
  fc.constant({
    ours: `string_agg(t.s, '|' ORDER BY t.s, t.i)`,
    sqlite: `group_concat(t.s, '|' ORDER BY t.s, t.i)`,
  }),
  fc.constant(same('count(*)')),
  any.map((column) => same(`count(t.${name(column)})`)),
  any.map((column) => same(`count(DISTINCT t.${name(column)})`)),
  number.map((column) => same(`sum(t.${name(column)})`)),
  integer.map((column) => same(`avg(t.${name(column)})`)),
  any.map((column) => same(`min(t.${name(column)})`)),
  any.map((column) => same(`max(t.${name(column)})`)),
);

/** What follows FROM, with the tables whose columns it has. */
interface Joined extends Both {
  readonly aliases: readonly string[];
}
const only = (both: Both): Joined => ({ ...both, aliases: ['t'] });
const both = (sql: string): Joined => ({ ...same(sql), aliases: ['t', 'u'] });
const joined: fc.Arbitrary<Joined> = fc.oneof(
  fc.constant(only(same('"n/one" AS t'))),
  fc
    .constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN')
    .map((by) => both(`"n/one" AS t ${by} "n/two" AS u ON t.i = u.i`)),
  fc
    .constantFrom('JOIN', 'LEFT JOIN')
    .map((by) => both(`"n/one" AS t ${by} "n/two" AS u ON t.s = u.s AND t."Größe ü" >= u."Größe ü"`)),
  fc.constant(both('"n/one" AS t CROSS JOIN "n/two" AS u')),
  fc.constant(both('"n/one" AS t JOIN "n/one" AS u ON t.day = u.day AND t.big = u.big')),
  fc.constantFrom(['SEMI', ''], ['ANTI', 'NOT ']).map(([by, not]) =>
    only({
      ours: `(SELECT * FROM "n/one" AS l ${by} JOIN "n/two" AS r ON l.s = r.s) AS t`,
      sqlite: `(SELECT * FROM "n/one" AS l WHERE ${not}EXISTS (SELECT 1 FROM "n/two" AS r WHERE l.s = r.s)) AS t`,
    }),
  ),
  fc.constant(only(same('(SELECT * FROM "n/one" WHERE q > 0) AS t'))),
  fc.constant(only(same('(SELECT * FROM "n/one" UNION ALL SELECT * FROM "n/two") AS t'))),
);
const where = fc
  .option(fc.array(condition('t'), { minLength: 1, maxLength: 2 }))
  .map((all) => (all === null ? '' : ` WHERE ${all.join(' AND ')}`));

const plain = joined.chain((from) => {
  const items = fc.array(fc.constantFrom(...from.aliases).chain(expression), { minLength: 1, maxLength: 4 });
  return fc.tuple(items, where, fc.boolean()).map(([values, rows, distinct]): Both => {
    const list = (side: keyof Both) => values.map((item, at) => `${item[side]} AS c${at}`).join(', ');
    const of = (side: keyof Both) => `SELECT ${distinct ? 'DISTINCT ' : ''}${list(side)} FROM ${from[side]}${rows}`;
    return { ours: of('ours'), sqlite: of('sqlite') };
  });
});
const grouped = fc
  .tuple(
    fc.uniqueArray(any, { maxLength: 2 }),
    fc.array(aggregate, { minLength: 1, maxLength: 3 }),
    joined,
    where,
    fc.boolean(),
  )
  .map(([keys, values, from, rows, having]) => {
    const by = keys.map((key) => `t.${name(key)}`);
    const list = [...by.map((key, at) => `${key} AS k${at}`), ...values.map(({ ours }, at) => `${ours} AS a${at}`)];
    const group = by.length === 0 ? '' : ` GROUP BY ${by.join(', ')}${having ? ' HAVING count(*) > 1' : ''}`;
    const of = (side: keyof Both) => `SELECT ${list.join(', ')} FROM ${from[side]}${rows}${group}`;
    return { ours: of('ours'), sqlite: of('sqlite') };
  });
const sets = fc
  .tuple(fc.constantFrom('UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT'), any)
  .map(([by, column]) => same(`SELECT ${name(column)} AS c FROM "n/one" ${by} SELECT ${name(column)} FROM "n/two"`));
const windows = fc
  .tuple(
    fc.constantFrom('row_number()', 'rank()', 'count(*)', 'sum(i)', 'max(q)', 'lag(i)', 'lead(s)'),
    fc.constantFrom('s', 'day'),
  )
  .map(([value, part]) =>
    same(
      `SELECT i, s, day, ${value} OVER (PARTITION BY ${part} ORDER BY ${columns
        .map(name)
        .map((column) => `${column} NULLS LAST`)
        .join(', ')} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS w FROM "n/one"`.replace(
        /(row_number\(\)|rank\(\)|lag\(i\)|lead\(s\))( OVER \(.*?) ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW/,
        '$1$2',
      ),
    ),
  );
const order = columns.map((column) => `${name(column)} NULLS LAST`).join(', ');
const frames = fc
  .tuple(
    fc.constantFrom('sum(i)', 'count(s)', 'min(day)', 'avg("Größe ü")', 'first_value(q)', 'last_value(big)'),
    fc.constantFrom(
      '1 PRECEDING AND 1 FOLLOWING',
      'CURRENT ROW AND UNBOUNDED FOLLOWING',
      '2 PRECEDING AND 1 PRECEDING',
    ),
  )
  .map(([value, frame]) =>
    same(`SELECT *, ${value} OVER (PARTITION BY i ORDER BY ${order} ROWS BETWEEN ${frame}) AS w FROM "n/one"`),
  );
const ranks = fc
  .constantFrom('dense_rank()', 'percent_rank()', 'cume_dist()', 'ntile(3)')
  .map((value) => same(`SELECT *, ${value} OVER (ORDER BY ${order}) AS w FROM "n/one"`));
const firsts = fc.constantFrom('s', 'day').map((part): Both => {
  const numbered = `row_number() OVER (PARTITION BY ${part} ORDER BY ${order})`;
  return {
    ours: `SELECT * EXCLUDE (q) FROM "n/one" QUALIFY ${numbered} = 1`,
    sqlite: `SELECT i, big, s, "Größe ü", day FROM (SELECT *, ${numbered} AS n FROM "n/one") WHERE n = 1`,
  };
});
const rollups = fc.constantFrom('count(*)', 'sum(i)', 'max(q)').map((value): Both => {
  const groups = ['s, day', 's, NULL AS day', 'NULL AS s, NULL AS day'];
  const each = groups.map((keys) => `SELECT ${keys}, ${value} AS v FROM "n/one"`);
  return {
    ours: `SELECT s, day, ${value} AS v FROM "n/one" GROUP BY ROLLUP (s, day)`,
    sqlite: `${each[0]} GROUP BY s, day UNION ALL ${each[1]} GROUP BY s UNION ALL ${each[2]}`,
  };
});
const stacks = fc.constant<Both>({
  ours: 'SELECT s, i FROM "n/one" UNION ALL BY NAME SELECT i, day FROM "n/two"',
  sqlite: 'SELECT s, i, NULL AS day FROM "n/one" UNION ALL SELECT NULL, i, day FROM "n/two"',
});
const recursive = fc
  .integer({ min: 1, max: 6 })
  .map((end) =>
    same(
      `WITH RECURSIVE r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r WHERE n < ${end}) SELECT r.n, count(t.s) AS c, min(t.day) AS d FROM r LEFT JOIN "n/one" AS t ON t."Größe ü" = r.n GROUP BY r.n`,
    ),
  );
const usings = fc
  .constantFrom('JOIN', 'LEFT JOIN', 'FULL JOIN')
  .map((by) => same(`SELECT s, t.q, u.big FROM "n/one" AS t ${by} "n/two" AS u USING (s)`));
const nested = fc
  .constantFrom('UNION', 'EXCEPT', 'INTERSECT')
  .map((by) =>
    same(
      `SELECT s, i FROM (SELECT s, i FROM "n/one" ${by} SELECT s, i FROM "n/two") AS a EXCEPT SELECT s, "Größe ü" FROM "n/two"`,
    ),
  );
const pivots = fc.constantFrom('sum', 'count', 'min', 'max').map((by): Both => {
  const cell = (text: string) => `${by}(CASE WHEN s = '${text}' THEN i END) AS "${text}"`;
  return {
    ours: `PIVOT (SELECT s, day, i FROM "n/one") ON s IN ('a', 'B') USING ${by}(i) GROUP BY day`,
    sqlite: `SELECT day, ${cell('a')}, ${cell('B')} FROM "n/one" GROUP BY day`,
  };
});
const unpivots = fc.constant<Both>({
  ours: 'UNPIVOT (SELECT s, i, "Größe ü" FROM "n/one") ON i, "Größe ü" INTO NAME n VALUE v',
  sqlite: `SELECT s, 'i' AS n, i AS v FROM "n/one" WHERE i IS NOT NULL UNION ALL SELECT s, 'Größe ü', "Größe ü" FROM "n/one" WHERE "Größe ü" IS NOT NULL`,
});
const tops = fc.tuple(any, fc.boolean(), fc.integer({ min: 1, max: 5 })).map(([column, isDown, limit]) => {
  const ties = columns.map((_, at) => `${at + 1} NULLS LAST`).join(', ');
  const start = `SELECT * FROM "n/one" ORDER BY ${name(column)}${isDown ? ' DESC' : ''} NULLS LAST`;
  // Our ties follow all columns by themselves.
  return { ours: `${start} LIMIT ${limit}`, sqlite: `${start}, ${ties} LIMIT ${limit}` };
});
const common = plain.map(
  ({ ours, sqlite }): Both => ({
    ours: `WITH r AS (${ours}) SELECT * FROM r`,
    sqlite: `WITH r AS (${sqlite}) SELECT * FROM r`,
  }),
);
const recipe = fc.oneof(
  { weight: 4, arbitrary: plain },
  { weight: 4, arbitrary: grouped },
  { weight: 2, arbitrary: common },
  ...[sets, nested, stacks, usings, windows, frames, ranks, firsts, rollups, recursive, pivots, unpivots, tops].map(
    (arbitrary) => ({ weight: 1, arbitrary }),
  ),
);

/** 5,000 statements (`ALMANAC_TIMES=13`) take half an hour on a busy machine. */
const allCasesMs = 2 * 60 * 60_000;

/** The statements run in this process, as they do in a disposable one: there are too many to hand each over. */
let store: TestStore;
let engine: Engine;
let limits: EngineLimits;
beforeAll(async () => {
  store = await openTestStore({ prepareAlways: false });
  limits = { memoryBytes: 256 * 2 ** 20, threads: 2, spillFolder: path.join(store.folder, 'spill') };
  engine = await openEngine({ ...limits, functions: {}, alone: true });
});
afterAll(async () => {
  await engine.close();
  await store.close();
});

function csvOf(rows: Table): string {
  const field = (value: Value) =>
    value === null ? '' : typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value);
  return `${columns.map((column) => `"${column}"`).join(',')}\n${rows.map((cells) => cells.map(field).join(',')).join('\n')}\n`;
}

async function publish(rows: Table): Promise<StoredVersion> {
  const kinds = ['integer', 'integer', 'float', 'text', 'integer', 'text'] as const;
  return await store.take(csvOf(rows), {
    columns: columns.map((source, at) => ({ source, type: kinds[at] ?? 'text' })),
  });
}

/** Values as texts, so that integers are exact: whole doubles and integers are written alike. */
const shown = (value: unknown) =>
  value === null || value === undefined
    ? null
    : typeof value === 'number' && Number.isInteger(value)
      ? String(value)
      : String(value);
const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((cells) => JSON.stringify(cells.map(shown))).sort();

async function ours(sql: string, versions: Readonly<Record<string, StoredVersion>>) {
  const { tables } = await checkInProcess(sql, limits, {});
  const inputs = tables.flatMap(({ name: table }) => {
    const version = versions[table];
    if (version === undefined) return [];
    return [{ name: table, path: path.join(store.storedFolder(version.key), dataFileName), columns: version.columns }];
  });
  const folder = await mkdtemp(path.join(store.folder, 'result-'));
  const context = { key: 'result', folder, limits, onActivity: () => {} };
  await writeStatement(context, { sql, inputs, geometries: [], maxRows: 10_000 }, {});
  const read = `SELECT * FROM read_parquet(${quoteLiteral(path.join(folder, dataFileName))})`;
  const rows = await engine.import({}, (session) => session.rows(read));
  await rm(folder, { recursive: true });
  return rows;
}

it(
  'statements give what SQLite gives over the same tables',
  async () => {
    const perTables = 12;
    await fc.assert(
      fc.asyncProperty(
        table,
        table,
        fc.array(recipe, { minLength: perTables, maxLength: perTables }),
        async (one, two, recipes) => {
          const database = new Database(':memory:');
          database.defaultSafeIntegers(true);
          for (const [table, rows] of [
            ['n/one', one],
            ['n/two', two],
          ] as const) {
            database.exec(
              `CREATE TABLE "${table}" (${columns.map((column, at) => `${name(column)} ${types[at]}`).join(', ')})`,
            );
            const insert = database.prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => '?').join(', ')})`);
            for (const cells of rows) insert.run(...cells);
          }
          const versions = { 'n/one': await publish(one), 'n/two': await publish(two) };
          for (const { ours: sql, sqlite } of recipes) {
            const expected = database.prepare(sqlite).raw(true).all() as unknown[][];
            expect({ sql, rows: sorted(await ours(sql, versions)) }).toEqual({ sql, rows: sorted(expected) });
          }
          database.close();
          for (const version of Object.values(versions)) await store.rows.remove(version.key);
        },
      ),
      { numRuns: Math.ceil(caseCount(60, 400) / perTables), seed, endOnFailure: true },
    );
  },
  allCasesMs,
);
