import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import { odsContent, odsFile } from '../formats/workbook/ods/testing/ods-for-test.ts';
import type { ReadingOptions } from '../reading.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function preview(text: string, asked: Partial<ReadingOptions> = {}) {
  const path = await store.file('totals.csv', text);
  return store.rows.preview({ path, ...asked }, 'show', store.folder);
}

const found = async (text: string) => (await preview(text)).survey.totals;
const regions = 'region,a,b,c\nNorth,110,2,30\nSouth,220,5,70\nWest,330,8,200\n';

it('totals are found by their words', async () => {
  expect(await found(`${regions}Insgesamt,1,2,3\n`)).toEqual([{ line: 5, label: 'Insgesamt', isSum: false }]);
  expect(await found(`${regions}Total,660,15,300\n`)).toEqual([{ line: 5, label: 'Total', isSum: true }]);
});

it('totals are found by their numbers, before or after what they sum up', async () => {
  expect(await found(`${regions}Country,660,15,300\n`)).toEqual([{ line: 5, label: 'Country', isSum: true }]);
  const groups =
    'region,a,b,c\nA,300,500,700\nA1,100,200,300\nA2,200,300,400\nB,900,700,500\nB1,400,300,200\nB2,500,400,300\n';
  expect((await found(groups))?.map(({ label }) => label)).toEqual(['A', 'B']);
});

it.each([
  ['regions', regions],
  ['names that contain a word', `${regions}Total Energies,5,6,7\nAll Saints,1,2,3\n`],
  ['small numbers', 'name,a,b\nx,1,2\ny,1,1\nz,0,1\nw,3,3\nv,2,2\n'],
  ['a balance', 'name,a,b\nRevenue,100,110\nCosts,-60,-70\nProfit,40,40\n'],
  ['numbers without names', 'a,b\n1,2\n2,3\n3,5\n'],
])('there is none among %s', async (_, text) => expect(await found(text)).toEqual([]));

it('totals are kept unless that is said, and then have a level', async () => {
  const text = 'Land;2020;2021\nA;100;200\nB;300;400\nSumme;400;600\n';
  const { plan, survey } = await preview(text);
  expect(survey.totals).toEqual([{ line: 4, label: 'Summe', isSum: true }]);
  expect((await store.rows.ingest('kept', plan, {}, {})).rows).toBe(6);
  const levels = await preview(text, { totals: [4] });
  const version = await store.rows.ingest('levels', levels.plan, {}, {});
  expect((await store.page(version)).slice(3)).toEqual([
    { Land: 'B', level: 'detail', year: 2021, value: 400 },
    { Land: 'Summe', level: 'total', year: 2020, value: 400 },
    { Land: 'Summe', level: 'total', year: 2021, value: 600 },
  ]);
  const without = await preview(text, { leaveOut: [4] });
  expect((await store.rows.ingest('without', without.plan, {}, {})).rows).toBe(4);
});

describe('of rows that stand out in a workbook', () => {
  type Row = readonly [name: string, people: number, style?: 'bold' | 'line' | undefined];
  const areas: readonly Row[] = [
    ['North', 30, 'bold'],
    ['Ulm', 10],
    ['Trier', 20],
    ['South', 7, 'bold'],
    ['Basel', 3],
    ['Trento', 5],
  ];

  async function bookOf(rows: readonly Row[]) {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('Areas');
    sheet.addRow(['area', 'people']).font = { bold: true };
    for (const [name, people, style] of rows) {
      const row = sheet.addRow([name, people]);
      row.eachCell((cell) => {
        if (style === 'bold') cell.font = { bold: true };
        if (style === 'line') cell.border = { top: { style: 'thin' } };
      });
    }
    const path = join(store.folder, 'areas.xlsx');
    await book.xlsx.writeFile(path);
    return (await store.rows.preview({ path }, 'show', store.folder)).survey.totals;
  }

  const north = [{ line: 2, label: 'North', isSum: true }];

  it('those are totals that sum up others', async () => {
    expect(await bookOf(areas)).toEqual(north);
    const below = areas.slice(0, 3).toReversed();
    expect(await bookOf(below.map(([name, people, style]) => [name, people, style && 'line']))).toEqual([
      { ...north[0], line: 4 },
    ]);
  });

  it.each([
    ['a row that does not stand out', areas.map(([name, people]): Row => [name, people])],
    ['a table in which most rows stand out', areas.map(([name, people]): Row => [name, people, 'line'])],
    ['a row that is no sum', areas.map(([name, people, style]): Row => [name, people + 1, style])],
  ])('but not %s', async (_, rows) => expect(await bookOf(rows)).toEqual([]));

  it('in OpenDocument too', async () => {
    const style = (name: string, weight: string) =>
      `<style:style style:name="${name}"><style:text-properties fo:font-weight="${weight}"/></style:style>`;
    const rows = [['area', 'people'], ...areas].map(([name, people, bold]) => {
      const of = ` table:style-name="${bold ? 'b' : 'n'}"`;
      const number = typeof people === 'number' ? `float" office:value="${people}` : 'string';
      return `<table:table-row><table:table-cell${of} office:value-type="string"><text:p>${name}</text:p></table:table-cell><table:table-cell${of} office:value-type="${number}"><text:p>${people}</text:p></table:table-cell></table:table-row>`;
    });
    const table = `<table:table table:name="Areas">${rows.join('')}</table:table>`;
    const path = join(store.folder, 'areas.ods');
    await writeFile(path, odsFile(odsContent(table, style('b', 'bold') + style('n', 'normal'))));
    expect((await store.rows.preview({ path }, 'show', store.folder)).survey.totals).toEqual(north);
  });
});
