import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../reading.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const preview = (request: ReadingOptions) => store.rows.preview(request, 'show', store.folder);

async function noteOf(text: string) {
  const { survey } = await preview({ path: await store.file('total.csv', text) });
  const note = survey.conversions.find(({ code }) => code === 'totals-below');
  return note?.code === 'totals-below' ? note.values : null;
}

const years = 'year,people\n2019,5\n2020,7\n';

describe('total rows at the end', () => {
  it.each([
    ['a total', `${years}Total,12\n`, { lines: [4], column: 'year', value: 'Total' }],
    ['with a remark', `${years}Total (all years),12\n`, { lines: [4], column: 'year', value: 'Total (all years)' }],
    ['several', `${years}Summe,12\nDurchschnitt,6\n`, { lines: [4, 5], column: 'year', value: 'Summe' }],
    ['below a gap and a value with a line break', 'day,note\n2020-01-01,"a\nb"\n\n2020-01-02,c\nTotale,\n', [6]],
    ['below 300 records', `n,v\n${'1,2\n'.repeat(300)}TOTAL,600\n`, [302]],
    ['beside missing values', 'n,v\n1,2\nNA,3\n4,5\nGesamt,10\n', [5]],
  ])('%s', async (_, text, expected) => {
    const found = await noteOf(text);
    if (Array.isArray(expected)) expect(found?.lines).toEqual(expected);
    else expect(found).toEqual(expected);
  });

  it.each([
    ['in a column of names', 'region,people\nNorth,5\nSouth,7\nTotal,12\n'],
    ['above others', 'year,people\n2019,5\nTotal,12\n2020,7\n'],
    ['beside other words', 'year,people\n2019,5\nunknown,2\n2020,7\nTotal,14\n'],
    ['that is another word', `${years}Totally,12\n`],
    ['alone', 'year,people\nTotal,12\n'],
  ])('but none %s', async (_, text) => {
    expect(await noteOf(text)).toBeNull();
  });
});

test('a total is kept with a note, until it is omitted', async () => {
  const path = await store.file('kept.csv', `${years}Total,12\n`);
  const kept = await store.rows.ingest('kept', (await preview({ path })).plan, {}, {});
  expect(kept.columns[0]?.type).not.toBe('integer');
  expect(kept.conversions.map(({ code }) => code)).toContain('totals-below');
  const { plan: source } = await preview({ path, leaveOut: [4] });
  const version = await store.rows.ingest('left', source, {}, {});
  expect(await store.page(version)).toEqual([
    { year: 2019, people: 5 },
    { year: 2020, people: 7 },
  ]);
  expect(version.conversions.map(({ code }) => code)).not.toContain('totals-below');
});

test('a total far down is found when the whole file is read', async () => {
  const records = Array.from({ length: 60_000 }, (_, at) => `${1900 + (at % 120)},${at},"a ${at}"\n`).join('');
  const path = await store.file('long.csv', `year,people,name\n${records}Total,1,\n`);
  const { plan: source } = await preview({ path });
  const survey = await store.rows.survey(source, { rows: 0, whole: true }, {});
  const expected = { code: 'totals-below', values: { lines: [60002], column: 'year', value: 'Total' } };
  expect(survey.conversions).toContainEqual(expected);
  const version = await store.rows.ingest('long', source, {}, {});
  expect(version.conversions).toContainEqual(expected);
});

test('a total of a sheet is found by its row', async () => {
  const path = join(store.folder, 'total.xlsx');
  const book = new ExcelJS.Workbook();
  book
    .addWorksheet('One')
    .addRows([
      ['Towns by year'],
      [],
      ['year', 'founded', 'people'],
      [2019, '2020-01-01', 5],
      [2020, '2020-01-02', 7],
      ['Total', null, 12],
    ]);
  await book.xlsx.writeFile(path);
  const found = await preview({ path });
  const note = { code: 'totals-below', values: { lines: [6], column: 'year', value: 'Total' } };
  expect(found.survey.conversions).toContainEqual(note);
  const version = await store.rows.ingest('sheet', found.plan, {}, {});
  expect(version.conversions).toContainEqual(note);
  const left = await preview({ path, leaveOut: [6] });
  expect(left.survey.columns.map(({ type }) => type)).toEqual(['integer', 'text', 'integer']);
});
