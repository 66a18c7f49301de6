import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
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
