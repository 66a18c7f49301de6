import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { given } from '#shared/given.ts';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';
import type { ReadingOptions } from './reading.ts';
import { asText, type OfficialTable, officialTables, tablePairs } from './testing/official-table.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** A file without any question becomes the long table, titled and sourced. */
async function expectLong(
  path: string,
  { columns, rows, title, source, totals }: OfficialTable,
  part: Pick<ReadingOptions, 'range'> = {},
) {
  const { plan, notes, survey } = await store.rows.preview({ path, ...part }, 'show', store.folder);
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

async function workbookOf(name: string, lines: OfficialTable['lines']): Promise<string> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Data');
  for (const line of lines) sheet.addRow(line.map((cell) => (cell === null ? '..' : cell === '' ? null : cell)));
  const path = join(store.folder, `${name.replaceAll(/\W+/g, '-')}.xlsx`);
  await book.xlsx.writeFile(path);
  return path;
}

describe('tables of offices', () => {
  it('are at least 160 files', () => expect(tables.length * 2 + tablePairs().length * 2).toBeGreaterThanOrEqual(160));

  it.each(tables.map((table) => [table.name, table] as const))('as text, in %s', async (name, table) => {
    await expectLong(await store.file(`${name.replaceAll(/\W+/g, '-')}.csv`, asText(table)), table);
  });

  it.each(tables.map((table) => [table.name, table] as const))('as a workbook, in %s', async (name, table) => {
    await expectLong(await workbookOf(name, table.lines), table);
  });
});

describe('two tables in one file', () => {
  async function expectBoth(path: string, both: readonly OfficialTable[]) {
    const { tables: found } = await store.rows.preview({ path }, 'show', store.folder);
    expect(found.map(({ title }) => title)).toEqual(both.map(({ title }) => title));
    for (const [at, table] of both.entries()) await expectLong(path, table, { ...given({ range: found[at]?.range }) });
  }
  const pairs = tablePairs().map(({ name, tables: both }) => ({
    name,
    both,
    lines: [...both[0].lines, [], [], ...both[1].lines],
    decimalComma: both[0].decimalComma,
  }));

  it.each(pairs.map((pair) => [pair.name, pair] as const))('as text, in %s', async (name, { both, ...pair }) => {
    await expectBoth(await store.file(`${name.replaceAll(/\W+/g, '-')}.csv`, asText(pair)), both);
  });

  it.each(pairs.map((pair) => [pair.name, pair] as const))('as a workbook, in %s', async (name, { both, lines }) => {
    await expectBoth(await workbookOf(name, lines), both);
  });

  it.each(pairs.map((pair) => [pair.name, pair] as const))('beside each other, in %s', async (name, { both }) => {
    const [left, right] = both.map(({ lines }) => lines);
    const width = Math.max(...(left ?? []).map((line) => line.length)) + 1;
    const beside = Array.from({ length: Math.max(left?.length ?? 0, right?.length ?? 0) }, (_, at) => {
      const own = left?.[at] ?? [];
      return [...own, ...Array.from({ length: width - own.length }, () => ''), ...(right?.[at] ?? [])];
    });
    await expectBoth(await workbookOf(`beside ${name}`, beside), both);
  });
});
