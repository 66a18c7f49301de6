import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, overObjects, type TestStore } from '../../rows/testing/test-store.ts';
import { newResultKey } from './statement.ts';

const statementLimits = { maxRows: 1_000, limitMs: 60_000 };
const csv = `country,year,births,rate,day,note
FR,2019,753,11.2,2019-12-31,"é, ""x"""
DE,2019,778,9.4,2019-12-31,
DE,2020,773,9.3,2020-12-31,ü
FR,2020,735,10.9,2020-12-31,b
IT,2020,404,,2020-12-31,
`;
const places = `name,geometry
a,"{""type"":""Point"",""coordinates"":[1.5,2]}"
b,"{""type"":""Polygon"",""coordinates"":[[[0,0],[1,0],[1,1],[0,0]]]}"
`;

let store: TestStore;
let births: StoredVersion;
let points: StoredVersion;
beforeAll(async () => {
  store = await openTestStore({ prepareAlways: false });
  births = await store.take(csv);
  points = await store.take(places);
});
afterAll(() => store.close());

let made = 0;
async function run(sql: string, geometries: readonly (string | null)[] = [], threads?: StoredVersion) {
  const checked = await store.rows.check(sql, {});
  const versions: Record<string, StoredVersion> = { 'geo/births': threads ?? births, 'geo/points': points };
  const inputs = checked.tables.flatMap(({ name }) => {
    const version = versions[name];
    return version === undefined ? [] : [{ name, version }];
  });
  made += 1;
  const stored = await store.rows.derive(`result-${made}`, { sql, inputs, geometries, ...statementLimits }, {});
  return { stored, rows: await store.page(stored) };
}

const types = ({ columns }: StoredVersion) => columns.map(({ name, type }) => `${name} ${type}`);

describe('the result of a statement', () => {
  it('has the types of the contract, and an order by all columns', async () => {
    const { stored, rows } = await run(
      'SELECT country, sum(births) AS births, avg(rate) AS rate FROM "geo/births" GROUP BY ALL',
    );
    expect(types(stored)).toEqual(['country char', 'births integer', 'rate float']);
    expect(rows).toEqual([
      { country: 'DE', births: 1551, rate: 9.350000000000001 },
      { country: 'FR', births: 1488, rate: 11.05 },
      { country: 'IT', births: 404, rate: null },
    ]);
  });

  it.each(['=', '>'])(
    'has all rows of IS DISTINCT FROM within OR with %s, also where all values are missing',
    async (sign) => {
      const rowGroup = 61_440;
      const names = Array.from({ length: 2 * rowGroup }, (_, at) => (at < rowGroup ? '' : 'b'));
      const half = await store.take(`name,n\n${names.map((name, at) => `${name},${at}\n`).join('')}`);
      const { rows } = await run(
        `SELECT count(*) AS n FROM "geo/births" WHERE name IS DISTINCT FROM 'a' OR name ${sign} 'zz'`,
        [],
        half,
      );
      expect(rows).toEqual([{ n: 2 * rowGroup }]);
    },
  );

  it('keeps the own order, with ties by all columns, before the limit', async () => {
    const { rows } = await run('SELECT country FROM "geo/births" ORDER BY year DESC LIMIT 4');
    expect(rows.map((row) => (row as { country: string }).country)).toEqual(['DE', 'FR', 'IT', 'DE']);
  });

  it('writes every kind of value exactly', async () => {
    const { stored, rows } =
      await run(`SELECT 9223372036854775807 AS big, 170141183460469231731687303715884105727 AS huge,
      1.50 AS decimal, 0.1::FLOAT AS small, 'nan'::DOUBLE AS none, true AS yes, DATE '2020-02-29' AS day,
      TIMESTAMP '2020-01-01 10:00:00.5' AS moment, TIME '10:00:00' AS clock, [1, 2] AS list, {a: 'b'} AS struct`);
    expect(types(stored)).toEqual([
      'big integer',
      'huge char',
      'decimal char',
      'small float',
      'none float',
      'yes char',
      'day char',
      'moment char',
      'clock char',
      'list char',
      'struct char',
    ]);
    const page = await store.rows.open(stored).page(everyRow, 0, 1);
    expect(page.json.toString()).toContain('"big":9223372036854775807');
    expect(rows).toEqual([
      {
        big: expect.anything(),
        huge: '170141183460469231731687303715884105727',
        decimal: '1.50',
        small: 0.1,
        none: null,
        yes: 'true',
        day: '2020-02-29',
        moment: '2020-01-01T10:00:00.5',
        clock: '10:00:00',
        list: '[1,2]',
        struct: '{"a":"b"}',
      },
    ]);
  });

  it('keeps unchanged geometries, and gives others as text', async () => {
    const { stored, rows } = await run('SELECT name, geometry, length(geometry) AS size FROM "geo/points"', [
      null,
      'geometry',
      null,
    ]);
    expect(types(stored)).toEqual(['name char', 'geometry geometry', 'size integer']);
    expect(rows).toEqual([
      { name: 'a', geometry: { type: 'Point', coordinates: [1.5, 2] }, size: 38 },
      {
        name: 'b',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
        size: 60,
      },
    ]);
  });

  it('may have equal names, and names that differ in case only', async () => {
    const { rows } = await run('SELECT country, year AS Country FROM "geo/births" WHERE country = \'IT\'');
    expect(rows).toEqual([{ country: 'IT', Country: 2020 }]);
    const repeated = await run('SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS "a""b", 5 AS "é"');
    expect(repeated.rows).toEqual([{ a: 1, a_3: 2, a_2: 3, 'a"b': 4, é: 5 }]);
    await expect(run(`SELECT 1 AS "${'x'.repeat(10_001)}"`)).rejects.toThrow('has 10001 characters');
  });

  it('may have values beyond the range of numbers, which are missing then, but no such number in its text', async () => {
    const { rows } = await run("SELECT CAST('1e400' AS DOUBLE) AS x, 1e308 AS y, 'Infinity NaN' AS t");
    expect(rows).toEqual([{ x: null, y: 1e308, t: 'Infinity NaN' }]);
    for (const number of ['1e400', '-1e400']) {
      await expect(run(`SELECT ${number}`)).rejects.toThrow(`Line 1, column 8: ${number} is not available here.`);
    }
  });

  it('pivots, unpivots and joins', async () => {
    const pivoted = await run(
      'PIVOT (SELECT country, year, births FROM "geo/births") ON year IN (2019, 2020) USING sum(births)',
    );
    expect(pivoted.rows[0]).toEqual({ country: 'DE', 2019: 778, 2020: 773 });
    const joined = await run('SELECT a.country, b.name FROM "geo/births" a, "geo/points" AS b WHERE a.year = 2019');
    expect(joined.rows).toHaveLength(4);
  });

  it('is refused beyond the limit of rows', async () => {
    await expect(run('SELECT * FROM range(1001)')).rejects.toThrow('more than 1000 rows');
    expect((await run('SELECT * FROM range(1000)')).rows).toHaveLength(1000);
  });
});

