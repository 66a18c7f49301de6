import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, refusalOf, type TestStore } from '../../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../../reading.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Publishes a file as the window does: as its preview says that it is read. */
async function published(text: string | Buffer, options: Partial<ReadingOptions> = {}, ending = 'tsv') {
  number += 1;
  const path = await store.file(`eurostat-${number}.${ending}`, text);
  const preview = await store.rows.preview({ path, ...options }, 'show', store.folder);
  const version = await store.rows.ingest(`eurostat-${number}`, preview.plan, {}, {});
  expect(preview.survey.names).toEqual(version.columns.map(({ name }) => name));
  return {
    rows: await store.page(version),
    columns: version.columns.map(({ name, type }) => [name, type]),
    notes: version.conversions.map(({ code }) => code),
  };
}

// As the bulk download writes it: a blank after each period and value, before the flags.
const table = [
  'freq,unit,geo\\TIME_PERIOD\t2019 \t2020 \t2021 ',
  'A,THS_PER,AT\t8858.8 \t8901.1 p\t: ',
  'A,THS_PER,BE\t11455.5 b\t: c\t11554 ep',
  '',
].join('\n');
const row = (geo: string, period: number, value: number | null, status: string | null) => ({
  ...{ freq: 'A', unit: 'THS_PER', geo, TIME_PERIOD: period },
  ...{ value, status },
});
const rows = [
  row('AT', 2019, 8858.8, null),
  row('AT', 2020, 8901.1, 'p'),
  row('BE', 2019, 11455.5, 'b'),
  row('BE', 2020, null, 'c'),
  row('BE', 2021, 11554, 'ep'),
];

describe('a table of Eurostat', () => {
  it('has a record for each cell with a value or flags, like JSON-stat', async () => {
    const { rows: found, columns, notes } = await published(table);
    expect(found).toEqual(rows);
    expect(columns).toEqual([
      ['freq', 'char'],
      ['unit', 'char'],
      ['geo', 'char'],
      ['TIME_PERIOD', 'integer'],
      ['value', 'float'],
      ['status', 'char'],
    ]);
    expect(notes).toContain('eurostat-table');
  });

  it('is previewed as separated by tabs, which leaves the rest open', async () => {
    const path = await store.file('previewed.tsv', table);
    const { plan, options, bytes } = await store.rows.preview({ path }, 'show', store.folder);
    expect(options).toEqual({ path, format: 'csv', encoding: 'utf-8', delimiter: '\t' });
    expect(plan.decided).toMatchObject({ seen: { bytes }, layout: { kind: 'eurostat' } });
  });

  it.each([
    ['with the line ends of Windows', table.replaceAll('\n', '\r\n')],
    ['with a byte order mark, and without the last line end', `\ufeff${table.trimEnd()}`],
    ['with flags right after the colon, as it was written before', table.replace(': c', ':c')],
  ])('is the same %s', async (_, text) => {
    expect((await published(text)).rows).toEqual(rows);
  });

  it('keeps letters beyond ASCII, wherever they begin', async () => {
    const lines = Array.from({ length: 9000 }, (_, at) => `PC,R${at}\t1 \t2 `);
    const text = ['unit,geo\\time\t2020 \t2021 ', ...lines, 'PC,Köln\t3 \t: ', ''].join('\n');
    for (const encoding of ['utf8', 'latin1'] as const) {
      number += 1;
      const path = await store.file(`eurostat-${number}.tsv`, Buffer.from(text, encoding));
      const version = await store.rows.ingest(`eurostat-${number}`, { path, format: 'csv' }, {}, {});
      const last = await store.page(version, undefined, version.rows - 1);
      expect(last, encoding).toEqual([{ unit: 'PC', geo: 'Köln', time: 2020, value: 3, status: null }]);
    }
  });

  it('is the same when compressed, and when its name determines the delimiter', async () => {
    expect((await published(gzipSync(table), {}, 'tsv.gz')).rows).toEqual(rows);
    expect((await published(table, { delimiter: '\t' })).rows).toEqual(rows);
  });

  it('keeps codes, months and values that are not numbers as they are', async () => {
    const text = 'nace_r2,geo\\time\t2024M01 \t2024M02 \n01,EL\t012 \t1.5 i\n02,EL\t-0.5 \tn.a. \n';
    expect((await published(text)).rows).toEqual([
      { nace_r2: '01', geo: 'EL', time: '2024M01', value: '012', status: null },
      { nace_r2: '01', geo: 'EL', time: '2024M02', value: '1.5', status: 'i' },
      { nace_r2: '02', geo: 'EL', time: '2024M01', value: '-0.5', status: null },
      { nace_r2: '02', geo: 'EL', time: '2024M02', value: 'n.a.', status: null },
    ]);
  });

  it('has its columns even without a single value', async () => {
    const { rows: found, columns } = await published('unit,geo\\time\t2020 \nPC,AT\t: \n');
    expect([found, columns.map(([name]) => name)]).toEqual([[], ['unit', 'geo', 'time', 'value', 'status']]);
  });

  it('is read with a column for each period if the user states the header and keeps the columns', async () => {
    const { columns } = await published(table, { header: true, rowsFrom: null, marks: null });
    expect(columns.map(([name]) => name?.trim())).toEqual(['freq,unit,geo\\TIME_PERIOD', '2019', '2020', '2021']);
  });

  it.each([
    ['a value is missing', 'A,THS_PER,BG\t7000 \t6900 ', 5],
    ['a code is missing', 'A,BG\t7000 \t6900 \t6800 ', 5],
    ['there is a value too many', 'A,THS_PER,BG\t1 \t2 \t3 \t4 ', 7],
  ])('is refused with the line on which %s', async (_, line, values) => {
    number += 1;
    const path = await store.file(`eurostat-${number}.tsv`, `${table}${line}\n`);
    const error = await refusalOf(store.rows.ingest(`eurostat-${number}`, { path, format: 'csv' }, {}, {}));
    expect(error.reason).toEqual({ code: 'eurostat-line-unfit', values: { line: 4, values, expected: 6 } });
  });

  it('reports the line of a value that does not have the chosen type', async () => {
    number += 1;
    const path = await store.file(`eurostat-${number}.tsv`, `${table}A,THS_PER,BG\t7000 \tx \t6800 \n`);
    const columns = [{ source: 'value', type: 'float' as const }];
    const error = await refusalOf(store.rows.ingest(`eurostat-${number}`, { path, format: 'csv', columns }, {}, {}));
    expect(error.badValues).toMatchObject([{ line: 4, column: 'value', value: 'x' }]);
  });
});

describe('other texts', () => {
  it.each([
    ['another dimension across', 'unit,geo\\sex\tM\tF\nPC,AT\t1\t2\n', 3],
    ['no second column', 'unit,geo\\time\n1,2\\3\n', 2],
    ['a period without a name', 'unit,geo\\time\t2020\t\nPC,AT\t1\t2\n', 3],
    ['commas between all columns', 'unit,geo\\time,2020\nPC,AT,1\n', 3],
  ])('with %s', async (_, text, columns) => {
    expect((await published(text)).columns.length).toBe(columns);
  });
});
