import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import { type Engine, openEngine } from '../../engine/engine.ts';
import { DiskCache } from '../../files/disk-cache.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { GroupFiles } from './group-files.ts';
import { type ModelGroup, modelValue } from './testing/derive-model.ts';

let folder = '';
let engine: Engine;
let groups: GroupFiles;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-derived-'));
  engine = await openEngine({ memoryBytes: 2 ** 28, threads: 1, spillFolder: folder, functions: {}, alone: true });
  const cache = new DiskCache(
    folder,
    async () => Number.MAX_SAFE_INTEGER,
    async () => {},
  );
  groups = new GroupFiles(engine, cache);
});
afterAll(async () => {
  await groups.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const dayMs = 86_400_000;
const first = Date.UTC(2003, 11, 15);
/** Days over two leap years, and over a year of 53 weeks. */
const days = Array.from({ length: 1900 }, (_, at) => new Date(first + at * dayMs));

function isoWeek(day: Date): string {
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * dayMs);
  const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - start) / (7 * dayMs)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

const textOf = {
  Year: (day: Date) => day.toISOString().slice(0, 4),
  Quarter: (day: Date) => `${day.getUTCFullYear()}-Q${Math.floor(day.getUTCMonth() / 3) + 1}`,
  Month: (day: Date) => day.toISOString().slice(0, 7),
  Week: isoWeek,
  Day: (day: Date) => day.toISOString().slice(0, 10),
} as const;

/** All periods of a kind one after the other. */
const all = (kind: keyof typeof textOf) => [...new Set(days.map(textOf[kind]))];
const periods = { Year: all('Year'), Quarter: all('Quarter'), Month: all('Month'), Week: all('Week'), Day: all('Day') };

type Key = { readonly key: string; readonly column: 'text' | 'day' | 'grade'; readonly all: readonly string[] };

const grades = ['10', '20', '35', '70', '71'];
const keys: readonly Key[] = [
  ...(Object.keys(periods) as (keyof typeof periods)[]).map((kind) => ({
    key: 'text',
    column: 'text' as const,
    all: periods[kind],
  })),
  ...(['Month', 'Quarter', 'Week', 'Day'] as const).map((kind) => ({
    key: `${kind}(day)`,
    column: 'day' as const,
    all: periods[kind],
  })),
  { key: 'grade', column: 'grade', all: grades },
];

interface Row {
  readonly series: string | null;
  readonly at: number;
  readonly a: bigint | null;
  readonly b: number | null;
}

const rowOf = fc.record({
  series: fc.constantFrom('north', 'south', null),
  at: fc.integer({ min: 0, max: 30 }),
  a: fc.oneof(fc.constantFrom(null, 0n, -5n, 2n ** 62n, -(2n ** 62n)), fc.bigInt({ min: -100n, max: 100n })),
  b: fc.oneof(fc.constantFrom(null, 0, -2.5, 1e-3), fc.integer({ min: -50, max: 50 })),
});

const columns: StoredColumn[] = [
  { name: 'series', type: 'char', size: 5 },
  { name: 'text', type: 'char', size: 10 },
  { name: 'day', type: 'char', size: 10, moment: 'date' },
  { name: 'grade', type: 'integer', size: 8 },
  { name: 'a', type: 'integer', size: 8 },
  { name: 'b', type: 'float', size: 8 },
];

let files = 0;

async function stored(key: Key, rows: readonly Row[]) {
  files += 1;
  const file = path.join(folder, `${files}.parquet`);
  const literal = (value: string | number | bigint | null) => (value === null ? 'NULL' : `'${value}'`);
  const lines = rows.map(({ series, at, a, b }) => {
    const text = key.all[at] ?? '';
    const day =
      key.column === 'day'
        ? (days.find((one) => Object.values(textOf).some((of) => of(one) === text)) ?? days[0])
        : days[0];
    const cells = [
      series,
      key.column === 'text' ? text : null,
      day?.toISOString().slice(0, 10) ?? null,
      key.column === 'grade' ? text : null,
      a,
      b,
    ];
    return `(${cells.map(literal).join(', ')})`;
  });
  const typed = ['VARCHAR', 'VARCHAR', 'VARCHAR', 'BIGINT', 'BIGINT', 'DOUBLE'].map(
    (type, at) => `c${at}::${type} AS c${at}`,
  );
  const select = `SELECT ${typed.join(', ')} FROM (VALUES ${lines.join(', ')}) AS t(c0, c1, c2, c3, c4, c5)`;
  await engine.long({ caller: 'test' }, (session) =>
    session.row(`COPY (${select}) TO ${quoteLiteral(file)} (FORMAT parquet)`),
  );
  return { path: file, rows: rows.length, columns };
}

async function derived(key: Key, rows: readonly Row[], more: readonly string[]) {
  const file = await stored(key, rows);
  const opened = {
    ...file,
    folder: `${file.path}-cache`,
    use: <Result>(_: unknown, read: () => Promise<Result>) => read(),
  };
  const parameters = [`_group_by=series,${key.key}`, '_aggregate__a=Sum(a)', '_aggregate__b=Max(b)', ...more].join('&');
  const query = aggregateQueryFromParameters([...new URLSearchParams(parameters)], columns);
  const made = await groups.get(opened, query, { caller: 'test' });
  const answer = await engine.short({ caller: 'test' }, (session) =>
    session.rows(`SELECT * FROM read_parquet(${quoteLiteral(made.path)})`),
  );
  return { query, answer, made };
}

const derivations = (key: string, steps: number, base: string) => [
  `_derive__change=Change(a,${key},${steps})`,
  `_derive__percent=PercentChange(b,${key},${steps})`,
  `_derive__index=Index(b,${key},${base})`,
  `_derive__rolling=Rolling(b,${key},${steps})`,
  `_derive__total=Cumulative(a,${key})`,
  `_derive__sum=Cumulative(b,${key})`,
  '_derive__part=ShareOf(a)',
  `_derive__within=ShareOf(b,${key})`,
  '_derive__place=Rank(a)',
  '_derive__own=Rank(b,series)',
  '_derive__per=Per(b,a,1000)',
  `_derive__twice=Change(total,${key},1)`,
];

test('derivations are those of a plain model, whatever is missing', async () => {
  const cases = fc.record({
    key: fc.constantFrom(...keys),
    rows: fc.uniqueArray(rowOf, { selector: ({ series, at }) => `${series} ${at}`, minLength: 1, maxLength: 40 }),
    steps: fc.integer({ min: 1, max: 13 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ key, rows, steps }) => {
      const own = rows.filter(({ at }) => at < key.all.length);
      if (own.length === 0) return;
      const base = key.all[own[0]?.at ?? 0] ?? '';
      const { query, answer } = await derived(key, own, derivations(key.key, steps, base));
      const names = ['a', 'b', ...(query.derived ?? []).map(({ name }) => name)];
      const seen: ModelGroup[] = answer.map(([series, text, ...values]) => ({
        keys: { series: series as string | null, [key.key]: text === null ? null : String(text) },
        values: Object.fromEntries(values.map((value, at) => [names[at] ?? '', value as number | bigint | null])),
      }));
      expect(seen.length).toBe(own.length);
      // Numbers that are grouped as they are follow each other in their order.
      const inOrder =
        key.column === 'grade'
          ? grades.filter((grade) => seen.some(({ keys: { grade: one } }) => one === grade))
          : key.all;
      for (const derivation of query.derived ?? []) {
        for (const group of seen) {
          const expected = modelValue(derivation, group, seen, (_, text) => inOrder.indexOf(text));
          const value = group.values[derivation.name] ?? null;
          if (expected === null || value === null)
            expect([derivation, group, value]).toEqual([derivation, group, expected]);
          else if (derivation.name === 'total' || derivation.function === 'Rank')
            expect(BigInt(value)).toBe(BigInt(expected));
          else
            expect(Math.abs(Number(value) - Number(expected))).toBeLessThanOrEqual(
              1e-9 * Math.max(1, Math.abs(Number(expected))),
            );
        }
      }
    }),
    { numRuns: 60, seed: 20_010_131 },
  );
});

test('a period that is missing gives no value, never the row before', async () => {
  const key: Key = { key: 'text', column: 'text', all: ['2003-02', '2004-02', '2004-03'] };
  const rows = [1n, 5n, 7n].map((a, at) => ({ series: null, at, a, b: null }));
  const { answer } = await derived(key, rows, ['_derive__year=Change(a,text,12)', '_derive__month=Change(a,text,1)']);
  expect(answer.map((group) => group.slice(4))).toEqual([
    [null, null],
    [4, null],
    [null, 2],
  ]);
});

test('all groups are compared before conditions leave some of them, and derivations order them', async () => {
  const key: Key = { key: 'text', column: 'text', all: ['2001', '2002', '2003'] };
  const rows = [3n, 10n, 4n].map((a, at) => ({ series: 'north', at, a, b: null }));
  const { answer, made } = await derived(key, rows, [
    '_derive__change=Change(a,text,1)',
    '_derive__rank=Rank(a)',
    '_having__rank__lte=2',
    'ordering=rank',
  ]);
  expect(answer.map((group) => group.slice(4))).toEqual([
    [7, 1n],
    [-6, 2n],
  ]);
  expect(made.columns.map(({ name, type }) => `${name} ${type}`).slice(4)).toEqual(['change float', 'rank integer']);
});

test('sums of integers stay exact beyond 64 bits', async () => {
  const key: Key = { key: 'text', column: 'text', all: ['2001', '2002', '2003', '2004'] };
  const rows = [0, 1, 2, 3].map((at) => ({ series: null, at, a: 2n ** 62n, b: null }));
  const { answer } = await derived(key, rows, ['_derive__total=Cumulative(a,text)']);
  expect(String(answer.at(-1)?.at(-1)).replace(/\.0*$/, '')).toBe(String(2n ** 64n));
});