it('a result that is no version is gone after the process that made it', async () => {
  const other = await openTestStore({ prepareAlways: false });
  const statement = { sql: 'SELECT 1 AS one', inputs: [], geometries: [], ...statementLimits };
  await other.rows.derive(newResultKey(), statement, {});
  await other.rows.derive('lost', statement, {});
  const again = await other.reopen();
  expect(await again.rows.keepOnly(new Set())).toEqual(overObjects ? [] : ['lost']);
  await again.close();
});

describe('an error of a statement', () => {
  it.each([
    ['SELEC 1', 'Line 1, column 1: the statement cannot be understood at "SELEC 1".'],
    ['SELECT country,\n  yeer FROM "geo/births"', 'Line 2, column 3: no column yeer; did you mean year?'],
    ['SELECT nothing_at_all_like_it FROM "geo/births"', /^Line 1, column 8: no column nothing_at_all_like_it/],
    [
      'SELECT country,\n  note::INTEGER AS n\nFROM "geo/births"',
      /^Line 2, column 7: a value cannot be computed: Could not convert string/,
    ],
    [
      `WITH t AS (SELECT 'é' AS é, * FROM "geo/births")\nSELECT é, sum(CAST(day AS DATE) - CAST(note AS DATE)) FROM t GROUP BY é`,
      /^Line 2, column 35: a value cannot be computed: invalid date field format/,
    ],
    ["SELECT CAST('2020-99-01' AS DATE)", /^Line 1, column 8: a value cannot be computed: date field value out of/],
    ['SELECT births * 9223372036854775807 FROM "geo/births"', /^A value cannot be computed: Overflow/],
    ['SELECT country, count(*) FROM "geo/births"', /^Line 1, column 8: column "country" must appear in the GROUP BY/],
    ['SELECT 1; SELECT 2', 'Write exactly one SELECT statement. PIVOT needs its values: IN (…).'],
    ['', 'Write exactly one SELECT statement. PIVOT needs its values: IN (…).'],
    ['SELECT $1', 'Write values in the statement: parameters such as ? or $1 have none here.'],
    ['SELECT frm(1)', 'Line 1, column 8: frm() is not available here.'],
    ['SELECT random()', 'Line 1, column 8: random() is not available, because each run would give another result.'],
    [
      'SELECT current_date',
      'Line 1, column 8: current_date is not available, because each run would give another result.',
    ],
  ])('names the place and the reason in %j', async (sql, message) => {
    await expect(run(sql)).rejects.toThrow(message);
  });
  it.each(['current_timestamp', 'CURRENT_TIME', 'localtimestamp', 'today()', 'get_current_time()', 'current_user'])(
    'says that %s differs from run to run',
    async (what) => {
      const message = `Line 1, column 8: ${what} is not available, because each run would give another result.`;
      await expect(run(`SELECT ${what}`)).rejects.toThrow(message);
    },
  );
});
