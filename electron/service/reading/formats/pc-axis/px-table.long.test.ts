import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, refusalOf, type TestStore } from '../../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../../reading.ts';
import { pxForTest, pxRowsForTest } from './testing/px-for-test.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Publishes a file as the window does: as its preview says that it is read. */
async function published(text: string | Uint8Array, options: Partial<ReadingOptions> = {}, ending = 'px') {
  number += 1;
  const path = await store.file(`table-${number}.${ending}`, text);
  const preview = await store.rows.preview({ path, ...options }, 'show', store.folder);
  const version = await store.rows.ingest(`px-${number}`, preview.plan, {}, {});
  expect(preview.plan.format).toBe('px');
  expect(preview.survey.names).toEqual(version.columns.map(({ name }) => name));
  return {
    rows: await store.page(version),
    columns: version.columns.map(({ name, type }) => [name, type]),
    notes: version.conversions.map(({ code }) => code),
    encoding: preview.options.encoding,
  };
}

describe('a PC-Axis file', () => {
  it('has a record for each cell, with codes and their texts', async () => {
    const { rows: found, columns, notes, encoding } = await published(pxForTest());
    expect(found).toEqual(pxRowsForTest);
    expect(columns).toEqual([
      ['region', 'char'],
      ['region_label', 'char'],
      ['contents', 'char'],
      ['year', 'integer'],
      ['value', 'float'],
      ['status', 'char'],
    ]);
    // That its codes look like numbers is said of the region.
    expect(notes).toEqual(['px-table', 'px-unit', 'about']);
    expect(encoding).toBe('utf-8');
  });

  it.each([
    ['in an archive', (text: Buffer) => zipSync({ 'a/table.px': text }), 'zip'],
    ['compressed', (text: Buffer) => gzipSync(text), 'px.gz'],
    ['under another name', (text: Buffer) => text, 'txt'],
  ])('is recognised %s', async (_, packed, ending) => {
    expect((await published(packed(Buffer.from(pxForTest())), {}, ending)).rows).toEqual(pxRowsForTest);
  });

  it('has columns of the same types in a preview, also one that only a later cell needs', async () => {
    const years = Array.from({ length: 500 }, (_, at) => `"${1500 + at}"`).join();
    const cells = `${'1 '.repeat(1999)}".."`;
    const { rows: found, columns } = await published(
      pxForTest({ 'VALUES("year")': years, 'TIMEVAL("year")': null }, cells),
    );
    expect(found).toHaveLength(2000);
    expect(found[1999]).toEqual({ ...pxRowsForTest[7], year: 1999, status: '..' });
    expect(columns.at(-1)).toEqual(['status', 'char']);
  });

  it('has its own encoding without a preview too', async () => {
    const path = await store.file(
      'uploaded.px',
      iconv.encode(pxForTest({ CODEPAGE: '"iso-8859-15"', 'VALUES("region")': '"5 €","Moss"' }), 'iso-8859-15'),
    );
    const version = await store.rows.ingest('px-uploaded', { path, format: 'px' }, {}, {});
    expect((await store.page(version))[0]).toMatchObject({ region_label: '5 €' });
  });

  it('is refused in a preview and when it is published if it is incomplete', async () => {
    const path = await store.file('incomplete.px', pxForTest({}, '1 2 3'));
    const preview = await refusalOf(store.rows.preview({ path }, 'show', store.folder));
    const whole = await refusalOf(store.rows.ingest('px-incomplete', { path, format: 'px' }, {}, {}));
    for (const { reason } of [preview, whole])
      expect(reason).toEqual({ code: 'px-cells-unfit', values: { cells: 3, expected: 8 } });
  });

  it('reports the line of a value that does not have the chosen type', async () => {
    const path = await store.file('typed.px', pxForTest());
    const columns = [{ source: 'value', type: 'integer' as const }];
    const { badValues } = await refusalOf(store.rows.ingest('px-typed', { path, format: 'px', columns }, {}, {}));
    expect(badValues).toMatchObject([{ line: 18, column: 'value', value: '0.5' }]);
  });
});
