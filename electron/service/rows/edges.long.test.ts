import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, type TestStore } from './testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function json(text: string, format: 'csv' | 'json' | 'ndjson' = 'ndjson') {
  const version = await store.take(text, { format });
  await store.rows.open(version).prepare({});
  const everything = { filters: [], ordering: [], search: '', fields: null, version: null };
  const page = await store.rows.open(version).page(everything, 0, 10_000);
  return { version, page, text: page.json.toString('utf8') };
}

describe('extreme values', () => {
  it('keep all digits of 64-bit integers', async () => {
    const { text } = await json('{"a":9223372036854775807}\n{"a":-9223372036854775808}\n{"a":9007199254740993}\n');
    expect(text).toBe('{"a":9223372036854775807},{"a":-9223372036854775808},{"a":9007199254740993}');
  });

  it('become text if an integer needs more than 64 bits', async () => {
    const { text, version } = await json('{"a":9223372036854775809}\n{"a":1}\n');
    expect(version.columns[0]?.type).toBe('char');
    expect(text).toBe('{"a":"9223372036854775809"},{"a":"1"}');
  });

  it('are exact doubles, including infinities and NaN as missing values', async () => {
    const { page, version } = await json('a\n1.7976931348623157e308\n5e-324\n0.1\nnan\ninf\n', 'csv');
    expect(JSON.parse(`[${page.json}]`)).toEqual([1.7976931348623157e308, 5e-324, 0.1, null, null].map((a) => ({ a })));
    expect(version.conversions.map(englishText)).toEqual(['a: "inf", "nan" read as missing']);
  });

  it('distinguish an empty text from a missing one', async () => {
    const { text } = await json('{"a":""}\n{"a":null}\n{}\n{"a":"null"}\n');
    expect(text).toBe('{"a":""},{"a":null},{"a":null},{"a":"null"}');
  });

  it('may be a megabyte long', async () => {
    const long = 'ä"\n'.repeat(2 ** 18);
    const { page, version } = await json(`${JSON.stringify({ a: long })}\n${JSON.stringify({ a: 'short' })}\n`);
    expect(version.columns[0]).toEqual({ name: 'a', type: 'text', size: long.length });
    expect(JSON.parse(`[${page.json}]`)).toEqual([{ a: long }, { a: 'short' }]);
  });
});

describe('boxes', () => {
  it('omit rows without a geometry, even if all others are within', async () => {
    const csv = 'n,place\n1,\n2,POINT (0 0)\n3,\n4,POINT (1 1)\n';
    const version = await store.take(csv, { columns: [{ source: 'place', type: 'geometry' }] });
    const within = async (value: string) => {
      const filters = [{ column: 'place', lookup: 'bbox', value } as const];
      return (await store.page(version, { filters, fields: ['n'] })).map((row) => (row as { n: number }).n);
    };
    expect(await within('0,0,180,90')).toEqual([2, 4]);
    expect(await within('170,-90,10,90')).toEqual([2, 4]);
    expect(await within('-180,-90,180,90')).toEqual([2, 4]);
  });

  it('are compared with the envelope of a geometry', async () => {
    const csv = 'n,place\n1,"LINESTRING (0 0, 10 10)"\n2,"POLYGON ((20 0, 30 0, 20 10, 20 0))"\n';
    const version = await store.take(csv, { columns: [{ source: 'place', type: 'geometry' }] });
    const found = async (value: string) => {
      const page = await store.page(version, { filters: [{ column: 'place', lookup: 'bbox', value }], fields: ['n'] });
      return page.map((row) => (row as { n: number }).n);
    };
    // Neither geometry touches these boxes.
    expect(await found('8,1,9,2')).toEqual([1]);
    expect(await found('28,8,29,9')).toEqual([2]);
    expect(await found('12,0,18,10')).toEqual([]);
  });
});

describe('extreme tables', () => {
  it('have 300 columns', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `c${at}`);
    const { page } = await json(`${names}\n${names.map((_, at) => at)}\n`, 'csv');
    expect(JSON.parse(page.json.toString())).toEqual(Object.fromEntries(names.map((name, at) => [name, at])));
  });

  it('have rows but no columns', async () => {
    const { text, version } = await json('[{},{},{}]', 'json');
    expect(version).toMatchObject({ rows: 3, columns: [] });
    expect(text).toBe('{},{},{}');
  });

  it('have columns but no rows', async () => {
    const { page, version } = await json('a,b\n', 'csv');
    expect(version.columns.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(page).toMatchObject({ count: 0, rows: 0 });
    expect(await store.page(version, { ordering: [{ column: 'a', descending: true }] })).toEqual([]);
  });

  it('have neither', async () => {
    const { version, page } = await json('[]', 'json');
    expect(version).toMatchObject({ rows: 0, columns: [] });
    expect(page.count).toBe(0);
  });

  it('have one row', async () => {
    expect((await json('a\n1\n', 'csv')).text).toBe('{"a":1}');
  });

  it('have column names of any kind', async () => {
    const names = ['', '__proto__', 'a"b', "a'b", 'A', 'a', '😀', 'file_row_number', 'x'.repeat(255), ';--', 'a\\b\n'];
    const object = `{${names.map((name, at) => `${JSON.stringify(name)}:${at}`).join(',')}}`;
    const { text, version } = await json(`${object}\n`);
    expect(version.columns.map(({ name }) => name)).toEqual(names);
    expect(text).toBe(object);
    const one = await store.page(version, {
      filters: [{ column: 'a"b', lookup: 'exact', value: '2' }],
      ordering: [{ column: '', descending: true }],
      fields: ['😀', ''],
    });
    expect(one).toEqual([{ '😀': 6, '': 0 }]);
  });

  it('can be read beyond their end', async () => {
    const { version } = await json('a\n1\n2\n3\n', 'csv');
    const ordered = { ordering: [{ column: 'a', descending: true }] };
    expect(await store.page(version, {}, 2, 10)).toEqual([{ a: 3 }]);
    expect(await store.page(version, {}, 9, 10)).toEqual([]);
    expect(await store.page(version, ordered, 2, 10)).toEqual([{ a: 1 }]);
    expect(await store.page(version, ordered, 9, 10)).toEqual([]);
  });
});

describe('a query that cannot be answered', () => {
  const cases = [
    ['n', 'exact', 'x', 'n'],
    ['n', 'gt', '1.5', 'n__gt'],
    ['n', 'exact', '9223372036854775808', 'n'],
    ['n', 'range', '1', 'n__range'],
    ['n', 'bbox', '0,0,1,1', 'n__bbox'],
    ['n', 'isnull', 'perhaps', 'n__isnull'],
    ['t', 'regex', '(', 't__regex'],
    ['none', 'lt', '1', 'none__lt'],
  ] as const;
  it.each(cases)('names the parameter: %s__%s=%s', async (column, lookup, value, parameter) => {
    const version = await store.take('n,t\n1,a\n');
    const requested = store.page(version, { filters: [{ column, lookup, value }] });
    await expect(requested).rejects.toMatchObject({ name: 'InvalidFilterError', parameter });
  });
});
