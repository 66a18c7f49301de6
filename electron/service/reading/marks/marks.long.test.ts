import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../reading.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** A file as it is published by the plan of its preview. */
async function published(path: string, asked: Partial<ReadingOptions> = {}) {
  const { plan, marks, notes, survey } = await store.rows.preview({ ...asked, path }, 'show', store.folder);
  number += 1;
  const version = await store.rows.ingest(`marks-${number}`, plan, {}, {});
  const rows = (await store.page(version)).map((row) => Object.values(row as object));
  const columns = survey.columns.map(({ name, type }) => `${name}: ${type}`);
  const units = survey.columns.flatMap(({ name, unit }) =>
    unit === undefined ? [] : [`${name} ${unit.sign} ${unit.type}`],
  );
  return { rows, columns, units, marks, notes, applied: plan.decided.marks !== undefined };
}

async function text(...lines: readonly string[]): Promise<string> {
  number += 1;
  return store.file(`marks-${number}.csv`, lines.join('\n'));
}

async function workbook(...lines: readonly (readonly (string | number | null)[])[]): Promise<string> {
  number += 1;
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Data').addRows(lines.map((line) => [...line]));
  const path = join(store.folder, `marks-${number}.xlsx`);
  await book.xlsx.writeFile(path);
  return path;
}

const rates = ['geo;rate', 'DE;3.1', 'FR;7.4 p', 'IT;:', 'ES;12.2 (b)', 'PT;[c]', 'BE;5.5'];
const kept = [
  ['DE', 3.1, null],
  ['FR', 7.4, 'p'],
  ['IT', null, ':'],
  ['ES', 12.2, 'b'],
  ['PT', null, 'c'],
  ['BE', 5.5, null],
];

describe('marks of status', () => {
  test('become a column beside their numbers, described by what they mean', async () => {
    const { rows, columns, notes } = await published(await text(...rates));
    expect(columns).toEqual(['geo: text', 'rate: float', 'rate_status: text']);
    expect(rows).toEqual(kept);
    expect(notes?.columns).toEqual([
      {
        source: 'rate_status',
        description: 'p: provisional; :: not available; b: break in series; c: confidential',
      },
    ]);
  });

  test('are left out if missing is enough', async () => {
    const { rows, columns } = await published(await text(...rates), { marks: 'drop' });
    expect(columns).toEqual(['geo: text', 'rate: float']);
    expect(rows).toEqual(kept.map((row) => row.slice(0, 2)));
  });

  test('are the same in a workbook', async () => {
    const cells = rates.map((line) => line.split(';').map((cell) => (/^\d+\.\d$/.test(cell) ? Number(cell) : cell)));
    expect((await published(await workbook(...cells))).rows).toEqual(kept);
  });

  test('have the meaning that a note gives them', async () => {
    const lines = ['Rates', '', ...rates, '', 'p = preliminary figure', '[c] withheld'];
    const { marks } = await published(await text(...lines));
    expect(marks?.meanings).toContainEqual({ mark: 'p', meaning: 'preliminary figure' });
    expect(marks?.meanings).toContainEqual({ mark: 'c', meaning: 'withheld' });
  });

  test('above the line are explained by the notes', async () => {
    const cells = ['9,5 ¹⁾', '8,5²', '7,5⁽²⁾', '6,5 ᵃ⁾', '5,5¹ ²', ...Array.from({ length: 7 }, (_, at) => `${at},5`)];
    const records = cells.map((cell, at) => `r${at};${cell};${at}`);
    const path = await text('geo;rate;n', ...records, ';;', '¹⁾ erste;;', '2) zweite;;', 'a) dritte;;');
    const { marks, applied } = await published(path);
    expect(applied).toBe(false);
    expect(marks?.meanings).toEqual([
      { mark: '¹', meaning: 'erste' },
      { mark: '²', meaning: 'zweite' },
      { mark: 'ᵃ', meaning: 'dritte' },
      { mark: '¹ ²', meaning: null },
    ]);
    expect((await published(path, { marks: 'keep' })).rows.slice(0, 6)).toEqual([
      ['r0', 9.5, '¹', 0],
      ['r1', 8.5, '²', 1],
      ['r2', 7.5, '²', 2],
      ['r3', 6.5, 'ᵃ', 3],
      ['r4', 5.5, '¹ ²', 4],
      ['r5', 0.5, null, 5],
    ]);
  });

  test('that only mean a missing value are kept on request', async () => {
    const lines = ['geo,n', 'DE,1', 'FR,..', 'IT,-'];
    expect((await published(await text(...lines))).columns).toEqual(['geo: text', 'n: integer']);
    const { rows, columns } = await published(await text(...lines), { marks: 'keep' });
    expect(columns).toEqual(['geo: text', 'n: integer', 'n_status: text']);
    expect(rows).toEqual([
      ['DE', 1, null],
      ['FR', null, '..'],
      ['IT', null, '-'],
    ]);
  });

  test.each([
    ['numbers of houses', ['street,house', 'A,1', 'B,12 a', 'C,14', 'D,7 b']],
    ['marks that nothing explains', ['geo,n', 'DE,1.5 q', 'FR,2.5', 'IT,3.5', 'ES,4.5 q']],
    ['a letter that all numbers have', ['geo,n', 'DE,1.5 m', 'FR,2.5 m', 'IT,3.5 m']],
  ])('are never guessed: %s', async (_, lines) => {
    const { applied, columns } = await published(await text(...lines));
    expect([applied, columns[1]?.endsWith('text')]).toEqual([false, true]);
  });

  test('that no first record has make a column text, and nothing is lost', async () => {
    const many = Array.from({ length: 30_000 }, (_, at) => `r${at};${at}.5${at % 7 === 0 ? ' p' : ''}`);
    const path = await text('geo;rate', ...many, 'last;around 5');
    const { plan } = await store.rows.preview({ path }, 'show', store.folder);
    const version = await store.rows.ingest('marks-late', plan, {}, {});
    expect(await store.page(version, {}, 29_995, 6)).toContainEqual({
      geo: 'r29995',
      rate: '29995.5',
      rate_status: 'p',
    });
    expect(await store.page(version, {}, 30_000, 1)).toEqual([{ geo: 'last', rate: 'around 5', rate_status: null }]);
  });
});

describe('numbers that are texts', () => {
  test('in workbooks and JSON are proposed as numbers, with their units', async () => {
    const cells = [
      ['name', 'share', 'price', 'sum', 'count', 'code'],
      ['a', '88.1%', '$4,000', '1.2 Mio.', '17', '007'],
      ['b', '9.5%', '$500', '3.4 Mio.', '18', '008'],
    ];
    const units = ['share % float', 'price $ integer', 'sum Mio. float', 'count  integer'];
    const book = await workbook(...cells);
    expect((await published(book)).units).toEqual(units);
    const [names = [], ...rows] = cells;
    const json = JSON.stringify(rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell]))));
    number += 1;
    const file = await store.file(`units-${number}.json`, json);
    expect((await published(file)).units).toEqual(units);
    const columns = ['share', 'price', 'sum', 'count'].map((source) => ({ source, type: 'float' as const }));
    expect((await published(book, { columns })).rows).toEqual([
      ['a', 88.1, 4000, 1.2, 17, '007'],
      ['b', 9.5, 500, 3.4, 18, '008'],
    ]);
  });
});
