import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';
import { asText, type OfficialTable, officialTables } from './testing/official-table.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** A file without any question becomes the long table, titled and sourced. */
async function expectLong(path: string, { columns, rows, title, source, totals }: OfficialTable) {
  const { plan, notes, survey } = await store.rows.preview({ path }, 'show', store.folder);
  expect(survey.columns.map(({ name }) => name)).toEqual(columns);
  expect(survey.columns.filter(({ question }) => question !== undefined)).toEqual([]);
  expect(survey.totals?.map(({ label }) => label)).toEqual(totals);
  number += 1;
  const version = await store.rows.ingest(`official-${number}`, plan, {}, {});
  const stored = await store.page(version);
  expect(stored.map((row) => Object.values(row as object))).toEqual(rows);
  expect([notes?.title ?? '', notes?.source ?? '']).toEqual([title, source]);
}

const tables = officialTables();

describe('tables of offices', () => {
  it('are at least 120 files', () => expect(tables.length * 2).toBeGreaterThanOrEqual(120));

  it.each(tables.map((table) => [table.name, table] as const))('as text, in %s', async (name, table) => {
    await expectLong(await store.file(`${name.replaceAll(/\W+/g, '-')}.csv`, asText(table)), table);
  });

  it.each(tables.map((table) => [table.name, table] as const))('as a workbook, in %s', async (name, table) => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Data');
    for (const line of table.lines)
      sheet.addRow(line.map((cell) => (cell === null ? '..' : cell === '' ? null : cell)));
    const path = join(store.folder, `${name.replaceAll(/\W+/g, '-')}.xlsx`);
    await book.xlsx.writeFile(path);
    await expectLong(path, table);
  });
});
