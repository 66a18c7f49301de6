import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { readCached } from '../../files/cached-facts.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const nothing = {
  distinct: null,
  numbers: null,
  lengths: null,
  dates: null,
  histogram: null,
  frequent: null,
  geometry: null,
};

describe('a profile', () => {
  it('of numbers has their range, quartiles, bins and frequent values', async () => {
    const values = [...Array.from({ length: 100 }, (_, at) => at), 7, 7, '', ''];
    const version = await store.take(`n\n${values.map((value) => `${value},`).join('\n')}\n`.replace('n\n', 'n,x\n'));
    const profile = await store.rows.open(version).profile(everyRow, 'n', {});
    expect(profile).toEqual({
      ...nothing,
      column: 'n',
      type: 'integer',
      rows: 104,
      of: 104,
      missing: 2,
      distinct: { count: 100, exact: true },
      numbers: { min: 0, max: 99, mean: (4950 + 14) / 102, quartiles: [23.25, 48.5, 73.75], quartilesExact: true },
      histogram: { of: 'values', from: 0, to: 99, counts: [5, 7, ...Array.from({ length: 18 }, () => 5)] },
      frequent: [
        { value: 7, count: 3 },
        ...[0, 1, 2, 3, 4, 5, 6, 8].map((value) => ({ value, count: 1 })),
        ...Array.from({ length: 11 }, (_, at) => ({ value: at + 9, count: 1 })),
      ],
    });
    expect(await store.rows.open(version).profile(everyRow, 'n', {})).toEqual(profile);
    const empty = await store.rows.open(version).profile(everyRow, 'x', {});
    expect(empty).toMatchObject({ missing: 104, distinct: { count: 0, exact: true }, frequent: [], lengths: null });
  });

  it('keeps the digits of large integers, also when read from the cache', async () => {
    const version = await store.take('n\n9223372036854775807\n-9223372036854775808\n9223372036854775807\n');
    for (let reading = 0; reading < 2; reading += 1) {
      const profile = await store.rows.open(version).profile(everyRow, 'n', {});
      expect(profile.numbers).toMatchObject({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
      expect(profile.frequent?.[0]).toEqual({ value: 2n ** 63n - 1n, count: 2 });
      expect(profile.histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    }
  });

  it('of texts has their lengths, and lists no long ones', async () => {
    const version = await store.take(`t\nä\nbb\nbb\n${'x'.repeat(300)}\n`);
    expect(await store.rows.open(version).profile(everyRow, 't', {})).toMatchObject({
      type: 'text',
      lengths: { min: 1, max: 300 },
      distinct: { count: 3, exact: true },
      frequent: [
        { value: 'bb', count: 2 },
        { value: 'ä', count: 1 },
      ],
    });
  });

  it('of geometry has its box and kinds, for all rows and for some', async () => {
    const text = 'n;g\n1;POINT (1 2)\n2;"LINESTRING (-5 -6, 7 8)"\n3;POINT Z (3 40 99)\n4;\n';
    const version = await store.take(text, { delimiter: ';' });
    expect(await store.rows.open(version).profile(everyRow, 'g', {})).toMatchObject({
      missing: 1,
      geometry: {
        grid: { columns: 24, rows: 12 },
        box: [-5, -6, 7, 40],
        kinds: [
          { kind: 'Point', count: 2 },
          { kind: 'LineString', count: 1 },
        ],
      },
    });
    const { geometry } = await store.rows.open(version).profile(everyRow, 'g', {});
    const parts = geometry?.grid.counts.flatMap((count, part) => (count === 0 ? [] : [[part, count]]));
    expect(parts).toEqual([
      [16, 1],
      [9 * 24 + 12, 1],
      [11 * 24, 1],
    ]);
    const filters = [{ column: 'n', lookup: 'ne' as const, value: '2' }];
    expect(await store.rows.open(version).profile({ ...everyRow, filters }, 'g', {})).toMatchObject({
      rows: 3,
      geometry: { box: [1, 2, 3, 40], kinds: [{ kind: 'Point', count: 2 }] },
    });
  });

  it('of dates has their range and a histogram of times', async () => {
    const version = await store.take(
      'd,m\n2020-01-01,2020-01-01\n2020-01-03,soon\n2020-01-03,2020-01-02\n,\n2020-01-21,x\n',
    );
    expect(await store.rows.open(version).profile(everyRow, 'd', {})).toMatchObject({
      type: 'char',
      missing: 1,
      dates: { min: '2020-01-01', max: '2020-01-21' },
      histogram: {
        of: 'times',
        from: Date.UTC(2020, 0, 1),
        to: Date.UTC(2020, 0, 22),
        unit: 'day',
        size: 1,
        counts: [1, 0, 2, ...new Array(17).fill(0), 1],
      },
      frequent: [{ value: '2020-01-03', count: 2 }, expect.anything(), expect.anything()],
    });
    expect(await store.rows.open(version).profile(everyRow, 'm', {})).toMatchObject({ dates: null, histogram: null });
  });

  it.each([
    ['date', ['2000-02-29', '2019-12-31', '2020-01-01'], ['year', 1, 2000, 2021], { 0: 1, 19: 1, 20: 1 }],
    ['date', ['1700-01-01', '2020-01-01'], ['year', 20, 1700, 2040], { 0: 1, 16: 1 }],
    ['date-time', ['2020-01-31T23:59:59', '2020-02-01T00:00'], ['minute', 1], { 0: 1, 1: 1 }],
    ['date-time-zone', ['2020-01-31T10:00:00+02:00', '2020-01-31T12:00:00Z'], ['minute', 5], { 0: 1, 24: 1 }],
    [
      'date-time-zone',
      ['2020-03-29T01:30:00+01:00', '2020-03-29T00:45:00Z', '2020-03-29T03:30:00+02:00'],
      ['minute', 15],
      { 0: 1, 3: 1, 11: 1 },
    ],
    ['time', ['00:00', '23:59:59.5', '12:00:00'], ['hour', 1], { 0: 1, 12: 1, 23: 1 }],
    ['month', ['2020-01', '2020-12', '2021-02'], ['month', 1], { 0: 1, 11: 1, 13: 1 }],
    ['quarter', ['2020-Q1', '2021-Q4'], ['month', 3], { 0: 1, 7: 1 }],
    ['week', ['2020-W53', '2021-W01', '2021-W05'], ['day', 7], { 0: 1, 1: 1, 5: 1 }],
  ] as const)('of %s %j has spans of the calendar', async (kind, texts, [unit, size, first, end], found) => {
    const version = await store.take(`d,n\n${texts.map((text, at) => `${text},${at}`).join('\n')}\n`, { header: true });
    expect(version.columns[0]?.moment).toBe(kind);
    const { dates, histogram } = await store.rows.open(version).profile(everyRow, 'd', {});
    const sorted = kind === 'date-time-zone' ? texts : [...texts].sort();
    expect(dates).toEqual({ min: sorted[0], max: sorted.at(-1) });
    expect(histogram).toMatchObject({ of: 'times', unit, size });
    const counts = Object.entries(histogram?.counts ?? []).filter(([, count]) => count > 0);
    expect(Object.fromEntries(counts)).toEqual(found);
    if (first === undefined || end === undefined) return;
    expect([histogram?.from, histogram?.to]).toEqual([Date.UTC(first, 0, 1), Date.UTC(end, 0, 1)]);
  });

  it('of texts that only look like dates has no times', async () => {
    const version = await store.take('d\n2020-13-45\n2020-01-01\n', {
      columns: [{ source: 'd', type: 'char' }],
    });
    expect(await store.rows.open(version).profile(everyRow, 'd', {})).toMatchObject({ dates: null, histogram: null });
  });

  it('of very many distinct numbers marks estimates, which are close', async () => {
    const size = 2_000_000;
    // The rows are in the order of one column, and in no order of the other.
    const lines = Array.from({ length: size }, (_, at) => `${(at * 7919) % size},${at}`);
    const version = await store.take(`n,m\n${lines.join('\n')}\n`);
    const { rows, of, missing, distinct, numbers } = await store.rows.open(version).profile(everyRow, 'n', {});
    expect({ rows, of, missing }).toEqual({ rows: size, of: size, missing: 0 });
    expect(distinct?.exact).toBe(false);
    expect(Math.abs((distinct?.count ?? 0) / size - 1)).toBeLessThan(0.25);
    expect(numbers).toMatchObject({ min: 0, max: size - 1, quartilesExact: false });
    const sorted = await store.rows.open(version).profile(everyRow, 'm', {});
    expect(sorted.numbers?.quartilesExact).toBe(false);
    for (const each of [numbers, sorted.numbers]) {
      for (const [at, quartile] of (each?.quartiles ?? []).entries()) {
        expect(Math.abs(quartile / size - (at + 1) / 4)).toBeLessThan(0.005);
      }
    }
    const filters = [{ column: 'm', lookup: 'lt' as const, value: '1000000' }];
    const { numbers: ofFew } = await store.rows.open(version).profile({ ...everyRow, filters }, 'm', {});
    expect(ofFew).toMatchObject({ quartiles: [249_999.75, 499_999.5, 749_999.25], quartilesExact: true });
  });

  it('of a view covers only its rows', async () => {
    const version = await store.take('n,t\n1,a\n2,b\n3,a\n');
    const filters = [{ column: 't', lookup: 'exact' as const, value: 'a' }];
    expect(await store.rows.open(version).profile({ ...everyRow, filters }, 'n', {})).toMatchObject({
      rows: 2,
      numbers: { min: 1, max: 3, mean: 2 },
    });
  });
});

describe('an outline', () => {
  it('reports the statistics of the stored file', async () => {
    const version = await store.take('i,f,t\n9007199254740993,1.5,a\n-2,,b\n,2.5,\n');
    const bytes = expect.any(Number);
    const outline = await store.rows.open(version).outline();
    const sizes = outline.map((column) => column.bytes ?? 0);
    expect(sizes.every((size) => size > 0)).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(version.bytes);
    const path = join(store.storedFolder(version.key), 'outline-1.json');
    expect(await readCached(path)).toHaveLength(3);
    const kept = await readFile(path, 'utf8');
    for (const spoilt of ['[', '[]', 'null', kept.replace('2.5', '3.5')]) {
      await writeFile(path, spoilt);
      expect(await store.rows.open(version).outline()).toEqual(outline);
    }
    await rm(path);
    expect(await store.rows.open(version).outline()).toEqual(outline);
    expect(outline).toEqual([
      { column: 'i', type: 'integer', rows: 3, missing: 1, min: -2, max: 9007199254740993n, bytes },
      { column: 'f', type: 'float', rows: 3, missing: 1, min: 1.5, max: 2.5, bytes },
      { column: 't', type: 'char', rows: 3, missing: 1, min: null, max: null, bytes },
    ]);
  });
});

describe('the progress of a profile', () => {
  const rows = 400_000;
  const lines = Array.from({ length: rows }, (_, at) => `${(at * 7919) % rows},name ${(at * 31) % 9001}`);
  const text = `number,name\n${lines.join('\n')}\n`;

  it.each(['number', 'name'])('is known while the column "%s" is read, and grows', async (column) => {
    const version = await store.take(text);
    expect(store.rows.open(version).profileProgress(everyRow)).toEqual([]);
    const fractions: (number | null)[] = [];
    const onProgress = () => {
      for (const progress of store.rows.open(version).profileProgress(everyRow)) {
        expect(progress).toMatchObject({ column, rows });
        expect(progress.seconds).toBeGreaterThanOrEqual(0);
        fractions.push(progress.fraction);
      }
    };
    const profile = await store.rows.open(version).profile(everyRow, column, { onProgress });
    expect(profile).toMatchObject({ column, rows, missing: 0 });
    // Of its first statement, and of another.
    expect(new Set(fractions).size).toBeGreaterThan(1);
    expect(fractions).toEqual(fractions.map(Number).sort((one, other) => one - other));
    expect([fractions[0], Number(fractions.at(-1)) <= 1]).toEqual([0, true]);
    expect(store.rows.open(version).profileProgress(everyRow)).toEqual([]);
  });

  it('is of the rows that a query selects, in any order, and ends when it is cancelled', async () => {
    const version = await store.take(text);
    const query = { ...everyRow, filters: [{ column: 'number', lookup: 'gte', value: '7' } as const] };
    const cancelling = new AbortController();
    const profile = store.rows.open(version).profile(query, 'name', { signal: cancelling.signal });
    const refused = expect(profile).rejects.toMatchObject({ name: 'AbortError' });
    const ordered = { ...query, ordering: [{ column: 'name', descending: true }] };
    while (store.rows.open(version).profileProgress(ordered).length === 0) await nextTurn();
    expect(store.rows.open(version).profileProgress(everyRow)).toEqual([]);
    cancelling.abort();
    await refused;
    expect(store.rows.open(version).profileProgress(query)).toEqual([]);
  });
});
