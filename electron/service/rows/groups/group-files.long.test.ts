import { copyFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { type Engine, openEngine } from '../../engine/engine.ts';
import { DiskCache } from '../../files/disk-cache.ts';
import type { ParquetFile } from '../../files/parquet-file.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { centroidFunction } from '../../geometry/geometry-sql.ts';
import { InvalidFilterError } from '../views/filter-to-sql.ts';
import { GroupFiles } from './group-files.ts';
import { binFunction, binOf, quotientFunction, quotientText } from './number-sql.ts';

let folder = '';
let engine: Engine;
let cache: DiskCache;
let groups: GroupFiles;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-groups-'));
  const functions = { [centroidFunction]: () => '2 2', [binFunction]: binOf, [quotientFunction]: quotientText };
  engine = await openEngine({ memoryBytes: 2 ** 28, threads: 1, spillFolder: folder, functions, alone: true });
  cache = new DiskCache(
    folder,
    async () => Number.MAX_SAFE_INTEGER,
    async () => {},
  );
  groups = new GroupFiles(engine, cache);
  flights = await stored('flights', flightColumns, flightRows);
});
afterAll(async () => {
  await groups.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const flightColumns: StoredColumn[] = [
  { name: 'city', type: 'char', size: 4 },
  { name: 'day', type: 'char', size: 10, moment: 'date' },
  { name: 'written', type: 'text', size: 25 },
  { name: 'delay', type: 'integer', size: 8 },
  { name: 'share', type: 'float', size: 8 },
  { name: 'place', type: 'geometry', size: null },
  { name: 'time', type: 'char', size: 25, moment: 'date-time' },
];
const flightRows = `
  ('Ulm', '2001-01-31', '2001-01-31T10:15:00', 5, 0.5, 'POINT (10.1 -48.4)', '2001-01-31T10:15'),
  ('Ulm', '2001-02-01', '2001-01-31T23:30:00-05:00', -5, 0.25, 'POINT (9.9 -48.4)', '2001-01-31T23:30'),
  ('Bonn', '2004-12-30', 'yesterday', 15, NULL, NULL, '2001-12-31T00:00'),
  ('Bonn', '2005-01-01', '2005-01-01', NULL, 2.5, 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))', NULL),
  (NULL, '2005-01-02', '2005-13-01', 12, 1, 'POINT (10.1 -48.4)', '2001-01-31 10:59')`;
let flights: ParquetFile;

const sqlTypes = {
  char: 'VARCHAR',
  text: 'VARCHAR',
  integer: 'BIGINT',
  float: 'DOUBLE',
  geometry: 'GEOMETRY',
} as const;

async function stored(name: string, columns: readonly StoredColumn[], rows: string): Promise<ParquetFile> {
  const file = path.join(folder, `${name}.parquet`);
  const names = columns.map((_, at) => `c${at}`).join(', ');
  const typed = columns.map(({ type }, at) => `c${at}::${sqlTypes[type]} AS c${at}`).join(', ');
  const select = `SELECT ${typed} FROM (VALUES ${rows}) AS t(${names})`;
  const [count] = await engine.long({ caller: 'test' }, (session) =>
    session.row(`COPY (${select}) TO ${quoteLiteral(file)} (FORMAT parquet)`),
  );
  return { path: file, rows: Number(count), columns };
}

/** A stored file with its folder for rebuildable files. */
function opened(file: ParquetFile, cacheOf: string) {
  return { ...file, folder: cacheOf, use: <Result>(_: LongWork, read: () => Promise<Result>) => read() };
}

type Cell = string | number | bigint | boolean | null;

/** The groups that parameters select from a file, as rows, and their columns. */
async function grouped(parameters: string, file = flights) {
  const pairs = [...new URLSearchParams(parameters)];
  const query = aggregateQueryFromParameters(pairs, file.columns);
  const made = await groups.get(opened(file, `${file.path}-cache`), query, { caller: 'test' });
  const rows = await engine.short({ caller: 'test' }, (session) =>
    session.rows(`SELECT * FROM read_parquet(${quoteLiteral(made.path)})`),
  );
  expect(made.count).toBe(rows.length);
  const plain = (cell: unknown) =>
    typeof cell === 'bigint' && cell >= -(2n ** 53n) && cell <= 2n ** 53n ? Number(cell) : cell;
  return { columns: made.columns, rows: rows.map((row) => row.map(plain) as Cell[]), made };
}

async function values(parameters: string, file = flights): Promise<Cell[]> {
  return (await grouped(parameters, file)).rows.map(([cell = null]) => cell);
}

describe('keys', () => {
  it.each<[string, string, Cell[]]>([
    ['city', 'char', ['Bonn', 'Ulm', null]],
    ['delay', 'integer', [-5, 5, 12, 15, null]],
    ['Year(day)', 'char', ['2001', '2004', '2005']],
    ['Quarter(day)', 'char', ['2001-Q1', '2004-Q4', '2005-Q1']],
    ['Month(day)', 'char', ['2001-01', '2001-02', '2004-12', '2005-01']],
    ['Week(day)', 'char', ['2001-W05', '2004-W53']],
    ['Day(day)', 'char', ['2001-01-31', '2001-02-01', '2004-12-30', '2005-01-01', '2005-01-02']],
    ['Weekday(day)', 'integer', [3, 4, 6, 7]],
    ['Hour(day)', 'char', ['2001-01-31T00', '2001-02-01T00', '2004-12-30T00', '2005-01-01T00', '2005-01-02T00']],
    ['Hour(time)', 'char', ['2001-01-31T10', '2001-01-31T23', '2001-12-31T00', null]],
    ['Hour(written)', 'char', ['2001-01-31T10', '2001-01-31T23', '2005-01-01T00', null]],
    ['Year(written)', 'char', ['2001', '2005', null]],
    ['Day(written)', 'char', ['2001-01-31', '2005-01-01', null]],
    ['Week(written)', 'char', ['2001-W05', '2004-W53', null]],
    ['Weekday(written)', 'integer', [3, 6, null]],
    ['Lower(city)', 'char', ['bonn', 'ulm', null]],
    ['IsMissing(share)', 'boolean', [false, true]],
    ['Cell(place,0.5)', 'char', ['10,-48.5', '2,2', '9.5,-48.5', null]],
    ['Cell(place,0.1)', 'char', ['10.1,-48.4', '2,2', '9.9,-48.4', null]],
    ['Cell(place,0.7)', 'char', ['1.4,1.4', '9.8,-49', null]],
    ['Bin(delay,10)', 'integer', [-10, 0, 10, null]],
    ['Bin(delay,10,5)', 'integer', [-5, 5, 15, null]],
    ['Bin(delay,10,-3)', 'integer', [-13, -3, 7, null]],
    ['Bin(delay,2.5)', 'float', [-5, 5, 10, 15, null]],
    ['Bin(delay,2.5,1)', 'float', [-6.5, 3.5, 11, 13.5, null]],
    ['Bin(delay,4,0.5)', 'float', [-7.5, 4.5, 8.5, 12.5, null]],
    ['Bin(share,0.5)', 'float', [0, 0.5, 1, 2.5, null]],
    ['Bin(share,0.5,0.2)', 'float', [0.2, 0.7, 2.2, null]],
  ])('by %s are of type %s', async (key, type, expected) => {
    const found = await grouped(`_group_by=${encodeURIComponent(key)}&_aggregate__n=Count(*)`);
    expect(found.columns).toEqual([
      { name: key, type },
      { name: 'n', type: 'integer' },
    ]);
    expect(found.rows.map(([cell]) => cell)).toEqual(expected);
    expect(found.rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(5);
  });

  it('are written as numbers without a sign of zero', async () => {
    const [zero] = await values('_group_by=Bin(share,10)');
    expect(Object.is(zero, 0)).toBe(true);
    expect(await values('_group_by=Bin(share,10)&share__isnull=false')).toEqual([0]);
  });

  it.each([
    '2001-01-31T10',
    '2001-01-31 10:15',
    '2001-01-31T10:15:20.5Z',
    '2001-01-31T101520,25+0100',
    '2001-01-31T10:15z',
    '2001-01-31T10-05',
  ])('take %s for a moment', async (text) => {
    const file = await stored(`moment-${text.replaceAll(/\W/g, '_')}`, flightColumns.slice(2, 3), `('${text}')`);
    expect(await values('_group_by=Hour(written)', file)).toEqual(['2001-01-31T10']);
  });

  it.each<[string, Cell[]]>([
    ['Year(month)', ['2020', '2021', null]],
    ['Quarter(month)', ['2020-Q4', '2021-Q1', null]],
    ['Month(month)', ['2020-12', '2021-01', null]],
    ['Year(quarter)', ['2020', '2021', null]],
    ['Quarter(quarter)', ['2020-Q4', '2021-Q1', null]],
    // A week is in the year that it is numbered in.
    ['Year(week)', ['2020', '2021', null]],
    ['Week(week)', ['2020-W53', '2021-W01', null]],
    ['Year(any)', ['2019', '2020', '2021', null]],
    ['Quarter(any)', ['2020-Q2', '2021-Q3', null]],
    ['Month(any)', ['2020-05', null]],
    ['Week(any)', [null]],
    ['Week(day)', ['-0001-W52', '0000-W01', '9999-W52']],
  ])('contain longer periods than days: %s', async (key, expected) => {
    expect(await values(`_group_by=${key}`, await periods())).toEqual(expected);
  });

  it('are refused if no value of a column can have them', async () => {
    const file = await periods();
    const refused = {
      month: 'Week Day Hour Weekday',
      quarter: 'Month Week Day',
      week: 'Quarter Month Day',
      time: 'Year Hour',
    };
    for (const [kind, functions] of Object.entries(refused)) {
      for (const period of functions.split(' ')) {
        await expect(values(`_group_by=${period}(${kind})`, file)).rejects.toMatchObject({
          parameter: '_group_by',
          reason: { code: 'no-such-period', values: { period, column: kind, kind } },
        });
      }
    }
  });

  async function periods(): Promise<ParquetFile> {
    const kinds = ['month', 'quarter', 'week', 'time'] as const;
    const columns: StoredColumn[] = [
      ...kinds.map((kind): StoredColumn => ({ name: kind, type: 'char', size: 8, moment: kind })),
      { name: 'any', type: 'char', size: 8 },
      { name: 'day', type: 'char', size: 10, moment: 'date' },
    ];
    const rows = `('2020-12', '2020-Q4', '2020-W53', '10:30', '2019', '0000-01-01'),
      ('2021-01', '2021-Q1', '2021-W01', '23:59', '2020-05', '0000-01-03'),
      (NULL, NULL, NULL, NULL, '2021-Q3', '9999-12-31'),
      (NULL, NULL, NULL, NULL, '2021-13', '0000-01-02')`;
    return await stored('periods', columns, rows);
  }

  it.each([
    '2001-01-31T1',
    '2001-01-31T25:00:00',
    '2001-01-31T24:00',
    '2001-01-31T10:60',
    '2001-01-31T10:15:61',
    'on 2001-01-31',
    '2001-01-31x',
    '2001-02-30',
    '01-01-2001',
    '2001-01-31T10:15:20.Z',
  ])('do not take %s for a moment', async (text) => {
    const file = await stored(`no-${text.replaceAll(/\W/g, '_')}`, flightColumns.slice(2, 3), `('${text}')`);
    for (const key of ['Hour', 'Year', 'Week', 'Weekday', 'Quarter']) {
      expect(await values(`_group_by=${key}(written)`, file)).toEqual([null]);
    }
  });
});

describe('bins of whole numbers', () => {
  const integers: StoredColumn[] = [{ name: 'n', type: 'integer', size: 8 }];
  const least = -(2n ** 63n);
  const most = 2n ** 63n - 1n;

  it('are exact, wherever they begin', async () => {
    const samples = {
      negative: [-21n, -20n, -11n, -10n, -9n, -1n, 0n, 1n, 9n, 10n, 11n],
      positive: [3n, 4n, 9n, 10n, 13n, 14n, 23n],
      positiveFromZero: [0n, 1n, 9n, 10n],
      small: [least, least + 1n, least + 9n, least + 10n, -1n],
      large: [most, most - 1n, most - 10n, 0n],
      nearLeast: [least + 10n, least + 11n, 5n],
    };
    for (const [name, numbers] of Object.entries(samples)) {
      const file = await stored(`bins-${name}`, integers, numbers.map((number) => `(${number}::HUGEINT)`).join(', '));
      for (const [width, origin] of [
        [10, 0],
        [10, 3],
        [10, -3],
        [10, 13],
        [7, 20],
        [1, 0],
      ] as const) {
        const bin = (number: bigint) => {
          const past = (number - BigInt(origin)) % BigInt(width);
          return number - (past < 0n ? past + BigInt(width) : past);
        };
        const bins = numbers.map(bin);
        const expected = [...new Set(bins)]
          .toSorted((a, b) => (a < b ? -1 : 1))
          .map((start) => [start, bins.filter((other) => other === start).length]);
        const found = await grouped(`_group_by=Bin(n,${width},${origin})&_aggregate__rows=Count(*)`, file);
        const counted = found.rows.map(([start, count]) => [wholeOf(start), count]);
        expect([name, width, origin, counted]).toEqual([name, width, origin, expected]);
      }
    }
  });

  /** A whole number of up to 38 digits, as the engine returns it. */
  function wholeOf(cell: Cell | object | undefined): bigint | null {
    if (typeof cell === 'number' || typeof cell === 'bigint') return BigInt(cell);
    return cell !== null && typeof cell === 'object' && 'value' in cell ? BigInt(cell.value as bigint) : null;
  }

  it('of fractions reach to the ends of the range', async () => {
    const floats: StoredColumn[] = [{ name: 'n', type: 'float', size: 8 }];
    const file = await stored('range', floats, '(-1.7976931348623157e308), (1.7976931348623157e308), (0)');
    const bins = await values('_group_by=Bin(n,1e308)', file);
    expect(bins).toEqual([-Number.MAX_VALUE, 0, 1e308]);
    expect(await values('_group_by=Bin(n,1e-300)', file)).toEqual([-Number.MAX_VALUE, 0, Number.MAX_VALUE]);
  });
});

describe('aggregates', () => {
  it.each<[string, string, Cell[]]>([
    ['Count(*)', 'integer', [2, 2, 1]],
    ['Count(share)', 'integer', [1, 2, 1]],
    ['Count(city)', 'integer', [2, 2, 0]],
    ['CountDistinct(place)', 'integer', [1, 2, 1]],
    ['CountDistinct(written)', 'integer', [2, 2, 1]],
    ['Sum(delay)', 'integer', [15, 0, 12]],
    ['Sum(share)', 'float', [2.5, 0.75, 1]],
    ['Min(day)', 'char', ['2004-12-30', '2001-01-31', '2005-01-02']],
    ['Max(delay)', 'integer', [15, 5, 12]],
    ['Average(delay)', 'float', [15, 0, 12]],
    ['Median(delay)', 'float', [15, 0, 12]],
    ['Quantile(delay,0.25)', 'float', [15, -2.5, 12]],
    ['StdDev(delay)', 'float', [null, Math.sqrt(50), null]],
    ['Variance(delay)', 'float', [null, 50, null]],
    ['First(share)', 'float', [2.5, 0.5, 1]],
    ['Last(share)', 'float', [2.5, 0.25, 1]],
    ['Last(written)', 'text', ['2005-01-01', '2001-01-31T23:30:00-05:00', '2005-13-01']],
    ['Share(*)', 'float', [0.4, 0.4, 0.2]],
  ])('by %s are of type %s', async (aggregate, type, expected) => {
    const { rows, columns } = await grouped(`_group_by=city&_aggregate__value=${aggregate}`);
    expect(columns).toEqual([
      { name: 'city', type: 'char' },
      { name: 'value', type },
    ]);
    expect(rows.map(([, value]) => value)).toEqual(expected);
  });

  it('cover all rows if there is no key', async () => {
    expect((await grouped('_aggregate__n=Count(*)&_aggregate__s=Sum(delay)')).rows).toEqual([[5, 27]]);
    expect((await grouped('_aggregate__n=Count(*)&_aggregate__p=Share(*)&city=nowhere')).rows).toEqual([[0, null]]);
  });

  it('are computed over the rows that the filters and the search select', async () => {
    expect((await grouped('_group_by=city&_aggregate__n=Count(*)&delay__gt=0&search=o')).rows).toEqual([['Bonn', 1]]);
    const either = await grouped('_group_by=city&_aggregate__n=Count(*)&city=Bonn&delay=12&_join=OR');
    expect(either.rows).toEqual([
      ['Bonn', 2],
      [null, 1],
    ]);
  });

  it('of sums are exact, as wide as they need to be', async () => {
    const integers: StoredColumn[] = [{ name: 'n', type: 'integer', size: 8 }];
    const wide = await stored('wide', integers, '(9223372036854775807), (9223372036854775807), (1)');
    const [sum] = await values('_aggregate__s=Sum(n)', wide);
    expect(String(sum)).toBe('18446744073709551615');
    const fits = await stored('fits', integers, '(9223372036854775806), (1)');
    expect(await values('_aggregate__s=Sum(n)', fits)).toEqual([9223372036854775807n]);
  });

  it('of sums are compared exactly', async () => {
    const sums: StoredColumn[] = [
      { name: 'k', type: 'char', size: 1 },
      { name: 'n', type: 'integer', size: 8 },
    ];
    const file = await stored('sums', sums, "('a', 9007199254740992), ('b', 9007199254740993), ('c', 7)");
    const having = async (condition: string) =>
      await values(`_group_by=k&_aggregate__s=Sum(n)&_having__s${condition}`, file);
    expect(await having('=9007199254740993')).toEqual(['b']);
    expect(await having('__in=9007199254740992, +7')).toEqual(['a', 'c']);
    expect(await having('__range=-1,9007199254740992')).toEqual(['a', 'c']);
    expect(await having('__lt=7.5')).toEqual(['c']);
    expect(await having('__lt=7e0')).toEqual([]);
    expect(await having('__gt=9007199254740992.5')).toEqual(['b']);
    expect(await having('__in=7.0,7.5')).toEqual(['c']);
    const large = await stored('large', sums, "('a', 9223372036854775807), ('a', 9223372036854775807), ('b', 1)");
    const ofLarge = async (condition: string) =>
      await values(`_group_by=k&_aggregate__s=Sum(n)&_having__s${condition}`, large);
    expect(await ofLarge('=18446744073709551614')).toEqual(['a']);
    expect(await ofLarge('__lt=18446744073709551614')).toEqual(['b']);
    expect(await ofLarge('__lte=18446744073709551614.5')).toEqual(['a', 'b']);
    expect(await ofLarge('__gt=1e30')).toEqual([]);
    expect(await ofLarge('__gt=-1e400')).toEqual(['a', 'b']);
  });

  it('are missing only if no double holds them', async () => {
    const floats: StoredColumn[] = [{ name: 'n', type: 'float', size: 8 }];
    const figures = async (rows: string) => {
      const functions = ['Sum', 'Average', 'Median', 'StdDev', 'Variance'];
      const file = await stored(`large-${rows.replaceAll(/\W/g, '_')}`, floats, rows);
      return (await grouped(functions.map((one) => `_aggregate__${one}=${one}(n)`).join('&'), file)).rows[0];
    };
    expect(await figures('(1.797e308), (1.797e308)')).toEqual([null, 1.797e308, 1.797e308, 0, 0]);
    expect(await figures('(1.797e308), (-1.797e308)')).toEqual([0, 0, 0, null, null]);
    expect(await figures('(1e200), (-1e200)')).toEqual([0, 0, 0, Math.SQRT2 * 1e200, null]);
    expect(await figures('(1e-200), (-1e-200)')).toEqual([0, 0, 0, Math.SQRT2 * 1e-200, 0]);
  });

  it('of decimals are those of decimals', async () => {
    const floats: StoredColumn[] = [{ name: 'n', type: 'float', size: 8 }];
    const figures = async (...numbers: number[]) => {
      const file = await stored(
        `decimals-${numbers.join('_')}`,
        floats,
        numbers.map((one) => `(${one}::DOUBLE)`).join(', '),
      );
      return (await grouped('_aggregate__s=Sum(n)&_aggregate__a=Average(n)&_aggregate__m=Median(n)', file)).rows[0];
    };
    expect(await figures(0.1, 0.2)).toEqual([0.3, 0.15, 0.15]);
    expect(await figures(75263377.11, 0.12, 0.13)).toEqual([75263377.36, 25087792.453333333, 0.13]);
    // More digits in all than a double has.
    expect(await figures(1234567890.25, 0.000001, 0.000002)).toEqual([1234567890.250003, 411522630.0833343, 0.000002]);
    // No decimals of 15 digits.
    expect((await figures(1 / 3, 2 / 3))?.[0]).toBeCloseTo(1, 15);
  });
});

describe('groups', () => {
  const count = '_group_by=city&_aggregate__n=Count(*)';

  it.each<[string, Cell[]]>([
    ['', ['Bonn', 'Ulm', null]],
    ['&ordering=-n', ['Bonn', 'Ulm', null]],
    ['&ordering=n', [null, 'Bonn', 'Ulm']],
    ['&ordering=-city', ['Ulm', 'Bonn', null]],
    ['&ordering=-n,-city', ['Ulm', 'Bonn', null]],
    ['&_having__n=1', [null]],
    ['&_having__n__gt=1', ['Bonn', 'Ulm']],
    ['&_having__n__gt=1.5', ['Bonn', 'Ulm']],
    ['&_having__n__range=1.5,3', ['Bonn', 'Ulm']],
    ['&_having__n__in=1,3', [null]],
    ['&_having__n__ne=1&_having__n__lt=2', []],
    ['&_aggregate__p=Share(*)&_having__p__gte=0.4&_having__n__gt=1', ['Bonn', 'Ulm']],
    ['&_aggregate__v=StdDev(delay)&_having__v__isnull=false', ['Ulm']],
    ['&_aggregate__d=Min(day)&_having__d__isnull=false', ['Bonn', 'Ulm', null]],
  ])('with "%s" are selected and ordered', async (more, expected) => {
    expect(await values(count + more)).toEqual(expected);
  });

  it.each([
    ['_having__n__gt=many', '_having__n__gt', 'number-required'],
    ['_aggregate__d=Min(day)&_having__d__gt=1', '_having__d__gt', 'only-numbers-compared'],
    ['_aggregate__d=Min(day)&_having__d__isnull=maybe', '_having__d__isnull', 'boolean-required'],
    ['delay=x', 'delay', 'whole-number-required'],
  ])('are refused with "%s"', async (more, parameter, code) => {
    const refusal = await grouped(`${count}&${more}`).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InvalidFilterError);
    expect(refusal).toMatchObject({ parameter, reason: { code } });
    if (code === 'only-numbers-compared') {
      expect((refusal as InvalidFilterError).reason.values).toEqual({ name: 'd', type: 'char' });
    }
  });

  it('of a column that is missing are refused', async () => {
    const query = aggregateQueryFromParameters([['_group_by', 'city']], flightColumns);
    const file = { ...flights, columns: flightColumns.slice(1) };
    await expect(groups.get(opened(file, path.join(folder, 'other')), query, { caller: 'test' })).rejects.toMatchObject(
      {
        parameter: '_group_by',
        reason: { code: 'no-column', values: { column: 'city' } },
      },
    );
  });

  it('are computed once, whichever version their rows were requested by', async () => {
    const { made } = await grouped(`${count}&ordering=n`);
    expect((await grouped(`${count}&ordering=n&version=7`)).made).toBe(made);
    expect((await grouped(`${count}&ordering=-n`)).made.path).not.toBe(made.path);
    groups.invalidate(folder);
    const again = await grouped(`${count}&ordering=n`);
    expect(again.made).toEqual(made);
    expect(again.made).not.toBe(made);
  });

  it('are computed again if their file is damaged', async () => {
    const { made, rows } = await grouped(`${count}&ordering=city`);
    await truncate(made.path, 20);
    groups.invalidate(folder);
    expect((await grouped(`${count}&ordering=city`)).rows).toEqual(rows);
  });

  it('of an earlier run are read from their file', async () => {
    const [{ made }, other] = [await grouped(`${count}&ordering=-n,city`), await grouped('_group_by=IsMissing(share)')];
    await copyFile(other.made.path, made.path);
    const again = new GroupFiles(engine, cache);
    const query = aggregateQueryFromParameters([...new URLSearchParams(`${count}&ordering=-n,city`)], flightColumns);
    expect((await again.get(opened(flights, path.dirname(made.path)), query, { caller: 'test' })).count).toBe(2);
    await again.close();
  });

  it('end with their folder, and with the store', async () => {
    const start = async (folderOf: string, parameters: string) => {
      const query = aggregateQueryFromParameters([...new URLSearchParams(parameters)], flightColumns);
      return await groups.get(opened(flights, folderOf), query, { caller: 'test' }).then(
        () => 'made',
        (error: Error) => error.message,
      );
    };
    const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')];
    const outcomes = Promise.all([start(one, count), start(two, count)]);
    await groups.end(one, new Error('The folder goes.'));
    expect(await outcomes).toEqual(['The folder goes.', 'made']);
    expect(await start(one, count)).toBe('made');
  });
});
