import fc from 'fast-check';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';

/** A part of a statement for the engine and for SQLite, which differ where the two spell things differently. */
interface Both {
  readonly ours: string;
  readonly sqlite: string;
}
const same = (sql: string): Both => ({ ours: sql, sqlite: sql });

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
  fc.option(fc.constantFrom('a', 'b', 'B', 'ß', 'Zürich', '日本', "it's", 'a b')),
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
    fc.constant(`EXISTS (SELECT 1 FROM "n/two" z WHERE z.i = ${of('i')})`),
    fc.constant(`${of('i')} IN (SELECT z."Größe ü" FROM "n/two" z WHERE z."Größe ü" IS NOT NULL)`),
  );
}

const aggregate = fc.oneof(
  fc.constant(same('count(*)')),
  any.map((column) => same(`count(t.${name(column)})`)),
  any.map((column) => same(`count(DISTINCT t.${name(column)})`)),
  number.map((column) => same(`sum(t.${name(column)})`)),
  integer.map((column) => same(`avg(t.${name(column)})`)),
  any.map((column) => same(`min(t.${name(column)})`)),
  any.map((column) => same(`max(t.${name(column)})`)),
);

const joined = fc.oneof(
  fc.constant(same('"n/one" AS t')),
  fc.constantFrom('JOIN', 'LEFT JOIN').map((by) => same(`"n/one" AS t ${by} "n/two" AS u ON t.i = u.i`)),
  fc
    .constantFrom('JOIN', 'LEFT JOIN')
    .map((by) => same(`"n/one" AS t ${by} "n/two" AS u ON t.s = u.s AND t."Größe ü" >= u."Größe ü"`)),
  fc.constant(same('(SELECT * FROM "n/one" WHERE q > 0) AS t')),
  fc.constant(same('(SELECT * FROM "n/one" UNION ALL SELECT * FROM "n/two") AS t')),
);
const where = fc
  .option(fc.array(condition('t'), { minLength: 1, maxLength: 2 }))
  .map((all) => (all === null ? '' : ` WHERE ${all.join(' AND ')}`));

const plain = fc
  .tuple(fc.array(expression('t'), { minLength: 1, maxLength: 4 }), joined, where, fc.boolean())
  .map(([items, from, rows, distinct]) => {
    const list = (side: keyof Both) => items.map((item, at) => `${item[side]} AS c${at}`).join(', ');
    const of = (side: keyof Both) => `SELECT ${distinct ? 'DISTINCT ' : ''}${list(side)} FROM ${from[side]}${rows}`;
    return { ours: of('ours'), sqlite: of('sqlite') };
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
    return same(`SELECT ${list.join(', ')} FROM ${from.ours}${rows}${group}`);
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
const recipe = fc.oneof(plain, grouped, sets, windows, pivots, unpivots, tops, common);

/** All 5,000 statements take half an hour on a busy machine. */
const allCasesMs = 2 * 60 * 60_000;

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ prepareAlways: false });
});
afterAll(() => store.close());

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

let made = 0;
async function ours(sql: string, versions: Readonly<Record<string, StoredVersion>>): Promise<unknown[][]> {
  const { tables } = await store.rows.check(sql, {});
  const inputs = tables.flatMap(({ name: table }) =>
    versions[table] === undefined ? [] : [{ name: table, version: versions[table] }],
  );
  made += 1;
  const limits = { geometries: [], maxRows: 10_000, limitMs: 60_000 };
  const stored = await store.rows.derive(`recipe-${made}`, { sql, inputs, ...limits }, {});
  const { json } = await store.rows
    .open(stored)
    .page({ filters: [], ordering: [], search: '', fields: null, version: null }, 0, 10_000);
  await store.rows.remove(stored.key);
  const exact = json.toString('utf8').replace(/(?<=":)-?\d{16,}(?=[,}])/g, '"$&"');
  return (JSON.parse(`[${exact}]`) as Record<string, unknown>[]).map((record) =>
    stored.columns.map((column) => record[column.name]),
  );
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
      { numRuns: Math.ceil(caseCount(60, 5_000) / perTables), seed, endOnFailure: true },
    );
  },
  allCasesMs,
);
